"""Sums on the four corners of a card, in plain numbers: some thousand are asked for in a picture."""

from math import hypot

import numpy as np

from vision.pictures import Quad

_TURNED = np.array([2, 3, 0, 1])


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


def farthest(one: Quad, other: Quad) -> float:
    """How far apart those of their corners are that differ most."""
    return max(map(hypot, *(one - other).T.tolist()))


def on_average(one: Quad, other: Quad) -> float:
    """How far apart their corners are."""
    return sum(map(hypot, *(one - other).T.tolist())) / len(one)
