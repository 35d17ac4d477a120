"""Squares of about a known size in a small piece of picture: where the four sides of a die's top face run.

The piece is turned so that the sides run upright and level; then a side is a long straight step in
brightness or
colour, and every place and size is tried at once by shifting two maps of such steps against each other. All
angles are worked on together, stacked in one tall picture, because many small steps cost more than a large
one.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Mask, Picture

Floats = NDArray[np.float32]
_CAP = 45  # grey levels per pixel: a stronger step says nothing more
_SIDE = 0.66  # share of a side that is looked at; the corners are round
_INSIDE = 40.0  # how much it counts that the whole square lies on something that is not tray
_LEAST_INSIDE = 0.72
_PAD = 3
_AROUND = np.ones((5, 5), np.uint8)
_AS_STRONG = 0.4  # of the strongest direction's steps: dice may lie along such a direction as well


class Square(Struct, frozen=True):
    """A square in pixels: middle, edge, angle in degrees; `sides` are the steps at left, right, top,
    bottom."""

    x: float
    y: float
    edge: float
    angle: float
    score: float
    sides: tuple[float, float, float, float]
    inside: float  # share of it that is not tray
    surely: float = 1.0  # share of it that is no shadow either

    def corners(self, grow: float = 1.0) -> NDArray[np.float64]:
        """Clockwise, shape (4, 2)."""
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.edge * grow / 2)
        turned: NDArray[np.float64] = flat @ np.array([[c, s], [-s, c]]) + [self.x, self.y]
        return turned


def overlap(one: Square, other: Square) -> bool:
    """Two dice cannot lie in one place."""
    near = 0.88 * min(one.edge, other.edge)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < near**2


class Search(Struct, frozen=True):
    """Where to look: edges in pixels, angles in degrees, and how far from a middle (the whole piece if
    None)."""

    edges: tuple[float, ...]
    angles: tuple[float, ...]
    middle: tuple[float, float] | None = None
    reach: float = 0.0


def best_square(piece: Picture, things: Mask, search: Search) -> Square | None:
    """The best square in *piece*; None if none fits in. *things* is 255 where the piece is not tray."""
    return max(squares_by_angle(piece, things, search), key=lambda square: square.score, default=None)


def likely_angles(piece: Picture, things: Mask, angles: Sequence[int]) -> tuple[int, ...]:
    """Those of *angles*, evenly spread over a quarter turn, in which many steps in brightness run, and those
    next to them. The sides of dice do; their pips run in all alike."""
    across, along = (cv2.Sobel(piece, cv2.CV_32F, x, 1 - x) for x in (1, 0))
    steepness, turn = cv2.cartToPolar(across, along, angleInDegrees=True)
    near = cv2.dilate(things, _AROUND) > 0
    bins = len(angles)
    number = np.rint(turn[near].ravel() * (bins / 90)).astype(np.int64) % bins
    count = np.bincount(number, np.minimum(steepness[near], 8 * _CAP).ravel(), bins)
    before, after = _ring(count)
    smooth = count + (before + after) / 2
    before, after = _ring(smooth)
    chosen = (smooth >= before) & (smooth >= after) & (smooth >= _AS_STRONG * smooth.max())
    before, after = _ring(chosen)
    either = chosen | before | after
    return tuple(angle for angle, taken in zip(angles, either.tolist(), strict=True) if taken)


def _ring(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values before and after each, round a ring."""
    round_about = np.concatenate([values[-1:], values, values[:1]])
    return round_about[:-2], round_about[2:]


def squares_by_angle(piece: Picture, things: Mask, search: Search) -> list[Square]:
    """For every angle the best square that is turned by it, if any fits in."""
    turns, side = _turns(piece.shape, search)
    maps = _stacked_maps(piece, things, turns, side, search)
    best: dict[int, Square] = {}
    for edge in search.edges:
        whole = round(edge)
        if whole >= side - 2:
            continue
        total, views = _totals(*maps, whole)
        if search.middle is not None:
            _keep_near(total, search.reach)
        places = total.reshape(len(turns), -1).argmax(axis=1)
        for n, place in enumerate(places):
            y, x = divmod(int(place), total.shape[2])
            score = float(total[n, y, x])
            if score > 0 and (n not in best or score > best[n].score):
                left, right, top, bottom, inside = (float(view[n, y, x]) for view in views)
                back = cv2.invertAffineTransform(turns[n])
                cx, cy = back @ [x + whole / 2, y + whole / 2, 1]
                sides = (left, right, top, bottom)
                best[n] = Square(
                    float(cx), float(cy), float(edge), float(search.angles[n]), score, sides, inside
                )
    return list(best.values())


