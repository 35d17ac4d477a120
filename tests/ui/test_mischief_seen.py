"""What people do to the table besides playing, before eyes that see every drawn scene as it is."""

from random import Random

import pytest

from companion.games import all_games
from companion.lab.mischief import Meddler
from tests.ui.faultless_eyes import an_evening, without_pixels

# What eyes that miss nothing do not tell: in the tray one die less, for whoever rolls next takes them, and
# what is knocked over then; on a pile what is pulled out from below, and the last card of it.
NOT_TOLD = {
    "tray": ("took a die out of the tray", "knocked a die over"),
    "piles": ("pulled a card out from below", "took a card back"),
}


@pytest.mark.parametrize("name", all_games())
def test_whatever_is_done_is_told_and_nothing_of_it_is_believed(name, monkeypatch):
    without_pixels(monkeypatch)
    report, _ = an_evening(name, (4, 6), most=25, meddler=Meddler(Random(7), 0.5))
    known = tuple(f"nobody noticed that somebody {what}" for ways in NOT_TOLD.values() for what in ways)
    assert report.cheats > 0 or name == "wobble"  # there somebody is always asked for a card
    assert [one for one in report.disagreements if one.what not in known] == []
