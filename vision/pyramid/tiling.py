"""Which cells hold dice: of all pyramids that can stand, the one whose visible faces fit the picture best.

Seen from above every row shows exactly one face: that of its highest die, or of the form. So the fit of a
whole pyramid is a sum over its dice, and the best one is the heaviest set of cells that holds with each cell
the three below it: a minimal cut. A single misread face cannot bring about a pyramid that does not stand.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.pyramid.lattice import CELLS, Floats, below, seen_faces

_OUT_OF_QUESTION = 12.0  # log odds against one die more or less


def worth(evidence: Floats) -> Floats:
    """How much every cell adds if it is filled, shape (165,).

    *evidence* (165, 3) says how much better each face fits if it is there: log odds.
    """
    under = below()
    beneath = np.where(under >= 0, evidence[under, np.arange(3)[None]], 0.0)
    return np.asarray((evidence - beneath).sum(axis=1))


def best_shape(evidence: Floats, empty: Floats | None = None) -> NDArray[np.bool_]:
    """The occupied cells, shape (165,), of the pyramid that fits best.

    *empty* (165,) says besides what speaks against each cell.
    """
    weights = worth(evidence) if empty is None else worth(evidence) - empty
    cut = _Cut(len(CELLS) + 2)
    source, sink = len(CELLS), len(CELLS) + 1
    for cell, weight in enumerate(weights):
        if weight > 0:
            cut.join(source, cell, float(weight))
        else:
            cut.join(cell, sink, float(-weight))
    for cell, carriers in enumerate(below()):
        for carrier in carriers:
            if carrier >= 0:
                cut.join(cell, int(carrier), np.inf)
    return cut.source_side(source, sink)[: len(CELLS)]


def doubts(evidence: Floats, occupied: NDArray[np.bool_]) -> Floats:
    """For every cell that alone may come or go: how much worse the fit would be then; inf for all others."""
    weights, under = worth(evidence), below()
    lowest = CELLS.sum(axis=1) == CELLS.sum(axis=1).max()
    carried = lowest | np.where(under >= 0, occupied[under], False).all(axis=1)
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
    likely = doubts(evidence, occupied) < _OUT_OF_QUESTION
    out = seen_faces(occupied) | (likely & ~occupied)[:, None]
    under = below()
    for axis in range(3):
        standing = likely & occupied & (under[:, axis] >= 0)
        out[under[standing, axis], axis] = True
    return out


class _Cut:
    """A minimal cut by Dinic's way: shortest paths are filled until none is left."""

    def __init__(self, nodes: int) -> None:
        self._from: list[list[int]] = [[] for _ in range(nodes)]
        self._to: list[int] = []
        self._room: list[float] = []

    def join(self, start: int, end: int, room: float) -> None:
        for one, other, left in ((start, end, room), (end, start, 0.0)):
            self._from[one].append(len(self._to))
            self._to.append(other)
            self._room.append(left)

    def source_side(self, source: int, sink: int) -> NDArray[np.bool_]:
        """The nodes that stay with the source."""
        while (level := self._levels(source))[sink] >= 0:
            tried = [0] * len(self._from)
            while self._fill(source, sink, np.inf, level, tried) > 0:
                pass
        return np.array([depth >= 0 for depth in level])

    def _levels(self, source: int) -> list[int]:
        level = [-1] * len(self._from)
        level[source] = 0
        waiting = deque([source])
        while waiting:
            node = waiting.popleft()
            for edge in self._from[node]:
                if self._room[edge] > 1e-9 and level[self._to[edge]] < 0:
                    level[self._to[edge]] = level[node] + 1
                    waiting.append(self._to[edge])
        return level

    def _fill(self, node: int, sink: int, most: float, level: list[int], tried: list[int]) -> float:
        if node == sink:
            return most
        while tried[node] < len(self._from[node]):
            edge = self._from[node][tried[node]]
            onward = self._to[edge]
            if self._room[edge] > 1e-9 and level[onward] == level[node] + 1:
                filled = self._fill(onward, sink, min(most, self._room[edge]), level, tried)
                if filled > 0:
                    self._room[edge] -= filled
                    self._room[edge ^ 1] += filled
                    return filled
            tried[node] += 1
        return 0.0
