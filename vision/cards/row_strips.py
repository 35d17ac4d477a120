"""Cards of which only one long side is seen, as in a row: found by the bar of their printed frame.

A bar has a long straight edge, with the white margin of the card on one side and ink on the other. Where
the ink begins and ends along it tells exactly how the card lies, however much of the card itself is covered.
"""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.quads import farthest
from vision.cards.settings import SETTINGS
from vision.kit.bead_code import CARD_SIZE, FRAME_INSET, FRAME_WIDTH
from vision.pictures import Mask, Quad

_S = SETTINGS.row_strips

_WIDE, _HIGH = CARD_SIZE
_BAR = _HIGH - 2 * FRAME_INSET  # millimetres: the length of a bar
_MIDDLE = FRAME_INSET + FRAME_WIDTH / 2  # from the card's edge to the middle of its bar

Floats = NDArray[np.float32]
Point = NDArray[np.float64]


def find_strips(pale: Mask, tall: float) -> list[Quad]:
    """The cards of every bar of a frame in *pale* (see `paleness`), about *tall* pixels high.

    The first corner is the upper left one, as whoever has the bar at the left sees it.
    """
    soft = cv2.blur(pale, (3, 3)).astype(np.float32)
    found: list[Point] = []
    for edge in _outer_edges(pale, soft, tall):
        bar = _bar(soft, edge, tall)
        if bar is not None and not any(farthest(bar, known) < _S.same * tall for known in found):
            found.append(bar)
    return [_card_at(*bar) for bar in found]


class _Edge(Struct, frozen=True, eq=False):
    """A part of the outer edge of a bar: its middle, one step down along it, and the brightness between."""

    middle: Point
    down: Point
    between: float  # ink and paper


def _outer_edges(pale: Mask, soft: Floats, tall: float) -> Iterator[_Edge]:
    """Straight edges that have paper, the ink of a bar, and paper again beside them, the longest first."""
    lines: Any = cv2.createLineSegmentDetector().detect(pale)[0]  # None where there are none
    if lines is None:
        return
    ends = lines[:, 0].astype(np.float64).reshape(-1, 2, 2)
    long = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    ends = ends[np.argsort(-long)][: int((long >= _S.piece * tall).sum())]
    ends = np.stack([ends, ends[:, ::-1]], axis=1).reshape(-1, 2, 2)  # the card may lie on either side
    way = ends[:, 1] - ends[:, 0]
    down = way / np.hypot(*way.T)[:, None]
    mm = tall / _HIGH
    aside = _inwards(down)[:, None, None] * (np.array(_S.beside) * mm)[:, None, None]
    along = ends[:, :1, None] + way[:, None, None] * np.linspace(0.1, 0.9, _S.steps)[:, None]
    seen = np.median(_at(soft, along + aside), axis=2)
    paper, ink = seen[:, :2].min(axis=1), seen[:, 2:].max(axis=1)
    for n in np.flatnonzero(ink < _S.darker * paper):
        middle = ends[n].mean(axis=0) + _inwards(down[n]) * _S.beside[2] * mm
        yield _Edge(middle, down[n], float(seen[n, 0] + seen[n, 2]) / 2)


def _inwards(down: Point) -> Point:
    """Across the card, from its left side to its right, where *down* goes down it."""
    return np.stack([down[..., 1], -down[..., 0]], axis=-1)


def _bar(soft: Floats, edge: _Edge, tall: float) -> Point | None:
    """Both ends of the bar along *edge*; None if there is none as long as it should be."""
    steps = np.arange(-_S.reach * tall, _S.reach * tall)
    dark = _at(soft, edge.middle + edge.down * steps[:, None]) < edge.between
    low, high = _run(dark, len(steps) // 2, round(_S.gap * tall))
    if not _S.length[0] < (high - low) / (_BAR / _HIGH * tall) < _S.length[1]:
        return None
    start = edge.middle + edge.down * (steps[0] - 0.5)
    return np.stack([start + edge.down * low, start + edge.down * high])


def _run(dark: NDArray[np.bool_], middle: int, gap: int) -> tuple[int, int]:
    """Where the dark run about *middle* begins, and where it is over; short gaps belong to it."""
    places = np.flatnonzero(dark)
    if len(places) == 0:
        return 0, 0
    breaks = np.flatnonzero(np.diff(places) > gap)
    starts = np.concatenate([[0], breaks + 1])
    ends = np.concatenate([breaks, [len(places) - 1]])
    for start, end in zip(starts, ends, strict=True):
        if places[start] - gap <= middle <= places[end] + gap:
            return int(places[start]), int(places[end]) + 1
    return 0, 0


def _at(soft: Floats, points: Point) -> Floats:
    """How bright the picture is at *points*, in their shape."""
    xy = points.astype(np.float32).reshape(-1, points.shape[-2], 2)
    seen = cv2.remap(soft, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(points.shape[:-1]), np.float32)


def _card_at(upper: Point, lower: Point) -> Quad:
    """The corners of the card whose left bar goes from *upper* to *lower*."""
    down = (lower - upper) / _BAR  # a millimetre
    inwards = _inwards(down)
    corner = upper - down * FRAME_INSET - inwards * _MIDDLE
    wide, high = inwards * _WIDE, down * _HIGH
    return np.array([corner, corner + wide, corner + wide + high, corner + high], np.float32)
