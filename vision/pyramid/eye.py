"""The eye for the pyramid: it knows where the pyramid stood in the look before, and so looks faster."""

import numpy as np

from companion.sightings import PyramidDieSeen, PyramidSeen
from vision.calibration import Calibration
from vision.mat import PYRAMID
from vision.pictures import Picture
from vision.pyramid.dice import DieRead
from vision.pyramid.lattice import Floats
from vision.pyramid.read_pyramid import PyramidRead, read_on_mat, read_pyramid

_CROOKED = 0.16  # of an edge: a die that sits right lies no farther from its place


class PyramidEye:
    """Looks at the pyramid of one table. The only thing in this room that changes."""

    def __init__(self) -> None:
        self._before: tuple[Calibration | None, Floats] | None = None

    def see(self, picture: Picture, calibration: Calibration | None) -> PyramidSeen | None:
        """What stands there; None if there is no pyramid, or no place for one on this mat."""
        if calibration is not None and not calibration.mat.has(PYRAMID):
            return None
        before = self._before[1] if self._before and self._before[0] == calibration else None
        if calibration is None:
            read = read_pyramid(picture, before)
        else:
            read = read_on_mat(picture, calibration, calibration.mat.zone(PYRAMID), before)
        self._before = None if read is None else (calibration, read.values)
        return None if read is None else seen_of(read)


def seen_of(read: PyramidRead) -> PyramidSeen:
    """*read* as the rest of the house knows it."""
    return PyramidSeen(
        tuple(_die(die, is_crooked(die)) for die in read.dice),
        tuple(sorted(read.occupied)),
        read.doubtful,
    )


def is_crooked(die: DieRead) -> bool:
    """Whether a die hangs or leans: its faces lie beside their places, or say what no die can show."""
    return bool(die.odd or np.hypot(*die.off) > _CROOKED)


def _die(die: DieRead, crooked: bool) -> PyramidDieSeen:
    return PyramidDieSeen(die.cell, die.colour, die.faces, die.confidence, die.seen, die.choices, crooked)
