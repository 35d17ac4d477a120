"""The base form of the pyramid: a flat body on the table with 45 funnels, and the shadow that it throws."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.dice import lamp, shade
from vision.drawn.ground import PER_MM, texture
from vision.drawn.layers import Gain, fill, lay, roi_around, throw_shadow
from vision.drawn.scene import Light, PyramidOnTable
from vision.kit.camera import Camera, Floats, plane, project
from vision.pictures import Colour, Picture
from vision.pyramid.lattice import CELLS, in_space

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
    c, s = np.cos(np.radians(pyramid.turn)), np.sin(np.radians(pyramid.turn))
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + [pyramid.x, pyramid.y])


def _shadow(picture: Picture, camera: Camera, light: Light, outline: Floats, top: float) -> None:
    towards = lamp(light)
    thrown = outline - towards[:2] * (top / max(0.3, towards[2]))
    ground = project(camera, np.column_stack([np.vstack([outline, thrown]), np.zeros(2 * len(outline))]))
    throw_shadow(picture, ground, light.hardness, (2.0, 5.0), 16)


def _plate(picture: Picture, camera: Camera, pyramid: PyramidOnTable, upper: Floats, gain: Gain) -> None:
    """The upper side, with its own texture."""
    side = 2 * _HALF * PER_MM
    flat = texture(pyramid.look.surface, (side, side))
    c, s = np.cos(np.radians(pyramid.turn)), np.sin(np.radians(pyramid.turn))
    put = np.array([[c, -s, pyramid.x], [s, c, pyramid.y], [0, 0, 1]]) @ np.array(
        [[1 / PER_MM, 0, -_HALF], [0, 1 / PER_MM, -_HALF], [0, 0, 1]]
    )
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
    straight = in_space(points) * pyramid.edge
    c, s = np.cos(np.radians(pyramid.turn)), np.sin(np.radians(pyramid.turn))
    x = c * straight[:, 0] - s * straight[:, 1] + pyramid.x
    y = s * straight[:, 0] + c * straight[:, 1] + pyramid.y
    return np.column_stack([x, y, straight[:, 2] + pyramid.look.floor])


def _normal(pyramid: PyramidOnTable, axis: int) -> Floats:
    corners = on_table(pyramid, np.vstack([np.zeros(3), -np.eye(3)[axis]]))
    return np.asarray((corners[1] - corners[0]) / pyramid.edge)


def ink_of(colour: NDArray[Any]) -> Colour:
    """*colour* as a picture can show it."""
    blue, green, red = np.clip(colour, 0, 255).astype(int).tolist()
    return blue, green, red
