"""Where the mat lies in the picture: found once from its markers, then used for every frame.

Without the kit's mat it is a ground whose corners were shown by hand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.kit.camera import Camera, camera_matrix
from vision.lens import USUAL_VIEW, Lens
from vision.mat import MARKERS_APART, PYRAMID, TRAY, Mat, Zone, mat_of_marker
from vision.pictures import Picture, halved

Floats = NDArray[np.float64]
DIE_EDGE = 16.5  # millimetres: the usual dice have 15 to 18
_FEWEST_MARKERS = 2
_MARKERS_FOR_THE_LENS, _VIEWS_FOR_THE_FIELD = 6, 3
_MOST_OFF = 1.5  # pixels on average: more is no picture of a flat mat
_ASTRAY = 3.0  # pixels: a marker's corner that lies farther off was seen wrongly
_QUICK = 800  # the longer side, at most, of a picture that is only looked through for any marker
# print on paper that is as bright as the picture is on average is darker by far more than this share of it;
# grain and noise, which take most of the time, are less clear
_AS_CLEARLY, _CLEARLY = 0.2, (7, 20)
_AROUND = 0.05  # of that side, at least around a marker: what is smaller cannot be made out
_USUAL_LENS = Lens()


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
        return np.asarray(whole[:, :2] / whole[:, 2:])

    def plane(self, height: float = 0.0) -> Floats:
        """The 3x3 matrix from (x, y) on the plane at *height* to pixels."""
        return _planes(self.matrix, height)[0]

    def on_table(self, pixels: Floats, height: float = 0.0) -> Floats:
        """Pixels of shape (n, 2) as millimetres on the plane at *height*."""
        return moved(_planes(self.matrix, height)[1], pixels)

    @property
    def corners(self) -> Floats:
        """Where the mat's corners are in the picture, clockwise from the upper left."""
        return self.project(np.column_stack([self._corners, np.zeros(4)]))

    def shift_mm(self, corners: Floats) -> float:
        """By how many millimetres the farthest of the mat's *corners*, as seen now, lies elsewhere."""
        return float(np.hypot(*(self.on_table(corners) - self._corners).T).max())

    @property
    def _corners(self) -> Floats:
        width, height = self.mat.width, self.mat.height
        return np.array([(0, 0), (width, 0), (width, height), (0, height)], float)

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


@lru_cache(maxsize=64)
def _planes(matrix: tuple[float, ...], height: float) -> tuple[Floats, Floats]:
    """From the plane at *height* to pixels, and back; asked for with every card that is looked at."""
    array = _as_array(matrix)
    there = np.column_stack([array[:, 0], array[:, 1], array[:, 2] * height + array[:, 3]])
    back = np.asarray(np.linalg.inv(there), np.float64)
    there.flags.writeable = back.flags.writeable = False
    return there, back


def moved(matrix: Floats, points: Floats) -> Floats:
    """Where *points* of shape (n, 2) come to lie by a 3x3 *matrix*."""
    whole = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(whole[:, :2] / whole[:, 2:], np.float64)


def calibration_of(camera: Camera, mat: Mat) -> Calibration:
    """The calibration of a drawn camera, exactly."""
    return Calibration(tuple(map(float, camera_matrix(camera).ravel())), mat, (camera.width, camera.height))


def calibrate(picture: Picture, mat: Mat, view: float = USUAL_VIEW) -> Calibration | None:
    """The calibration from the mat's markers in *picture*, or None if fewer than two are seen.

    *view* is the camera's horizontal field of view in degrees; it decides only how the heights of things are
    understood, not where they lie on the mat.
    """
    return _from_markers(markers_in(picture), mat, Lens(view), (picture.shape[1], picture.shape[0]))


def calibrate_any(
    picture: Picture, seats: Sequence[str] | int = 4, view: float = USUAL_VIEW
) -> Calibration | None:
    """The calibration from whichever mat of the kit lies there, with the places of *seats*."""
    if not _may_show_markers(picture):
        return None
    seen = markers_in(picture)
    mat = mat_among(seen, seats)
    return _from_markers(seen, mat, Lens(view), (picture.shape[1], picture.shape[0])) if mat else None


