"""Cards of any make in an overlapping row, of which a side is seen: where they lie by its corners."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.corners import CornerMark, corners_at
from vision.cards.quads import Floats, down, farthest
from vision.cards.settings import SETTINGS
from vision.cards.sizes import corner_of, turned_from
from vision.pictures import Picture, Quad

_S = SETTINGS.row_corners

Ends = NDArray[np.int64]  # numbers of an upper and a lower mark, shape (n, 2)


def find_strips_by_corners(picture: Picture, tall: float) -> list[list[Quad]]:
    """Every card in *picture* of which a left corner is seen, that first; *tall*: its height in pixels.

    The left corners of a slim strip look like right ones of the card below it: both ways are told.
    """
    marks = corners_at(picture, round(max(picture.shape[:2]) * _S.at_best / tall))
    return [_strips(marks, ends, tall) for ends in _left_sides(marks, tall)]


def _strips(marks: Sequence[CornerMark], ends: Ends, tall: float) -> list[Quad]:
    paired, used = _by_two(marks, ends, tall)
    alone = [mark for n, mark in enumerate(marks) if n not in used]
    sides: list[Floats] = []
    for side in (*paired, *_by_one(alone, paired, tall)):
        if not any(farthest(side, known) < _S.same * tall for known in sides):
            sides.append(side)
    return [_card_at(side) for side in sides]


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
    ends = np.argwhere(upper & (far > _S.length[0]) & (far < _S.length[1]) & (astray < _S.turned))
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
        if odd[n] < _S.exactly and used.isdisjoint(ends[n].tolist()):
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
            _near(sides, np.array([at, at + way]), tall, at)
            if _S.said_tall[0] < long < _S.said_tall[1]
            else ()
        )
        if len(near):
            way = np.median(near, axis=0)
            yield np.array([at, at + way] if upper else [at - way, at])


def _near(sides: Floats, side: Floats, tall: float, at: Floats | None = None) -> Floats:
    """The ways down of those *sides* near to a *side*, or *at* an end of it, that lie about as it does."""
    away = sides.mean(axis=1) - (side.mean(axis=0) if at is None else at)
    ways = sides[:, 1] - sides[:, 0]
    beside = np.hypot(*away.T) < _S.around * tall
    return np.asarray(ways[beside & (np.abs(_turned(ways, side)) < _S.turned)])


def _turned(ways: Floats, side: Floats) -> Floats:
    """By how many degrees *ways* are turned beside a *side*."""
    x, y = side[1] - side[0]
    across, along = ways[:, 1] * x - ways[:, 0] * y, ways @ [x, y]
    return np.asarray(np.degrees(np.arctan2(across, along)))


def _card_at(side: Floats) -> Quad:
    """The corners of the card with that left *side*, from above downwards."""
    x, y = (side[1] - side[0]) * _S.slim
    right = side + np.array([y, -x])
    return np.array([side[0], right[0], right[1], side[1]], np.float32)
