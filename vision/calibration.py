"""Where the mat lies in the picture: found once from its four corner markers, then used for every frame."""

from functools import lru_cache

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.drawn.projection import camera_matrix
from vision.drawn.scene import Camera
from vision.mat import Mat
from vision.pictures import Picture

Floats = NDArray[np.float64]
DIE_EDGE = 16.5  # millimetres: the usual dice have 15 to 18
_FEWEST_MARKERS = 2


class Calibration(Struct, frozen=True):
    """The camera's 3x4 matrix, from (x, y, z up, 1) in millimetres on `mat` to pixels, row by row."""

    matrix: tuple[float, ...]
    mat: Mat
    size: tuple[int, int]  # width and height of the pictures that it is for
    die_edge: float = DIE_EDGE

    def project(self, points: Floats) -> Floats:
        """Points of shape (n, 3) in millimetres as pixels of shape (n, 2)."""
        matrix = self._array()
        whole = points @ matrix[:, :3].T + matrix[:, 3]
        pixels: Floats = whole[:, :2] / whole[:, 2:]
        return pixels

    def plane(self, height: float = 0.0) -> Floats:
        """The 3x3 matrix from (x, y) on the plane at *height* to pixels."""
        matrix = self._array()
        return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height + matrix[:, 3]])

    def on_table(self, pixels: Floats, height: float = 0.0) -> Floats:
        """Pixels of shape (n, 2) as millimetres on the plane at *height*."""
        whole = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane(height)).T
        points: Floats = whole[:, :2] / whole[:, 2:]
        return points

    @property
    def eye(self) -> Floats:
        """Where the camera is: x, y and height in millimetres."""
        matrix = self._array()
        return -np.linalg.inv(matrix[:, :3]) @ matrix[:, 3]

    def _array(self) -> Floats:
        return _as_array(self.matrix)


@lru_cache(maxsize=16)
def _as_array(matrix: tuple[float, ...]) -> Floats:
    out = np.array(matrix, np.float64).reshape(3, 4)
    out.flags.writeable = False
    return out


def calibration_of(camera: Camera, mat: Mat) -> Calibration:
    """The calibration of a drawn camera, exactly."""
    return Calibration(tuple(map(float, camera_matrix(camera).ravel())), mat, (camera.width, camera.height))


def calibrate(picture: Picture, mat: Mat, view: float = 55.0) -> Calibration | None:
    """The calibration from the mat's markers in *picture*, or None if fewer than two are seen.

    *view* is the camera's horizontal field of view in degrees; it decides only how the heights of things are
    understood, not where they lie on the mat.
    """
    seen = _markers(picture)
    known = [marker for marker in mat.markers if marker.number in seen]
    if len(known) < _FEWEST_MARKERS:
        return None
    on_mat = np.vstack([marker.corners for marker in known])
    in_picture = np.vstack([seen[marker.number] for marker in known])
    height, width = picture.shape[:2]
    focal = width / 2 / np.tan(np.radians(view / 2))
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    flat = np.column_stack([on_mat, np.zeros(len(on_mat))])
    solved, turn, shift = cv2.solvePnP(flat, in_picture, inner, None, flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return None
    turn, shift = cv2.solvePnPRefineLM(flat, in_picture, inner, None, turn, shift)
    outer = np.column_stack([cv2.Rodrigues(turn)[0] @ np.diag([1.0, 1.0, -1.0]), shift])
    return Calibration(tuple(map(float, (inner @ outer).ravel())), mat, (width, height))


def _markers(picture: Picture) -> dict[int, Floats]:
    """The corners of every marker seen, by number; shape (4, 2) each."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), settings)
    corners, numbers, _ = detector.detectMarkers(picture)
    if numbers is None:
        return {}
    return {int(n): np.asarray(c[0], np.float64) for n, c in zip(numbers.ravel(), corners, strict=True)}
