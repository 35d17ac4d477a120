"""The pyramid as points in space: every cell, face and corner as arrays, in edges of a die.

Lattice coordinates are those of `companion.pyramid.cells`: the top corner of the die in cell (i, j, k) is the
point (i, j, k), its lowest corner (i+1, j+1, k+1). Seen from above i runs up, j to the lower right, k to the
lower left, as in `companion.pyramid.plan`.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.pyramid.cells import ALL_CELLS, AXES, LOWEST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DIE = 12.0  # millimetres: the edge of the kit's pyramid dice
BOTTOM = LOWEST + 3  # the coordinates of the lowest corners of the lowest dice add up to this
_FLAT, _UP = np.sqrt(2 / 3), 1 / np.sqrt(3)

PLAN_EDGE = float(_FLAT)  # how long an edge of a die is seen from above

CELLS: Ints = np.array(ALL_CELLS)  # shape (165, 3)
UNIT: Floats = np.array(  # one step along i, j, k: to the right, downwards as seen from above, and up
    [[0, -_FLAT, -_UP], [_FLAT * np.sqrt(3) / 2, _FLAT / 2, -_UP], [-_FLAT * np.sqrt(3) / 2, _FLAT / 2, -_UP]]
)
OUTER_CORNERS: Floats = np.array([[9, 0, 0], [0, 9, 0], [0, 0, 9]], np.float64)
MIDDLE: Floats = np.array([3.0, 3.0, 3.0])  # of the three outer corners


def in_space(points: Floats) -> Floats:
    """Lattice points, shape (n, 3), in edges of a die: x, y from the base's middle, z from its bottom."""
    straight: Floats = (np.asarray(points, np.float64) - MIDDLE) @ UNIT
    straight[..., 2] += (BOTTOM - 9) * _UP
    return straight


def turned(spots: Floats, turn: float) -> Floats:
    """Points of a plane, shape (..., 2), clockwise as seen in a picture, in radians."""
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(spots @ np.array([[c, s], [-s, c]]))


@cache
def face_corners() -> Floats:
    """The corners of all upper faces in lattice points, shape (165, 3, 4, 3): cell, axis, corner.

    The first corner is the top of the die; they go round as in `companion.pyramid.plan`.
    """
    out = corners_of(CELLS).astype(np.float64)
    out.flags.writeable = False
    return out


def corners_of(cells: Ints) -> Ints:
    """The same of any *cells* (n, 3), shape (n, 3, 4, 3)."""
    out = np.repeat(cells[:, None, None], 3, axis=1).repeat(4, axis=2)
    for axis in AXES:
        out[:, axis, 1:3, (axis + 1) % 3] += 1
        out[:, axis, 2:4, (axis + 2) % 3] += 1
    return out


@cache
def above() -> Ints:
    """For every cell and axis the number of the cell that would cover that face, or -1; shape (165, 3)."""
    return _neighbours(-1)


@cache
def below() -> Ints:
    """For every cell and axis the number of the cell that carries it there, or -1; shape (165, 3)."""
    return _neighbours(1)


@cache
def numbers() -> dict[tuple[int, int, int], int]:
    """Which number every cell has in these arrays."""
    return {cell: n for n, cell in enumerate(ALL_CELLS)}


def filled(cells: Iterable[tuple[int, int, int]]) -> NDArray[np.bool_]:
    """Which cells (165,) are among *cells*."""
    out = np.zeros(len(CELLS), bool)
    out[[numbers()[cell] for cell in cells]] = True
    return out


def _neighbours(way: int) -> Ints:
    out = np.full((len(CELLS), 3), -1)
    for n, cell in enumerate(ALL_CELLS):
        for axis in AXES:
            near = tuple(c + way * (axis == a) for a, c in enumerate(cell))
            out[n, axis] = numbers().get((near[0], near[1], near[2]), -1)
    return out


def seen_faces(occupied: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which faces nothing covers, shape (165, 3), when the dice in *occupied* (165,) lie there."""
    over = above()
    covered = np.where(over >= 0, occupied[over], False)
    return occupied[:, None] & ~covered
