"""Which house rules change winners: `python -m ui.lab.trials.matters GAME`.

Simulated families play evenings with the usual rules, and the court judges each of them once more with each
other choice of each switch: others would have won, or a move could not have been made. What a choice allows
and the usual rules do not is seen in evenings that are played with it, from the same seeds: others have won.
"""

import argparse
import logging
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.clock import HandClock
from companion.game import AnyGame, Options
from companion.games import all_games
from companion.journal import Journal
from companion.lab.family import family_class
from companion.rulebook import switches
from companion.seats import seats_named
from companion.table import Table
from ui.lab.compared import ComparedEvening, PlainSenses

NAMES = ("Ada", "Ben", "Cem", "Dan", "Eve")
LONGEST = 3_000  # happenings of an evening


class Matters(NamedTuple):
    """How often a choice changes an evening, as shares."""

    switch: str
    value: Any
    winners: float  # judged with it, others would have won
    moves: float  # judged with it, a move could not have been made
    own: float  # played with it from the same seed, others have won

    @property
    def share(self) -> float:
        return max(self.winners + self.moves, self.own)


def played(game: AnyGame, options: Options, seed: int) -> Table:
    """One evening of a family with *options*."""
    random, clock = Random(f"{game.about.name} {seed}"), HandClock(now=10**12)
    low, high = game.seat_range(options)
    seats = seats_named(NAMES[: random.randint(low, min(high, len(NAMES)))])
    table = Table.start(game, seats, options, Journal.open(":memory:", clock), clock)
    family = family_class(game)(game, tuple(s.name for s in seats), table.options, random, 0.0)
    ComparedEvening(table, family, clock, PlainSenses(clock)).play(LONGEST)
    return table


def matters(game: AnyGame, seeds: Sequence[int], own: int) -> Iterator[Matters]:
    """Each other choice of each switch: evenings by *seeds*, the first *own* of them played with it."""
    usual = game.options()
    evenings = [played(game, usual, seed) for seed in seeds]
    for switch in switches(game):
        for value in switch.choices:
            if value == switch.default:
                continue
            other = replace(usual, **{switch.name: value})
            told = [{says.key for says in table.with_other_options(other)} for table in evenings]
            theirs = [played(game, other, seed) for seed in seeds[:own]]
            yield Matters(
                switch.name,
                value,
                _share([bool(keys & {"court.ends", "court.over_before", "court.goes_on"}) for keys in told]),
                _share(["court.falls" in keys for keys in told]),
                _share([_won(a) != _won(b) for a, b in zip(evenings, theirs, strict=False)]),
            )


def _won(table: Table) -> frozenset[str]:
    return frozenset(table.outcome.winners) if table.outcome else frozenset()


def _share(found: Sequence[bool]) -> float:
    return sum(found) / max(1, len(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(all_games()))
    parser.add_argument("--evenings", type=int, default=20, help="of the usual rules (built in: 20)")
    parser.add_argument("--own", type=int, default=20, help="of each other choice (built in: 20)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.ERROR)
    seeds = range(given.seed, given.seed + given.evenings)
    for one in matters(all_games()[given.game], seeds, given.own):
        told = f"winners {one.winners:.0%}, moves {one.moves:.0%}, own evenings {one.own:.0%}"
        print(f"{one.share:4.0%}  {one.switch}={one.value}  ({told})", flush=True)


if __name__ == "__main__":
    main()
