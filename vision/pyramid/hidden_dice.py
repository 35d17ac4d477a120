"""Dice that something lies upon, like a mug or a phone: what nobody can see stays as it was known.

A look alone has to explain every face by some pyramid, and below a mug it finds one with fewer dice, or with
more. So what was known may always be hidden, and a change has to show itself: a die has gone where the dice
below it, or their empty funnels, come to light, and one has come where its faces are seen.
"""

import numpy as np
from numpy.typing import NDArray

from companion.pyramid.cells import LOWEST, Cell, layer
from vision.pictures import Picture
from vision.pyramid.lattice import CELLS, Floats, numbers, seen_faces
from vision.pyramid.read_pyramid import CLEAR, PyramidRead
from vision.pyramid.settle_base import empty_funnels
from vision.pyramid.tiling import best_shape

_MOST = 6  # cells of the lowest layer that one thing covers; where more are otherwise, they are other dice


class KnownCells:
    """Keeps in which cells dice lie, as far as anybody could see until now."""

    def __init__(self) -> None:
        self._cells: frozenset[Cell] = frozenset()

    def after(self, picture: Picture, read: PyramidRead) -> frozenset[Cell]:
        """The cells in which dice lie after this look."""
        before, self._cells = self._cells, read.occupied
        if before and before != read.occupied:
            lying = _lying(picture, read, before)
            if sum(layer(cell) == LOWEST for cell in lying - read.occupied) <= _MOST:
                self._cells = lying
        return self._cells


def _lying(picture: Picture, read: PyramidRead, before: frozenset[Cell]) -> frozenset[Cell]:
    """The pyramid that fits best where all that was known *before* may be hidden."""
    known, now = _filled(before), _filled(read.occupied)
    hidden = seen_faces(known) | (seen_faces(now) & (read.shares < CLEAR))
    evidence = np.where(hidden, np.maximum(read.evidence, 0.0), read.evidence)
    shape = best_shape(evidence, np.where(known & ~now, _funnels(picture, read), 0.0))
    return frozenset((int(i), int(j), int(k)) for i, j, k in CELLS[shape])


def _filled(cells: frozenset[Cell]) -> NDArray[np.bool_]:
    """Which cells (165,) are among *cells*."""
    out = np.zeros(len(CELLS), bool)
    out[[numbers()[cell] for cell in cells]] = True
    return out


def _funnels(picture: Picture, read: PyramidRead) -> Floats:
    """What speaks for an empty funnel in every cell (165,)."""
    dice = np.array([die.cell for die in read.dice], np.int64).reshape(-1, 3)
    seen = np.array([die.seen for die in read.dice], bool).reshape(-1, 3)
    return empty_funnels(picture, read.pose, dice, seen)
