"""Cards of any make in an overlapping row: by the corners that are seen of each, upper and lower left."""

from collections.abc import Iterable

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.corners import CornerMark, corners_at
from vision.cards.row_strips import Strip
from vision.pictures import Grey, Picture, Quad

_AT_BEST = 150.0  # pixels of a card's height at which corners are found best
_SAID_TALL = (0.7, 1.25)  # of a card's height, as a corner itself says
_LENGTH = (0.92, 1.09)  # of a card's height: how far its two corners are apart
_AROUND = 0.85  # of a card's height: so far around, its neighbours tell how a card is turned
_TURNED = 30.0  # degrees: corners that say more than that of each other are not neighbours in a row
_ROUGHLY, _EXACTLY = 5.5, 3.6  # degrees by which a side may be turned beside its neighbours
_SLIM, _SLIMMEST, _BROADEST = 0.66, 0.6, 0.76  # how wide cards are, as a share of their height
_BETWEEN, _EDGE_BETWEEN = (0.38, 0.5, 0.62), 6.0  # where a card is looked for between two, and its least edge
_SAME = 0.07  # of a card's height: sides so near to each other are one

Floats = NDArray[np.float64]


class _Marks(Struct, frozen=True, eq=False):
    """Corners and the way down along the card's left side that each of them says, in degrees."""

    at: Floats
    angle: Floats
    upper: NDArray[np.bool_]


class _Row(Struct, frozen=True, eq=False):
    """Where something tells how cards lie: the way down in degrees, and how high a card is there."""

    at: Floats
    angle: Floats
    tall: Floats

    def near(self, point: Floats, angle: float, reach: float) -> NDArray[np.bool_]:
        beside = np.hypot(*(self.at - point).T) < reach
        alike = np.abs(_between(self.angle, angle)) < _TURNED
        return np.asarray(beside & alike)


def find_strips_by_corners(picture: Picture, tall: float) -> list[Strip]:
    """Every left side of a card in *picture* of which a corner is seen; *tall*: a card's height in pixels."""
    marks = _marks(picture, tall)
    said = _Row(marks.at, marks.angle, np.full(len(marks.at), tall))
    pairs = _paired(marks, tall, said, _ROUGHLY)
    pairs = _paired(marks, tall, _row_of(marks, pairs), _EXACTLY)
    sides = [(marks.at[upper], marks.at[lower]) for upper, lower in pairs]
    used = {n for pair in pairs for n in pair}
    alone = _sides_of_one(
        marks, (n for n in range(len(marks.at)) if n not in used), _row_of(marks, pairs), tall
    )
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    settled: list[tuple[Floats, Floats]] = []
    for sure, (upper, lower) in [*((True, side) for side in sides), *((False, side) for side in alone)]:
        *side, edge = moved_to_edge(grey, upper, lower)
        if (sure or edge > NO_EDGE) and not any(_is_same(side, known, tall) for known in settled):
            settled.append((side[0], side[1]))
    slim = _slimness(settled)
    return [Strip(_card_at(upper, lower, slim)) for upper, lower in settled]


