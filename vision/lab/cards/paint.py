"""What all drawn faces have in common: their paper, and marks painted on it and remembered."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask, Picture

Rng = np.random.Generator
WIDE, HIGH = 250, 350
PAPER_SIZE = (HIGH, WIDE)


class Corner(NamedTuple):
    """What stands in a corner (as numbers in `RANKS` and `SUITS`) and where: x0, y0, x1, y1, 0 to 1."""

    rank: int = 0
    suit: int = 0
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Face(NamedTuple):
    """A face; corners as upper left, upper right, lower right, lower left, each seen upright."""

    picture: Picture
    kind: int
    rank: int
    suit: int
    colour: int
    corners: tuple[Corner, Corner, Corner, Corner]
    fine: int = 0  # is its index small, with thin lines?


NOTHING = (Corner(), Corner(), Corner(), Corner())


def put(
    canvas: Picture,
    mask: Mask,
    centre: tuple[float, float],
    size: tuple[float, float],
    colour: NDArray[np.float64],
    turned: bool = False,
) -> tuple[float, float, float, float]:
    """Paints *mask*, brought to *size*, about *centre*; all in pixels. Gives the box that it takes."""
    w, h = max(1, round(size[0])), max(1, round(size[1]))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    if turned:
        small = small[::-1, ::-1]
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(canvas.shape[1], x + w), min(canvas.shape[0], y + h)
    if x0 >= x1 or y0 >= y1:
        return (0.0, 0.0, 0.0, 0.0)
    part = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    patch = canvas[y0:y1, x0:x1]
    patch[:] = (patch * (1 - part) + np.asarray(colour, np.float32) * part).astype(np.uint8)
    return x0 / WIDE, y0 / HIGH, x1 / WIDE, y1 / HIGH


def paper(rng: Rng) -> Picture:
    base = rng.uniform(225, 255) - rng.uniform(0, 14, 3) * [1, 0.4, 0.3]
    return np.full((HIGH, WIDE, 3), base, np.uint8)


def four(corners: list[Corner]) -> tuple[Corner, Corner, Corner, Corner]:
    a, b, c, d = corners
    return a, b, c, d


def in_corner(
    canvas: Picture,
    n: int,
    mask: Mask,
    at: tuple[float, float],
    size: tuple[float, float],
    colour: NDArray[np.float64],
) -> tuple[float, float, float, float]:
    """Paints *mask* at *at*, measured from corner *n* inwards, and gives its box as that corner sees it."""
    x = at[0] if n in (0, 3) else WIDE - at[0]
    y = at[1] if n in (0, 1) else HIGH - at[1]
    box = put(canvas, mask, (x, y), size, colour, turned=n in (2, 3))
    return box if n in (0, 1) else (1 - box[2], 1 - box[3], 1 - box[0], 1 - box[1])
