"""Cards on a mat whose print is known, by their four sides: even white ones on white paper.

The contrast at a card's side may be less than a grey level, but it runs along a straight line of known
length, and three more such lines lie where they must.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.lying import Lying
from vision.cards.outlines import Outline
from vision.cards.settings import SETTINGS
from vision.pictures import Quad

_S = SETTINGS.four_sides

Floats = NDArray[np.float32]
Floats64 = NDArray[np.float64]
Size = tuple[float, float]

_LAID = (_S.narrow, _S.broad, _S.narrow[::-1], _S.broad[::-1])
_TURNS = np.arange(-21.0, 22.0, 3.0)  # degrees by which cards are usually rotated,
_SELDOM = np.concatenate([np.arange(-45.0, -22.0, 3.0), np.arange(24.0, 45.0, 3.0)])  # or rarely,
_CLOSER = np.arange(-2.0, 2.1, 1.0)  # and then around the best one
_NEAR = np.ones((2, 2), np.uint8)  # pixels: opposite sides need not be exactly parallel
_THIN = np.ones((3, 3), np.uint8)  # thinner things are not a card's print
_SURE = (0.9, 0.9, 0.9, 0.9)  # how sure each of its corners counts


class _Seen(Struct, frozen=True, eq=False):
    """A part of the mat from straight above: how it differs from the bare mat, and where something lies."""

    shades: Floats
    ink: Floats
    noise: float

    def turned(self, to: Floats64, size: tuple[int, int]) -> "_Seen":
        shades, ink = (
            np.asarray(cv2.warpAffine(one, to, size), np.float32) for one in (self.shades, self.ink)
        )
        return _Seen(shades, ink, self.noise)

    def smaller(self, scale: float) -> "_Seen":
        shades, ink = (
            np.asarray(cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32)
            for one in (self.shades, self.ink)
        )
        return _Seen(shades, ink, self.noise)


class _Way(Struct, frozen=True, eq=False):
    """A possible pose of a card: its middle, rotation and size, and the evidence for it."""

    says: float
    middle: tuple[float, float]
    turn: float
    size: Size

    @property
    def quad(self) -> Quad:
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * self.size / 2
        angle = np.radians(self.turn)
        to = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        across = 0 if self.size[0] < self.size[1] else 1
        return np.roll(np.asarray(corners @ to + self.middle, np.float32), across, axis=0)

    def is_like(self, other: "_Way") -> bool:
        near = max(abs(a - b) for a, b in zip(self.middle, other.middle, strict=True)) < _S.apart
        return near and self.size == other.size and abs(self.turn - other.turn) < _S.alike

    def shares(self, other: "_Way") -> float:
        area = float(self.size[0] * self.size[1])
        return float(cv2.intersectConvexConvex(self.quad, other.quad)[0]) / area


def cards_by_sides(lying: Lying) -> list[list[Outline]]:
    """The cards whose four sides are visible where anything lies, the clearest first.

    Each comes with its other possible poses: a card's print has straight sides, too.
    """
    left, top, wide, high = cv2.boundingRect(lying.mask)
    if not wide:
        return []
    corner = np.maximum(np.array([left, top]) - _S.room, 0).astype(int)
    part = slice(corner[1], round(top + high + _S.room)), slice(corner[0], round(left + wide + _S.room))
    ink = np.asarray(cv2.morphologyEx(lying.mask[part], cv2.MORPH_OPEN, _THIN) > 0, np.float32)
    there = _Seen(lying.shades[part], ink, _noise_of(lying.shades[part]))
    found: list[list[_Way]] = []
    for turns in (_TURNS, _SELDOM):
        ways = [
            way for way in _ways(there, turns) if not any(way.shares(old[0]) > _S.shared for old in found)
        ]
        closer = [_closer(there, ways) for ways in _spots(ways)]
        for ways in sorted(filter(None, closer), key=lambda ways: -ways[0].says):
            if ways[0].says > _S.enough and not any(ways[0].shares(other[0]) > _S.shared for other in found):
                found.append(ways)
        for corners in [
            np.round(ways[0].quad + _S.beside * np.sign(ways[0].quad - ways[0].middle)) for ways in found
        ]:
            cv2.fillConvexPoly(ink, corners.astype(np.int32), (0,))
        if not ink.any():
            break
    back = np.linalg.inv(lying.to_mat)

    def seen(way: _Way) -> Outline:
        quad = cv2.perspectiveTransform((way.quad + corner)[None].astype(np.float64), back)[0]
        return Outline(quad.astype(np.float32), _SURE)

    return [[seen(way) for way in ways] for ways in found]


def _ways(seen: _Seen, turns: Floats64) -> list[_Way]:
    """The possible poses of cards, the likeliest first."""
    small = seen.smaller(_S.coarse)
    high, wide = small.shades.shape
    found: list[_Way] = []
    for turn in turns:
        cos, sin = abs(np.cos(np.radians(turn))), abs(np.sin(np.radians(turn)))
        across, down = round(wide * cos + high * sin), round(wide * sin + high * cos)
        to = np.asarray(cv2.getRotationMatrix2D((wide / 2, high / 2), float(turn), 1.0), np.float64)
        to[:, 2] += [(across - wide) / 2, (down - high) / 2]
        found += _turned_back(
            to, _S.coarse, turn, _rectangles(small.turned(to, (across, down)), _S.coarse, _LAID)
        )
    ways: list[_Way] = []
    for way in sorted(found, key=lambda way: -way.says)[: _S.most]:
        if not any(way.is_like(other) for other in ways):
            ways.append(way)
    return ways


def _spots(ways: Sequence[_Way]) -> list[list[_Way]]:
    """The likeliest poses of each card."""
    spots: list[list[_Way]] = []
    for way in ways:
        shared = [way.shares(spot[0]) for spot in spots]
        best = int(np.argmax(shared)) if spots else 0
        if not spots or shared[best] < _S.shared:
            spots.append([way])
        elif len(spots[best]) < _S.ways:
            spots[best].append(way)
    return spots


def _closer(there: _Seen, ways: Sequence[_Way]) -> list[_Way]:
    """The poses after a fine search, the likeliest first."""
    out: list[_Way] = []
    for way in ways:
        half = max(way.size) / 2 + _S.about
        seen: list[_Way] = []
        for turn in way.turn + _CLOSER:
            to = np.asarray(cv2.getRotationMatrix2D(way.middle, float(turn), 1.0), np.float64)
            to[:, 2] += half - np.array(way.middle)
            part = there.turned(to, (round(2 * half), round(2 * half)))
            seen += _turned_back(to, 1.0, turn, _rectangles(part, 1.0, [way.size]))
        out += [max(seen, key=lambda one: one.says)] if seen else []
    return sorted(out, key=lambda way: -way.says)


def _turned_back(
    to: Floats64, scale: float, turn: float, seen: Iterator[tuple[float, float, float, Size]]
) -> Iterator[_Way]:
    back = cv2.invertAffineTransform(to)
    for says, x, y, size in seen:
        middle = back @ [x, y, 1.0] / scale
        yield _Way(says, (float(middle[0]), float(middle[1])), float(turn), size)


def _rectangles(
    there: _Seen, scale: float, sizes: Sequence[Size]
) -> Iterator[tuple[float, float, float, Size]]:
    """The evidence for upright rectangles of the size of cards, their middles, and their sizes.

    The difference from the bare mat is inside a card, and hardly any is beside it.
    """
    clear: dict[tuple[int, bool], Floats] = {}  # by direction (across or along) and by side (short or long)
    for axis, step in enumerate((_step(there.shades, 1), _step(there.shades, 0))):
        for long, length in enumerate(_S.narrow):
            along = round(length * _S.straight * scale)
            side = np.abs(cv2.blur(step, (along, 1) if axis else (1, along))) / there.noise
            clear[axis, bool(long)] = np.asarray(cv2.dilate(side, _NEAR), np.float32)
    says = {side: np.minimum(seen, _S.clear) + _S.beyond * seen for side, seen in clear.items()}
    high, wide = there.shades.shape
    for size in sizes:
        upright, x, y = size[0] < size[1], round(size[0] * scale / 2), round(size[1] * scale / 2)
        if wide <= 2 * x or high <= 2 * y:
            continue
        rows, columns = slice(y, high - y), slice(x, wide - x)
        inside = cv2.boxFilter(there.ink, -1, (2 * x, 2 * y), normalize=False)[rows, columns]
        four = _four(clear, upright, x, y)
        may_be = np.minimum.reduce(four) >= _S.weakest
        may_be &= inside >= _S.least_print * scale**2
        if not may_be.any():
            continue
        ring = round(2 * _S.ring * scale)
        about = cv2.boxFilter(there.ink, -1, (2 * x + ring, 2 * y + ring), normalize=False)[rows, columns]
        said = np.asarray(sum(_four(says, upright, x, y)) * inside / np.maximum(about, 1) * may_be)
        for _ in range(_S.peaks):
            top, left = divmod(int(said.argmax()), said.shape[1])
            if said[top, left] < _S.at_first:
                break
            yield float(said[top, left]), float(left + x), float(top + y), size
            near = round(_S.apart * scale)
            said[max(0, top - near) : top + near + 1, max(0, left - near) : left + near + 1] = 0


def _four(seen: dict[tuple[int, bool], Floats], upright: bool, x: int, y: int) -> list[Floats]:
    """What is *seen* at the left, right, upper and lower side about every middle that a card may have."""
    high, wide = seen[0, upright].shape
    sides, ends = seen[0, upright][y : high - y], seen[1, not upright][:, x : wide - x]
    return [sides[:, : wide - 2 * x], sides[:, 2 * x :], ends[: high - 2 * y], ends[2 * y :]]


def _step(shades: Floats, axis: int) -> Floats:
    """How much brighter each pixel is than its neighbour; what is printed counts no more than an edge."""
    kernel = np.array([[0, -1, 1]] if axis else [[0], [-1], [1]], np.float32)
    return np.asarray(np.clip(cv2.filter2D(shades, -1, kernel), -_S.edge, _S.edge), np.float32)


def _noise_of(shades: Floats) -> float:
    """How clear a side is where there is none."""
    along = np.abs(cv2.blur(_step(shades, 1), (1, round(_S.narrow[0] * _S.straight))))
    seen = along[along > 0]
    return float(np.median(seen)) if seen.size else 1.0
