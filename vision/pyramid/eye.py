"""The eye for the pyramid: it is faster because it remembers where the pyramid stood before."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pyramid.cells import AXES, LOWEST, Cell, layer, step
from companion.sightings import Box, PyramidDieSeen, PyramidSeen
from vision.calibration import Calibration
from vision.mat import PYRAMID
from vision.pictures import Picture
from vision.pyramid.dice import DieRead
from vision.pyramid.lattice import CELLS, Floats, filled, numbers, seen_faces
from vision.pyramid.read_at import PyramidRead
from vision.pyramid.read_on_mat import part_of, read_on_mat
from vision.pyramid.read_pyramid import read_pyramid
from vision.pyramid.settings import SETTINGS
from vision.pyramid.settle_base import empty_funnels
from vision.pyramid.tiling import heaviest, worth

_S = SETTINGS.eye


class KnownCells:
    """Keeps the cells in which dice lie, as far as they have been visible.

    What a mug or a phone hides stays as it was known. A look alone has to explain every face by some pyramid,
    and below a mug it finds one with fewer dice, or with more. So a change has to show itself: a die has gone
    where the dice below it, or their empty funnels, come to light; one has come where its faces are seen.
    """

    def __init__(self) -> None:
        self._cells: frozenset[Cell] = frozenset()

    def after(self, picture: Picture, read: PyramidRead) -> frozenset[Cell]:
        """The cells in which dice lie after this look."""
        before, self._cells = self._cells, read.occupied
        if before and before != read.occupied:
            lying = _lying(picture, read, before)
            if sum(layer(cell) == LOWEST for cell in lying - read.occupied) <= _S.most_hidden:
                self._cells = lying
        return self._cells


def _lying(picture: Picture, read: PyramidRead, before: frozenset[Cell]) -> frozenset[Cell]:
    """The pyramid that fits best if anything known *before* may be hidden."""
    known, now = filled(before), filled(read.occupied)
    hidden = seen_faces(known) | (seen_faces(now) & (read.shares < SETTINGS.read_at.clear_share))
    evidence = np.where(hidden, np.maximum(read.evidence, 0.0), read.evidence)
    shape = heaviest(worth(evidence) - np.where(known & ~now, _funnels(picture, read), 0.0))
    return frozenset((int(i), int(j), int(k)) for i, j, k in CELLS[shape])


def _funnels(picture: Picture, read: PyramidRead) -> Floats:
    """The evidence for an empty funnel in every cell (165,); nothing where it cannot be seen."""
    dice = np.array([die.cell for die in read.dice], np.int64).reshape(-1, 3)
    seen = np.array([die.seen for die in read.dice], bool).reshape(-1, 3)
    empty = empty_funnels(picture, read.pose, dice, seen)
    return np.where(empty == 0, 0.0, empty - _S.dark_enough)


class PyramidEye:
    """Looks at the pyramid of one table. The only thing in this package with state."""

    def __init__(self) -> None:
        self._before: Floats | None = None  # the values of the last pose
        self._calibration: Calibration | None = None  # under which that was
        self._picture: NDArray[np.int16] | None = None  # small, as it was read last
        self._seen: PyramidSeen | None = None
        self._quads: Floats | None = None  # where all faces lay in the last picture with a pyramid
        self._times = 0  # that this very view was read afresh
        self._known = KnownCells()

    def see(self, picture: Picture, calibration: Calibration | None) -> PyramidSeen | None:
        """What stands there; None if there is no pyramid, or no place for one on this mat."""
        if calibration is not None and not calibration.mat.has(PYRAMID):
            return None
        now = _small(picture, calibration)
        if self._times >= _S.afresh and self._is_the_same(now, calibration):
            return self._seen
        seen = self._read(picture, calibration)
        self._times = self._times + 1 if self._is_the_same(now, calibration) else 1
        self._seen, self._picture, self._calibration = seen, now, calibration
        return seen

    def where(self, cell: tuple[int, int, int]) -> Box | None:
        """The place of a cell's upper faces in the last picture; None if no pyramid was seen in it."""
        if self._quads is None:
            return None
        corners = self._quads[numbers()[cell]].reshape(-1, 2)
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        return float(left), float(top), float(right - left), float(bottom - top)

    def _is_the_same(self, now: NDArray[np.int16], calibration: Calibration | None) -> bool:
        """Whether nothing but the sensor's noise differs from the picture that was read last."""
        before = self._picture
        if before is None or before.shape != now.shape or self._calibration != calibration:
            return False
        return bool(np.abs(now - before).max() < _S.noise)

    def _read(self, picture: Picture, calibration: Calibration | None) -> PyramidSeen | None:
        before = self._before if _is_on_the_same(self._calibration, calibration) else None
        if calibration is None:
            read = read_pyramid(picture, before)
        else:
            read = read_on_mat(picture, calibration, calibration.mat.zone(PYRAMID), before)
        unsure = read is None or len(read.doubtful) == len(read.occupied)  # where it stands, too
        self._before = None if unsure or read is None else read.values
        self._quads = None if read is None else read.quads
        return None if read is None else seen_of(read, self._known.after(picture, read))


def _is_on_the_same(before: Calibration | None, now: Calibration | None) -> bool:
    """Whether a pose of *before* holds *now*: when the mat moves, the form moves with it."""
    return before == now or (before is not None and now is not None and before.mat == now.mat)


def _small(picture: Picture, calibration: Calibration | None) -> NDArray[np.int16]:
    """The pyramid's place with pixels joined, so that noise is low and every pip still shows."""
    if calibration is not None:
        x, y, width, height = part_of(picture, calibration, calibration.mat.zone(PYRAMID))
        picture = picture[y : y + height, x : x + width]
    size = (picture.shape[1] // _S.smaller, picture.shape[0] // _S.smaller)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.int16)


def seen_of(read: PyramidRead, lying: frozenset[Cell] | None = None) -> PyramidSeen:
    """*read* as the rest of the house knows it; *lying* are the cells in which dice are known to lie."""
    cells = read.occupied if lying is None else lying
    shown = {die.cell: die for die in read.dice}
    dice = []
    for cell in sorted(cells):
        bare = np.array([step(cell, minus=axis) not in cells for axis in AXES])
        if bare.any():
            seen = bare & (shown[cell].seen if cell in shown else False)
            dice.append(_die(shown[cell], seen) if seen.any() else _hidden(cell))
    return PyramidSeen(tuple(dice), tuple(sorted(cells)), read.doubtful)


def _hidden(cell: Cell) -> PyramidDieSeen:
    """An invisible die: it is reported all the same, or the referee would take it for gone."""
    return PyramidDieSeen(cell, "", (None, None, None), 1.0, (False, False, False))


def is_crooked(die: DieRead) -> bool:
    """Whether a die hangs or leans: its faces are off their places, or contradict each other."""
    return bool(die.odd or np.hypot(*die.off) > _S.crooked)


def _die(die: DieRead, seen: NDArray[np.bool_]) -> PyramidDieSeen:
    """A die with these *seen* faces; what was read on the others belongs to a thing in front of them."""
    a, b, c = (face if bare else None for face, bare in zip(die.faces, seen, strict=True))
    choices = tuple(likely if bare else () for likely, bare in zip(die.choices, seen, strict=True))
    x, y, z = seen.tolist()
    return PyramidDieSeen(
        die.cell, die.colour, (a, b, c), die.confidence, (x, y, z), choices, is_crooked(die)
    )
