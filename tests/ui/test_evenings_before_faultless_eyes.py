"""Whole evenings of every game before eyes that see all: what is told of honest and cheating people agrees.

Nothing is drawn and nothing is read, so hundreds of them take minutes: what lies between the eyes and the
referee is what they try.
"""

import pytest

from companion.games import all_games
from tests.at_first import quick
from tests.ui.faultless_eyes import an_evening, without_pixels


@pytest.fixture(autouse=True)
def _no_pixels(monkeypatch):
    without_pixels(monkeypatch)


@pytest.mark.parametrize("name", quick(sorted(all_games()), 5))
def test_an_evening_with_cheats_agrees(name):
    report, _ = an_evening(name, (21, 22), cheats=0.1)
    assert report.agreed, report.disagreements[:3]
    assert report.caught == report.cheats - report.hidden_cheats


OFF_THE_MAT = ["wobble", "abstrac", *sorted({*all_games()} - {"wobble", "abstrac"})]


@pytest.mark.parametrize("name", quick(OFF_THE_MAT, 2, more=3))
def test_an_evening_without_a_mat_agrees(name):
    report, _ = an_evening(name, (32, 33), cheats=0.1, on_mat=False)
    assert report.agreed, report.disagreements[:3]
    assert report.caught == report.cheats - report.hidden_cheats


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("cheats", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("name", sorted(all_games()))
def test_ten_evenings_agree(name, cheats):
    for seed in range(11, 21):
        report, _ = an_evening(name, (seed, seed + 1), cheats)
        assert report.agreed, (seed, report.disagreements[:3])
        assert report.caught == report.cheats - report.hidden_cheats
