"""The sides of a card, fitted to the edges in the picture."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.outlines import Outline
from vision.cards.quads import width_of
from vision.cards.settings import SETTINGS
from vision.pictures import Picture, Quad, most_of, scaled

_S = SETTINGS.fitted

Floats = NDArray[np.float64]
_ALONG, _SPOTS, _NEXT = np.linspace(0.1, 0.9, _S.steps), np.arange(_S.steps), np.array([1, 2, 3, 0])


def fitted(picture: Picture, outline: Outline) -> Outline:
    """The outline with each side fitted to an edge of the picture, where there is one."""
    part, quad, scale, low = _cut(picture, outline)
    if part is None:
        return outline
    seen = outline.seen
    shown = [max(seen[n], seen[(n + 1) % 4]) > 0 for n in range(4)]
    lines = _sides(part, quad, shown)
    moved = quad.copy()
    for n in range(4):
        corner = _crossing(lines[n - 1], lines[n])
        if corner is not None and float(np.hypot(*(corner - quad[n]))) < 2.2 * _S.search_outwards * width_of(
            quad
        ):
            moved[n] = corner
    return Outline((moved / scale + low).astype(np.float32), outline.seen)


def _cut(
    picture: Picture, outline: Outline
) -> tuple[NDArray[np.uint8] | None, Quad, float, NDArray[np.int64]]:
    """The card with a small margin, in grey and reduced to a useful size."""
    margin = round(outline.width * 0.15) + 3
    high, wide = picture.shape[:2]
    low = np.maximum(np.floor(outline.quad.min(axis=0)).astype(int) - margin, 0)
    far = np.minimum(np.ceil(outline.quad.max(axis=0)).astype(int) + margin, [wide, high])
    if (far - low < 12).any():
        return None, outline.quad, 1.0, low
    part = picture[low[1] : far[1], low[0] : far[0]]
    scale = _S.of_use / outline.width if outline.width > _S.too_fine else 1.0
    if scale < 1:
        part = scaled(part, scale)
    soft = cv2.blur(part, (2, 2))
    return np.asarray(soft, np.uint8), ((outline.quad - low) * scale).astype(np.float32), scale, low


def _sides(part: Picture, quad: Quad, shown: Sequence[bool]) -> list[Floats]:
    """Its sides as lines (x, y, direction): fitted where possible, else unchanged."""
    width = width_of(quad)
    along = quad[_NEXT] - quad
    along = along / np.maximum(1e-3, np.hypot(*along.T))[:, None]
    out = np.stack([along[:, 1], -along[:, 0]], axis=1)  # the corners go clockwise, so this points outwards
    step = 0.5 if width < 160 else 1.0
    offsets = np.arange(
        -max(2.0, _S.search_inwards * width), max(3.0, _S.search_outwards * width) + 0.5, step
    )
    spots = quad[:, None] + (quad[_NEXT] - quad)[:, None] * _ALONG[:, None]
    x, y = (
        (spots[:, :, None] + out[:, None, None] * offsets[:, None]).astype(np.float32).transpose(3, 0, 1, 2)
    )
    rows = 4 * _S.steps, len(offsets)
    values = cv2.remap(
        part, x.reshape(rows), y.reshape(rows), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    rises = (values[:, 2:] - values[:, :-2]).reshape(4, _S.steps, -1, 3)
    lines = []
    for n in range(4):
        a, b = quad[n], quad[(n + 1) % 4]
        found = _edge_in(rises[n], offsets[1:-1], width) if shown[n] else None
        if found is not None:
            slope, shift = found
            a, b = a + out[n] * (shift - slope / 2), b + out[n] * (shift + slope / 2)
        lines.append(
            np.array([*((a + b) / 2), *((b - a) / max(1e-3, float(np.hypot(*(b - a)))))], np.float64)
        )
    return lines


def _edge_in(rises: NDArray[np.float32], offsets: Floats, width: float) -> tuple[float, float] | None:
    """The edge of a card along one side: its slope, and its shift at the middle; None if there is no edge."""
    steps = cv2.blur(most_of(np.abs(rises)), (1, 3))
    best = steps.argmax(axis=1)
    strong = steps[_SPOTS, best] > _S.at_edge
    if strong.sum() < _S.steps * _S.on_line:
        return None
    slope, shift = _line_through(_ALONG[strong], offsets[best][strong])
    near = max(1.2, 0.012 * width)
    shift = _outermost(rises, offsets, (slope, shift), near)
    inside = np.abs(offsets[None] - (slope * (_ALONG[:, None] - 0.5) + shift)) < near
    best = np.where(inside, steps, 0).argmax(axis=1)
    on = inside[_SPOTS, best] & (steps[_SPOTS, best] > _S.at_edge)
    if on.sum() < _S.steps * _S.on_line or abs(slope) > 2 * _S.search_inwards * width:
        return None
    return _straight(_ALONG[on] - 0.5, offsets[best][on])


def _straight(x: Floats, y: Floats) -> tuple[float, float]:
    """The straight line nearest to all the points: its slope, and its height at 0."""
    apart = x - x.mean()
    slope = float((apart * y).sum() / max(1e-9, float((apart**2).sum())))
    return slope, float(y.mean() - slope * x.mean())


def _outermost(rises: NDArray[np.float32], offsets: Floats, line: tuple[float, float], near: float) -> float:
    """The shift of the outermost edge along *line*: edges further in are print.

    An edge with at least half of the points is not the grain of a cloth.
    """
    slope, shift = line
    step = offsets[1] - offsets[0]
    grid = np.arange(offsets[0], offsets[-1] + 0.1, step)
    at = np.round((grid[None] + slope * (_ALONG[:, None] - 0.5) - offsets[0]) / step)
    along = rises[_SPOTS[:, None], np.clip(at, 0, len(offsets) - 1).astype(np.int64)]
    strength = most_of(np.abs(_median(along)))
    high = strength >= np.maximum(_S.at_edge * _S.faint, _S.faint_beside * strength.max())
    peaks = high & (strength >= cv2.dilate(strength[None], np.ones((1, 5), np.uint8))[0])
    further = grid[peaks & (grid > shift + 2 * near)]
    return float(further.max()) if len(further) else shift


def _median(values: NDArray[Any]) -> NDArray[Any]:
    """The median along the first axis; numpy's own takes several times as long for short arrays."""
    middle = len(values) // 2
    ordered = np.sort(values, axis=0)
    return np.asarray(ordered[middle] if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def _line_through(t: Floats, at: Floats) -> tuple[float, float]:
    """The line that most points lie near to: slope over the side, and shift at its middle."""
    n = len(t)
    one, other = np.arange(n), (np.arange(n) + n // 2) % n
    far = np.abs(t[one] - t[other]) > 0.2
    one, other = one[far], other[far]
    if len(one) == 0:
        return 0.0, float(_median(at))
    slopes = (at[other] - at[one]) / (t[other] - t[one])
    shifts = at[one] - slopes * (t[one] - 0.5)
    slopes, shifts = np.append(slopes, 0.0), np.append(shifts, _median(at))
    away = np.abs(at[None] - (slopes[:, None] * (t[None] - 0.5) + shifts[:, None]))
    best = int(np.argmin(np.minimum(away, 2.0).sum(axis=1)))
    return float(slopes[best]), float(shifts[best])


def _crossing(one: Floats, other: Floats) -> Floats | None:
    across = one[2] * other[3] - one[3] * other[2]
    if abs(across) < 0.3:
        return None
    d = other[:2] - one[:2]
    t = (d[0] * other[3] - d[1] * other[2]) / across
    out: Floats = one[:2] + one[2:] * t
    return out


# --- how much of its sides is seen ---

_SPOTS_ALONG, _AFTER = np.linspace(_S.first, _S.last, _S.few), np.array([1, 2, 3, 0])


class Edges(Struct, frozen=True, eq=False):
    """How much the picture changes across and down, in a smaller copy of it."""

    slopes: Floats  # rows, columns, 2
    scale: float


def edges_of(picture: Picture, wide: float) -> Edges:
    """The edges of *picture*, where cards are about *wide* pixels wide."""
    scale = min(1.0, _S.wide / wide)
    small = scaled(picture, scale)
    soft = cv2.blur(small, (2, 2))
    across, down, steepest = (np.zeros(soft.shape[:2], np.float32) for _ in range(3))
    for channel in cv2.split(soft):
        ways = [cv2.Scharr(channel, cv2.CV_32F, x, 1 - x, scale=1 / 32) for x in (1, 0)]
        steep = cv2.magnitude(*ways)
        stronger = cv2.compare(steep, steepest, cv2.CMP_GT)
        for kept, new in zip((across, down, steepest), (*ways, steep), strict=True):
            cv2.copyTo(new, stronger, kept)
    return Edges(np.asarray(cv2.merge([across, down])), scale)


def borne(quads: Floats, edges: Edges) -> Floats:
    """The share of each quad's sides that lies on edges; *quads* has the shape (n, 4, 2)."""
    x, y = quads.reshape(-1, 4, 2).transpose(2, 0, 1)
    right, down = x[:, _AFTER] - x, y[:, _AFTER] - y
    length = np.hypot(right, down)
    spots = [
        ((start[:, :, None] + way[:, :, None] * _SPOTS_ALONG) * edges.scale - 0.5).astype(np.float32)
        for start, way in ((x, right), (y, down))
    ]
    rows = 4 * len(x), _S.few
    # beyond the picture there are none
    slopes = cv2.remap(edges.slopes, spots[0].reshape(rows), spots[1].reshape(rows), cv2.INTER_NEAREST)
    across, downwards = (cv2.extractChannel(slopes, n).reshape(-1, 4, _S.few) for n in (0, 1))
    steep = np.abs(across * down[:, :, None] - downwards * right[:, :, None])
    clear = np.minimum(steep, _S.clear * length[:, :, None]).sum(axis=(1, 2))
    return np.asarray(clear / (_S.few * _S.clear * length.sum(axis=1)))


class Lies(Struct, frozen=True, eq=False):
    """The pose of a card: its place and its rotation."""

    spot: Floats
    angle: float


def corners_of(shape: Floats, lies: Lies) -> Floats:
    c, s = np.cos(lies.angle), np.sin(lies.angle)
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + lies.spot)


def settled(shape: Floats, lies: Lies, edges: Edges, reach: tuple[float, float]) -> tuple[Lies, float]:
    """The pose near *lies* in which most of a card of that *shape* lies on edges, and that share.

    *reach*: how far it may be turned (radians) and moved (in widths).
    """
    seen, far = 0.0, reach[1] * shape[2].min()
    for finer in (1.0, _S.finer):
        turn, move = np.linspace(-reach[0], reach[0], 7) * finer, np.linspace(-far, far, 5) * finer
        turns, xs, ys = (grid.ravel() for grid in np.meshgrid(lies.angle + turn, move, move))
        c, s = np.cos(turns), np.sin(turns)
        matrix = np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1)
        moved = np.stack([xs, ys], axis=1)[:, None]
        sides = borne((shape[None] + moved) @ matrix + lies.spot, edges)
        best = int(sides.argmax())
        lies = Lies(lies.spot + moved[best, 0] @ matrix[best], float(turns[best]))
        seen = float(sides[best])
    return lies, seen
