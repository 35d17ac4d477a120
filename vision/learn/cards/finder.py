"""Fitting the finder: tables drawn anew for every step, nothing is seen twice."""

from collections.abc import Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.cards.corners import INWARDS, REACH, STRIDE
from vision.learn.cards.paint import Face
from vision.learn.cards.tables import SIZES, Table, any_table
from vision.pictures import Picture

Floats = NDArray[np.float32]
BATCH = 8


def batch(
    rng: np.random.Generator, faces: Sequence[Face], photos: Sequence[Picture]
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pictures, and per cell: the heat wanted, the vectors wanted, and how much those count."""
    tables: list[Table] = []
    size = SIZES[rng.integers(len(SIZES))]
    while len(tables) < BATCH:
        table = any_table(rng, faces, photos, size)
        tables.append(table)
    wanted = [targets(table) for table in tables]
    pictures = np.stack([t.picture for t in tables]).transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
    heat, vectors, weight = (np.stack(part) for part in zip(*wanted, strict=True))
    return (
        torch.from_numpy(pictures),
        torch.from_numpy(heat),
        torch.from_numpy(vectors),
        torch.from_numpy(weight),
    )


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
    for r in range(max(0, cy - reach), min(rows, cy + reach + 1)):
        for c in range(max(0, cx - reach), min(columns, cx + reach + 1)):
            value = float(np.exp(-((r - cy) ** 2 + (c - cx) ** 2) / (2 * sigma**2)))
            if value <= heat[r, c]:
                continue
            heat[r, c] = value
            if value > 0.3:
                middle = np.array([c + 0.5, r + 0.5]) * STRIDE
                vectors[:, r, c] = np.concatenate([corner - middle, short, long]) / REACH
                weight[r, c] = value / max(0.4, width / 60)


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
