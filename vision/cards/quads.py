"""Sums on the four corners of a card, in plain numbers: some thousand are asked for in a picture."""

from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.settings import SETTINGS
from vision.pictures import Quad

_S = SETTINGS.quads

_TURNED = np.array([2, 3, 0, 1])
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
Floats = NDArray[np.float64]


def width_of(quad: Quad) -> float:
    """How long its first side and the one opposite are."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (hypot(bx - ax, by - ay) + hypot(cx - dx, cy - dy)) / 2


def height_of(quad: Quad) -> float:
    """How long the other two sides are."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (hypot(dx - ax, dy - ay) + hypot(cx - bx, cy - by)) / 2


def middle_of(quad: Quad) -> tuple[float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


def turned_round(quad: Quad) -> Quad:
    """The same card seen from its other end."""
    return np.asarray(quad[_TURNED])


def between_middles(one: Quad, other: Quad) -> float:
    """How far apart the middles of two cards are."""
    (ax, ay), (bx, by) = middle_of(one), middle_of(other)
    return hypot(bx - ax, by - ay)


def farthest(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """How far apart those of their corners are that differ most; of two sides their ends."""
    return max(map(hypot, *(one - other).T.tolist()))


def on_average(one: Quad, other: Quad) -> float:
    """How far apart their corners are."""
    return sum(map(hypot, *(one - other).T.tolist())) / len(one)


def upright(corners: NDArray[np.float32]) -> Quad:
    """The same four corners clockwise, a short side first."""
    quad = corners if cv2.contourArea(corners, oriented=True) > 0 else corners[::-1].copy()
    return quad if width_of(quad) < height_of(quad) else np.roll(quad, -1, axis=0)


def area_of(quad: Quad) -> float:
    return float(cv2.contourArea(quad))


def in_common(one: Quad, other: Quad) -> float:
    """The area that both cover."""
    return float(cv2.intersectConvexConvex(one, other)[0])


def shared(one: Quad, other: Quad) -> float:
    """The part of the smaller one that both cover."""
    return in_common(one, other) / max(1.0, min(area_of(one), area_of(other)))


def depth(quad: Quad, spot: NDArray[np.floating]) -> float:
    """How far within the card a *spot* lies; negative outside of it."""
    x, y = spot.tolist()
    return cv2.pointPolygonTest(quad, (x, y), True)


def within(quad: Quad, spots: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which of the *spots*, shape (n, 2), lie within the card?"""
    (right, down), (across, along) = (np.roll(quad, -1, axis=0) - quad).T, (spots[:, None] - quad).T
    beside = right[:, None] * along - down[:, None] * across
    return np.asarray((beside > 0).all(axis=0) | (beside < 0).all(axis=0))


def way_onto(quad: Quad) -> Floats:
    """The homography from a flat card of size 1 to the card in the picture, shape (3, 3)."""
    return np.asarray(cv2.getPerspectiveTransform(UNIT, np.asarray(quad, np.float32)))


def led(way: Floats, spots: NDArray[np.floating]) -> Floats:
    """Where a *way* leads from those *spots*, shape (n, 2)."""
    there = np.asarray(spots, np.float64)
    return np.asarray(cv2.perspectiveTransform(there[None], way)[0]) if len(there) else there


def seen_as(quad: Quad, larger: float, right: float, below: float) -> Quad:
    """A card of which the first corner would look as this one does, so much larger and begun so far inside.

    Both in shares of its width and height.
    """
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    start = quad[0] + across * right + down * below
    wide, high = across / larger, down / larger
    return np.array([start, start + wide, start + wide + high, start + high], np.float32)


# --- cards that lie beside each other, each seen by its left side ---


def inwards(quad: Quad) -> Floats:
    """One step of the card's own width, from its left side to its right."""
    return np.asarray(quad[1] - quad[0], np.float64)


def down(quad: Quad) -> Floats:
    return np.asarray(quad[3] - quad[0], np.float64)


def step(one: Quad, other: Quad) -> tuple[float, float]:
    """From one card's left side to the other's: in widths inwards, and in heights downwards."""
    away = other[[0, 3]].mean(axis=0) - one[[0, 3]].mean(axis=0)
    across, along = inwards(one), down(one)
    return float(away @ across / (across @ across)), float(away @ along / (along @ along))


def upon(one: Quad, other: Quad) -> float | None:
    """How far along the one, in widths, the other begins that lies upon it; None if it does not."""
    along, aside = step(one, other)
    return along if _S.next_along[0] < along < _S.next_along[1] and abs(aside) < _S.aside else None
