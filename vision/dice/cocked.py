"""Does a die stand flat? A die that leans shows more of its sides than the camera's place explains."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.locate import Clump
from vision.dice.squares import Square
from vision.flatten import Flat

_MOST_EXTRA = 0.2  # of a face's area, seen beyond an upright die's outline
_GROW = 1.22  # generous: the square of a face may lie a little askew
_MOST_SURE = 2.3  # faces' areas: a clump with more than this holds a reflection, too
_GLARE = 250  # brighter pixels are reflections, not sides


def upright_outline(flat: Flat, square: Square) -> NDArray[np.float32]:
    """The outline in *flat* of a die that stands upright under this top face."""
    top = square.corners(_GROW)
    lower = flat.eye_height / (flat.eye_height + square.edge)
    base = np.array(flat.nadir) + (top - flat.nadir) * lower
    return np.asarray(cv2.convexHull(np.vstack([top, base]).astype(np.float32))[:, 0], np.float32)


def extra_side(flat: Flat, squares: Sequence[Square], clumps: Sequence[Clump]) -> list[float]:
    """For each die how much more of it is seen than of an upright one, as a share of a face's area.

    Only a die that touches no other can be judged so; for the others it is 0.
    """
    extra = [0.0] * len(squares)
    for clump in clumps:
        inside = [n for n, square in enumerate(squares) if _holds(clump, square)]
        if len(inside) == 1 and cv2.countNonZero(clump.sure) < _MOST_SURE * squares[inside[0]].edge ** 2:
            extra[inside[0]] = _beyond(flat, squares[inside[0]], clump)
    return extra


def is_cocked(share: float) -> bool:
    """Is a die that shows so much extra side to be rolled again?"""
    return share > _MOST_EXTRA


def _holds(clump: Clump, square: Square) -> bool:
    return clump.x <= square.x < clump.x + clump.width and clump.y <= square.y < clump.y + clump.height


def _beyond(flat: Flat, square: Square, clump: Clump) -> float:
    """What of *clump* is surely no shadow and lies outside the outline of an upright die."""
    left = clump.sure.copy()
    part = flat.picture[clump.y : clump.y + left.shape[0], clump.x : clump.x + left.shape[1]]
    left = left[: part.shape[0], : part.shape[1]]
    left[part.min(axis=2) > _GLARE] = 0
    outline = np.round(upright_outline(flat, square) - [clump.x, clump.y]).astype(np.int32)
    cv2.fillConvexPoly(left, outline, 0)
    left = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.countNonZero(left) / square.edge**2
