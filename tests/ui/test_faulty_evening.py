"""Evenings in which pictures and things go wrong at random, while cards are laid as quickly as people do:
referee and truth agree all the same, and what the eyes missed is asked about."""

from random import Random

import cv2
import numpy as np
import pytest

from tests.ui.test_twin import Played

GOOD, BAD = (15, 60), (4, 30)  # pictures in a row


def black(picture, _random):
    return np.zeros_like(picture)


def half(picture, _random):
    return np.vstack([picture[: len(picture) // 2], np.zeros_like(picture[len(picture) // 2 :])])


def dim(picture, _random):
    return (picture * 0.3).astype(np.uint8)


def dazzled(picture, _random):
    return cv2.add(picture, (150, 150, 150, 0))


def cup(picture, random):
    """A mug stands somewhere on the table, upon whatever lies there."""
    out, at = picture.copy(), (random.randrange(50, 1230), random.randrange(50, 670))
    for radius, colour in ((46, (60, 60, 70)), (42, (190, 180, 60)), (34, (30, 50, 90))):
        cv2.circle(out, at, radius, colour, -1, cv2.LINE_AA)
    return out


def phone(picture, random):
    """A phone lies somewhere, its screen dark."""
    out, x, y = picture.copy(), random.randrange(50, 1230), random.randrange(90, 630)
    cv2.rectangle(out, (x - 38, y - 78), (x + 38, y + 78), (25, 25, 28), -1, cv2.LINE_AA)
    cv2.rectangle(out, (x - 34, y - 70), (x + 34, y + 70), (55, 42, 40), -1, cv2.LINE_AA)
    return out


class Faults:
    """One fault after the other, each for a while; None is a camera that shows the same picture on and on."""

    ALL = (black, half, dim, dazzled, cup, phone, None)

    def __init__(self, random):
        self._random, self._left, self._fault, self._seed = random, random.randint(*GOOD), (), 0
        self._last = None
        self.met = set()

    def __call__(self, picture, _number):
        self._left -= 1
        if self._left <= 0:
            self._change()
        if not self._fault:
            self._last = picture
            return picture
        (fault,) = self._fault
        return self._last if fault is None else fault(picture, Random(self._seed))

    def _change(self):
        self._fault = () if self._fault else (self._random.choice(self.ALL),)
        self._seed = self._random.randrange(1000)
        self._left = self._random.randint(*(BAD if self._fault else GOOD))
        self.met |= set(self._fault)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("name", "seed", "happenings"),
    [
        ("abspecken", 2, 14),
        *(
            pytest.param(name, seed, 120, marks=pytest.mark.long)
            for name in ("abspecken", "wobble", "abi94", "abstrac", "sums")
            for seed in (2, 9, 14)
        ),
    ],
)
def test_an_evening_with_faults_agrees(name, seed, happenings):
    faults = Faults(Random(seed))
    report = Played(name, seed=seed, frames=True, on_its_way=faults).play(happenings).report

    assert report.disagreements == ()
    assert len(faults.met) > 1
