"""What people do to the table besides playing, before eyes that see every drawn scene as it is."""

from random import Random

import pytest

import ui.twin.senses as twin
from companion.clock import HandClock
from companion.family import family_class
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.mischief import Meddler
from companion.seats import seats_named
from companion.table import Table
from tests.ui.faultless_eyes import FaultlessEyes
from ui.twin.evening import Evening

# What eyes that miss nothing do not tell: in the tray one die less, for whoever rolls next takes them, and
# what is knocked over then; on a pile what is pulled out from below, and the last card of it.
NOT_TOLD = {
    "tray": ("took a die out of the tray", "knocked a die over"),
    "piles": ("pulled a card out from below", "took a card back"),
}


@pytest.mark.parametrize("name", all_games())
def test_whatever_is_done_is_told_and_nothing_of_it_is_believed(name, monkeypatch):
    monkeypatch.setattr(twin, "draw", lambda scene: scene)
    monkeypatch.setattr(twin, "calibrate", lambda picture, mat: mat)
    monkeypatch.setattr(twin, "Eyes", FaultlessEyes)
    game, clock = find_game(name), HandClock(now=10**9)
    seats = seats_named(("Ada", "Ben", "Cem")[: game.about.seats[1]], "en")
    names = tuple(seat.name for seat in seats)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, {}, journal, clock)
        family = family_class(game)(game, names, table.options, Random(4))
        senses = twin.TwinSenses(table, family, clock, Random(6))
        report = Evening(table, family, clock, senses, meddler=Meddler(Random(7), 0.5)).play(most=25)
    known = tuple(f"nobody noticed that somebody {what}" for ways in NOT_TOLD.values() for what in ways)
    assert report.cheats > 0 or name == "wobble"  # there somebody is always asked for a card
    assert [one for one in report.disagreements if one.what not in known] == []
