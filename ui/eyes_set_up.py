"""What the family has set up once for the eyes: the lens of the camera, and corners shown by hand."""

import logging
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.plain_file import write_whole
from vision.calibration import Calibration, calibrate_any, calibrate_by_corners
from vision.files import open_one
from vision.lens import Lens, straightened
from vision.pictures import Picture

log = logging.getLogger(__name__)
FILE = "eyes.json"
EMPTY_TABLE = "empty-table.png"  # kept only where somebody asked for it
_SAME_SHAPE = 0.01  # pictures whose sides are in another ratio show another part of the table

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class OwnCorners(msgspec.Struct, frozen=True):
    """A ground without markers: its four corners in pictures of that size, and how large it is."""

    corners: Corners
    size: tuple[int, int]
    ground_mm: tuple[float, float]
    pyramid: Corners | None = None  # round the place of the dice pyramid

    def seen_in(self, size: tuple[int, int]) -> "OwnCorners | None":
        """The same in larger or smaller pictures of the same camera; None if those show another part."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across - down) > _SAME_SHAPE * across:
            return None
        pyramid = _larger(self.pyramid, across, down) if self.pyramid is not None else None
        return OwnCorners(_larger(self.corners, across, down), size, self.ground_mm, pyramid)


def _larger(corners: Corners, across: float, down: float) -> Corners:
    one, two, three, four = ((x * across, y * down) for x, y in corners)
    return one, two, three, four


class EyesSetUp(msgspec.Struct, frozen=True):
    """How the eyes were set up; as it is built in: the kit's mat under a usual lens."""

    lens: Lens = Lens()
    corners: OwnCorners | None = None
    mat_lay: OwnCorners | None = None  # where the kit's mat was then, to find out whether it has moved
    mat: bool = True  # False: there is none, and nobody looks for it


AS_BUILT = EyesSetUp()


def kept_set_up(folder: Path) -> EyesSetUp:
    """What was kept in *folder*; what cannot be read is as if it had never been kept."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=EyesSetUp)
    except FileNotFoundError:
        return EyesSetUp()
    except (OSError, msgspec.MsgspecError, RecursionError) as error:
        log.warning("%s cannot be read (%s); the eyes are set up as they are built", folder / FILE, error)
        return EyesSetUp()


def keep_set_up(set_up: EyesSetUp, folder: Path) -> None:
    """Keep *set_up* in *folder*, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(set_up)))


def kept_empty_table(folder: Path) -> Picture | None:
    """The picture of the empty table that was kept in *folder*, if any."""
    file = folder / EMPTY_TABLE
    if not file.exists():
        return None
    opened = open_one(file)
    if opened.picture is None:
        log.warning("%s cannot be used (%s); the eyes do without it", file, opened.error)
    return opened.picture


def keep_empty_table(picture: Picture | None, folder: Path) -> None:
    """Keep a *picture* of the empty table in *folder*, whole or not at all; None: forget it."""
    if picture is None:
        (folder / EMPTY_TABLE).unlink(missing_ok=True)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / EMPTY_TABLE, cv2.imencode(".png", picture)[1].tobytes())


def calibration_for(picture: Picture, seats: tuple[str, ...] | int, set_up: EyesSetUp) -> Calibration | None:
    """How the eyes understand a straight *picture*: by the kit's mat, else by the family's own corners."""
    found = calibrate_any(picture, seats or 4, set_up.lens.view) if set_up.mat else None
    own = set_up.corners.seen_in((picture.shape[1], picture.shape[0])) if set_up.corners else None
    if found is None and own is not None:
        found = by_own_corners(own, set_up.lens.view)
    return found


def by_own_corners(own: OwnCorners, view: float) -> Calibration:
    """How the eyes understand pictures of the family's own ground; raises ValueError where that cannot be."""
    return calibrate_by_corners(own.corners, own.size, own.ground_mm, view, own.pyramid)


def where_it_lies(calibration: Calibration) -> OwnCorners:
    """The corners of the mat in the pictures for which *calibration* is."""
    one, two, three, four = ((round(float(x), 2), round(float(y), 2)) for x, y in calibration.corners)
    size_mm = (calibration.mat.width, calibration.mat.height)
    return OwnCorners((one, two, three, four), calibration.size, size_mm)


def mat_shift_mm(picture: Picture, set_up: EyesSetUp) -> float | None:
    """By how many millimetres the mat on *picture* lies elsewhere than when the eyes were set up.

    None where nobody can say: nothing was kept, or another mat, another camera or no mat is in the picture.
    """
    lay = set_up.mat_lay
    if lay is None or lay.size != (picture.shape[1], picture.shape[0]):
        return None
    found = calibration_for(straightened(picture, set_up.lens), 4, set_up)
    if found is None or (found.mat.width, found.mat.height) != lay.ground_mm:
        return None
    return found.shift_mm(np.array(lay.corners))
