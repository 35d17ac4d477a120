"""Reading the pyramid in its place on the mat, where the camera is known.

Where most funnels of the form are empty, they show where it lies, and few dice cannot be taken for others.
Otherwise the dice show how their lattice lies, and which base a whole step apart is the one on the table.
"""

import numpy as np
from msgspec.structs import replace

from vision.calibration import Calibration
from vision.mat import Zone
from vision.pictures import Picture
from vision.pyramid.find_form import find_base
from vision.pyramid.find_lattice import lattices_near
from vision.pyramid.form_on_mat import place_of_form
from vision.pyramid.lattice import Floats
from vision.pyramid.pose import OnMat
from vision.pyramid.read_at import PyramidRead, is_clear, read_at, read_near
from vision.pyramid.settings import SETTINGS
from vision.pyramid.settle_base import settled

_S = SETTINGS.read_on_mat


def read_on_mat(
    picture: Picture, calibration: Calibration, zone: Zone, before: Floats | None = None
) -> PyramidRead | None:
    """The pyramid in its place on the mat; *before* are the last pose's values. None if none is there."""
    anywhere = OnMat.at(calibration.matrix, *zone.centre, 0.0)
    if before is not None:
        again = read_near(picture, anywhere, before)
        if again.agreement > SETTINGS.read_pyramid.fits:
            return again
    base = find_base(picture, part_of(picture, calibration, zone))
    freedom = about_there(calibration, base.corners) if base is not None else anywhere
    if (read := _in_funnels(picture, calibration, freedom)) is not None:
        return read
    return _in_base(picture, freedom)


def _in_funnels(picture: Picture, calibration: Calibration, about: OnMat) -> PyramidRead | None:
    """The few dice in a form whose empty funnels show where it lies; None if they do not."""
    place = place_of_form(picture, calibration, *(float(value) for value in about.usual[:3]))
    if not place.sure:
        return None
    freedom = OnMat.at(calibration.matrix, place.x, place.y, place.turn, _S.funnels_stray)
    read = read_near(picture, freedom, freedom.usual, _S.little)
    low = abs(read.values[3] - freedom.usual[3]) < _S.floor_off
    return (
        read
        if low and read.agreement > SETTINGS.read_pyramid.fits and len(read.occupied) <= _S.few_dice
        else None
    )


def _in_base(picture: Picture, freedom: OnMat) -> PyramidRead | None:
    """The many dice of a pyramid, in the base on the table; where they fit badly, better once more."""
    lattice = next(lattices_near(picture, freedom, [freedom.usual], SETTINGS.settle_base.far))
    values, before = lattice.values, 0.0
    for _ in range(_S.settling):
        base = settled(picture, freedom, values, lattice.plan, lattice.field)
        read = read_at(picture, freedom, base.values, base.likely)
        stays = is_clear(read) or read.agreement < before + _S.better
        if stays and base.rests and base.dice <= read.occupied:
            break
        values, before = read.values, read.agreement
    if read.agreement < SETTINGS.read_pyramid.least:
        return None
    return read if base.rests and is_clear(read) else _to_be_asked(read)


def _to_be_asked(read: PyramidRead) -> PyramidRead:
    """*read* marked as doubtful: the dice may also lie in other places."""
    dice = tuple(replace(die, confidence=min(die.confidence, _S.to_ask)) for die in read.dice)
    return replace(read, dice=dice, doubtful=tuple(sorted(read.occupied)))


def about_there(calibration: Calibration, base: Floats) -> OnMat:
    """The corner that looks away from side A, upwards on the mat, is that of i."""
    corners = calibration.on_table(base, _S.base_height)
    middle = corners.mean(axis=0)
    reach = corners - middle
    turns = np.arctan2(reach[:, 1], reach[:, 0]) + np.pi / 2
    turns = (turns + np.pi) % (2 * np.pi) - np.pi
    turn = float(turns[np.abs(turns).argmin()])
    return OnMat.at(calibration.matrix, float(middle[0]), float(middle[1]), turn)


def part_of(picture: Picture, calibration: Calibration, zone: Zone) -> tuple[int, int, int, int]:
    """The box of a place of the mat and of what stands on it: x, y, width, height in the picture."""
    corners = calibration.project(np.array([[x, y, h] for x, y in zone.corners for h in (0.0, 40.0)]))
    low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)), [picture.shape[1], picture.shape[0]]).astype(int)
    return int(low[0]), int(low[1]), max(16, int(high[0] - low[0])), max(16, int(high[1] - low[1]))
