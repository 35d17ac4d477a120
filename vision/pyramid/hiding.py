"""What taller dice hide of lower ones, as the camera sees them from the side."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pyramid.lattice import CELLS, Floats
from vision.pyramid.pose import Pose

_SMALL = 0.5  # shares are counted in a picture smaller by this


def visible_shares(pose: Pose, quads: Floats, seen: NDArray[np.bool_], size: tuple[int, int]) -> Floats:
    """Which share of every uncovered face is seen, shape (165, 3); *quads* (165, 3, 4, 2) are in pixels."""
    out = np.zeros((len(CELLS), 3))
    faces = np.argwhere(seen)
    if not len(faces):
        return out
    names = np.full((int(size[1] * _SMALL) + 1, int(size[0] * _SMALL) + 1), -1, np.int32)
    order = np.argsort(pose.nearness(np.asarray(CELLS[faces[:, 0]] + 0.5, np.float64)))
    outlines = np.round(quads[faces[:, 0], faces[:, 1]] * _SMALL * 16).astype(np.int32)
    for n in order:
        cv2.fillConvexPoly(names, outlines[n], int(n), cv2.LINE_8, 4)
    counts = np.bincount(names[names >= 0], minlength=len(faces))
    alone = np.zeros(len(faces))
    corners = outlines.astype(np.float64) / 16
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        alone += corners[:, a, 0] * corners[:, b, 1] - corners[:, b, 0] * corners[:, a, 1]
    edge = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    drawn = np.abs(alone) / 2 + 2 * edge  # the drawn outline counts in
    out[faces[:, 0], faces[:, 1]] = np.clip(counts / np.maximum(1.0, drawn) * 1.08, 0, 1)
    return out
