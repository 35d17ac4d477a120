"""Cards of any make in an overlapping row: by the corners that are seen of each, upper and lower left."""

from collections.abc import Collection, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.corners import CornerMark, corners_at
from vision.cards.quads import down, farthest, inwards
from vision.cards.sizes import corner_of, turned_from
from vision.pictures import NO_MAP, Grey, Picture, Quad

_AT_BEST = 150.0  # height of a card in pixels at which corners are found best
_SAID_TALL = (0.7, 1.25)  # of a card's height, as estimated by a corner
_LENGTH = (0.92, 1.09)  # of a card's height: how far its two corners are apart
_AROUND = 0.85  # of a card's height: neighbours within this distance tell a card's rotation
_TURNED = 30.0  # degrees: corners whose rotations differ by more are not neighbours in a row
_EXACTLY = 3.6  # degrees that a side may deviate from its neighbours
_SLIM, _SLIMMEST, _BROADEST = 0.66, 0.6, 0.76  # how wide cards are, as a share of their height
_BETWEEN, _EDGE_BETWEEN = (0.38, 0.5, 0.62), 6.0  # positions tried between cards; least contrast
_SAME = 0.07  # of a card's height: closer sides are one

Floats = NDArray[np.float64]
Ends = NDArray[np.int64]  # numbers of an upper and a lower mark, shape (n, 2)


def find_strips_by_corners(picture: Picture, tall: float) -> list[list[Quad]]:
    """Every card in *picture* of which a left corner is seen, that first; *tall*: its height in pixels.

    The left corners of a slim strip look like right ones of the card below it: both ways are told.
    """
    marks = corners_at(picture, round(max(picture.shape[:2]) * _AT_BEST / tall))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return [_strips(grey, marks, ends, tall) for ends in _left_sides(marks, tall)]


def _strips(grey: Grey, marks: Sequence[CornerMark], ends: Ends, tall: float) -> list[Quad]:
    paired, used = _by_two(marks, ends, tall)
    settled: list[Floats] = []
    alone = [mark for n, mark in enumerate(marks) if n not in used]
    for sides, least in ((paired, -1.0), (_by_one(alone, paired, tall), NO_EDGE)):
        for side in sides:
            moved, edge = moved_to_edge(grey, side)
            if edge > least and not any(farthest(moved, known) < _SAME * tall for known in settled):
                settled.append(moved)
    slim = _slimness(settled)
    return [_card_at(side, slim) for side in settled]


