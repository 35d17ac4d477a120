"""Painting a thing on its own small layer and laying that over the picture."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Mask, Picture

Box = tuple[int, int, int, int]  # left, top, right, bottom
Gain = tuple[float, float, float]  # of blue, green, red


def roi_around(points: NDArray[Any], shape: tuple[int, ...], margin: int) -> Box | None:
    """The pixels around *points* that lie in a picture of that shape; None if there are none."""
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin
    left, top, right, bottom = max(0, left), max(0, top), min(shape[1], right), min(shape[0], bottom)
    return (int(left), int(top), int(right), int(bottom)) if right > left and bottom > top else None


def fill(picture: Picture | Mask, outline: NDArray[Any], ink: int | Sequence[float]) -> None:
    """Fill the convex *outline*, exact to a sixteenth of a pixel."""
    cv2.fillConvexPoly(picture, np.round(outline * 16).astype(np.int32), ink, cv2.LINE_AA, 4)


def lay(part: Picture, ink: NDArray[Any], cover: Mask) -> None:
    """Lay *ink* over *part* of a picture as far as *cover* hides it."""
    share = cover[:, :, None].astype(np.float32) / 255
    part[:] = (part * (1 - share) + ink * share).astype(np.uint8)


def throw_shadow(
    picture: Picture, points: NDArray[Any], hardness: float, soft: tuple[float, float], margin: int
) -> None:
    """Throw a shadow over the hull of *points*: deep and sharp in hard light, blurred in soft light.

    *soft* is the blur in the hardest light, and how much more the softest adds.
    """
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    box = roi_around(hull, picture.shape, margin)
    if box is not None:
        darken(picture, box, hull, round(255 * (0.25 + 0.4 * hardness)), soft[0] + soft[1] * (1 - hardness))


def darken(picture: Picture, box: Box, outline: NDArray[Any], depth: int, blur: float) -> None:
    """Darken *outline*, blurred, in its *box*."""
    left, top, right, bottom = box
    dark: Mask = np.zeros((bottom - top, right - left), np.uint8)
    fill(dark, outline - [left, top], depth)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), blur), np.uint8)
    patch = picture[top:bottom, left:right]
    patch[:] = cv2.multiply(patch, cv2.merge([255 - dark] * 3), scale=1 / 255)


class Layer(Struct, frozen=True, eq=False):
    """Colour weighted by its own cover, and that cover; both finer than the picture by `fine`."""

    box: Box
    fine: int
    colour: NDArray[np.float32]
    cover: NDArray[np.float32]

    @classmethod
    def empty(cls, box: Box, fine: int) -> "Layer":
        left, top, right, bottom = box
        shape = ((bottom - top) * fine, (right - left) * fine)
        return cls(box, fine, np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32))

    def to_layer(self, points: NDArray[Any]) -> NDArray[Any]:
        """Pixels of the picture as pixels of this layer."""
        return (points - [self.box[0], self.box[1]] + 0.5) * self.fine - 0.5

    def add(self, colour: Picture, alpha: Mask, share: float) -> None:
        weight = alpha.astype(np.float32) * (share / 255)
        self.colour[:] += colour * weight[:, :, None]
        self.cover[:] += weight

    def as_seen(self, gain: Gain) -> "Seen":
        """The same, as fine as the picture, lit by *gain*."""
        left, top, right, bottom = self.box
        size = (right - left, bottom - top)
        colour = cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA) * np.asarray(gain, np.float32)
        free = 1 - np.minimum(cv2.resize(self.cover, size, interpolation=cv2.INTER_AREA), 1)
        shade = np.asarray(cv2.merge([free] * 3), np.float32)
        return Seen(self.box, np.asarray(colour - 0.5, np.float32), shade)


class Seen(Struct, frozen=True, eq=False):
    """A thing as fine as the picture: what it adds, less half a grey level, and what it leaves."""

    box: Box
    colour: NDArray[np.float32]
    free: NDArray[np.float32]


def blend(picture: Picture, seen: Seen) -> None:
    """Lay *seen* over its part of *picture*."""
    left, top, right, bottom = seen.box
    part = picture[top:bottom, left:right]
    both = cv2.add(cv2.multiply(part, seen.free, dtype=cv2.CV_32F), seen.colour)
    part[:] = cv2.convertScaleAbs(np.maximum(both, 0))
