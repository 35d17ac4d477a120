"""Whole evenings of every game before eyes that see all: what is told of honest and cheating people agrees.

Nothing is drawn and nothing is read, so hundreds of them take minutes: what lies between the eyes and the
referee is what they try.
"""

from random import Random

import pytest

import ui.twin.senses as twin
from companion.clock import HandClock
from companion.family import family_class
from companion.games import all_games
from companion.seats import seats_named
from companion.table import Table
from tests.ui.faultless_eyes import FaultlessEyes
from ui.command.the_journal import journal_to_write
from ui.twin.evening import Evening

NAMES = ("Ada", "Ben", "Cem")


@pytest.fixture(autouse=True)
def _no_pixels(monkeypatch):
    monkeypatch.setattr(twin, "draw", lambda scene: scene)
    monkeypatch.setattr(twin, "calibrate", lambda picture, mat: mat)
    monkeypatch.setattr(twin, "Eyes", FaultlessEyes)


def played(name, seed, cheats):
    game, clock = all_games()[name], HandClock(now=10**9)
    names = NAMES[: game.about.seats[1]]
    with journal_to_write(None, clock, "en") as journal:
        table = Table.start(game, seats_named(names, "en"), game.options(), journal, clock)
        family = family_class(game)(game, names, table.options, Random(seed), cheats)
        senses = twin.TwinSenses(table, family, clock, Random(seed + 1))
        return Evening(table, family, clock, senses).play()


@pytest.mark.parametrize("name", sorted(all_games()))
def test_an_evening_with_cheats_agrees(name):
    report = played(name, seed=21, cheats=0.1)
    assert report.agreed, report.disagreements[:3]
    assert report.caught == report.cheats - report.hidden_cheats


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("cheats", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("name", sorted(all_games()))
def test_ten_evenings_agree(name, cheats):
    for seed in range(11, 21):
        report = played(name, seed, cheats)
        assert report.agreed, (seed, report.disagreements[:3])
        assert report.caught == report.cheats - report.hidden_cheats
