"""Where dice lie in a tray: every die-sized square on something that is not tray, and what was passed over
and why."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import PassedOver
from vision.dice.masks import tray_masks
from vision.dice.squares import Search, Square, best_square, likely_angles, squares_by_angle
from vision.flatten import Flat
from vision.pictures import Mask, Picture

_ANGLES_ALL = tuple(range(0, 90, 6))
_MOST_IN_CLUMP = 8
_MOST_AREA = 24.0  # faces' areas: dice and a lamp's reflection among them are smaller, a hand is larger
_MARGIN = 6
_RIM = 13.0  # pixels of the tray's rim that are left out, on both sides together
_SINGLE = 1.9  # a clump below so many faces' area is taken for one die, with its side faces and shadow
_LEAST_SURELY, _SHADOW_SCORE = 0.06, 125.0  # a square with less of both is a shadow
_SMALL = np.ones((3, 3), np.uint8)
_LEAST_SIDE = 3.0  # grey levels per pixel: fainter steps are no sides


class Expected(Struct, frozen=True):
    """How large the dice are, in pixels of the flat picture."""

    edge: float
    slack: float = 0.09

    def edges(self, steps: int) -> tuple[float, ...]:
        """So many sizes, from the smallest to the largest."""
        return tuple(np.linspace(self.edge * (1 - self.slack), self.edge * (1 + self.slack), steps))


class Clump(Struct, frozen=True, eq=False):
    """A connected thing in the tray: its box in the flat picture and its pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int
    mask: Mask  # of the box
    sure: Mask  # those of its pixels that are no shadow
    at_edge: bool


class Located(Struct, frozen=True, eq=False):
    """The dice found; `large` are things too large for dice, like a hand."""

    squares: tuple[Square, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    large: tuple[Clump, ...] = ()


def locate(found: Sequence[Clump], flat: Flat, expected: Expected, taken: Sequence[Square] = ()) -> Located:
    """Every die in the clumps *found* in *flat*, a tray or a whole picture, apart from those *taken*."""
    squares: list[Square] = []
    passed: list[PassedOver] = []
    large: list[Clump] = []
    for clump in found:
        reason = _why_no_dice(clump, expected)
        if reason == "too large":
            large.append(clump)
        if reason:
            passed.append(PassedOver("die", _box(flat, clump), reason))
            continue
        dice = _dice_in(flat, clump, expected, taken)
        squares.extend(dice)
        if not dice and not any(is_in(clump, square) for square in taken):
            passed.append(PassedOver("die", _box(flat, clump), "no square of a die's size"))
    return Located(tuple(squares), tuple(passed), tuple(large))


def clumps(flat: Flat, expected: Expected) -> list[Clump]:
    """The connected things in the tray, larger than specks."""
    half = cv2.resize(flat.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    masks = tray_masks(np.asarray(half, np.uint8))
    either = cv2.morphologyEx(cv2.bitwise_or(masks.thing, masks.dark), cv2.MORPH_CLOSE, _SMALL)
    either = cv2.morphologyEx(either, cv2.MORPH_OPEN, _SMALL)
    either = cv2.bitwise_and(either, _floor(flat, either.shape))
    count, names, stats, _ = cv2.connectedComponentsWithStats(either, connectivity=4)
    out = []
    rows, columns = either.shape
    for number in range(1, count):
        x, y, width, height, area = (int(v) for v in stats[number])
        if area * 4 < 0.15 * expected.edge**2:
            continue
        part = (names[y : y + height, x : x + width] == number).astype(np.uint8) * 255
        sure = cv2.bitwise_and(part, masks.thing[y : y + height, x : x + width])
        at_edge = x == 0 or y == 0 or x + width == columns or y + height == rows
        single = area * 4 < _SINGLE * expected.edge**2
        whole = cv2.resize(
            _hull(part) if single else _filled(part), (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST
        )
        sure = cv2.resize(sure, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST)
        out.append(
            Clump(2 * x, 2 * y, 2 * width, 2 * height, 4 * area, whole, np.asarray(sure, np.uint8), at_edge)
        )
    return out


def _filled(mask: Mask) -> Mask:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), outlines, -1, 255, -1), np.uint8)


