"""Eyes without the kit's mat: a ground whose corners were shown by hand."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.calibration import Calibration, calibration_from
from vision.lens import USUAL_VIEW, Lens
from vision.mat import PYRAMID, TRAY, Mat, Zone

_HAIR = np.array([(0.02, 0.0), (0.0, 0.03), (-0.03, 0.0), (0.0, -0.02)])  # pixels
_MISFIT = 0.06  # of its longer side, by which a ground of that size may lie elsewhere than its corners
_SHAPE = 0.2  # how unlike a corner's angle to a right one may be seen (as a cosine), and more


def own_ground(width_mm: float, height_mm: float) -> Mat:
    """A ground of that size, all of which is the tray."""
    return Mat(width_mm, height_mm, (Zone(TRAY, 0, 0, width_mm, height_mm),))


def calibrate_by_corners(
    corners: Sequence[tuple[float, float]],
    size: tuple[int, int],
    ground_mm: tuple[float, float],
    view: float = USUAL_VIEW,
    pyramid: Sequence[tuple[float, float]] | None = None,
) -> Calibration:
    """The calibration from the four *corners* of a ground, in any order, in pictures of *size*.

    The longer side of the ground is the one that is seen longer. *pyramid* are four corners round the place
    of the dice pyramid, on the same table. Raises ValueError with the reason if the corners cannot be those
    of a rectangle on the table.
    """
    ordered = in_order(corners)
    across = np.linalg.norm(ordered[1] - ordered[0]) + np.linalg.norm(ordered[2] - ordered[3])
    down = np.linalg.norm(ordered[3] - ordered[0]) + np.linalg.norm(ordered[2] - ordered[1])
    long, short = max(ground_mm), min(ground_mm)
    mat = own_ground(*((long, short) if across >= down else (short, long)))
    on_mat, lens = np.array(mat.zones[0].corners, np.float64), Lens(view)
    found = calibration_from(on_mat, ordered, mat, lens, size)
    if found is not None and not np.isfinite(found.matrix).all():
        # a ground that is seen exactly square on has no one solution: look from a hair's breadth beside it
        found = calibration_from(on_mat, ordered + _HAIR, mat, lens, size)
    if found is None or not np.isfinite(found.matrix).all() or found.eye[2] <= 0:
        raise ValueError("the four corners fit to no rectangle on the table")
    if np.hypot(*(found.on_table(ordered) - on_mat).T).max() > _MISFIT * max(ground_mm):
        raise ValueError("the four corners do not fit to how large the ground is")
    return found if pyramid is None else _with_pyramid(found, pyramid)


def _with_pyramid(found: Calibration, corners: Sequence[tuple[float, float]]) -> Calibration:
    """*found* with an upright place round where the *corners* are on the table."""
    on_table = found.on_table(in_order(corners))
    (left, top), (right, bottom) = on_table.min(axis=0), on_table.max(axis=0)
    place = Zone(PYRAMID, float(left), float(top), float(right - left), float(bottom - top))
    return replace(found, mat=replace(found.mat, zones=(*found.mat.zones, place)))


def in_order(corners: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """Four corners clockwise from the upper left, shape (4, 2); raises ValueError if they span no ground."""
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise ValueError("four corners are needed")
    around = points - points.mean(axis=0)
    ordered = points[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    first = int(np.argmin(ordered.sum(axis=1)))
    ordered = np.roll(ordered, -first, axis=0)
    sides = np.roll(ordered, -1, axis=0) - ordered
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if (turns <= _SHAPE * np.linalg.norm(sides, axis=1).mean() ** 2 * 0.25).any():
        raise ValueError("the four corners do not span a rectangle")
    return ordered
