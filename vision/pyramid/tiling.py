"""Which cells hold dice: of all pyramids that can stand, the one whose visible faces fit the picture best.

Seen from above every row shows exactly one face: that of its highest die, or of the form. So the fit of a
whole pyramid is a sum over its dice, and the best one is the heaviest set of cells that holds with each cell
the three below it: a minimal cut. A single misread face cannot bring about a pyramid that does not stand.
"""

from collections import deque
from functools import cache

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
    rooms = np.full(len(_graph()[1]), 0.0)
    rooms[0 : 4 * len(CELLS) : 4], rooms[2 : 4 * len(CELLS) : 4] = np.maximum((weights, -weights), 0.0)
    rooms[4 * len(CELLS) :: 2] = np.inf
    return _Cut(rooms.tolist()).source_side()[: len(CELLS)]


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


_SOURCE, _SINK = len(CELLS), len(CELLS) + 1
_NOTHING = 1e-9  # room of an edge that is full


@cache
def _graph() -> tuple[list[list[int]], list[int]]:
    """The edges that leave every node, and where each edge leads; every second one is the reverse of the one
    before. First, for each cell, one from the source and one to the sink; then those to its carriers."""
    ends = [pair for cell in range(len(CELLS)) for pair in ((_SOURCE, cell), (cell, _SINK))]
    ends += [(cell, int(under)) for cell, three in enumerate(below()) for under in three if under >= 0]
    leave: list[list[int]] = [[] for _ in range(len(CELLS) + 2)]
    for n, (start, end) in enumerate(ends):
        leave[start].append(2 * n)
        leave[end].append(2 * n + 1)
    return leave, [node for start, end in ends for node in (end, start)]


class _Cut:
    """A minimal cut by Dinic's way: shortest paths are filled until none is left."""

    def __init__(self, rooms: list[float]) -> None:
        self._from, self._to = _graph()
        self._room = rooms

    def source_side(self) -> NDArray[np.bool_]:
        """The nodes that stay with the source."""
        while (level := self._levels())[_SINK] >= 0:
            self._fill(_SOURCE, np.inf, level, [0] * len(self._from))
        return np.array([depth >= 0 for depth in level])

    def _levels(self) -> list[int]:
        level = [-1] * len(self._from)
        level[_SOURCE] = 0
        waiting = deque([_SOURCE])
        while waiting and level[_SINK] < 0:
            node = waiting.popleft()
            for edge in self._from[node]:
                if self._room[edge] > _NOTHING and level[self._to[edge]] < 0:
                    level[self._to[edge]] = level[node] + 1
                    waiting.append(self._to[edge])
        return level

    def _fill(self, node: int, most: float, level: list[int], tried: list[int]) -> float:
        """How much more flows from *node* to the sink by shortest ways, at *most* so much."""
        if node == _SINK:
            return most
        left = most
        while tried[node] < len(self._from[node]):
            edge = self._from[node][tried[node]]
            onward = self._to[edge]
            if self._room[edge] > _NOTHING and level[onward] == level[node] + 1:
                filled = self._fill(onward, min(left, self._room[edge]), level, tried)
                self._room[edge] -= filled
                self._room[edge ^ 1] += filled
                left -= filled
                if left <= _NOTHING:
                    return most
            tried[node] += 1
        return most - left
