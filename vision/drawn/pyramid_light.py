"""How the light falls on the faces of a pyramid: rays through the cells find shadows and dark corners."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.drawn.dice import lamp
from vision.drawn.scene import Light
from vision.pyramid.lattice import BOTTOM, CELLS, UNIT, Floats

SPOTS = 4  # along each edge of a face
_PAD = 3
_WAYS = 18  # directions into the sky
_STEPS, _STEP = 13, 0.3  # of a ray, in edges of a die
_EMPTY_SKY = 0.12  # what reaches even the deepest corner


def lit_faces(occupied: NDArray[np.bool_], faces: NDArray[np.int64], light: Light, turn: float) -> Floats:
    """How bright the *faces* (n, 2: number of the cell, axis) are, shape (n, SPOTS, SPOTS).

    A spot in the open that looks straight up has 1. The first direction of a face runs along the axis after
    its own, the second one along the axis after that.
    """
    grid = _solid(occupied)
    spots, normals = _spots(faces)
    towards = _in_cells(lamp(light), turn)
    key = np.maximum(0.0, normals @ towards) / max(0.2, lamp(light)[2])
    key = key[:, None] * (~_hits(grid, spots, towards))
    sky, weight = np.zeros(spots.shape[:2]), np.zeros(len(faces))
    for way in _sky():
        slant = np.maximum(0.0, normals @ way)
        weight += slant
        sky += slant[:, None] * ~_hits(grid, spots, way)
    sky = _EMPTY_SKY + (1 - _EMPTY_SKY) * sky / np.maximum(weight, 1e-6)[:, None]
    bright = light.hardness * key + (1 - light.hardness) * sky + 0.12 * light.hardness * sky
    return np.asarray(bright.reshape(len(faces), SPOTS, SPOTS))


def _solid(occupied: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """All cells from -_PAD on in every direction; what lies below the lowest dice is the base form."""
    side = BOTTOM + 2 * _PAD
    at = np.arange(side) - _PAD
    grid = np.asarray(at[:, None, None] + at[None, :, None] + at[None, None, :] > BOTTOM - 3)
    here = CELLS[occupied] + _PAD
    grid[here[:, 0], here[:, 1], here[:, 2]] = True
    return grid


def _spots(faces: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Points just above each face, shape (n, SPOTS * SPOTS, 3), and the way that it looks."""
    part = (np.arange(SPOTS) + 0.5) / SPOTS
    u, v = (a.ravel() for a in np.meshgrid(part, part, indexing="xy"))
    axes = faces[:, 1]
    unit = np.eye(3)
    first, second = unit[(axes + 1) % 3], unit[(axes + 2) % 3]
    spots = CELLS[faces[:, 0]][:, None] + u[:, None] * first[:, None] + v[:, None] * second[:, None]
    return spots - 0.02 * unit[axes][:, None], -unit[axes]


def _hits(grid: NDArray[np.bool_], spots: Floats, way: Floats) -> NDArray[np.bool_]:
    """Whether something stands in the way of each spot."""
    hit = np.zeros(spots.shape[:2], bool)
    for n in range(1, _STEPS + 1):
        at = np.floor(spots + way * (n * _STEP)).astype(int) + _PAD
        inside = ((at >= 0) & (at < len(grid))).all(axis=2)
        at = np.clip(at, 0, len(grid) - 1)
        hit |= grid[at[..., 0], at[..., 1], at[..., 2]] & inside
    return hit


def _in_cells(way: Floats, turn: float) -> Floats:
    """A direction on the table in steps along i, j, k."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    straight = np.array([c * way[0] + s * way[1], -s * way[0] + c * way[1], way[2]])
    return np.asarray(UNIT @ straight)


@cache
def _sky() -> tuple[Floats, ...]:
    """Directions spread evenly over the upper half of the sky."""
    out = []
    for n in range(_WAYS):
        z = (n + 0.5) / _WAYS * 0.95 + 0.05
        a, flat = n * np.pi * (3 - np.sqrt(5)), np.sqrt(1 - z * z)
        out.append(UNIT @ np.array([flat * np.cos(a), flat * np.sin(a), z]))
    return tuple(out)
