"""Where a point of the table falls in the picture: a pinhole camera, of real frames and of drawn ones."""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Camera(Struct, frozen=True):
    """A camera above the table that looks at (x, y) from *height*, leaning by *tilt* towards *azimuth*."""

    width: int = 1280
    height: int = 720
    x: float = 300.0
    y: float = 167.0
    distance: float = 600.0
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    view: float = 55.0  # horizontal field of view


def rotation(axis: int, degrees: float) -> Floats:
    """The right-handed rotation about one axis (0 x, 1 y, 2 z)."""
    return about(axis, np.radians(degrees))


def about(axis: int, angle: float) -> Floats:
    """The same by an angle in radians."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
    return turn


@lru_cache(maxsize=64)
def camera_matrix(camera: Camera) -> Floats:
    """The 3x4 matrix that brings (x, y, z, 1) in millimetres into the picture."""
    focal = camera.width / 2 / np.tan(np.radians(camera.view / 2))
    inner = np.array([[focal, 0, camera.width / 2], [0, focal, camera.height / 2], [0, 0, 1]])
    lean = rotation(2, camera.azimuth) @ rotation(0, camera.tilt) @ rotation(2, -camera.azimuth)
    turn = rotation(2, camera.roll) @ lean
    to_depth = np.diag([1.0, 1.0, -1.0])  # depth grows downwards, height grows upwards
    start = to_depth @ np.array([-camera.x, -camera.y, 0.0])
    outer = np.column_stack([turn @ to_depth, turn @ start + np.array([0, 0, camera.distance])])
    matrix: Floats = inner @ outer
    matrix.flags.writeable = False
    return matrix


def project(camera: Camera, points: Floats) -> Floats:
    """Points of shape (n, 3) in millimetres as pixels of shape (n, 2)."""
    whole = np.asarray(points, np.float64) @ camera_matrix(camera)[:, :3].T + camera_matrix(camera)[:, 3]
    pixels: Floats = whole[:, :2] / whole[:, 2:]
    return pixels


def plane(camera: Camera, height: float = 0.0) -> Floats:
    """The 3x3 matrix from (x, y) on the plane at *height* to the picture."""
    matrix = camera_matrix(camera)
    return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height + matrix[:, 3]])


def eye(camera: Camera) -> Floats:
    """Where the camera is, in millimetres."""
    matrix = camera_matrix(camera)
    return -np.linalg.inv(matrix[:, :3]) @ matrix[:, 3]


def scale_at(camera: Camera, x: float, y: float, z: float = 0.0) -> float:
    """Pixels per millimetre around a point."""
    a, b, c = project(camera, np.array([[x, y, z], [x + 1, y, z], [x, y + 1, z]]))
    return float((np.linalg.norm(b - a) + np.linalg.norm(c - a)) / 2)
