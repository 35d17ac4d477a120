"""What eyes tell of the pyramid games needs no touch: whole games before faultless eyes, without pixels."""

from random import Random

import pytest

import ui.twin.senses as twin
from companion.clock import HandClock
from companion.facts import Kind, Source
from companion.family import family_class
from companion.games import all_games
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from tests.ui.faultless_eyes import FaultlessEyes
from ui.command.the_journal import journal_to_write
from ui.twin.evening import Evening

SEEN = (Kind.PYRAMID, Kind.DICE)
MOST = 260  # happenings: more than most of these games have


class Counting(twin.TwinSenses):
    """Counts who told of dice."""

    def perceive(self, happening, asks):
        for perceived in super().perceive(happening, asks):
            if getattr(perceived, "kind", None) in SEEN:
                self.told = [*getattr(self, "told", ()), perceived.source]
            yield perceived


@pytest.fixture(autouse=True)
def _no_pixels(monkeypatch):
    monkeypatch.setattr(twin, "draw", lambda scene: scene)
    monkeypatch.setattr(twin, "calibrate", lambda picture, mat: mat)
    monkeypatch.setattr(twin, "Eyes", FaultlessEyes)


@pytest.mark.parametrize("seed", quick([1, 3]))
@pytest.mark.parametrize(
    "name", ["sums", "squeeze_play", "pack_rat", "cui_bono", "forced_memory", "dice_march"]
)
def test_nearly_nothing_that_eyes_tell_is_told_by_hand(name, seed):
    game, clock = all_games()[name], HandClock(now=10**9)
    with journal_to_write(None, clock, "en") as journal:
        table = Table.start(game, seats_named(["Ada", "Ben", "Cem"], "en"), game.options(), journal, clock)
        family = family_class(game)(game, ("Ada", "Ben", "Cem"), table.options, Random(seed), 0.0)
        senses = Counting(table, family, clock, Random(seed + 1))
        report = Evening(table, family, clock, senses).play(MOST)
    told = getattr(senses, "told", [])
    assert report.disagreements == ()
    assert told.count(Source.CAMERA) >= 0.96 * len(told)
