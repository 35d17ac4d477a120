"""Does a die stand flat? A die that leans shows more of its sides than the camera's place explains.

How an upright die under a top face must look follows from the camera's place: its outline reaches towards
the point straight below the camera. A small network compares that with the steps in brightness around the
face; it is learnt on drawn tables (`vision.lab.lean`).
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.squares import Square
from vision.flatten import Flat
from vision.pictures import Picture

Floats = NDArray[np.float32]
LEARNT = "lean.npz"
COCKED, FLAT = 0.88, 0.25  # from the one on a die leans for sure, up to the other it stands; between: ask
_SIDE = 64  # pixels of the picture of a die and what is around it
_EDGE = 30.0  # of these, the die's own edge
_COARSE, _COVER = 20, 20
_ROUND, _INWARDS, _OUTWARDS = 40, 7, 11  # points around the outline, pixels looked at on both sides of it
_LEAST_CONTRAST = 6.0
_WEAKER = 0.92  # of all steps around a die: its edges and marks are stronger
_DARK = 14.0


class Net(Struct, frozen=True, eq=False):
    """Layers of weights and offsets; between them what is below nought is cut off."""

    weights: tuple[Floats, ...]
    offsets: tuple[Floats, ...]

    def __call__(self, rows: Floats) -> Floats:
        for weight, offset in zip(self.weights[:-1], self.offsets[:-1], strict=True):
            rows = np.maximum(rows @ weight + offset, 0)
        return np.asarray(rows @ self.weights[-1] + self.offsets[-1], np.float32)


def leaning(flat: Flat, squares: Sequence[Square]) -> list[float]:
    """How likely it is of each die that it leans, 0 to 1."""
    if not squares:
        return []
    rows = np.stack([traits(flat, square) for square in squares])
    return [float(share) for share in 1 / (1 + np.exp(-_net()(rows)[:, 0].astype(np.float64)))]


@lru_cache(maxsize=1)
def _net() -> Net:
    return kept_in(files("vision.dice").joinpath(LEARNT))


def kept_in(place: Traversable) -> Net:
    """The network in a file that `vision.lab.lean` wrote: bytes, what a step of them is, and offsets."""
    with place.open("rb") as file, np.load(file) as kept:
        layers = len(kept.files) // 3
        return Net(
            tuple(kept[f"weight{n}"] * kept[f"step{n}"] for n in range(layers)),
            tuple(kept[f"offset{n}"].astype(np.float32) for n in range(layers)),
        )


def traits(flat: Flat, square: Square) -> Floats:
    """What the network is told of a die: steps in brightness around it and across its upright outline."""
    axes, side = _axes(flat, square)
    picture = _levelled(flat.picture, square, axes)
    steps = [_steps(picture, 1, 0), _steps(picture, 0, 1)]
    usual = max(_LEAST_CONTRAST, _among_strongest(np.asarray(cv2.max(*steps), np.float32)))
    steps = [np.minimum(step / usual, 1.5) for step in steps]
    coarse = [cv2.resize(step, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA).ravel() for step in steps]
    across = _across_outline(steps, side)
    small = cv2.resize(picture, (_COVER, _COVER), interpolation=cv2.INTER_AREA)
    away = _from_tray(np.asarray(small, np.uint8))
    cover, shine = _strongest(np.abs(away)).ravel(), away.mean(axis=2).ravel()
    place = [*(side * 3), square.edge / 33 - 1]
    return np.concatenate([*coarse, across, cover, shine, place]).astype(np.float32)


def _among_strongest(steps: Floats) -> float:
    """What all but so many of the steps are weaker than."""
    ranked = steps.ravel()
    place = int(_WEAKER * (ranked.size - 1))
    return float(np.partition(ranked, place)[place])


def _axes(flat: Flat, square: Square) -> tuple[Floats, Floats]:
    """Two sides of the face as directions, and in them the way from its middle to the die's foot, in edges.

    The directions are turned and mirrored so that the foot lies between the first and the diagonal: so all
    dice look alike from wherever they are seen.
    """
    foot = (np.array(flat.nadir) - [square.x, square.y]) / (flat.eye_height + square.edge)
    c, s = np.cos(np.radians(square.angle)), np.sin(np.radians(square.angle))
    sides = np.array([[c, s], [-s, c]])
    along = sides @ foot
    order = np.argsort(-np.abs(along))
    axes = (sides * np.where(along < 0, -1.0, 1.0)[:, None])[order]
    return axes.astype(np.float32), np.abs(along)[order].astype(np.float32)


def _levelled(picture: Picture, square: Square, axes: Floats) -> Picture:
    """The die and what is around it, level; replicated beyond the picture's border."""
    scale = square.edge / _EDGE
    matrix = np.column_stack([axes.T * scale, [square.x, square.y]])
    matrix[:, 2] -= axes.T @ np.full(2, (_SIDE - 1) / 2) * scale
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    level = cv2.warpAffine(picture, matrix, (_SIDE, _SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(level, np.uint8)


def _steps(picture: Picture, x: int, y: int) -> Floats:
    """The step in brightness in one direction at every pixel, of the channel that shows it best."""
    return _strongest(np.abs(cv2.Sobel(picture, cv2.CV_32F, x, y, scale=1 / 8)))


def _strongest(channels: NDArray[Any]) -> Floats:
    """The largest of the three channels; far quicker than numpy's maximum over a short axis."""
    blue, green, red = cv2.split(channels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _across_outline(steps: Sequence[Floats], side: Floats) -> Floats:
    """The steps along lines that cross the outline of an upright die, from within to beyond."""
    half = _EDGE / 2
    top = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    base = top * (1 - 0.03) + side * _EDGE
    points, normals = _around(np.vstack([top, base]))
    offsets = np.arange(-_INWARDS, _OUTWARDS)
    where = points[:, None] + normals[:, None] * offsets[None, :, None] + (_SIDE - 1) / 2
    x, y = where[..., 0].astype(np.float32), where[..., 1].astype(np.float32)
    level, upright = (cv2.remap(step, x, y, cv2.INTER_LINEAR) for step in steps)
    return np.asarray(level * np.abs(normals[:, :1]) + upright * np.abs(normals[:, 1:]), np.float32).ravel()


def _around(cloud: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points evenly by direction on the hull of *cloud*, and the outward directions there."""
    hull = cv2.convexHull(cloud.astype(np.float32))[:, 0].astype(np.float64)
    middle = (cloud.min(axis=0) + cloud.max(axis=0)) / 2
    turn = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    rays = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    start, way = hull - middle, np.roll(hull, -1, axis=0) - hull
    cross = rays[:, :1] * way[None, :, 1] - rays[:, 1:] * way[None, :, 0]
    safe = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    far = (start[:, 0] * way[:, 1] - start[:, 1] * way[:, 0])[None] / safe
    along = (start[None, :, 0] * rays[:, 1:] - start[None, :, 1] * rays[:, :1]) / safe
    hit = (far > 0) & (along >= -1e-6) & (along <= 1 + 1e-6)
    pick = np.argmax(hit, axis=1)
    reach = far[np.arange(_ROUND), pick]
    out = np.stack([way[pick, 1], -way[pick, 0]], axis=1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    out *= np.sign((out * rays).sum(axis=1, keepdims=True))
    return middle + rays * reach[:, None], out


def _from_tray(picture: Picture) -> Floats:
    """How every pixel's colour differs from that of the tray around, in logarithms of the channels."""
    logs = np.log(picture.astype(np.float32) + _DARK)
    rim = np.concatenate([logs[0], logs[-1], logs[1:-1, 0], logs[1:-1, -1]])
    return np.asarray(np.clip(logs - np.median(rim, axis=0), -1.5, 1.5), np.float32)
