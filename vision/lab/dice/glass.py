"""Clear dice: light is bent where it enters, is mirrored within, meets pips from behind, and leaves again."""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.lab.dice.marks import Floats, Rng, Style

_SLOWER = 1.49  # light in the plastic
_TURNS = 5  # how often a ray is followed within
_MARK = 0.4  # so much of a mark stops a ray
_MIRRORS = 0.04  # of the light that comes from straight above
_MILKY = (0.0, 0.0, 0.05, 0.12, 0.3)  # how much of the body scatters light
_FLOOR = (0.25, 0.8)  # how bright a ground is thought to be where it is seen through a tinted die

OnFace = Callable[[Floats], tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]
Normals = Callable[[Floats, Style], Floats]


class Solid(Struct, frozen=True, eq=False):
    """What rays meet: where its faces and normals are, their colours and marks, how it is turned."""

    style: Style
    on_face: OnFace
    normals: Normals
    colours: Floats
    marks: Floats
    turn: Floats


class _Light(Struct, frozen=True, eq=False):
    """What is chosen once for a die."""

    tint: Floats
    thick: float
    sky: float
    floor: float
    milky: float

    @classmethod
    def any(cls, rng: Rng, style: Style) -> "_Light":
        tint = np.clip(style.body / max(0.2, float(style.body.max())) * rng.uniform(0.85, 0.99), 0.02, 1)
        return cls(np.asarray(tint, np.float32), style.glass, float(rng.uniform(0.25, 1.0)),
                   float(rng.uniform(*_FLOOR)), float(rng.choice(_MILKY)))  # fmt: skip


def seen_through(rng: Rng, solid: Solid, points: Floats, ways: Floats) -> tuple[Floats, Floats]:
    """The colour of each ray that meets the solid at *points*, and how much of the ground it hides."""
    light = _Light.any(rng, solid.style)
    normal = solid.normals(points, solid.style)
    against = np.clip(-(ways * normal).sum(axis=1, keepdims=True), 0, 1)
    mirrored = _MIRRORS + (1 - _MIRRORS) * (1 - against) ** 5
    inside = _bent(ways, normal, 1 / _SLOWER)
    colour, through = _followed(solid, light, points, inside)
    up = np.clip(((ways + 2 * against * normal) @ solid.turn.T)[:, 2:], 0, 1)
    colour = colour * (1 - mirrored) + light.sky * (0.5 + 0.5 * up) * mirrored
    through = through * (1 - mirrored)
    face, u, v = solid.on_face(points)
    mark = (solid.marks[face, v, u] > _MARK)[:, None]
    shade = 0.35 + 0.65 * light.sky * np.clip((normal @ solid.turn.T)[:, 2:], 0.2, 1)
    colour = np.where(mark, solid.colours[face, v, u] * shade, colour)
    through = np.where(mark, 0.0, through)
    milk = light.milky * (1 - mark)
    colour, through = colour * (1 - milk) + solid.style.body * shade * milk, through * (1 - milk)
    left = 0.6 * through.min(axis=1, keepdims=True) + 0.4 * through.mean(axis=1, keepdims=True)
    whole = colour + np.maximum(through - left, 0) * light.floor
    cover = np.maximum(1 - left, 0.06)
    return np.asarray(np.clip(whole / cover, 0, 1), np.float32), np.asarray(cover[:, 0], np.float32)


def _bent(ways: Floats, normal: Floats, slower: float) -> Floats:
    """The way of each ray beyond a surface; nan where all of its light is mirrored there."""
    against = -(ways * normal).sum(axis=1, keepdims=True)
    square = 1 - slower**2 * (1 - against**2)
    with np.errstate(invalid="ignore"):
        bent = slower * ways + (slower * against - np.sqrt(square)) * normal
    return np.asarray(bent, np.float32)


def _followed(solid: Solid, light: _Light, points: Floats, ways: Floats) -> tuple[Floats, Floats]:
    """What rays within the solid come to: light of marks and of the sky, and how much of the ground's."""
    colour, through = np.zeros((len(points), 3), np.float32), np.zeros((len(points), 3), np.float32)
    left, alive = np.ones((len(points), 3), np.float32), np.arange(len(points))
    at, ways = points, ways.copy()
    for _ in range(_TURNS):
        ways = np.where(np.abs(ways) < 1e-4, 1e-4, ways)
        far = np.maximum(((np.sign(ways) - at) / ways).min(axis=1, keepdims=True), 0)
        at = np.clip(at + far * ways, -1, 1)
        left = left * light.tint ** (light.thick * far)
        face, u, v = solid.on_face(at)
        mark = solid.marks[face, v, u] > _MARK
        colour[alive[mark]] += left[mark] * solid.colours[face, v, u][mark] * (0.3 + 0.6 * light.sky)
        normal = solid.normals(at, solid.style)
        out = _bent(ways, -normal, _SLOWER)
        leaves = ~np.isnan(out[:, 0]) & ~mark
        down = leaves & ((np.nan_to_num(out) @ solid.turn.T)[:, 2] < 0)
        through[alive[down]] += left[down]
        skyward = leaves & ~down
        colour[alive[skyward]] += left[skyward] * light.sky
        on = ~leaves & ~mark
        ways = ways - 2 * (ways * normal).sum(axis=1, keepdims=True) * normal
        alive, at, ways, left = alive[on], at[on], ways[on], left[on]
        if not len(alive):
            break
    colour[alive] += left * 0.5 * light.sky  # those that are still within
    return colour, through
