"""Does a die stand flat? A die that leans shows more of its sides than the camera's place explains."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.locate import Clump
from vision.dice.squares import Square
from vision.flatten import Flat
from vision.pictures import Mask

_MOST_EXTRA = 0.3  # of a face's area, seen beyond an upright die's outline
_GROW = 1.1
_REACH = 1.05  # how far from a die's middle its own pixels may lie, in edges


def upright_outline(flat: Flat, square: Square) -> NDArray[np.float32]:
    """The outline in *flat* of a die that stands upright under this top face."""
    top = square.corners(_GROW)
    lower = flat.eye_height / (flat.eye_height + square.edge)
    base = np.array(flat.nadir) + (top - flat.nadir) * lower
    return np.asarray(cv2.convexHull(np.vstack([top, base]).astype(np.float32))[:, 0], np.float32)


def extra_side(flat: Flat, squares: Sequence[Square], clumps: Sequence[Clump]) -> list[float]:
    """For each die how much more of it is seen than of an upright one, as a share of a face's area."""
    left = _sure_mask(flat, clumps)
    for square in squares:
        cv2.fillConvexPoly(left, np.round(upright_outline(flat, square)).astype(np.int32), 0)
    left = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    extra = np.zeros(len(squares))
    rows, columns = np.nonzero(left)
    if len(rows) == 0 or not squares:
        return list(extra)
    away = np.stack([np.hypot(columns - s.x, rows - s.y) / s.edge for s in squares])
    nearest = away.argmin(axis=0)
    own = away[nearest, np.arange(len(rows))] < _REACH
    for n, square in enumerate(squares):
        extra[n] = np.count_nonzero(own & (nearest == n)) / square.edge**2
    return [float(share) for share in extra]


def is_cocked(share: float) -> bool:
    """Is a die that shows so much extra side to be rolled again?"""
    return share > _MOST_EXTRA


def _sure_mask(flat: Flat, clumps: Sequence[Clump]) -> Mask:
    whole = np.zeros(flat.picture.shape[:2], np.uint8)
    for clump in clumps:
        part = whole[clump.y :, clump.x :][: clump.height, : clump.width]
        part |= clump.sure[: part.shape[0], : part.shape[1]]
    whole[flat.picture.min(axis=2) > 250] = 0  # a reflection is no side of a die
    return whole
