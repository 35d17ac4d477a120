"""Whole evenings of every game before eyes that see all, or err: what is told of honest people, of those who
cheat and of bots agrees.

Nothing is drawn and nothing is read, so hundreds of them take minutes: what lies between the eyes and the
referee is what they try.
"""

from random import Random

import pytest

from companion.games import all_games
from tests.at_first import quick
from tests.ui.faultless_eyes import an_evening, erring, without_pixels


@pytest.fixture(autouse=True)
def _no_pixels(monkeypatch):
    without_pixels(monkeypatch)


@pytest.mark.parametrize("name", quick(sorted(all_games(), reverse=True), 1, more=3))
def test_an_evening_with_cheats_agrees(name):
    report, _ = an_evening(name, (21, 22), cheats=0.1)
    assert report.agreed, report.disagreements[:3]
    assert report.caught == report.cheats - report.hidden_cheats


ERRING = ["sums", "wobble", *sorted({*all_games()} - {"sums", "wobble"})]


@pytest.mark.parametrize("name", quick(ERRING, 0, more=4))
def test_an_evening_before_eyes_that_err_agrees(name, monkeypatch):
    without_pixels(monkeypatch, erring(Random(7), 0.03))
    report, _ = an_evening(name, (4711, 4712), cheats=0.3)
    assert report.agreed, report.disagreements[:3]
    assert report.caught == report.cheats - report.hidden_cheats


BY_TIME = ["abstrac", "abi94", "dice_march", *sorted({*all_games()} - {"abstrac", "abi94", "dice_march"})]


@pytest.mark.parametrize("name", quick(BY_TIME, 3, more=7))
def test_an_evening_with_bots_agrees(name):
    report, _ = an_evening(name, (1, 2), bots=True)
    assert report.agreed, report.disagreements[:3]


OFF_THE_MAT = ["wobble", "abstrac", *sorted({*all_games()} - {"wobble", "abstrac"})]


@pytest.mark.parametrize("name", quick(OFF_THE_MAT, 0, more=3))
def test_an_evening_without_a_mat_agrees(name):
    report, _ = an_evening(name, (51, 52), cheats=0.1, on_mat=False)
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


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(all_games()))
def test_ten_evenings_before_eyes_that_err_agree(name, monkeypatch):
    for seed in range(11, 21):
        without_pixels(monkeypatch, erring(Random(seed), 0.03))
        for cheats in (0.1, 0.3):
            report, _ = an_evening(name, (seed, seed + 1), cheats)
            assert report.agreed, (seed, cheats, report.disagreements[:3])