def _turns(shape: tuple[int, ...], search: Search) -> tuple[list[NDArray[np.float64]], int]:
    """For each angle the map into a square tile, and the tile's side."""
    rows, columns = shape[:2]
    x, y = search.middle if search.middle is not None else ((columns - 1) / 2, (rows - 1) / 2)
    whole = np.hypot(rows, columns) if search.middle is None else max(search.edges) + 2 * search.reach
    side = int(np.ceil(whole)) + 2 * _PAD
    turns = []
    for angle in search.angles:
        turn = np.asarray(cv2.getRotationMatrix2D((x, y), angle, 1.0), np.float64)
        turn[:, 2] += [(side - 1) / 2 - x, (side - 1) / 2 - y]
        turns.append(turn)
    return turns, side


def _stacked_maps(
    piece: Picture, things: Mask, turns: Sequence[NDArray[np.float64]], side: int, search: Search
) -> tuple[Floats, Floats, Floats]:
    """Upright sides, level sides and share inside, each of shape (angles, side, side)."""
    tall = np.empty((len(turns) * side, side, 3), np.uint8)
    cover = np.empty((len(turns) * side, side), np.uint8)
    for n, turn in enumerate(turns):
        part = slice(n * side, (n + 1) * side)
        cv2.warpAffine(piece, turn, (side, side), dst=tall[part], borderMode=cv2.BORDER_REPLICATE)
        cv2.warpAffine(things, turn, (side, side), dst=cover[part])
    middle = sum(search.edges) / len(search.edges)
    long, wide = max(3, round(middle * _SIDE)), max(3, round(middle * 0.9))
    across = np.minimum(_strongest(cv2.Sobel(tall, cv2.CV_16S, 1, 0)), _CAP)
    along = np.minimum(_strongest(cv2.Sobel(tall, cv2.CV_16S, 0, 1)), _CAP)
    shape = (len(turns), side, side)
    upright = cv2.blur(across.astype(np.float32), (1, long)).reshape(shape)
    level = cv2.blur(along.astype(np.float32), (long, 1)).reshape(shape)
    filled = cv2.blur(cover.astype(np.float32), (wide, wide)).reshape(shape) / 255
    return upright, level, filled


def _strongest(steps: NDArray[Any]) -> NDArray[np.uint8]:
    """The largest of the three channels, in grey levels per pixel."""
    blue, green, red = cv2.split(cv2.convertScaleAbs(steps, alpha=0.25))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8) // 2


def _totals(upright: Floats, level: Floats, filled: Floats, edge: int) -> tuple[Floats, tuple[Floats, ...]]:
    """The score of every middle for one size, and left, right, top, bottom and inside that it is made of."""
    span, half = upright.shape[1] - edge, edge // 2
    inner = slice(half, half + span)
    left, right = upright[:, inner, :span], upright[:, inner, edge : edge + span]
    top, bottom = level[:, :span, inner], level[:, edge : edge + span, inner]
    inside = filled[:, inner, inner]
    weakest = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
    total = left + right
    total += top
    total += bottom
    total += weakest
    total += _INSIDE * inside
    total[inside < _LEAST_INSIDE] = -1
    return total, (left, right, top, bottom, inside)


def _keep_near(total: Floats, reach: float) -> None:
    """Take away every place farther than *reach* from the middle."""
    skip = int(max(0, total.shape[1] / 2 - reach))
    if skip:
        total[:, :skip], total[:, -skip:], total[:, :, :skip], total[:, :, -skip:] = -1, -1, -1, -1
