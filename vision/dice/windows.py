"""Square windows cut from a picture at one common size, however large what they show is."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

SIDE = 64  # pixels of a window
SPAN = 1.9  # edges of a die that a window shows
_FINE = 1.6  # picture pixels per window pixel, at most: with more, small marks would flicker


class Halvings:
    """A picture and its halves, each made when it is first needed."""

    def __init__(self, picture: Picture) -> None:
        self._steps = [picture]

    def at(self, step: int) -> Picture:
        """The picture halved *step* times."""
        while len(self._steps) <= step:
            self._steps.append(_halved(self._steps[-1]))
        return self._steps[step]


def _halved(picture: Picture) -> Picture:
    """Half as large; a last odd row or column is left out, because whole steps are far quicker."""
    columns, rows = max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2)
    even = picture[: 2 * rows, : 2 * columns]
    return np.asarray(cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def window(
    halvings: Halvings,
    x: float,
    y: float,
    edge: float,
    turn: float = 0.0,
    side: int = SIDE,
    span: float = SPAN,
) -> Picture:
    """What lies around (x, y) where a die's edge is *edge* pixels long, turned by *turn* degrees."""
    per_pixel = edge * span / side
    step = 0
    while per_pixel > _FINE and min(halvings.at(step).shape[:2]) > 4:
        per_pixel /= 2
        step += 1
    part, shrunk = halvings.at(step), 0.5**step
    middle = ((x + 0.5) * shrunk - 0.5, (y + 0.5) * shrunk - 0.5)
    c, s = np.cos(np.radians(turn)) * per_pixel, np.sin(np.radians(turn)) * per_pixel
    half = (side - 1) / 2
    back = np.array([[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(part, back, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def windows(halvings: Halvings, places: Sequence[tuple[float, float, float]]) -> NDArray[np.uint8]:
    """The windows at *places* (x, y, edge), shape (n, SIDE, SIDE, 3)."""
    if not places:
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    return np.stack([window(halvings, *place) for place in places])