def strip_between(picture: Picture, one: Quad, other: Quad) -> Quad | None:
    """The card between two of a row that lie far apart, if the edge of one is seen there."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    start, way = one[[0, 3]].astype(np.float64), (other - one)[[0, 3]]
    side, edge = max(
        (moved_to_edge(grey, start + way * share) for share in _BETWEEN), key=lambda found: found[1]
    )
    slim = float(np.hypot(*inwards(one)) / np.hypot(*down(one)))
    return _card_at(side, slim) if edge > _EDGE_BETWEEN else None


def _left_sides(marks: Sequence[CornerMark], tall: float) -> list[Ends]:
    """The upper and lower marks of what may be left sides: those that lead one way, and the others."""
    spots = np.array([corner_of(mark) for mark in marks]).reshape(-1, 2)
    sides = [mark.quad[[mark.number - 1, (mark.number + 1) % 4]] for mark in marks]
    leads = np.array(sides).reshape(-1, 2, 2) - spots[:, None]  # an upper mark leads downwards with the first
    ways = spots[None] - spots[:, None]
    far = np.hypot(ways[..., 0], ways[..., 1]) / tall
    back = np.minimum(turned_from(-ways, leads[None, :, 0]), turned_from(-ways, leads[None, :, 1]))
    astray = np.degrees(np.maximum(turned_from(ways, leads[:, :1]), back))
    upper = np.array([mark.number == 0 for mark in marks], bool)[:, None]
    ends = np.argwhere(upper & (far > _LENGTH[0]) & (far < _LENGTH[1]) & (astray < _TURNED))
    way = ways[ends[:, 0], ends[:, 1]]
    ahead = (way @ way[0] > 0) if len(way) else np.zeros(0, bool)
    return [ends[ahead], ends[~ahead]]


def _by_two(marks: Sequence[CornerMark], ends: Ends, tall: float) -> tuple[Floats, set[int]]:
    """The sides between *ends* that are turned as others about them; and the marks of those."""
    spots = np.array([corner_of(mark) for mark in marks]).reshape(-1, 2)
    sides = spots[ends]
    odd = [abs(float(np.median(_turned(_near(sides, side, tall), side)))) for side in sides]
    used: set[int] = set()
    kept = []
    for n in np.argsort(odd):
        if odd[n] < _EXACTLY and used.isdisjoint(ends[n].tolist()):
            used.update(ends[n].tolist())
            kept.append(sides[n])
    return np.array(kept).reshape(-1, 2, 2), used


def _by_one(marks: Collection[CornerMark], sides: Floats, tall: float) -> Iterator[Floats]:
    """The sides of cards of which one corner only was found, as those of their neighbours lie."""
    for mark in marks:
        upper = mark.number == 0
        way = down(mark.quad) * (1 if upper else -1)
        at, long = corner_of(mark), float(np.hypot(*way)) / tall
        near = (
            _near(sides, np.array([at, at + way]), tall, at) if _SAID_TALL[0] < long < _SAID_TALL[1] else ()
        )
        if len(near):
            way = np.median(near, axis=0)
            yield np.array([at, at + way] if upper else [at - way, at])


def _near(sides: Floats, side: Floats, tall: float, at: Floats | None = None) -> Floats:
    """The ways down of those *sides* near to a *side*, or *at* an end of it, that lie about as it does."""
    away = sides.mean(axis=1) - (side.mean(axis=0) if at is None else at)
    ways = sides[:, 1] - sides[:, 0]
    beside = np.hypot(*away.T) < _AROUND * tall
    return np.asarray(ways[beside & (np.abs(_turned(ways, side)) < _TURNED)])


def _turned(ways: Floats, side: Floats) -> Floats:
    """By how many degrees *ways* are turned beside a *side*."""
    x, y = side[1] - side[0]
    across, along = ways[:, 1] * x - ways[:, 0] * y, ways @ [x, y]
    return np.asarray(np.degrees(np.arctan2(across, along)))


def _slimness(sides: Sequence[Floats]) -> float:
    """How wide cards are beside their height, by those of which both sides are seen."""
    found = []
    for upper, lower in sides:
        way = lower - upper
        across = np.array([way[1], -way[0]]) / (way @ way)
        for end, start in sides:  # the other side of the same card, which is seen as if it were turned round
            far, near = float((start - upper) @ across), float((end - lower) @ across)
            level = abs(float((start - upper) @ way)) < _SAME * float(way @ way)
            if level and _SLIMMEST < far < _BROADEST and abs(far - near) < _SAME:
                found.append(far)
    return float(np.median(found or _SLIM))


def _card_at(side: Floats, slim: float) -> Quad:
    """The corners of the card with that left *side*, from above downwards."""
    x, y = (side[1] - side[0]) * slim
    right = side + np.array([y, -x])
    return np.array([side[0], right[0], right[1], side[1]], np.float32)


# --- the exact edge of a card ---

NO_EDGE = 2.0  # grey levels per pixel: a weaker gradient is not an edge
_REACH, _LEAN = 0.05, 0.035  # of the side's length: how far off and how slanted the edge may be
_LIKELY = 0.5  # of that distance: farther edges must be stronger
_STEP = 0.5  # pixels
_POINTS = 60
_ENDS = 0.08  # share of the side's length that is ignored: corners are round
_STEEPEST = 25.0  # grey levels per pixel; more is print
_MOST_OF_IT = 8  # per cent of the points that may show a weaker edge


def moved_to_edge(grey: Grey, side: Floats) -> tuple[Floats, float]:
    """Both ends of a card's left *side*, moved to the edge beside it, and how much that stands out."""
    way = side[1] - side[0]
    long = float(np.hypot(*way))
    across = np.array([way[1], -way[0]]) / long
    along, offsets = np.linspace(_ENDS, 1 - _ENDS, _POINTS), np.arange(-_REACH * long, _REACH * long, _STEP)
    rises = _rises(grey, side[0] + way * along[:, None], across, offsets)
    leans = np.arange(-_LEAN * long, _LEAN * long, _STEP)
    shifted = np.rint(leans[:, None] * (2 * along - 1) / _STEP).astype(int)
    columns = np.clip(np.arange(len(offsets)) + shifted[:, :, None], 0, len(offsets) - 1)
    seen = rises[np.arange(_POINTS)[None, :, None], columns]  # leans, points, offsets
    low, high = np.percentile(seen, [_MOST_OF_IT, 100 - _MOST_OF_IT], axis=1)
    stands_out = np.maximum(np.maximum(low, -high), 0)
    near = np.exp(-((offsets / (_LIKELY * _REACH * long)) ** 2) - (leans[:, None] / (_LEAN * long)) ** 2)
    lean, offset = np.unravel_index(int((stands_out * near).argmax()), stands_out.shape)
    edge = float(stands_out[lean, offset])
    if edge <= NO_EDGE:
        return side, 0.0
    return side + np.outer(offsets[offset] + leans[lean] * np.array([-1, 1]), across), edge


def _rises(grey: Grey, on_side: Floats, across: Floats, offsets: Floats) -> NDArray[np.float32]:
    """How much brighter it becomes *across*, at points on the side and so far beside it."""
    before, after = (
        cv2.remap(grey, at.astype(np.float32), NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for at in (on_side[:, None] + across * (offsets[:, None] + away) for away in (-_STEP, _STEP))
    )
    return np.asarray(np.clip(after.astype(np.float32) - before, -_STEEPEST, _STEEPEST), np.float32)
