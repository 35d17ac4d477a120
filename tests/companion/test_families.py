"""Simulated families: they cheat in every way that their game knows, and a referee that is wrong is noticed.

A family is the truth that a referee is compared with. So its own word is tested here the other way round: of
a state that is right one thing is made wrong, and the family must say so.
"""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import NamedTuple

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.clock import HandClock
from companion.family import family_class
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from ui.twin.evening import Evening, PlainSenses

NAMES = ("Ada", "Ben", "Cem")


def spoilt(value, seats):
    """Something else than *value*, of the same kind; the same if there is nothing else."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value in seats:
        return seats[(seats.index(value) + 1) % len(seats)]
    if isinstance(value, tuple):
        return value[:-1]
    if isinstance(value, dict) and value:
        first = next(iter(value))
        counted = isinstance(value[first], int)
        return {**value, first: value[first] + 1} if counted else {k: value[k] for k in value if k != first}
    return value


def spoilt_states(state, phases):
    """*state* with one thing after the other made wrong, by the name of that thing."""
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if name in ("seats", "options"):
            continue
        if name == "phase":
            for other in phases - {value}:
                yield name, replace(state, phase=other)
        elif isinstance(value, dict) and value and isinstance(next(iter(value.values())), Struct):
            seat, one = next(iter(value.items()))
            for part in one.__struct_fields__:
                wrong = spoilt(getattr(one, part), state.seats)
                if wrong != getattr(one, part):
                    yield (
                        f"{name}.{part}",
                        replace(state, **{name: {**value, seat: replace(one, **{part: wrong})}}),
                    )
        elif (wrong := spoilt(value, state.seats)) != value:
            yield name, replace(state, **{name: wrong})


class Watched:
    """A family, what it does, and how often it notices which thing that is wrong."""

    def __init__(self, family, every):
        self._family, self._every, self._looks = family, every, 0  # each so many-th look is spoilt
        self.cheats, self.phases, self.tried, self.noticed = set(), set(), {}, {}

    def __getattr__(self, name):
        return getattr(self._family, name)

    def act(self, asks):
        happening = self._family.act(asks)
        if happening is not None and happening.cheat:
            self.cheats.add(happening.cheat)
        return happening

    def disagreements(self, state):
        found = self._family.disagreements(state)
        self._looks += 1
        self.phases.add(getattr(state, "phase", ""))
        if not found and self._looks % self._every == 0:
            for name, wrong in spoilt_states(state, self.phases):
                self.tried[name] = self.tried.get(name, 0) + 1
                self.noticed[name] = self.noticed.get(name, 0) + bool(
                    deepcopy(self._family).disagreements(wrong)  # a look may change what it remembers
                )
        return found


def watched(name, seed, every):
    game, clock = find_game(name), HandClock(now=1_000_000_000)
    seats = seats_named(NAMES[: min(len(NAMES), game.about.seats[1])], "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, game.options(), journal, clock)
        names = tuple(seat.name for seat in seats)
        family = Watched(family_class(game)(game, names, table.options, Random(seed), 0.2), every)
        report = Evening(table, family, clock, PlainSenses(clock)).play(most=5000)
    assert not report.disagreements
    return family


class Case(NamedTuple):
    """How families of a game cheat, which wrong things they always notice, and which now and then."""

    game: str
    evenings: int
    cheats: str
    always: str
    sometimes: str = ""
    every: int = 11


CASES = (
    Case(
        "abi94",
        3,
        "a second card for one player, handing in without a card, not the own turn",
        "discard pupils.chips pupils.covered pupils.hand pupils.klausuren pupils.pills",
        "draw phase pupils.before round",
    ),
    Case(
        "abspecken",
        3,
        "a card from the piles, a card of the barred colour, cards that do not fit, could discard, "
        "counted too little, pressed too early, refilled too early",
        "calls out players.hand players.laid players.own players.pile players.total roller round",
        "phase",
    ),
    Case(
        "abstrac",
        3,
        "a card from inside the row, a foreign card, four cards, not the own turn",
        "row totals turn",
        "hands",
    ),
    Case(
        "cui_bono",
        3,
        "a die that may not be taken, a funnel that does not fit, another die, kept for somebody else, "
        "no funnel of three dice, not the own turn",
        "kept on_turn put_back pyramid turns",
        "phase",
    ),
    Case(
        "dice_march",
        3,
        "moved somebody else's die, not the own turn, numbers that no die shows, rolled over the ridge, "
        "tipped backwards, turned somebody else's die",
        "",
        "captured on_turn phase pyramid removed won",
    ),
    Case(
        "forced_memory",
        3,
        "lifted a yellow die, lifted before the roll, lifted two dice, not the own turn, turned a yellow die",
        "lifted memory.lifts on_turn phase pyramid reveals rolls shown.sum won",
        "roll",
    ),
    Case(
        "pack_rat",
        2,
        "called without a hunt, not free, not the number, stopped for the roller",
        "dice late number overlooked phase pyramid roller",
        every=61,
    ),
    Case(
        "squeeze_play",
        3,
        "dice of somebody else, in the air, not the own turn, passed although able, too many dice, "
        "where it may not be",
        "on_turn phase pyramid starter supply winners",
        "bonus rolled turns",
    ),
    Case(
        "sums",
        3,
        "a die in the air, another funnel than the shown one, called before the roll, called second, "
        "placed a die without a call, showed for another one, the caller searched, turned a placed die, "
        "two dice at once",
        "caller overlooked phase pyramid right roller shown supply wrong",
        "roll",
        every=23,
    ),
    Case(
        "wobble",
        1,
        "does not fit, grey at the wrong time, keeps a card back, two different cards",
        "players.hand",
        "active discard draw players.minus",
        every=151,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_a_family_cheats_in_every_way_and_notices_what_the_referee_has_wrong(case):
    cheats, tried, noticed = set[str](), Counter[str](), Counter[str]()
    for seed in range(1, case.evenings + 1):
        family = watched(case.game, seed, case.every)
        cheats |= family.cheats
        tried += Counter(family.tried)
        noticed += Counter(family.noticed)

    assert cheats == set(case.cheats.split(", "))
    for name in case.always.split():
        assert tried[name] and noticed[name] == tried[name], name
    for name in case.sometimes.split():
        assert noticed[name], name
