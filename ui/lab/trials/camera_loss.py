"""A camera that is lost now and then: black, frozen, half a picture or far too dark, and good again later."""

from collections.abc import Callable
from random import Random

import numpy as np

from vision.pictures import Picture

GOOD, BAD = (60, 160), (4, 30)  # pictures in a row
Fault = Callable[[Picture, Picture], Picture]  # from this picture and the last good one


def _black(picture: Picture, last: Picture) -> Picture:
    return np.zeros_like(picture)


def _frozen(picture: Picture, last: Picture) -> Picture:
    return last


def _half(picture: Picture, last: Picture) -> Picture:
    half = len(picture) // 2
    return np.vstack([picture[:half], np.zeros_like(picture[half:])])


def _dark(picture: Picture, last: Picture) -> Picture:
    return (picture * 0.12).astype(np.uint8)


FAULTS: tuple[Fault, ...] = (_black, _frozen, _half, _dark)


class FailingCamera:
    """What becomes of each picture between the table and the eyes."""

    def __init__(self, random: Random, lost: Callable[[], None]) -> None:
        """*lost* is called whenever a fault begins."""
        self._random, self._lost = random, lost
        self._left = random.randint(*GOOD)
        self._fault: Fault | None = None
        self._last: Picture | None = None

    def __call__(self, picture: Picture, number: int) -> Picture:
        self._left -= 1
        if self._left <= 0:
            self._change()
        if self._fault is None or self._last is None:
            self._last = picture
            return picture
        return self._fault(picture, self._last)

    def _change(self) -> None:
        if self._fault is None:
            self._fault, self._left = self._random.choice(FAULTS), self._random.randint(*BAD)
            self._lost()
        else:
            self._fault, self._left = None, self._random.randint(*GOOD)
