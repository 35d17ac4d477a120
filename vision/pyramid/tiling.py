"""Which cells hold dice: of all pyramids that can stand, the one whose visible faces fit the picture best.

Seen from above every row shows exactly one face: that of its highest die, or of the form. So the fit of a
whole pyramid is a sum over its dice, and the best one is the heaviest set of cells that holds with each cell
the three below it: a minimal cut. A single misread face cannot bring about a pyramid that does not stand.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.pyramid.lattice import BOTTOM, CELLS, Floats, below, seen_faces
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.tiling

_NOTHING = 1e-9  # log odds: what is left to pay with or to be paid below this is nothing
_LAYERS = [np.flatnonzero(CELLS.sum(axis=1) == layer) for layer in range(BOTTOM - 2)]  # from the top


def worth(evidence: Floats) -> Floats:
    """How much every cell adds if it is filled, shape (..., 165).

    *evidence* (..., 165, 3) says how much better each face fits if it is there: log odds.
    """
    under = below()
    beneath = np.where(under >= 0, evidence[..., under, np.arange(3)], 0.0)
    return np.asarray((evidence - beneath).sum(axis=-1))


def most(weights: Floats) -> Floats:
    """No pyramid of cells that add so much, shape (n, 165), is worth more, shape (n,).

    What gains gives all that it has to those that carry it, by what they need; what is left then is too much.
    """
    left, under = weights.copy(), below()
    for cells in _LAYERS[:-1]:
        need = np.maximum(-left[:, under[cells]], 0) + _NOTHING
        given = np.maximum(left[:, cells], 0)[..., None] * need / need.sum(axis=-1, keepdims=True)
        left[:, cells] -= given.sum(axis=-1)
        for axis in range(3):
            left[:, under[cells, axis]] += given[..., axis]
    return np.asarray(np.maximum(left, 0).sum(axis=-1))


def best_shape(evidence: Floats) -> NDArray[np.bool_]:
    """The occupied cells, shape (165,), of the pyramid that fits best."""
    return heaviest(worth(evidence))


def heaviest(weights: Floats) -> NDArray[np.bool_]:
    """The occupied cells, shape (165,), of the pyramid whose cells add the most, each so much."""
    return _Payments(weights).worth()


def doubts(evidence: Floats, occupied: NDArray[np.bool_]) -> Floats:
    """For every cell that alone may come or go: how much worse the fit would be then; inf for all others."""
    weights, under = worth(evidence), below()
    carried = (CELLS.sum(axis=1) == BOTTOM - 3) | np.where(under >= 0, occupied[under], False).all(axis=1)
    bearing = np.zeros(len(CELLS), bool)
    for axis in range(3):
        standing = occupied & (under[:, axis] >= 0)
        bearing[under[standing, axis]] = True
    may_come, may_go = ~occupied & carried, occupied & ~bearing
    return np.where(may_come, -weights, np.where(may_go, weights, np.inf))


def faces_that_tell(occupied: NDArray[np.bool_], evidence: Floats) -> NDArray[np.bool_]:
    """All faces (165, 3) that are seen, or would be with one die more or less, if that may be.

    What nobody has looked at yet is 0 in *evidence*.
    """
    likely = doubts(evidence, occupied) < _S.out_of_question
    out = seen_faces(occupied) | (likely & ~occupied)[:, None]
    under = below()
    for axis in range(3):
        standing = likely & occupied & (under[:, axis] >= 0)
        out[under[standing, axis], axis] = True
    return out


class _Payments:
    """A minimal cut: cells that gain pay for those that have to lie below them, until nobody can pay more.

    Who is not paid for in the end is not worth it; who has something left is, with all that carry it.
    """

    def __init__(self, weights: Floats) -> None:
        self._left: list[float] = weights.tolist()  # to pay with, or below nought still to be paid
        self._paid: list[dict[int, float]] = [{} for _ in CELLS]  # to each cell, by whom above it
        self._worth = [False] * len(CELLS)
        self._carriers = _carriers()

    def worth(self) -> NDArray[np.bool_]:
        """Which cells (165,) are worth what lies below them."""
        for cell in np.concatenate(_LAYERS[::-1]).tolist():
            while self._left[cell] > _NOTHING:
                asked = set[int]()
                gain, self._left[cell] = self._left[cell], 0.0
                unpaid = self._pay(cell, gain, asked)
                self._left[cell] = unpaid
                if unpaid >= gain:  # nobody whom it can reach needs anything
                    for other in asked:
                        self._worth[other] = True
                    break
        return np.array(self._worth)

    def _pay(self, cell: int, gain: float, asked: set[int]) -> float:
        """What is left of *gain* once *cell*, and all that it can pass it to, have taken what they need."""
        asked.add(cell)
        if (left := self._left[cell]) < 0:
            after = gain + left
            gain, self._left[cell] = (after, 0.0) if after > 0 else (0.0, after)
        for under in self._carriers[cell]:
            if gain <= _NOTHING:
                return gain
            if under not in asked and not self._worth[under]:
                left = self._pay(under, gain, asked)
                if left < gain:
                    self._paid[under][cell] = self._paid[under].get(cell, 0.0) + gain - left
                    gain = left
        for above, paid in self._paid[cell].items():  # who has paid for it may spend that elsewhere instead
            some = gain if gain < paid else paid
            if some > _NOTHING and above not in asked:
                left = self._pay(above, some, asked)
                self._paid[cell][above] -= some - left
                gain -= some - left
        return gain


@cache
def _carriers() -> list[list[int]]:
    """The numbers of the cells that carry each one."""
    return [[int(under) for under in three if under >= 0] for three in below()]
