"""From corners to cards: marks of the same card are put together, and its sides are fitted to the picture."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import Point
from vision.cards.corners import CornerMark
from vision.cards.smaller import scaled
from vision.pictures import Picture, Quad

_SAME = 0.2  # of a card's width: marks that say the same card differ by less on average
_ALONE = 0.45  # a single mark must be so sure
_TALL = (1.15, 1.9)  # a card's height over its width as a camera may see it
_STEPS = 24
_SEARCH = 0.05  # of the width, to both sides,
_OUTWARDS = 0.075  # and further away from the card: a line printed on it is often stronger than its edge
_FAINT, _BESIDE = 0.7, 0.12  # so faint may the edge of a card be; beside one that is printed on it
_OF_USE, _TOO_FINE = 200.0, 300.0  # pixels of a card's width that are of use; wider ones are made so small
_ON_LINE = 0.5  # share of the points of a side that must lie on its line
_AT_EDGE = 12.0  # grey levels that a side stands out by


class Outline(Struct, frozen=True, eq=False):
    """A card's corners, clockwise, the first two on a short side; how sure each was seen (0: not)."""

    quad: Quad
    seen: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        return width_of(self.quad)

    @property
    def whole(self) -> bool:
        """Are three corners seen at least, so that it is known where the fourth is?"""
        return sum(s > 0 for s in self.seen) > 2

    @property
    def alone(self) -> bool:
        """Is only one corner seen, so that it is hardly known how the card lies?"""
        return sum(s > 0 for s in self.seen) < 2


