"""The top faces as small square pictures, all of one size: what the readers of faces are given."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture

SIDE = 32  # pixels of a patch
GROW = 1.12  # a patch shows this much more than the face itself


class Square(Struct, frozen=True):
    """A top face in pixels: its middle, its edge, and its turn in degrees."""

    x: float
    y: float
    edge: float
    angle: float

    def corners(self, grow: float = 1.0) -> NDArray[np.float64]:
        """Clockwise, shape (4, 2)."""
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.edge * grow / 2)
        turned: NDArray[np.float64] = flat @ np.array([[c, s], [-s, c]]) + [self.x, self.y]
        return turned


class Patch(Struct, frozen=True, eq=False):
    """One top face, level, `SIDE` pixels square, BGR."""

    picture: Picture


def cut(picture: Picture, squares: Sequence[Square]) -> tuple[Patch, ...]:
    """The patch of every square of *picture*."""
    return tuple(Patch(_level(picture, square)) for square in squares)


def _level(picture: Picture, square: Square) -> Picture:
    corners = square.corners(GROW).astype(np.float32)
    target = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE]], np.float32) - 0.5
    matrix = cv2.getAffineTransform(corners[:3], target)
    flags = cv2.INTER_AREA if square.edge > 2 * SIDE else cv2.INTER_LINEAR
    if square.edge > 2 * SIDE:  # a large face is made smaller first, or thin marks would flicker
        scale = SIDE * 1.5 / square.edge
        low = np.floor(corners.min(axis=0)).astype(int) - 2
        high = np.ceil(corners.max(axis=0)).astype(int) + 3
        low, high = np.maximum(low, 0), np.minimum(high, [picture.shape[1], picture.shape[0]])
        piece = picture[low[1] : high[1], low[0] : high[0]]
        if min(piece.shape[:2]) >= 2:
            small = cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            matrix = cv2.getAffineTransform(
                ((corners[:3] - low + 0.5) * scale - 0.5).astype(np.float32), target
            )
            return np.asarray(
                cv2.warpAffine(small, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
    return np.asarray(
        cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
