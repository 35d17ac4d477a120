"""What should lie in plain view, in one notation for all games, held against what truly lies there."""

from random import Random
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.clock import HandClock
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.layout import Layout, known_from, tray
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from tests.companion.eleventh.pig.rules import Pig, Roll
from ui.lab.compared import ComparedEvening, PlainSenses

NAMES = ("Ada", "Ben", "Cem")


class Case(NamedTuple):
    """Two layouts and what they say against each other."""

    one: Layout
    other: Layout
    differ: tuple[str, ...] = ()


def pyramid(**cells):
    return Layout(pyramid={",".join(name[1:]): die for name, die in cells.items()})


CASES = {
    "the same dice in another order": Case(
        Layout(tray({"pips": [5, 3]})), Layout(tray({"pips": ["3", "5"]}))
    ),
    "another face": Case(
        Layout({"pips": ("3", "5")}), Layout({"pips": ("3", "6")}), ("pips dice: ('3', '5'), not ('3', '6')",)
    ),
    "a face that cannot be read": Case(Layout({"pips": ("3", "5")}), Layout({"pips": ("?", "5")})),
    "two unread faces and a known one": Case(Layout({"pips": ("3", "5")}), Layout({"pips": ("?", "?")})),
    "a die too many": Case(
        Layout({"pips": ("3",)}), Layout({"pips": ("3", "?")}), ("pips dice: ('3',), not ('3', '?')",)
    ),
    "a die of another kind": Case(
        Layout({"pips": ("3",)}),
        Layout({"number": ("3",)}),
        ("number dice: (), not ('3',)", "pips dice: ('3',), not ()"),
    ),
    "an empty tray": Case(Layout({}), Layout({"pips": ("3",)}), ("pips dice: (), not ('3',)",)),
    "dice nobody knows of": Case(Layout(), Layout({"pips": ("3",)})),
    "an unknown card below": Case(
        Layout(piles={"discard:Ada": ("?", "2")}), Layout(piles={"discard:Ada": ("5", "2")})
    ),
    "another card on top": Case(
        Layout(piles={"discard": ("5", "2")}),
        Layout(piles={"discard": ("5", "3")}),
        ("discard: ('5', '2'), not ('5', '3')",),
    ),
    "an unknown card that is not there": Case(
        Layout(rows={"row": ("5", "?")}), Layout(rows={"row": ("5",)}), ("row: ('5', '?'), not ('5',)",)
    ),
    "a place that only one knows of": Case(Layout(piles={"discard": ("5",)}), Layout()),
    "a number nobody has read": Case(pyramid(c800="r6??"), pyramid(c800="r623")),
    "another colour": Case(pyramid(c800="r???"), pyramid(c800="y623"), ("cell 8,0,0: r???, not y623",)),
    "a die too few": Case(pyramid(c800="r???"), pyramid(), ("cell 8,0,0: r???, not empty",)),
    "a die where there should be none": Case(
        pyramid(), pyramid(c080="????"), ("cell 0,8,0: empty, not ????",)
    ),
    "a die that may be there or not": Case(pyramid(c800="?"), pyramid(c080="?")),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_only_what_both_know_can_differ(case):
    assert tuple(case.one.unlike(case.other)) == case.differ
    assert bool(tuple(case.other.unlike(case.one))) is bool(case.differ)


@pytest.mark.parametrize("name", all_games())
def test_a_layout_is_written_as_json_and_read_again(name):
    game = find_game(name)
    layout = game.lies(game.start(NAMES[: game.about.seats[1]], game.options()))
    assert msgspec.convert(msgspec.to_builtins(layout), Layout) == layout


class Looking(PlainSenses):
    """Counts what the referee knew of the table."""

    def __init__(self, clock, table):
        super().__init__(clock)
        self._table = table
        self.dice = self.cards = self.cells = 0

    def settle(self, happening, ruling):
        layout = self._table.game.lies(self._table.state)
        self.dice += bool(layout.dice)
        self.cards += sum(card != "?" for cards in layout.places.values() for card in cards)
        self.cells += len(layout.pyramid or {})


KNOWS = {
    "abi94": ("cards",),
    "abspecken": ("cards", "dice"),
    "abstrac": ("cards",),
    "cui_bono": ("cells",),
    "dice_march": ("cells",),
    "forced_memory": ("cells", "dice"),
    "pack_rat": ("cells", "dice"),
    "squeeze_play": ("cells", "dice"),
    "sums": ("cells", "dice"),
    "wobble": ("cards",),
}


def lies_as_it_counts(name, seed, cheats, most=10_000):
    """An evening; after every happening `Evening` holds what lies against what counts."""
    game, clock, random = find_game(name), HandClock(now=10**9), Random(seed)
    seats = seats_named(NAMES[: min(3, game.about.seats[1])], "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, {}, journal, clock)
        names = tuple(seat.name for seat in seats)
        family = family_class(game)(game, names, table.options, random, cheats)
        looking = Looking(clock, table)
        report = ComparedEvening(table, family, clock, looking).play(most)
    assert not report.disagreements
    return looking


@pytest.mark.parametrize("name", quick([*KNOWS], 4))
def test_what_lies_is_what_counts_wherever_it_is_known(name):
    looking = lies_as_it_counts(name, 1, 0.2, most=60)
    assert {what for what in ("cards", "cells", "dice") if getattr(looking, what)} == set(KNOWS[name])


@pytest.mark.parametrize("seed", quick(range(100, 200), 0, more=2))
@pytest.mark.parametrize("name", KNOWS)
def test_what_lies_is_what_counts_on_many_evenings(name, seed):
    lies_as_it_counts(name, seed, (0.0, 0.1, 0.3)[seed % 3])


@pytest.mark.parametrize("name", KNOWS)
def test_a_referee_that_believes_in_another_table_is_found_out(name, monkeypatch):
    game = find_game(name)
    truly = type(game).lies

    def lies(self, state):
        layout = truly(self, state)
        spoilt = {place: (*cards, "no such card") for place, cards in layout.piles.items()}
        rows = {place: cards[:-1] for place, cards in layout.rows.items()}
        cells = dict(list((layout.pyramid or {}).items())[1:]) or None
        return Layout(layout.dice, spoilt, rows, cells)

    monkeypatch.setattr(type(game), "lies", lies)
    with pytest.raises(AssertionError, match="on the table"):
        lies_as_it_counts(name, 1, 0.0, most=30)


def test_a_game_that_does_not_say_what_lies_lets_its_view_and_its_asks_say_it():
    game = Pig()
    assert "lies" not in vars(Pig)
    state = game.start(NAMES[:2], game.options())
    assert game.lies(state) == Layout()
    rolled = game.play(state, Roll(seat=NAMES[0], pips=4)).state
    assert game.lies(rolled) == Layout(dice={"pips": ("4",)})
    ask = Ask("lay", Kind.CARD, NAMES, Say("lay"), "R1", deck="french", place="discard", lies=("9C", "?"))
    row = replace(ask, id="take", place="row", lies=("QH",))
    assert known_from(game.view(state), (ask, row), {"8,0,0": "r???"}) == Layout(
        None, {"discard": ("9C", "?")}, {"row": ("QH",)}, {"8,0,0": "r???"}, "french"
    )