def width_of(quad: Quad) -> float:
    return float(np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2


def height_of(quad: Quad) -> float:
    return float(np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2


def as_points(quad: Quad) -> tuple[Point, Point, Point, Point]:
    """The corners as plain values."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return a, b, c, d


def outlines(marks: Sequence[CornerMark]) -> list[Outline]:
    """The cards that the *marks* speak of, each corner of a card used once, the best agreement first."""
    good = [mark for mark in marks if _like_a_card(mark.quad)]
    groups: list[dict[int, tuple[CornerMark, Quad]]] = [{mark.number: (mark, mark.quad)} for mark in good]
    owner = list(range(len(good)))
    for _, a, b in sorted(_agreements(good)):
        one, other = owner[a], owner[b]
        if one == other:
            continue
        joined = _joined(groups[one], groups[other])
        if joined is not None:
            groups[one], groups[other] = joined, {}
            owner = [one if o == other else o for o in owner]
    found = [_outline(group) for group in groups if group and _enough(group)]
    return _without_twins(found)


def _like_a_card(quad: Quad) -> bool:
    width = width_of(quad)
    return width > 8 and _TALL[0] < height_of(quad) / width < _TALL[1]


def _agreements(marks: Sequence[CornerMark]) -> list[tuple[float, int, int]]:
    """Pairs of marks that may speak of one card: how far apart, and which two."""
    if len(marks) < 2:
        return []
    quads = np.stack([m.quad for m in marks])
    widths = np.array([width_of(m.quad) for m in marks])
    middles = quads.mean(axis=1)
    near = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) < 0.6 * np.minimum(
        widths[:, None], widths[None]
    )
    out = []
    for a, b in zip(*np.nonzero(np.triu(near, 1)), strict=True):
        apart = min(_apart(quads[a], quads[b]), _apart(quads[a], np.roll(quads[b], 2, axis=0)))
        apart /= min(widths[a], widths[b])
        if apart < _SAME:
            out.append((float(apart), int(a), int(b)))
    return out


def _apart(one: Quad, other: Quad) -> float:
    return float(np.hypot(*(one - other).T).mean())


def _joined(
    one: dict[int, tuple[CornerMark, Quad]], other: dict[int, tuple[CornerMark, Quad]]
) -> dict[int, tuple[CornerMark, Quad]] | None:
    """Both groups as one; None if they name the same corner twice at different spots."""
    quad = _mean(one)
    turned = min((0, 2), key=lambda t: _apart(quad, np.roll(_mean(other), t, axis=0)))
    out = dict(one)
    for number, (mark, said) in other.items():
        place = (number + turned) % 4
        if place in out:
            here, there = out[place][1][place], np.roll(said, turned, axis=0)[place]
            if float(np.hypot(*(here - there))) > 0.08 * width_of(quad):
                return None
            continue
        out[place] = (mark, np.roll(said, turned, axis=0))
    return out


def _mean(group: dict[int, tuple[CornerMark, Quad]]) -> Quad:
    return np.asarray(np.mean([quad for _, quad in group.values()], axis=0), np.float32)


def _enough(group: dict[int, tuple[CornerMark, Quad]]) -> bool:
    return len(group) > 1 or next(iter(group.values()))[0].sure >= _ALONE


def _outline(group: dict[int, tuple[CornerMark, Quad]]) -> Outline:
    """Each corner where its own mark says; one that is covered where its neighbours say."""
    quad = _mean(group)
    for n in range(4):
        beside = [group[m][1][n] for m in ((n - 1) % 4, (n + 1) % 4) if m in group]
        if n in group:
            quad[n] = group[n][1][n]
        elif beside:
            quad[n] = np.mean(beside, axis=0)
    if len(group) == 3:  # the fourth of a card seen aslant, as the other three and their sides have it
        missing = next(n for n in range(4) if n not in group)
        a, b, c = (quad[(missing + k) % 4] for k in (1, 2, 3))
        quad[missing] = (quad[missing] + a + c - b) / 2
    sure = [group[n][0].sure if n in group else 0.0 for n in range(4)]
    return Outline(quad, (sure[0], sure[1], sure[2], sure[3]))


def _without_twins(found: list[Outline]) -> list[Outline]:
    """One outline for each card: of two that are nearly the same, the one of which more is seen."""
    out: list[Outline] = []
    for one in sorted(found, key=lambda o: -sum(o.seen)):
        twins = (
            min(_apart(one.quad, o.quad), _apart(one.quad, np.roll(o.quad, 2, axis=0)))
            for o in out
            if np.hypot(*(one.quad.mean(axis=0) - o.quad.mean(axis=0))) < o.width
        )
        if min(twins, default=9e9) > 0.1 * one.width:
            out.append(one)
    return out


def fitted(picture: Picture, outline: Outline) -> Outline:
    """The outline with each side moved to the edge that the picture shows there, where it shows one."""
    part, quad, scale, low = _cut(picture, outline)
    if part is None:
        return outline
    lines = [
        _side(part, quad[n], quad[(n + 1) % 4], width_of(quad))
        if max(outline.seen[n], outline.seen[(n + 1) % 4]) > 0
        else _as_it_is(quad[n], quad[(n + 1) % 4])
        for n in range(4)
    ]
    moved = quad.copy()
    for n in range(4):
        corner = _crossing(lines[n - 1], lines[n])
        if corner is not None and float(np.hypot(*(corner - quad[n]))) < 2.2 * _OUTWARDS * width_of(quad):
            moved[n] = corner
    return Outline((moved / scale + low).astype(np.float32), outline.seen)


def _cut(
    picture: Picture, outline: Outline
) -> tuple[NDArray[np.uint8] | None, Quad, float, NDArray[np.int64]]:
    """The card and a little around it, in grey and not larger than is of use."""
    margin = round(outline.width * 0.15) + 3
    high, wide = picture.shape[:2]
    low = np.maximum(np.floor(outline.quad.min(axis=0)).astype(int) - margin, 0)
    far = np.minimum(np.ceil(outline.quad.max(axis=0)).astype(int) + margin, [wide, high])
    if (far - low < 12).any():
        return None, outline.quad, 1.0, low
    part = picture[low[1] : far[1], low[0] : far[0]]
    scale = _OF_USE / outline.width if outline.width > _TOO_FINE else 1.0
    if scale < 1:
        part = scaled(part, scale)
    soft = cv2.blur(part, (2, 2))
    return np.asarray(soft, np.uint8), ((outline.quad - low) * scale).astype(np.float32), scale, low


def _side(part: Picture, a: NDArray[np.float32], b: NDArray[np.float32], width: float) -> NDArray[np.float64]:
    """A side as a line (x, y, direction): as the picture shows it, or as it was."""
    along = (b - a) / max(1e-3, float(np.hypot(*(b - a))))
    out = np.array([along[1], -along[0]])  # clockwise corners: this points out of the card
    t = np.linspace(0.1, 0.9, _STEPS)[:, None]
    reach, step = max(2.0, _SEARCH * width), 0.5 if width < 160 else 1.0
    offsets = np.arange(-reach, max(3.0, _OUTWARDS * width) + 0.5, step)
    points = (a + (b - a) * t)[:, None] + out * offsets[None, :, None]
    map_xy = points.astype(np.float32)
    values = cv2.remap(
        part, map_xy[..., 0], map_xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    found = _edge_in(values[:, 2:] - values[:, :-2], t[:, 0], offsets[1:-1], width)
    if found is None:
        return _as_it_is(a, b)
    slope, shift = found
    start, end = a + out * (shift - slope / 2), b + out * (shift + slope / 2)
    return _as_it_is(start, end)


def _as_it_is(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.array([*((a + b) / 2), *((b - a) / max(1e-3, float(np.hypot(*(b - a)))))], np.float64)


def _edge_in(
    rises: NDArray[np.float32], t: NDArray[np.float64], offsets: NDArray[np.float64], width: float
) -> tuple[float, float] | None:
    """The edge of a card along one side: its slope, and its shift at the middle; None if none is seen."""
    steps = cv2.blur(np.abs(rises).max(axis=2), (1, 3))
    best = steps.argmax(axis=1)
    strong = steps[np.arange(_STEPS), best] > _AT_EDGE
    if strong.sum() < _STEPS * _ON_LINE:
        return None
    slope, shift = _line_through(t[strong], offsets[best][strong])
    near = max(1.2, 0.012 * width)
    shift = _outermost(rises, t, offsets, (slope, shift), near)
    inside = np.abs(offsets[None] - (slope * (t[:, None] - 0.5) + shift)) < near
    best = np.where(inside, steps, 0).argmax(axis=1)
    at = offsets[best]
    on = inside[np.arange(_STEPS), best] & (steps[np.arange(_STEPS), best] > _AT_EDGE)
    if on.sum() < _STEPS * _ON_LINE or abs(slope) > 2 * _SEARCH * width:
        return None
    return _straight(t[on] - 0.5, at[on])


def _straight(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """The straight line nearest to all the points: its slope, and its height at 0."""
    apart = x - x.mean()
    slope = float((apart * y).sum() / max(1e-9, float((apart**2).sum())))
    return slope, float(y.mean() - slope * x.mean())


def _outermost(
    rises: NDArray[np.float32],
    t: NDArray[np.float64],
    offsets: NDArray[np.float64],
    line: tuple[float, float],
    near: float,
) -> float:
    """The shift of the outermost edge that runs along *line*: those further in are only printed.

    What half of the points say at least is no grain of a cloth.
    """
    slope, shift = line
    grid = np.arange(offsets[0], offsets[-1] + 0.1, offsets[1] - offsets[0])
    at = np.round((grid[None] + slope * (t[:, None] - 0.5) - offsets[0]) / (offsets[1] - offsets[0]))
    columns = np.clip(at, 0, len(offsets) - 1).astype(np.int64)
    along = rises[np.arange(_STEPS)[:, None], columns]
    strength = np.abs(np.median(along, axis=0)).max(axis=1)
    high = strength >= np.maximum(_AT_EDGE * _FAINT, _BESIDE * strength.max())
    peaks = high & (strength >= cv2.dilate(strength[None], np.ones((1, 5), np.uint8))[0])
    further = grid[peaks & (grid > shift + 2 * near)]
    return float(further.max()) if len(further) else shift


def _line_through(t: NDArray[np.float64], at: NDArray[np.float64]) -> tuple[float, float]:
    """The line that most points lie near to: slope over the side, and shift at its middle."""
    n = len(t)
    one, other = np.arange(n), (np.arange(n) + n // 2) % n
    far = np.abs(t[one] - t[other]) > 0.2
    one, other = one[far], other[far]
    if len(one) == 0:
        return 0.0, float(np.median(at))
    slopes = (at[other] - at[one]) / (t[other] - t[one])
    shifts = at[one] - slopes * (t[one] - 0.5)
    slopes, shifts = np.append(slopes, 0.0), np.append(shifts, np.median(at))
    away = np.abs(at[None] - (slopes[:, None] * (t[None] - 0.5) + shifts[:, None]))
    best = int(np.argmin(np.minimum(away, 2.0).sum(axis=1)))
    return float(slopes[best]), float(shifts[best])


def _crossing(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64] | None:
    across = one[2] * other[3] - one[3] * other[2]
    if abs(across) < 0.3:
        return None
    d = other[:2] - one[:2]
    t = (d[0] * other[3] - d[1] * other[2]) / across
    out: NDArray[np.float64] = one[:2] + one[2:] * t
    return out
