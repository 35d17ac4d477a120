"""How a lens bends the picture, and the picture made straight again.

All eyes work on straight pictures; a frame is made straight once, before anybody looks at it.
"""

from functools import lru_cache
from math import radians, tan

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture

Floats = NDArray[np.float64]
USUAL_VIEW = 55.0
_STRAIGHT_PIXELS = 0.35  # a lens that bends less needs no straightening


class Lens(Struct, frozen=True):
    """A lens: its horizontal field of view in degrees, and its bend (k1: below 0 like a barrel)."""

    view: float = USUAL_VIEW
    bend: float = 0.0

    def inner(self, size: tuple[int, int]) -> Floats:
        """The 3x3 matrix of a camera whose pictures are *size* (width, height) large."""
        focal = size[0] / 2 / np.tan(np.radians(self.view / 2))
        return np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])

    def bends(self, size: tuple[int, int]) -> bool:
        """Whether anybody could see the bend in pictures of that size."""
        half = tan(radians(self.view / 2))
        return abs(self.bend) * half**2 * size[0] / 2 > _STRAIGHT_PIXELS

    def straight(self, points: Floats, size: tuple[int, int]) -> Floats:
        """Pixels of the bent picture, shape (n, 2), as pixels of the straight one."""
        inner = self.inner(size)
        flat = cv2.undistortPoints(
            np.asarray(points, np.float64).reshape(-1, 1, 2), inner, np.array([self.bend, 0, 0, 0]), P=inner
        )
        return np.asarray(flat[:, 0], np.float64)


def straightened(picture: Picture, lens: Lens) -> Picture:
    """*picture* as a lens without any bend would have taken it."""
    size = (picture.shape[1], picture.shape[0])
    if not lens.bends(size):
        return picture
    across, down = _way(lens, size)
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=4)
def _way(lens: Lens, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    inner = lens.inner(size)
    bend = np.array([lens.bend, 0, 0, 0])
    way = cv2.initUndistortRectifyMap(inner, bend, None, inner, size, cv2.CV_16SC2)
    return np.asarray(way[0], np.int16), np.asarray(way[1], np.uint16)