def strip_between(picture: Picture, one: Strip, other: Strip) -> Strip | None:
    """The card between two of a row that lie far apart, if the edge of one is seen there."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = []
    for share in _BETWEEN:
        upper, lower = (one.quad[n] + (other.quad[n] - one.quad[n]) * share for n in (0, 3))
        found.append(moved_to_edge(grey, np.asarray(upper, np.float64), np.asarray(lower, np.float64)))
    upper, lower, edge = max(found, key=lambda side: side[2])
    slim = float(np.hypot(*one.inwards) / np.hypot(*one.down))
    return Strip(_card_at(upper, lower, slim)) if edge > _EDGE_BETWEEN else None


def _marks(picture: Picture, tall: float) -> _Marks:
    found = corners_at(picture, round(max(picture.shape[:2]) * _AT_BEST / tall))
    down = np.array([_down(mark) for mark in found], np.float64).reshape(-1, 2)
    long = np.hypot(*down.T) / tall
    kept = np.flatnonzero((long > _SAID_TALL[0]) & (long < _SAID_TALL[1]))
    at = np.array([found[n].quad[found[n].number] for n in kept], np.float64).reshape(-1, 2)
    return _Marks(at, _angles(down[kept]), np.array([found[n].number == 0 for n in kept], bool))


def _down(mark: CornerMark) -> NDArray[np.float32]:
    """From the upper to the lower left corner, where the marked corner is taken for one of those."""
    return np.asarray((mark.quad[3] - mark.quad[0]) * (1 if mark.number == 0 else -1), np.float32)


def _angles(ways: Floats) -> Floats:
    return np.degrees(np.arctan2(ways[..., 1], ways[..., 0]))


def _between(one: Floats, other: float) -> Floats:
    """How far angles are apart, from -180 to 180."""
    return (one - other + 180) % 360 - 180


def _row_of(marks: _Marks, pairs: list[tuple[int, int]]) -> _Row:
    sides = np.array([(marks.at[upper], marks.at[lower]) for upper, lower in pairs]).reshape(-1, 2, 2)
    ways = sides[:, 1] - sides[:, 0]
    return _Row(sides.mean(axis=1), _angles(ways), np.hypot(*ways.T))


def _paired(marks: _Marks, tall: float, row: _Row, most: float) -> list[tuple[int, int]]:
    """The upper and lower corners that are sides of one card, each used once."""
    uppers, lowers = np.flatnonzero(marks.upper), np.flatnonzero(~marks.upper)
    if not len(uppers) or not len(lowers):
        return []
    ways = marks.at[lowers][None] - marks.at[uppers][:, None]
    long, angle = np.hypot(ways[..., 0], ways[..., 1]) / tall, _angles(ways)
    odd = np.full(long.shape, np.inf)
    for a, b in zip(*np.nonzero((long > _LENGTH[0]) & (long < _LENGTH[1])), strict=True):
        middle = marks.at[uppers[a]] + ways[a, b] / 2
        near = row.near(middle, float(angle[a, b]), _AROUND * tall)
        if near.any():
            odd[a, b] = abs(float(np.median(_between(row.angle[near], float(angle[a, b])))))
    best = odd.argmin(axis=1)
    return [
        (int(uppers[a]), int(lowers[b]))
        for a, b in enumerate(best)
        if odd[a, b] < most and int(odd[:, b].argmin()) == a
    ]


def _sides_of_one(marks: _Marks, alone: Iterable[int], row: _Row, tall: float) -> list[tuple[Floats, Floats]]:
    """The sides of cards of which one corner only was found, as those of their neighbours lie."""
    out = []
    for n in alone:
        near = row.near(marks.at[n], float(marks.angle[n]), _AROUND * tall)
        if not near.any():
            continue
        turned = marks.angle[n] + np.median(_between(row.angle[near], float(marks.angle[n])))
        down = np.array([np.cos(np.radians(turned)), np.sin(np.radians(turned))]) * np.median(row.tall[near])
        out.append((marks.at[n], marks.at[n] + down) if marks.upper[n] else (marks.at[n] - down, marks.at[n]))
    return out


def _is_same(side: Iterable[Floats], known: Iterable[Floats], tall: float) -> bool:
    return max(float(np.hypot(*(a - b))) for a, b in zip(side, known, strict=True)) < _SAME * tall


def _slimness(sides: list[tuple[Floats, Floats]]) -> float:
    """How wide cards are beside their height, by those of which both sides are seen."""
    found = [_SLIM]
    for upper, lower in sides:
        down = lower - upper
        across = np.array([down[1], -down[0]]) / (down @ down)
        for end, start in sides:  # the other side of the same card, which is seen as if it were turned round
            far, near = float((start - upper) @ across), float((end - lower) @ across)
            level = abs(float((start - upper) @ down)) < _SAME * float(down @ down)
            if level and _SLIMMEST < far < _BROADEST and abs(far - near) < _SAME:
                found.append(far)
    return float(np.median(found[1:] or found))


def _card_at(upper: Floats, lower: Floats, slim: float) -> Quad:
    """The corners of the card whose left side goes from *upper* to *lower*."""
    down = lower - upper
    across = np.array([down[1], -down[0]]) * slim
    return np.array([upper, upper + across, lower + across, lower], np.float32)


# --- the exact edge of a card ---

NO_EDGE = 2.0  # grey levels per pixel: what stands out less is no edge
_REACH, _LEAN = 0.05, 0.035  # of the side's length: how far the edge may lie beside it, and lean
_LIKELY = 0.5  # of that: further away an edge must stand out more
_STEP = 0.5  # pixels
_POINTS = 60
_ENDS = 0.08  # of the side's length are left out: corners are round
_STEEPEST = 25.0  # grey levels per pixel; more is print
_MOST_OF_IT = 8  # per cent of the points may show less of an edge


def moved_to_edge(grey: Grey, upper: Floats, lower: Floats) -> tuple[Floats, Floats, float]:
    """Both ends of a card's left side, moved to the edge beside it, and how much that stands out."""
    long = float(np.hypot(*(lower - upper)))
    inwards = np.array([lower[1] - upper[1], upper[0] - lower[0]]) / long
    along, offsets = np.linspace(_ENDS, 1 - _ENDS, _POINTS), np.arange(-_REACH * long, _REACH * long, _STEP)
    rises = _rises(grey, upper, lower, inwards, along, offsets)
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
        return upper, lower, 0.0
    return (
        upper + inwards * (offsets[offset] - leans[lean]),
        lower + inwards * (offsets[offset] + leans[lean]),
        edge,
    )


def _rises(
    grey: Grey, upper: Floats, lower: Floats, inwards: Floats, along: Floats, offsets: Floats
) -> NDArray[np.float32]:
    """How much brighter it becomes inwards, at points along the side and beside it."""
    on_side = upper + (lower - upper) * along[:, None]
    before, after = (
        (on_side[:, None] + inwards * (offsets[None] + away)[..., None]).astype(np.float32)
        for away in (-_STEP, _STEP)
    )
    one, other = (
        cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for at in (before, after)
    )
    return np.clip(other.astype(np.float32) - one.astype(np.float32), -_STEEPEST, _STEEPEST)
