"""A place of the mat seen from straight above, so that equal things are equally large everywhere in it."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.mat import Zone
from vision.pictures import Picture


class Flat(Struct, frozen=True, eq=False):
    """A flattened place. `to_picture` is the 3x3 matrix from its pixels to the camera's picture."""

    picture: Picture
    per_mm: float
    origin: tuple[float, float]  # millimetres on the mat of the upper left pixel
    to_picture: NDArray[np.float64]
    nadir: tuple[float, float]  # the pixel straight below the camera
    eye_height: float  # of the camera above the flattened plane, in pixels
    floor: NDArray[np.float64]  # the place's corners on the table itself, shape (4, 2)

    def in_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of the flat picture, shape (n, 2), as pixels of the camera's picture."""
        whole = np.column_stack([points, np.ones(len(points))]) @ self.to_picture.T
        out: NDArray[np.float64] = whole[:, :2] / whole[:, 2:]
        return out

    def on_mat(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the flat picture in millimetres on the mat."""
        return self.origin[0] + x / self.per_mm, self.origin[1] + y / self.per_mm


def flatten(
    picture: Picture,
    calibration: Calibration,
    zone: Zone,
    *,
    height: float,
    per_mm: float,
    margin: float = 0.0,
) -> Flat:
    """*zone* with *margin* millimetres around it, on the plane *height* above the table."""
    origin = (zone.x - margin, zone.y - margin)
    size = (round((zone.width + 2 * margin) * per_mm), round((zone.height + 2 * margin) * per_mm))
    to_mat = np.array([[1 / per_mm, 0, origin[0]], [0, 1 / per_mm, origin[1]], [0, 0, 1]])
    matrix = calibration.plane(height) @ to_mat
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    eye = calibration.eye
    nadir = ((eye[0] - origin[0]) * per_mm, (eye[1] - origin[1]) * per_mm)
    floor = np.array(zone.corners)
    lowered = calibration.project(np.column_stack([floor, np.zeros(4)]))
    whole = np.column_stack([lowered, np.ones(4)]) @ np.linalg.inv(matrix).T
    return Flat(
        np.asarray(flat, np.uint8),
        per_mm,
        origin,
        matrix,
        nadir,
        (eye[2] - height) * per_mm,
        whole[:, :2] / whole[:, 2:],
    )
