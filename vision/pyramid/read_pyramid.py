"""Reading the whole pyramid: find its base, fit the lattice, judge every face, and believe what can stand.

Here nothing is known of the table; with a mat, see `read_on_mat`.
"""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.pictures import Picture
from vision.pyramid.dice import read_dice
from vision.pyramid.field import faces_around
from vision.pyramid.find_form import Base, find_base, parts_of
from vision.pyramid.find_lattice import Lattice, lattices_near, plan_at
from vision.pyramid.lattice import PLAN_EDGE, Floats, filled, seen_faces
from vision.pyramid.plan_places import clear
from vision.pyramid.pose import AnyCamera
from vision.pyramid.read_at import PyramidRead, is_clear, read_at, read_near
from vision.pyramid.read_faces import judge_often, unlooked, with_some
from vision.pyramid.right_base import in_its_base, makes_sense, nothing_told
from vision.pyramid.settings import SETTINGS
from vision.pyramid.waves import waves

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
    """Where the base may be: poses near it, and how many faces lie in phase around its middle."""

    freedom: AnyCamera
    starts: list[Floats]
    faces: float


def _places(picture: Picture) -> Iterator[_Place]:
    """Where the base may be, the likeliest first.

    One that is small, or lies on a board of another shape, shows only from nearer by; one with dice at its
    corners alone shows no faces around its middle, but itself.
    """
    base = find_base(picture)
    whole = None if base is None else _place(picture, base)
    if whole is not None and whole.faces >= SETTINGS.find_lattice.few_faces:
        yield whole
    nearer = [near for part in parts_of(picture) if (near := find_base(picture, part)) is not None]
    parts = [_place(picture, near) for near in nearer if _shows_faces(picture, near)]
    clearest = max(
        (part for part in parts if part.faces >= _S.many_faces), key=lambda one: one.faces, default=None
    )
    if clearest is not None:
        yield clearest
    if whole is not None and whole.faces >= SETTINGS.find_lattice.few_faces:
        return
    plain = base if base is not None and base.heat >= _S.plain else None
    if plain is None and clearest is None:
        plainest = max(nearer, key=lambda one: one.heat, default=None)
        plain = plainest if plainest is not None and plainest.heat >= _S.plainer else None
    if plain is not None:
        place = _place(picture, plain)
        yield replace(place, starts=[*place.starts, place.freedom.usual])  # few dice make no waves


def _shows_faces(picture: Picture, base: Base) -> bool:
    """Whether at a first glance any faces lie around its middle."""
    freedom, *_ = _camera(picture, base)
    return _faces_at(picture, freedom, freedom.usual) >= _S.any_faces


def _place(picture: Picture, base: Base) -> _Place:
    """A camera for a base with about these corners, and poses near it, the likeliest first."""
    freedom, per_edge, turn = _camera(picture, base)
    found = waves(picture, freedom.usual[:2], per_edge, turn)
    starts = [freedom.usual + np.array([0, 0, np.log(wave.larger), wave.turn, 0, 0, 0]) for wave in found]
    return _Place(freedom, starts, _faces_at(picture, freedom, starts[0]))


def _camera(picture: Picture, base: Base) -> tuple[AnyCamera, float, float]:
    """What may have taken the *picture*, and about how long an edge of the plan is there, and its turn."""
    middle = base.corners.mean(axis=0)
    reach = base.corners - middle
    per_edge = float(np.linalg.norm(reach, axis=1).mean()) / 9  # of the plan, in pixels
    turn = float(np.arctan2(reach[0, 1], reach[0, 0])) + np.pi / 2
    size = (picture.shape[1], picture.shape[0])
    return AnyCamera.over(size, middle, per_edge / PLAN_EDGE, turn), per_edge, turn


def _faces_at(picture: Picture, freedom: AnyCamera, start: Floats) -> float:
    return clear(faces_around(picture, plan_at(freedom, start, 0.0), SETTINGS.plan_places.near))
