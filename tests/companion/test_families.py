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
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.rulings import Importance
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from ui.lab.compared import ComparedEvening, PlainSenses

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
        self.cheats, self.phases, self.tried, self.noticed = {}, set(), {}, {}

    def __getattr__(self, name):
        return getattr(self._family, name)

    def act(self, asks):
        self._family.sees = self.sees
        happening = self._family.act(asks)
        if happening is not None and happening.cheat:
            self.cheats.setdefault(happening.cheat, set())
        return happening

    def answered(self, happening, ruling):
        """By which rule each cheat was found out."""
        if happening.cheat and happening.noticeable:
            warned = (note.rule for note in ruling.notes if note.importance is Importance.WARN)
            self.cheats[happening.cheat].add(ruling.rule or next(warned, ""))
        self._family.answered(happening, ruling)

    def disagreements(self, state):
        found = self._family.disagreements(state)
        self._looks += 1
        self.phases.add(getattr(state, "phase", ""))
        holding = getattr(self._family, "things", self._family)
        if not found and self._looks % self._every == 0:
            for name, wrong in spoilt_states(state, self.phases):
                self.tried[name] = self.tried.get(name, 0) + 1
                self.noticed[name] = self.noticed.get(name, 0) + bool(
                    deepcopy(holding).disagreements(wrong)  # a look may change what it remembers
                )
        return found


def watched(name, seed, every):
    game, clock = find_game(name), HandClock(now=1_000_000_000)
    seats = seats_named(NAMES[: min(len(NAMES), game.about.seats[1])], "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, game.options(), journal, clock)
        names = tuple(seat.name for seat in seats)
        family = Watched(family_class(game)(game, names, table.options, Random(seed), 0.2), every)
        report = ComparedEvening(table, family, clock, PlainSenses(clock)).play(most=5000)
    assert not report.disagreements
    return family


class Case(NamedTuple):
    """How families of a game cheat, which wrong things they always notice, and which now and then."""

    game: str
    seeds: tuple[int, ...]  # of its evenings
    cheats: dict[str, str]  # by which rules each is refused or asked about; none where no table shows it
    always: str
    sometimes: str = ""
    every: int = 11


CASES = (
    Case(
        "abi94",
        (1, 2, 3),
        {
            "a second card for one player": "AB10 AB14",
            "handing in without a card": "AB33",
            "not the own turn": "AB9",
        },
        "discard pupils.chips pupils.hand pupils.klausuren pupils.pills",
        "draw phase pupils.before pupils.covered round",
        every=7,
    ),
    Case(
        "abspecken",
        (2, 17),
        {
            "a card from the piles": "",
            "a card of the barred colour": "A19",
            "cards that do not fit": "A15 A16 A17 A19",
            "could discard": "",
            "counted too little": "T2",
            "pressed too early": "T1 T3 T7",
            "refilled too early": "T1",
        },
        "calls out players.hand players.laid players.own players.pile players.total roller round",
        "phase",
    ),
    Case(
        "abstrac",
        (1, 2, 3),
        {
            "a card from inside the row": "AS5",
            "a foreign card": "AS1",
            "four cards": "AS5",
            "not the own turn": "T16",
        },
        "row totals turn",
        "hands",
    ),
    Case(
        "cui_bono",
        (1, 2, 3),
        {
            "a die that may not be taken": "CB3 T2",
            "a funnel that does not fit": "CB7 CB8",
            "another die": "CB10",
            "kept for somebody else": "T16",
            "no funnel of three dice": "CB6 CB9 G2",
            "not the own turn": "T16",
        },
        "kept on_turn put_back pyramid turns",
        "phase",
    ),
    Case(
        "dice_march",
        (1, 2, 3),
        {
            "moved somebody else's die": "DM2",
            "not the own turn": "T16",
            "rolled over the ridge": "DM4",
            "tipped backwards": "DM3",
            "turned somebody else's die": "DM2",
            "two dice at once": "DM2",
        },
        "",
        "captured on_turn phase pyramid removed won",
    ),
    Case(
        "forced_memory",
        (1, 2, 3),
        {
            "lifted a yellow die": "FM12 G2",
            "lifted before the roll": "A-FM3",
            "lifted two dice": "A-FM5",
            "not the own turn": "T16",
            "turned a yellow die": "FM12",
        },
        "lifted memory.lifts on_turn phase pyramid reveals rolls shown.sum won",
        "roll",
    ),
    Case(
        "pack_rat",
        (1, 2, 5, 9),
        {
            "called without a hunt": "T1 T3",
            "counted more than there are": "T2",
            "not free": "PR11 PR13 T2",
            "not the number": "PR11 A-PR8",
            "stopped for the roller": "T3 T16",
            "tapped although nobody follows": "T1",
        },
        "dice late number phase pyramid roller",
        "overlooked",
        every=61,
    ),
    Case(
        "squeeze_play",
        (1, 2, 3),
        {
            "dice of somebody else": "SP4",
            "not the own turn": "T16",
            "passed although able": "T2",
            "too many dice": "SP4",
            "where it may not be": "SP3 SP6 SP7",
        },
        "on_turn phase pyramid starter supply winners",
        "bonus rolled turns",
    ),
    Case(
        "sums",
        (1, 2, 3),
        {
            "another funnel than the shown one": "SU5",
            "called before the roll": "T1 T3 T7",
            "called second": "T7",
            "placed a die without a call": "T1",
            "showed for another one": "T16",
            "the caller searched": "T16",
            "turned a placed die": "A-SU8",
            "two dice at once": "SU5",
        },
        "caller overlooked phase pyramid right roller shown supply wrong",
        "roll",
        every=23,
    ),
    Case(
        "wobble",
        (1,),
        {
            "does not fit": "W12",
            "grey at the wrong time": "AW-38 W22 W19",
            "keeps a card back": "",
            "two different cards": "W13",
        },
        "players.hand",
        "active discard draw players.minus",
        every=151,
    ),
)


BRIEF = ("abi94", "abstrac", "dice_march")  # games whose evenings are short
BRIEF_FIRST = sorted(CASES, key=lambda case: case.game not in BRIEF)


@pytest.mark.parametrize("case", quick([pytest.param(case, id=case.game) for case in BRIEF_FIRST], 1, more=4))
def test_a_family_cheats_in_every_way_and_a_wrong_referee_is_noticed(case):
    cheats: dict[str, set[str]] = {}
    tried, noticed = Counter[str](), Counter[str]()
    for seed in case.seeds:
        family = watched(case.game, seed, case.every)
        for cheat, rules in family.cheats.items():
            cheats.setdefault(cheat, set()).update(rules)
        tried += Counter(family.tried)
        noticed += Counter(family.noticed)

    assert cheats.keys() == case.cheats.keys()
    for cheat, rules in cheats.items():
        assert rules <= set(case.cheats[cheat].split()), cheat
        assert bool(rules) == bool(case.cheats[cheat]), cheat
    for name in case.always.split():
        assert tried[name] and noticed[name] == tried[name], name
    for name in case.sometimes.split():
        assert noticed[name], name
