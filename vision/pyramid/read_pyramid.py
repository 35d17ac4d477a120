"""Reading the whole pyramid: find its base, fit the lattice, judge every face, and believe what can stand.

Here nothing is known of the table; with a mat, see `read_on_mat`.
"""

from collections.abc import Iterator
from heapq import nlargest
from itertools import islice, product

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.pictures import Picture
from vision.pyramid.dice import read_dice
from vision.pyramid.field import faces_around
from vision.pyramid.find_form import find_base, parts_of
from vision.pyramid.find_lattice import Lattice, lattices_near, plan_at
from vision.pyramid.in_phase import clear
from vision.pyramid.lattice import PLAN_EDGE, Floats, filled, seen_faces
from vision.pyramid.pose import AnyCamera
from vision.pyramid.read_at import PyramidRead, is_clear, read_at, read_near
from vision.pyramid.read_faces import judge_often, unlooked, with_some
from vision.pyramid.right_base import in_its_base, makes_sense, nothing_told
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.read_pyramid


def read_pyramid(picture: Picture, before: Floats | None = None) -> PyramidRead | None:
    """The pyramid in a picture without a calibration; None if there is none.

    *before* are the values of the pose in the picture before.
    """
    if before is not None:
        usual = AnyCamera.over((picture.shape[1], picture.shape[0]), before[:2], 1.0, 0.0)
        again = read_near(picture, replace(usual, usual=before), before)
        if again.agreement > _S.fits:
            return _with_more_looks(picture, again)
    best: PyramidRead | None = None
    for place in _places(picture):
        read = _best(picture, place.freedom, lattices_near(picture, place.freedom, place.starts))
        read = None if read is None else _sensible(picture, place.freedom, read)
        if read is not None and (best is None or _explains(read) > _explains(best)):
            best = read
        if best is not None and is_clear(best) and _explains(best):
            break
    return best


def _sensible(picture: Picture, freedom: AnyCamera, read: PyramidRead) -> PyramidRead:
    """*read*, or that of the sharpened picture, if it makes sense; else with nothing told."""
    if not _explains(read):
        return read
    if not makes_sense(read):
        sharp = read_at(_sharpened(picture), freedom, read.values)
        if sharp.agreement > read.agreement and sharp.occupied == read.occupied:
            pairs = zip(sharp.dice, read.dice, strict=True)
            read = replace(sharp, dice=tuple(replace(one, colour=plain.colour) for one, plain in pairs))
    return _with_more_looks(picture, read) if makes_sense(read) else nothing_told(read)


def _with_more_looks(picture: Picture, read: PyramidRead) -> PyramidRead:
    """*read* with the numbers of unsure dice by many looks at their faces, some of them sharpened."""
    unsure = filled(die.cell for die in read.dice if die.confidence < _S.unsure)
    seen = seen_faces(filled(read.occupied)) & unsure[:, None]
    if not seen.any():
        return read
    often = judge_often((picture, _sharpened(picture)), read.quads[seen])
    judged = with_some(unlooked(seen.size), seen.ravel(), often)
    again = {die.cell: die for die in read_dice(judged, seen, read.shares)}
    pairs = ((again.get(die.cell, die), die) for die in read.dice)
    return replace(read, dice=tuple(replace(now, off=at.off, colour=at.colour) for now, at in pairs))


def _sharpened(picture: Picture) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), _S.unsharp)
    return np.asarray(cv2.addWeighted(picture, 2, soft, -1, 0), np.uint8)


def _explains(read: PyramidRead) -> float:
    """How much *read* explains, if it is known where the pyramid stands."""
    return read.explained if len(read.doubtful) < len(read.occupied) else 0.0


def _best(picture: Picture, freedom: AnyCamera, tries: Iterator[Lattice]) -> PyramidRead | None:
    """The pyramid that explains the most, the first in which the faces clearly fit; None if none is one."""
    best, most = None, 0.0
    for lattice in islice(tries, _S.tries):
        read = read_at(picture, freedom, lattice.values, lattice.likely)
        if best is None or read.explained + lattice.besides > most:
            best, most = read, read.explained + lattice.besides
        if best is read and is_clear(best):
            best = in_its_base(picture, freedom, best)
            if _explains(best):
                return best
    if best is None or best.agreement <= _S.least:
        return None
    return in_its_base(picture, freedom, best)


class _Place(Struct, frozen=True, eq=False):
    """Where the base may be."""

    freedom: AnyCamera
    heat: float  # how clearly the base itself is seen
    faces: float  # how many lie in phase around its middle

    @property
    def starts(self) -> list[Floats]:
        """Poses near it: a base shows only about how its lattice is turned, and how large it is."""
        ways = product(np.radians(_S.turned), np.log(_S.larger))
        return [self.freedom.usual + np.array([0, 0, larger, turn, 0, 0, 0]) for turn, larger in ways]


def _places(picture: Picture) -> Iterator[_Place]:
    """Where the base may be, the likeliest first.

    One that is small, or lies on a board of another shape, shows only from nearer by; one with dice at its
    corners alone shows no faces around its middle, but itself.
    """
    whole = _place(picture)
    shows_faces = whole is not None and whole.faces >= _S.few_faces
    if whole is not None and shows_faces:
        yield whole
    parts = [place for part in parts_of(picture) if (place := _place(picture, part)) is not None]
    clear_ones = [place for place in parts if place.faces >= _S.many_faces]
    yield from nlargest(1, clear_ones, key=lambda place: place.faces)
    if shows_faces:
        return
    if whole is not None and whole.heat >= _S.plain:
        yield whole
    elif not clear_ones:
        plain = (place for place in parts if place.heat >= _S.plainer)
        yield from nlargest(1, plain, key=lambda place: place.heat)


def _place(picture: Picture, part: tuple[int, int, int, int] | None = None) -> _Place | None:
    """A camera for the base that seems to lie there, and what it shows at a first glance."""
    base = find_base(picture, part)
    if base is None:
        return None
    middle = base.corners.mean(axis=0)
    reach = base.corners - middle
    per_edge = float(np.linalg.norm(reach, axis=1).mean()) / 9  # of the plan, in pixels
    turn = float(np.arctan2(reach[0, 1], reach[0, 0])) + np.pi / 2
    size = (picture.shape[1], picture.shape[0])
    freedom = AnyCamera.over(size, middle, per_edge / PLAN_EDGE, turn)
    field = faces_around(picture, plan_at(freedom, freedom.usual, 0.0), SETTINGS.in_phase.near)
    return _Place(freedom, base.heat, clear(field))
