"""Dice that something lies upon, like a phone: neither they nor the empty funnels below them can be seen.

Where a die was taken from the lowest layer, its funnel comes to light. Where neither is seen the die is not
gone; nobody can see whether it is.
"""

import numpy as np

from companion.pyramid.cells import LOWEST, Cell, layer
from vision.pictures import Picture
from vision.pyramid.lattice import numbers
from vision.pyramid.read_pyramid import PyramidRead
from vision.pyramid.settle_base import empty_funnels

_NO_FUNNEL = -1.0  # logarithm of odds: with less no empty funnel is there
_MOST = 6  # cells that one thing covers; where more are otherwise, they are other dice


class Standing:
    """Keeps in which of the lowest cells a die was seen last, and no empty funnel since."""

    def __init__(self) -> None:
        self._cells: frozenset[Cell] = frozenset()

    def covered(self, picture: Picture, read: PyramidRead) -> frozenset[Cell]:
        """The cells of which nobody sees whether the die is still there, after this look."""
        lowest = frozenset(cell for cell in read.occupied if layer(cell) == LOWEST)
        gone = self._cells - lowest
        covered = frozenset(_without_a_funnel(picture, read, gone)) if gone else gone
        if len(covered) > _MOST:
            covered = frozenset()
        self._cells = lowest | covered
        return covered


def _without_a_funnel(picture: Picture, read: PyramidRead, cells: frozenset[Cell]) -> list[Cell]:
    """Those of *cells* in which a funnel would be seen if it were there, and is not."""
    dice = np.array([die.cell for die in read.dice], np.int64).reshape(-1, 3)
    seen = np.array([die.seen for die in read.dice], bool).reshape(-1, 3)
    told = empty_funnels(picture, read.pose, dice, seen)
    return [cell for cell in cells if told[numbers()[cell]] < _NO_FUNNEL]
