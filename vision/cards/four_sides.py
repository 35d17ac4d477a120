"""Cards on a mat whose print is known, by their four sides: even white ones on white paper.

Along the side of a card hardly a grey level may differ, but it does so all along a straight line of known
length, and three more such lines lie where they must.
"""

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.lying import Lying
from vision.cards.outlines import Outline
from vision.pictures import Mask, Quad

Floats = NDArray[np.float32]
Size = tuple[float, float]

# All lengths are in millimetres.
_SIZES = ((56.0, 87.0), (57.5, 88.5), (63.0, 88.0))  # of the cards that people play with
_BOTH = [size for one in _SIZES for size in (one, one[::-1])]
_COARSE = 0.5  # pixels for each where cards may lie at all
_TURNS = np.arange(-45.0, 45.0, 3.0)  # degrees by which cards may lie aslant,
_CLOSER = np.arange(-2.0, 2.1, 1.0)  # and then about the likeliest
_ABOUT = 5.0  # beside its likeliest place a card is looked for more closely
_STRAIGHT = 0.8  # of a side: its corners are round
_ROOM = 12.0  # beyond what lies there the edge of a card may be
_USUAL = 60.0  # so long sides tell what noise makes
_WEAKEST = 4.0, 5.0  # times that: so clear is the weakest side of a card at first, and where it lies exactly
_CLEAR, _BEYOND = 10.0, 0.05  # times that: from there on it says little more, and so much does it say
_SHARED = 0.2  # of a card that may lie under another
_APART = 12.0  # cards lie further apart
_EDGE = 0.02  # as a logarithm: no difference from one millimetre to the next counts for more
_THIN = np.ones((3, 3), np.uint8)  # what is thinner is no print of a card
_NEAR = np.ones((2, 2), np.uint8)  # pixels: sides need not be parallel to the last
_SAME = 0.6  # of a card that two ways to lie share
_ENOUGH_AT_FIRST, _ENOUGH = 30.0, 36.0  # what speaks for a card at least
_SAME_SPOT = 4.0  # how near the corners of such are
_LIKELIEST = 3  # of the spots about a place
_WITHIN = 26.0  # about a spot only one card has its middle
_WAYS = 3  # of one card to lie that are looked at
_RING = 10.0  # about a card hardly anything else lies
_SOME = 15  # square millimetres of print that a card has
_ALIKE = 4.0  # degrees
_MOST = 40  # places that are looked at more closely
_SURE = (0.9, 0.9, 0.9, 0.9)  # the corners are as good as seen


class _Place(Struct, frozen=True):
    """Where a card may lie: its middle, how it is turned, its size."""

    clear: float
    x: float
    y: float
    turned: float
    size: tuple[float, float]

    def quad(self) -> Quad:
        half = np.array(self.size) / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        a = np.radians(self.turned)
        to = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        return np.asarray(corners @ to + [self.x, self.y], np.float32)

    def is_near(self, other: "_Place", reach: float) -> bool:
        return math.hypot(self.x - other.x, self.y - other.y) < reach

    def is_about(self, other: "_Place") -> bool:
        """Will both be the same once they are looked at more closely?"""
        return self.size == other.size and abs(self.turned - other.turned) < _ALIKE


def cards_by_sides(lying: Lying) -> list[list[Outline]]:
    """The cards of which all four sides are seen where anything lies, the clearest first.

    Each with the other ways in which it may lie: what is printed on a card has straight sides, too.
    """
    there = cv2.boundingRect(lying.mask)
    if not there[2]:
        return []
    left, top = (max(0, round(v - _ROOM)) for v in there[:2])
    right, bottom = (round(v + w + _ROOM) for v, w in zip(there[:2], there[2:], strict=True))
    shades = lying.shades[top:bottom, left:right]
    noise = _noise(shades)
    mask = cv2.morphologyEx(lying.mask[top:bottom, left:right], cv2.MORPH_OPEN, _THIN)
    tried: list[tuple[float, Quad]] = []
    for place in _places(shades, mask, noise):
        if not any(np.abs(place.quad() - quad).max() < _SAME_SPOT for _, quad in tried):
            tried += _closer(shades, noise, mask, place)
    found: list[list[Quad]] = []
    for _, quad in sorted(tried, key=lambda one: -one[0]):
        shared = [max(_share(quad, other) for other in ways[:1]) for ways in found]
        if not shared or max(shared) < _SHARED:
            found.append([quad])
        elif sum(share > _SHARED for share in shared) == 1 and max(shared) > _SAME:
            found[shared.index(max(shared))].append(quad)
    back = np.linalg.inv(lying.to_mat)
    corners = np.array([left, top], np.float64)

    def seen(quad: Quad) -> Outline:
        return Outline(cv2.perspectiveTransform((quad + corners)[None], back)[0].astype(np.float32), _SURE)

    return [[seen(quad) for quad in ways[:_WAYS]] for ways in found]


def _share(one: Quad, other: Quad) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0]) / float(cv2.contourArea(one))


def _noise(shades: Floats) -> float:
    along = np.abs(cv2.blur(_step(shades, 1), (1, round(_USUAL * _STRAIGHT))))
    seen = along[along > 0]
    return float(np.median(seen)) if seen.size else 1.0


def _step(picture: Floats, axis: int) -> Floats:
    """How much brighter each pixel is than its neighbour; what is printed counts no more than an edge."""
    kernel = np.array([[0, -1, 1]] if axis else [[0], [-1], [1]], np.float32)
    step = cv2.filter2D(picture, -1, kernel)
    return np.asarray(cv2.min(cv2.max(step, -_EDGE), _EDGE), np.float32)


