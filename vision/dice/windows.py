"""Square windows cut from a picture at one common size, however large what they show is."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.settings import SETTINGS
from vision.pictures import Picture, halved

_S = SETTINGS.windows

SIDE = 64  # pixels of the side of a window
_QUARTERS = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}
SPAN = 1.9  # edges of a die that a window shows


class Place(Struct, frozen=True):
    """The middle of what may be a top face, its edge in pixels, and how strongly it stands out (0 to 1)."""

    x: float
    y: float
    edge: float
    heat: float = 1.0

    def is_one_with(self, other: "Place") -> bool:
        """Do both mean the same die?"""
        return self.far(other) < _S.same * min(self.edge, other.edge)

    def far(self, other: "Place") -> float:
        """From its middle to that of the *other*, in pixels."""
        return math.hypot(self.x - other.x, self.y - other.y)


class Halvings:
    """A picture and its halves, each made when it is first needed."""

    def __init__(self, picture: Picture) -> None:
        self._steps = [picture]

    def at(self, step: int) -> Picture:
        """The picture halved *step* times."""
        while len(self._steps) <= step:
            self._steps.append(halved(self._steps[-1]))
        return self._steps[step]


def window(
    halvings: Halvings, place: Place, turn: float = 0.0, side: int = SIDE, span: float = SPAN
) -> Picture:
    """What lies at *place*, turned by *turn* degrees."""
    per_pixel = place.edge * span / side
    step = 0
    while per_pixel > _S.fine and min(halvings.at(step).shape[:2]) > 4:
        per_pixel /= 2
        step += 1
    part, shrunk = halvings.at(step), 0.5**step
    middle = ((place.x + 0.5) * shrunk - 0.5, (place.y + 0.5) * shrunk - 0.5)
    c, s = math.cos(math.radians(turn)) * per_pixel, math.sin(math.radians(turn)) * per_pixel
    half = (side - 1) / 2
    back = np.array([[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpAffine(part, back, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def turned(seen: Picture, quarters: int) -> Picture:
    """What is *seen*, turned to the left by so many quarters, with its pixels in order: what numpy turns is
    only read in another order, for which whoever needs it in order takes ten times as long."""
    return np.asarray(cv2.rotate(seen, _QUARTERS[quarters]), np.uint8) if quarters else seen


def windows(halvings: Halvings, places: Sequence[Place]) -> NDArray[np.uint8]:
    """The windows at *places*, shape (n, SIDE, SIDE, 3)."""
    seen = np.empty((len(places), SIDE, SIDE, 3), np.uint8)
    for row, place in enumerate(places):
        seen[row] = window(halvings, place)
    return seen