def mat_among(numbers: Iterable[int], seats: Sequence[str] | int = 4) -> Mat | None:
    """The mat of the kit that most of the seen markers belong to; None if there are too few."""
    mats = Counter(number // MARKERS_APART for number in numbers)
    most = mats.most_common(1)
    if not most or most[0][1] < _FEWEST_MARKERS:
        return None
    return mat_of_marker(most[0][0] * MARKERS_APART, seats)


def lens_from_mat(pictures: Sequence[Picture], lens: Lens = _USUAL_LENS) -> Lens | None:
    """The lens, found from how straight the mat is in *pictures*; None if too little of a mat is seen.

    One picture gives the distortion. The field of view follows only from several, from clearly different
    sides; with fewer, that of *lens* is kept.
    """
    flat, seen, size = _views(pictures)
    if not flat:
        return None
    inner = lens.inner(size)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_ZERO_TANGENT_DIST
    flags |= cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO
    if len(flat) < _VIEWS_FOR_THE_FIELD:
        flags |= cv2.CALIB_FIX_FOCAL_LENGTH
    off, fitted, bent, *_ = cv2.calibrateCamera(flat, seen, size, inner, np.zeros(5), flags=flags)
    if off > _MOST_OFF:
        return None
    view = float(np.degrees(2 * np.arctan(size[0] / 2 / fitted[0, 0])))
    return Lens(round(view, 3), round(float(np.ravel(bent)[0]), 5))


def _views(
    pictures: Sequence[Picture],
) -> tuple[list[NDArray[np.float32]], list[NDArray[np.float32]], tuple[int, int]]:
    """Where the markers' corners are on the mat and in each picture that shows enough of them."""
    flat, seen, size = [], [], (0, 0)
    for picture in pictures:
        found = markers_in(picture)
        mat = mat_among(found)
        known = [marker for marker in mat.markers if marker.number in found] if mat else []
        if len(known) < _MARKERS_FOR_THE_LENS:
            continue
        size = (picture.shape[1], picture.shape[0])
        corners = np.vstack([marker.corners for marker in known])
        flat.append(np.column_stack([corners, np.zeros(len(corners))]).astype(np.float32))
        seen.append(np.vstack([found[marker.number] for marker in known]).astype(np.float32))
    return flat, seen, size


def _from_markers(
    seen: Mapping[int, Floats], mat: Mat, lens: Lens, size: tuple[int, int]
) -> Calibration | None:
    known = [marker for marker in mat.markers if marker.number in seen]
    if len(known) < _FEWEST_MARKERS:
        return None
    on_mat = np.vstack([marker.corners for marker in known])
    return calibration_from(on_mat, np.vstack([seen[marker.number] for marker in known]), mat, lens, size)


def calibration_from(
    on_mat: Floats, pixels: Floats, mat: Mat, lens: Lens, size: tuple[int, int]
) -> Calibration | None:
    """The camera that sees the points *on_mat* at *pixels*; points that fit to no camera are left out."""
    flat, inner = np.column_stack([on_mat, np.zeros(len(on_mat))]), lens.inner(size)
    if len(on_mat) > 4:
        _, kept = cv2.findHomography(on_mat, pixels, cv2.RANSAC, _ASTRAY)
        fits = kept.ravel() > 0 if kept is not None else np.ones(len(on_mat), bool)
        if fits.sum() < 4 * _FEWEST_MARKERS:
            return None
        flat, pixels = flat[fits], pixels[fits]
    solved, turn, shift = cv2.solvePnP(flat, pixels, inner, None, flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return None
    turn, shift = cv2.solvePnPRefineLM(flat, pixels, inner, None, turn, shift)
    outer = np.column_stack([cv2.Rodrigues(turn)[0] @ np.diag([1.0, 1.0, -1.0]), shift])
    return Calibration(tuple(map(float, (inner @ outer).ravel())), mat, size)


def markers_in(picture: Picture) -> dict[int, Floats]:
    """The corners of every marker seen, by number; shape (4, 2) each."""
    numbers: Any  # OpenCV gives None where it finds none
    corners, numbers, _ = _detector().detectMarkers(picture)
    if numbers is None:
        return {}
    return {int(n): np.asarray(c[0], np.float64) for n, c in zip(numbers.ravel(), corners, strict=True)}


def _may_show_markers(picture: Picture) -> bool:
    """Is any marker seen at a quick look? A mat has so many that one of them stands out."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    while max(grey.shape) >= 1.5 * _QUICK:
        grey = halved(grey)
    scale = _QUICK / max(grey.shape)
    small = grey if scale >= 1 else cv2.resize(grey, None, fx=scale, fy=scale)
    clearly = min(_CLEARLY[1], max(_CLEARLY[0], round(_AS_CLEARLY * cv2.mean(small)[0])))
    return _quick_detector(clearly).detectMarkers(small)[1] is not None


@cache
def _quick_detector(clearly: int) -> cv2.aruco.ArucoDetector:
    """Sees what is so many grey levels darker than what is around it."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 13
    settings.adaptiveThreshConstant, settings.minMarkerPerimeterRate = clearly, _AROUND
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), settings)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), settings)


def off_mm(picture: Picture, calibration: Calibration) -> float | None:
    """How far markers in *picture* lie from where *calibration* has them, on average; None without any."""
    seen = markers_in(picture)
    known = [marker for marker in calibration.mat.markers if marker.number in seen]
    if not known:
        return None
    there = calibration.on_table(np.vstack([seen[marker.number] for marker in known]))
    away = there - np.vstack([marker.corners for marker in known])
    return float(np.hypot(away[:, 0], away[:, 1]).mean())


# --- a ground whose corners were shown by hand ---

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
