"""The dice pyramid as the camera sees it: the base form with its funnels, and on it the dice.

A die is drawn after all that lie lower, so whatever it hides is hidden in the picture too.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.dice import face, face_outline, lamp, shade
from vision.drawn.ground import PER_MM, texture
from vision.drawn.layers import Gain, fill, lay, roi_around, throw_shadow
from vision.drawn.scene import PYRAMID_COLOURS, DieLook, Light, PyramidDie, PyramidOnTable
from vision.kit.camera import Camera, Floats, eye, plane, project, rotation
from vision.pictures import Colour, Mask, Picture
from vision.pyramid.lattice import BOTTOM, CELLS, UNIT, face_corners, in_space, numbers, seen_faces

# --- the base form: a flat body on the table with 45 funnels, and the shadow that it throws ---

_ROUNDING = 10  # points along each corner
_HALF = 150  # millimetres: no form reaches farther from its middle


def draw_form(picture: Picture, camera: Camera, light: Light, pyramid: PyramidOnTable, gain: Gain) -> None:
    """The empty form; the picture is changed. Dice hide their funnels afterwards."""
    if pyramid.look.form == "none":
        return
    top = plate_height(pyramid)
    outline = form_outline(pyramid)
    _shadow(picture, camera, light, outline, top)
    upper = project(camera, np.column_stack([outline, np.full(len(outline), top)]))
    lower = project(camera, np.column_stack([outline, np.zeros(len(outline))]))
    base = np.array(pyramid.look.surface.colour, np.float64)
    wall = np.asarray(cv2.convexHull(np.vstack([upper, lower]).astype(np.float32))[:, 0], np.float64)
    fill(picture, wall, ink_of(base * gain * 0.6))
    _plate(picture, camera, pyramid, upper, gain)
    for triangle, normal in _funnels(pyramid):
        bright = 0.25 + 0.45 * shade(light, normal)
        fill(picture, project(camera, triangle), ink_of(base * gain * bright))


def plate_height(pyramid: PyramidOnTable) -> float:
    """Of the upper side of the form above the table."""
    return pyramid.look.floor + pyramid.look.rim * pyramid.edge / float(np.sqrt(3))


@lru_cache(maxsize=64)
def _shape(form: str, reach: float, corner: float) -> Floats:
    """The outline around (0, 0), unturned."""
    if form == "round":
        angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        return 1.45 * reach * np.column_stack([np.cos(angles), np.sin(angles)])
    points = []
    for number in range(3):
        towards = -np.pi / 2 + number * 2 * np.pi / 3
        middle = 2 * (reach - corner) * np.array([np.cos(towards), np.sin(towards)])
        for angle in np.linspace(towards - np.pi / 3, towards + np.pi / 3, _ROUNDING):
            points.append(middle + corner * np.array([np.cos(angle), np.sin(angle)]))
    return np.array(points)


def form_outline(pyramid: PyramidOnTable) -> Floats:
    """The outline of the form on the mat, shape (n, 2)."""
    shape = _shape(pyramid.look.form, pyramid.look.reach, pyramid.look.corner)
    return np.asarray(shape @ rotation(2, pyramid.turn)[:2, :2].T + [pyramid.x, pyramid.y])


def _shadow(picture: Picture, camera: Camera, light: Light, outline: Floats, top: float) -> None:
    towards = lamp(light)
    thrown = outline - towards[:2] * (top / max(0.3, towards[2]))
    ground = project(camera, np.column_stack([np.vstack([outline, thrown]), np.zeros(2 * len(outline))]))
    throw_shadow(picture, ground, light.hardness, (2.0, 5.0), 16)


def _plate(picture: Picture, camera: Camera, pyramid: PyramidOnTable, upper: Floats, gain: Gain) -> None:
    """The upper side, with its own texture."""
    side = 2 * _HALF * PER_MM
    flat = texture(pyramid.look.surface, (side, side))
    put = rotation(2, pyramid.turn)
    put[:2, 2] = pyramid.x, pyramid.y
    put = put @ np.array([[1 / PER_MM, 0, -_HALF], [0, 1 / PER_MM, -_HALF], [0, 0, 1]])
    box = roi_around(upper, picture.shape, 2)
    if box is None:
        return
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    move = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    seen = cv2.warpPerspective(flat, move @ plane(camera, plate_height(pyramid)) @ put, size)
    lit = np.clip(seen * np.array(gain, np.float32), 0, 255).astype(np.uint8)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round((upper - [left, top]) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    lay(picture[top:bottom, left:right], lit, mask)


def _funnels(pyramid: PyramidOnTable) -> list[tuple[Floats, Floats]]:
    """The three sides of every funnel that no die fills: a triangle each and the way that it looks."""
    taken = {die.cell for die in pyramid.dice}
    out = []
    for cell in CELLS[CELLS.sum(axis=1) == 8]:
        if tuple(int(c) for c in cell) in taken:
            continue
        deep = cell + 1.0
        rims = [deep - pyramid.look.rim * np.eye(3)[axis] for axis in range(3)]
        for axis in range(3):
            corners = np.array([deep, rims[(axis + 1) % 3], rims[(axis + 2) % 3]])
            out.append((on_table(pyramid, corners), _normal(pyramid, axis)))
    return out


def on_table(pyramid: PyramidOnTable, points: Floats) -> Floats:
    """Lattice points as millimetres on the mat, shape (n, 3)."""
    turned = (in_space(points) * pyramid.edge) @ rotation(2, pyramid.turn).T
    return np.asarray(turned + np.array([pyramid.x, pyramid.y, pyramid.look.floor]))


def _normal(pyramid: PyramidOnTable, axis: int) -> Floats:
    corners = on_table(pyramid, np.vstack([np.zeros(3), -np.eye(3)[axis]]))
    return np.asarray((corners[1] - corners[0]) / pyramid.edge)


def ink_of(colour: NDArray[Any]) -> Colour:
    """*colour* as a picture can show it."""
    blue, green, red = np.clip(colour, 0, 255).astype(int).tolist()
    return blue, green, red


_SIDE = 48  # pixels of the texture of a face: about as large as it is seen
_GAP = 0.30  # brightness of what is seen between two dice
FlatFace = tuple[NDArray[np.float32], Mask]  # a face, and what of it is flat
_CORNERS = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32) - 0.5


def occupied_by(pyramid: PyramidOnTable) -> NDArray[np.bool_]:
    """Which of the 165 cells hold a die."""
    out = np.zeros(len(CELLS), bool)
    out[[numbers()[die.cell] for die in pyramid.dice]] = True
    return out


def draw_pyramid(picture: Picture, camera: Camera, light: Light, pyramid: PyramidOnTable, gain: Gain) -> None:
    """The dice of *pyramid*, the lowest first."""
    occupied = occupied_by(pyramid)
    seen = seen_faces(occupied)
    faces = np.argwhere(seen)
    if not len(faces):
        return
    bright = lit_faces(occupied, faces, light, pyramid.turn)
    first = {int(n): int(np.searchsorted(faces[:, 0], n)) for n in np.unique(faces[:, 0])}
    at = eye(camera)
    order = sorted(
        (die for die in pyramid.dice if numbers()[die.cell] in first),
        key=lambda die: -np.linalg.norm(on_table(pyramid, np.array([die.cell]) + 0.5)[0] - at),
    )
    for die in order:
        number = numbers()[die.cell]
        axes = np.flatnonzero(seen[number]).tolist()
        shown = {axis: bright[first[number] + n] for n, axis in enumerate(axes)}
        _draw_one(picture, camera, pyramid, die, shown, gain)


def _look_of(pyramid: PyramidOnTable, colour: str) -> DieLook:
    look, made = pyramid.look, PYRAMID_COLOURS.index(colour)
    return DieLook(
        "pips", look.bodies[made], look.marks[made], colour, pyramid.edge,
        look.round, look.pip, look.spread, look.gloss,
    )  # fmt: skip


def _draw_one(
    picture: Picture,
    camera: Camera,
    pyramid: PyramidOnTable,
    die: PyramidDie,
    faces: Mapping[int, Floats],
    gain: Gain,
) -> None:
    """One die; *faces* says how bright each of those is that are seen, by their axes."""
    corners, look = face_corners()[numbers()[die.cell]], _look_of(pyramid, die.colour)
    off = np.array(dict(pyramid.loose).get(die.cell, (0.0, 0.0, 0.0)))
    quads = {axis: project(camera, on_table(pyramid, corners[axis]) + off) for axis in range(3)}
    hull = cv2.convexHull(np.vstack(list(quads.values())).astype(np.float32))[:, 0]
    box = roi_around(hull, picture.shape, 3)
    if box is None:
        return
    left, top, right, bottom = box
    part = picture[top:bottom, left:right]
    body = np.array(look.body, np.float32) * np.array(gain, np.float32)
    mean = float(np.mean([bright.mean() for bright in faces.values()]))
    for scale, shine in ((1.0, _GAP), (1 - 0.35 * look.round, 1.0 + 0.25 * look.gloss)):
        middle = hull.mean(axis=0)
        fill(part, (hull - middle) * scale + middle - [left, top], ink_of(body * mean * shine))
    for axis, bright in faces.items():
        flat = _flat_face(look, str(die.faces[axis]), die.twisted[axis])
        _paint_face(part, quads[axis] - [left, top], flat, bright, gain)


def _paint_face(part: Picture, quad: Floats, flat: FlatFace, bright: Floats, gain: Gain) -> None:
    matrix = cv2.getPerspectiveTransform(_CORNERS, quad.astype(np.float32))
    spread = cv2.resize(bright.astype(np.float32), (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC)
    texture, cover = flat
    lit = np.clip(texture * spread[:, :, None] * np.array(gain, np.float32), 0, 255).astype(np.uint8)
    ink = cv2.warpPerspective(cv2.merge([*cv2.split(lit), cover]), matrix, part.shape[1::-1])
    lay(part, ink[:, :, :3], np.asarray(ink[:, :, 3], np.uint8))


@lru_cache(maxsize=128)
def _flat_face(look: DieLook, value: str, twisted: bool) -> FlatFace:
    """A face and what of it is flat."""
    small = cv2.resize(face(look, value), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    cover = cv2.resize(face_outline(look.round * 0.8), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    if twisted:
        small = np.ascontiguousarray(np.rot90(small))
    return np.asarray(small, np.float32), np.asarray(cover, np.uint8)


# --- how the light falls on the faces: rays through the cells find shadows and dark corners ---

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
    towards = UNIT @ (rotation(2, -turn) @ lamp(light))  # in steps along i, j, k
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


@cache
def _sky() -> tuple[Floats, ...]:
    """Directions spread evenly over the upper half of the sky."""
    out = []
    for n in range(_WAYS):
        z = (n + 0.5) / _WAYS * 0.95 + 0.05
        a, flat = n * np.pi * (3 - np.sqrt(5)), np.sqrt(1 - z * z)
        out.append(UNIT @ np.array([flat * np.cos(a), flat * np.sin(a), z]))
    return tuple(out)
