"""What people do to the table besides playing, before eyes that see every drawn scene as it is."""

from random import Random

import pytest

from companion.games import all_games
from companion.lab.mischief import Meddler
from tests.at_first import quick
from tests.ui.faultless_eyes import an_evening, without_pixels


@pytest.mark.parametrize("name", quick([*all_games()], 2, more=3))
def test_whatever_is_done_is_told_and_nothing_of_it_is_believed(name, monkeypatch):
    without_pixels(monkeypatch)
    report, _ = an_evening(name, (4, 6), most=25, meddler=Meddler(Random(7), 0.5))
    # in Wobble somebody is always asked for a card, and at the buzzer nothing lies there
    assert report.cheats > 0 or name in ("wobble", "buzzer")
    assert report.disagreements == ()
