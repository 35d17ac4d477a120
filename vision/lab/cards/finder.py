"""Fitting the finder: tables drawn anew for every step, nothing is seen twice."""

from collections.abc import Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.cards.corners import INWARDS, REACH, STRIDE
from vision.lab.cards.paint import Face
from vision.lab.cards.tables import SIZES, Table, any_table
from vision.pictures import Picture

Floats = NDArray[np.float32]
BATCH = 8
_STORED = (512, 400)  # pixels of a table as it is kept
_KEPT, _FIRST, _FRESH = 1500, 160, 2  # tables kept, drawn before the first step, drawn anew for each step
_ZOOM = (0.72, 1.3)


class Tables:
    """Drawn tables of which every step sees other parts, turned, nearer or further; the oldest make room."""

    def __init__(self, faces: Sequence[Face], photos: Sequence[Picture]) -> None:
        self._faces, self._photos = faces, photos
        self._kept: list[Table] = []
        self._drawn = 0

    def batch(self, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Pictures, and per cell: the heat wanted, the vectors wanted, and how much those count."""
        self._draw(rng, _FRESH if self._kept else _FIRST)
        size = SIZES[rng.integers(len(SIZES))]
        chosen = rng.integers(0, len(self._kept), BATCH)
        tables = [part_of(rng, self._kept[n], size) for n in chosen]
        wanted = [targets(table) for table in tables]
        pictures = np.stack([t.picture for t in tables]).transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
        heat, vectors, weight = (torch.from_numpy(np.stack(part)) for part in zip(*wanted, strict=True))
        return torch.from_numpy(pictures), heat, vectors, weight

    def _draw(self, rng: np.random.Generator, count: int) -> None:
        for _ in range(count):
            size = _STORED if rng.random() < 0.5 else (_STORED[1], _STORED[0])
            table = any_table(rng, self._faces, self._photos, size)
            if len(self._kept) < _KEPT:
                self._kept.append(table)
            else:
                self._kept[self._drawn % _KEPT] = table
            self._drawn += 1


def part_of(rng: np.random.Generator, table: Table, size: tuple[int, int]) -> Table:
    """A part of *table*, turned, nearer or further, in another light."""
    wide, high = size
    there = np.array([table.picture.shape[1], table.picture.shape[0]], np.float64)
    angle = np.radians(rng.integers(4) * 90 + rng.normal(0, 6))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    needed = np.abs(np.linalg.inv(turn)) @ [wide, high]  # of the table that is seen, at its own scale
    zoom = max(float(rng.uniform(*_ZOOM)), float((needed / there).max()))
    room = np.maximum(0, there - needed / zoom) / 2
    middle = there / 2 + rng.uniform(-1, 1, 2) * room
    matrix = np.hstack([turn * zoom, (np.array([wide, high]) / 2 - turn @ middle * zoom)[:, None]])
    picture = cv2.warpAffine(
        table.picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    light = rng.uniform(0.8, 1.2) * rng.uniform(0.93, 1.07, 3)
    bent = 255 * (np.arange(256) / 255.0) ** rng.uniform(0.75, 1.3)
    table_of_light = np.clip(bent[:, None] * light, 0, 255).astype(np.uint8)[:, None, :]
    picture = cv2.LUT(picture, table_of_light)
    quads = table.quads.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    return Table(np.asarray(picture, np.uint8), quads.reshape(-1, 4, 2).astype(np.float32), table.seen)


def targets(table: Table) -> tuple[Floats, Floats, Floats]:
    """What the finder is to say of *table*."""
    rows, columns = table.picture.shape[0] // STRIDE, table.picture.shape[1] // STRIDE
    heat = np.zeros((1, rows, columns), np.float32)
    vectors, weight = np.zeros((6, rows, columns), np.float32), np.zeros((1, rows, columns), np.float32)
    for quad, seen in zip(table.quads, table.seen, strict=True):
        for n in range(4):
            if seen[n]:
                corner, short, long = sides_from(quad, n)
                _mark(heat[0], vectors, weight[0], corner, short, long)
    return heat, vectors, weight


def sides_from(quad: Floats, n: int) -> tuple[Floats, Floats, Floats]:
    """Corner *n*, and from there the vectors along the short and the long side."""
    before, after = quad[(n - 1) % 4], quad[(n + 1) % 4]
    short, long = (after, before) if n in (0, 2) else (before, after)
    return quad[n], short - quad[n], long - quad[n]


def _mark(heat: Floats, vectors: Floats, weight: Floats, corner: Floats, short: Floats, long: Floats) -> None:
    width = float(np.hypot(*short))
    inner = corner + INWARDS * short + INWARDS * long * (width / max(1e-3, float(np.hypot(*long))))
    x, y = inner / STRIDE - 0.5
    rows, columns = heat.shape
    if not (-0.5 <= x < columns - 0.5 and -0.5 <= y < rows - 0.5):
        return
    sigma = float(np.clip(width / STRIDE * 0.055, 0.7, 2.2))
    reach = int(np.ceil(3 * sigma))
    cx, cy = round(float(x)), round(float(y))
    top, left = max(0, cy - reach), max(0, cx - reach)
    here = np.s_[top : min(rows, cy + reach + 1), left : min(columns, cx + reach + 1)]
    r, c = np.mgrid[here]
    value = np.exp(-((r - cy) ** 2 + (c - cx) ** 2) / (2 * sigma**2)).astype(np.float32)
    nearer = value > heat[here]
    heat[here][nearer] = value[nearer]
    telling = nearer & (value > 0.3)
    weight[here][telling] = value[telling] / max(0.4, width / 60)
    middles = np.stack([c + 0.5, r + 0.5]) * STRIDE
    sides = np.concatenate([short, long])[:, None, None]
    there = np.concatenate([corner[:, None, None] - middles, np.broadcast_to(sides, (4, *r.shape))]) / REACH
    vectors[(slice(None), *here)][:, telling] = there[:, telling]


def loss(said: Tensor, heat: Tensor, vectors: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """How far off the finder is: its heat, its vectors."""
    logits = said[:, :1]
    share = torch.sigmoid(logits)
    here = (heat > 0.999).float()
    found = -here * functional.logsigmoid(logits) * (1 - share) ** 2
    nothing = -(1 - here) * functional.logsigmoid(-logits) * share**2 * (1 - heat) ** 4
    off = functional.smooth_l1_loss(said[:, 1:], vectors, beta=0.1, reduction="none").sum(1, keepdim=True)
    return (found + nothing).sum() / here.sum().clamp(min=1), (off * weight).sum() / weight.sum().clamp(min=1)


def backgrounds(folder: str) -> list[Picture]:
    """Photographs whose licence allows it, as grounds; none if there is no folder."""
    from pathlib import Path  # noqa: PLC0415

    photos = []
    for name in ("dice_nell", "dice_damian", "dice_matteo", "dice_epanemu"):
        for path in sorted(Path(folder, "photos", name).glob("*.jpg"))[::3] if folder else ():
            picture = cv2.imread(str(path))
            if picture is not None:
                photos.append(
                    np.asarray(
                        cv2.resize(picture, (640, 640 * picture.shape[0] // picture.shape[1])), np.uint8
                    )
                )
    return photos
