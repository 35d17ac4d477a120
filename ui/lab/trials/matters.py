"""Which house rules change winners: `python -m ui.lab.trials.matters GAME [--evenings N] [--seed S]`.

Simulated families play evenings with the usual rules, and evenings with each other choice of each switch.
Each evening is then judged once more by the court with the choice of the other side: it decides where the
winners would have been others, or where a move could not have been made, so that nobody knows who would have
won.
"""

import argparse
import logging
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.clock import HandClock
from companion.family import family_class
from companion.game import AnyGame, Options
from companion.games import all_games
from companion.house_rules import switches
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from ui.twin.evening import Evening, PlainSenses

NAMES = ("Ada", "Ben", "Cem", "Dan", "Eve")
LONGEST = 3_000  # happenings of an evening


class Matters(NamedTuple):
    """How often a choice has decided who won, of so many evenings."""

    switch: str
    value: Any
    decided: int
    evenings: int

    @property
    def share(self) -> float:
        return self.decided / max(1, self.evenings)


def played(game: AnyGame, options: Options, seed: int) -> Table:
    """One evening of a family with *options*."""
    random, clock = Random(f"{game.about.name} {seed}"), HandClock(now=10**12)
    low, high = game.seat_range(options)
    seats = seats_named(NAMES[: random.randint(low, min(high, len(NAMES)))])
    table = Table.start(game, seats, options, Journal.open(":memory:", clock), clock)
    family = family_class(game)(game, tuple(s.name for s in seats), table.options, random, 0.0)
    Evening(table, family, clock, PlainSenses(clock)).play(LONGEST)
    return table


def decides(table: Table, options: Options) -> bool:
    """Whether another one might have won the evening of *table* with *options*."""
    told = {says.key for says in table.with_other_options(options)}
    return bool(told & {"court.falls", "court.over_before", "court.ends", "court.goes_on"})


def matters(game: AnyGame, seeds: Sequence[int]) -> Iterator[Matters]:
    """Each other choice of each switch of *game*."""
    usual = game.options()
    evenings = [played(game, usual, seed) for seed in seeds]
    for switch in switches(game):
        for value in switch.choices:
            if value == switch.default:
                continue
            other = replace(usual, **{switch.name: value})
            theirs = [played(game, other, seed) for seed in seeds]
            decided = [decides(table, other) for table in evenings] + [
                decides(table, usual) for table in theirs
            ]
            yield Matters(switch.name, value, sum(decided), len(decided))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(all_games()))
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.ERROR)
    seeds = range(given.seed, given.seed + given.evenings)
    for one in matters(all_games()[given.game], seeds):
        told = f"{one.share:4.0%}  {one.switch}={one.value}  ({one.decided} of {one.evenings})"
        print(told, flush=True)


if __name__ == "__main__":
    main()