def _places(shades: Floats, mask: Mask, noise: float) -> list[_Place]:
    """Where cards may lie, the likeliest first."""
    small = cv2.resize(shades, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_AREA)
    high, wide = small.shape
    found: list[_Place] = []
    for turn in _TURNS:
        a = np.radians(turn)
        across = round(wide * abs(np.cos(a)) + high * abs(np.sin(a)))
        down = round(wide * abs(np.sin(a)) + high * abs(np.cos(a)))
        to = cv2.getRotationMatrix2D((wide / 2, high / 2), float(turn), 1.0)
        to[:, 2] += [(across - wide) / 2, (down - high) / 2]
        turned = cv2.warpAffine(small, to, (across, down), flags=cv2.INTER_LINEAR)
        for clear, x, y, size in _rectangles(
            np.asarray(turned, np.float32), noise, _COARSE, _WEAKEST[0], _BOTH
        ):
            back = cv2.invertAffineTransform(to) @ [x, y, 1.0]
            found.append(_Place(clear, *(float(v) for v in back / _COARSE), float(turn), size))
    apart: list[_Place] = []
    for place in sorted(found, key=lambda place: -place.clear):
        near = [other for other in apart if place.is_near(other, _APART)]
        few = len(near) < _WAYS and sum(place.is_near(other, _WITHIN) for other in apart) < 2 * _WAYS
        if place.clear < _ENOUGH_AT_FIRST:
            break
        is_new = few and not any(place.is_about(other) for other in near)
        if is_new and _lies_in(mask, place.quad()) >= _SOME:
            apart.append(place)
        if len(apart) == _MOST:
            break
    return apart


def _closer(shades: Floats, noise: float, mask: Mask, place: _Place) -> list[tuple[float, Quad]]:
    """How much speaks for the card, and where exactly it lies; nothing if it is none."""
    half = max(place.size) / 2 + _ABOUT
    size = round(2 * half), round(2 * half)
    seen: list[_Place] = []
    for turn in place.turned + _CLOSER:
        to = cv2.getRotationMatrix2D((place.x, place.y), float(turn), 1.0)
        to[:, 2] += [half - place.x, half - place.y]
        turned = np.asarray(cv2.warpAffine(shades, to, size, flags=cv2.INTER_LINEAR), np.float32)
        back = cv2.invertAffineTransform(to)
        for clear, x, y, _ in _rectangles(turned, noise, 1.0, _WEAKEST[1], [place.size], 2):
            middle = back @ [x, y, 1.0]
            seen.append(_Place(clear, float(middle[0]), float(middle[1]), float(turn), place.size))
    quads = [one.quad() for one in sorted(seen, key=lambda one: -one.clear)[:_LIKELIEST]]
    clear = sorted((one.clear for one in seen), reverse=True)
    told = [(sure * _holds(mask, quad), quad) for sure, quad in zip(clear, quads, strict=False)]
    return [one for one in [max(told, key=lambda one: one[0])] if one[0] > _ENOUGH] if told else []


def _holds(mask: Mask, quad: Quad) -> float:
    """How much of what lies in a card and about it lies in the card."""
    wider = quad + _RING * np.sign(quad - quad.mean(axis=0))
    inside, about = (_lies_in(mask, corners) for corners in (quad, wider))
    return inside / about if inside >= _SOME else 0.0


def _lies_in(mask: Mask, quad: Quad) -> int:
    (left, top), (right, bottom) = np.maximum([quad.min(axis=0), quad.max(axis=0) + 1], 0).astype(int)
    part = mask[top:bottom, left:right]
    if not part.size:
        return 0
    area = np.zeros_like(part)
    cv2.fillConvexPoly(area, np.round(quad).astype(np.int32) - [left, top], (255,))
    return cv2.countNonZero(cv2.bitwise_and(area, part))


def _rectangles(
    picture: Floats, noise: float, scale: float, weakest: float, sizes: Sequence[Size], most: int = 6
) -> Iterator[tuple[float, float, float, tuple[float, float]]]:
    """How clear upright rectangles of the size of cards are, where their middles lie, and which size it is."""
    seen: dict[tuple[int, bool], Floats] = {}
    for axis, step in ((0, _step(picture, 1)), (1, _step(picture, 0))):
        for long, length in ((False, _SIZES[0][0]), (True, _SIZES[0][1])):
            along = round(length * _STRAIGHT * scale)
            side = cv2.blur(step, (along, 1) if axis else (1, along))
            seen[axis, long] = np.asarray(cv2.dilate(cv2.absdiff(side, 0.0), _NEAR), np.float32)
    high, wide = picture.shape
    for size in sizes:
        upright = size[0] < size[1]
        x, y = round(size[0] * scale / 2), round(size[1] * scale / 2)
        if wide <= 2 * x or high <= 2 * y:
            continue
        sides, ends = seen[0, upright][y : high - y], seen[1, not upright][:, x : wide - x]
        raw = sides[:, : wide - 2 * x], sides[:, 2 * x :], ends[: high - 2 * y], ends[2 * y :]
        four = [cv2.min(side, _CLEAR * noise) for side in raw]
        least = cv2.min(cv2.min(four[0], four[1]), cv2.min(four[2], four[3]))
        if cv2.minMaxLoc(least)[1] < weakest * noise:
            continue
        clear = sum((side * np.float32(_BEYOND) for side in raw), sum(four[1:], four[0]))
        clear[least < weakest * noise] = 0
        for _ in range(most):
            _, value, _, (left, top) = cv2.minMaxLoc(clear)
            if value <= 0:
                break
            yield value / noise, float(left + x), float(top + y), size
            near = round(_APART * scale)
            clear[max(0, top - near) : top + near + 1, max(0, left - near) : left + near + 1] = 0