def _hull(mask: Mask) -> Mask:
    """The convex hull: a die whose colour is near the tray's leaves holes and bays, but is convex itself."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(np.vstack(outlines))
    return np.asarray(cv2.fillConvexPoly(np.zeros_like(mask), hull, 255), np.uint8)


def _why_no_dice(clump: Clump, expected: Expected) -> str:
    """Why *clump* holds no die, or ""."""
    solid = cv2.countNonZero(clump.mask)
    if solid < 0.45 * expected.edge**2 or min(clump.width, clump.height) < 0.6 * expected.edge:
        return "too small"
    if solid > _MOST_AREA * expected.edge**2:
        return "too large"
    return ""


class Piece(Struct, frozen=True, eq=False):
    """A clump cut out of the flat picture, with what was taken away from its masks."""

    left: int
    top: int
    picture: Picture
    things: Mask
    sure: Mask


def _cut(flat: Flat, clump: Clump, taken: Sequence[Square]) -> Piece:
    rows, columns = flat.picture.shape[:2]
    left, top = max(0, clump.x - _MARGIN), max(0, clump.y - _MARGIN)
    right, bottom = min(columns, clump.x + clump.width + _MARGIN), min(rows, clump.y + clump.height + _MARGIN)
    picture = flat.picture[top:bottom, left:right]
    things, sure = (_in_piece(mask, clump, left, top, picture.shape) for mask in (clump.mask, clump.sure))
    for square in taken:
        _take(things, square, left, top)
    return Piece(left, top, picture, things, sure)


def _dice_in(flat: Flat, clump: Clump, expected: Expected, taken: Sequence[Square]) -> list[Square]:
    """The dice of one clump, the clearest first."""
    piece = _cut(flat, clump, taken)
    found: list[Square] = []
    for _ in range(_MOST_IN_CLUMP):
        if cv2.countNonZero(piece.things) < 0.5 * expected.edge**2:
            break
        square = _next_square(piece.picture, piece.things, expected)
        if square is None:
            break
        _take(piece.things, square, 0, 0)
        placed = _placed(piece, square)
        if placed.surely >= _LEAST_SURELY or placed.score > _SHADOW_SCORE:
            found.append(placed)
        if found and clump.area < _SINGLE * expected.edge**2:
            break
    return found


def guesses(flat: Flat, clump: Clump, expected: Expected, taken: Sequence[Square]) -> list[Square]:
    """Where else in *clump* a die may lie that has no clear sides: the best place for every direction."""
    if _why_no_dice(clump, expected):
        return []
    piece = _cut(flat, clump, taken)
    if cv2.countNonZero(piece.things) < 0.45 * expected.edge**2:
        return []
    angles = tuple(range(0, 90, 7))
    found = squares_by_angle(piece.picture, piece.things, Search(expected.edges(3), angles))
    return [_placed(piece, square) for square in found]


def _placed(piece: Piece, square: Square) -> Square:
    """*square* of a piece as one of the whole flat picture."""
    surely = _share(piece.sure, square)
    return replace(square, x=square.x + piece.left, y=square.y + piece.top, surely=surely)


def is_in(clump: Clump, square: Square) -> bool:
    """Does the middle of *square* lie in the clump's box?"""
    return 0 <= square.x - clump.x <= clump.width and 0 <= square.y - clump.y <= clump.height


def _in_piece(mask: Mask, clump: Clump, left: int, top: int, shape: tuple[int, ...]) -> Mask:
    piece = np.zeros(shape[:2], np.uint8)
    part = piece[clump.y - top :, clump.x - left :][: clump.height, : clump.width]
    part[:] = mask[: part.shape[0], : part.shape[1]]
    return piece


def _take(things: Mask, square: Square, left: int, top: int) -> None:
    """Nothing more is sought where *square* lies."""
    cv2.fillConvexPoly(things, np.round(square.corners(1.02) - [left, top]).astype(np.int32), 0)


def _share(mask: Mask, square: Square) -> float:
    inner = np.zeros_like(mask)
    cv2.fillConvexPoly(inner, np.round(square.corners(0.85)).astype(np.int32), 255)
    return cv2.countNonZero(cv2.bitwise_and(inner, mask)) / max(1, cv2.countNonZero(inner))


def _next_square(piece: Picture, things: Mask, expected: Expected) -> Square | None:
    """The clearest die in *piece*: found roughly at half size in all directions, then finely around that."""
    small = np.asarray(cv2.resize(piece, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    cover = np.asarray(
        cv2.resize(things, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA), np.uint8
    )
    halves = tuple(edge / 2 for edge in expected.edges(3))
    rough = best_square(small, cover, Search(halves, likely_angles(small, cover, _ANGLES_ALL)))
    if rough is None:
        return None
    near = (2 * rough.x + 0.5, 2 * rough.y + 0.5)
    angles = tuple(rough.angle + d for d in (-4, -2, 0, 2, 4))
    fine = best_square(piece, things, Search(expected.edges(6), angles, near, 4.0))
    return fine if fine is not None and sorted(fine.sides)[1] >= _LEAST_SIDE else None


def _floor(flat: Flat, shape: tuple[int, ...]) -> Mask:
    """255 on the tray's floor, at half size; its rim and what is beyond belong to no die."""
    floor = np.zeros(shape, np.uint8)
    middle = flat.floor.mean(axis=0)
    inner = middle + (flat.floor - middle) * (1 - _RIM / np.ptp(flat.floor, axis=0).min())
    cv2.fillConvexPoly(floor, np.round(inner / 2).astype(np.int32), 255)
    return floor


def _box(flat: Flat, clump: Clump) -> tuple[float, float, float, float]:
    x, y, w, h = clump.x, clump.y, clump.width, clump.height
    return box_around(flat.in_picture(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)))


def box_around(points: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """The upright box around *points*: x, y, width, height."""
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])
