"""Reading the whole pyramid: find its base, fit the lattice, judge every face, and believe what can stand.

Here nothing is known of the table; with a mat, see `read_on_mat`.
"""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.base_step import FACE_PRIOR
from vision.pyramid.dice import DieRead, read_dice
from vision.pyramid.field import faces_around
from vision.pyramid.find_form import Base, find_base, parts_of
from vision.pyramid.find_lattice import FEW, Lattice, closer, lattices_near, leaning_plan, plan_at
from vision.pyramid.lattice import (
    CELLS,
    MIDDLE,
    OUTER_CORNERS,
    PLAN_EDGE,
    Floats,
    face_corners,
    filled,
    numbers,
    seen_faces,
)
from vision.pyramid.plan_places import NEAR, clear
from vision.pyramid.pose import PIXEL, AnyCamera, Freedom, Pose, fit
from vision.pyramid.read_faces import Judged, judge_some, unlooked
from vision.pyramid.settle_base import REACH, SURELY, ways_to_stand
from vision.pyramid.tiling import best_shape, doubts, faces_that_tell
from vision.pyramid.waves import waves

_ROUNDS = 4
_STILL = 1.2  # pixels: when the lattice moves by less, it lies right
_TREMBLES = 3.0  # pixels: by less it only seems to have moved, at a glance at its faces
_AS_FAR = 9.3  # steps from the middle: where dice lie in a base whose place is known
_DOUBT = 2.0  # a die that might as well be there or not: log odds
CLEAR, _FACES_THAT_TELL = 0.7, 2
LEAST, CLEARLY = 1.0, 5.2  # mean evidence: less is no pyramid, more surely is one
_FIT = 0.85  # share of the visible faces that fit: with less, the lattice is none of these dice
_ODD, _ONE_LEANS = 0.1, 1  # share of dice whose faces contradict each other, and one more that may lean
_WELL_SEEN = 5.6  # mean evidence: with less, the picture is dim, unsharp or small
_UNSHARP = 1.5  # pixels
TRIES = 3  # of turns and sizes
_MANY, _ANY = 12.0, 5.0  # faces that a base has which shows from nearer by; at a first glance
_PLAIN = 0.4  # heat of a base that is one without any faces around its middle
_SETTLING = 3  # times at most that a base is put right
_NEARLY, _WAYS = 20.0, 4  # log odds: bases that seem to explain nearly as much are looked at, so many at most
HALF_WAY = 1.0  # edges along each axis from the middle of the base to the middle of the visible dice
FITS = 1.0  # mean evidence of the visible faces: with less, the lattice lies wrong


class PyramidRead(Struct, frozen=True, eq=False):
    """What was read: the visible dice, all occupied cells, and where in the picture the lattice lies."""

    dice: tuple[DieRead, ...]
    occupied: frozenset[tuple[int, int, int]]
    doubtful: tuple[tuple[int, int, int], ...]  # cells that may be otherwise
    pose: Pose
    values: Floats  # of the pose, to begin with next time
    agreement: float  # mean log odds of the visible faces
    quads: Floats  # (165, 3, 4, 2) pixels of all faces
    evidence: Floats  # (165, 3) what speaks for each face: log odds
    shares: Floats  # (165, 3) how much of each face other dice leave to be seen
    explained: float = 0.0  # sum of what the visible faces speak for it


def read_pyramid(picture: Picture, before: Floats | None = None) -> PyramidRead | None:
    """The pyramid in a picture without a calibration; None if there is none.

    *before* are the values of the pose in the picture before.
    """
    if before is not None:
        usual = AnyCamera.over((picture.shape[1], picture.shape[0]), before[:2], 1.0, 0.0)
        again = read_near(picture, replace(usual, usual=before), before)
        if again.agreement > FITS:
            return _sharper(picture, usual, again)
    best: PyramidRead | None = None
    for place in _places(picture):
        read = _best(picture, place.freedom, lattices_near(picture, place.freedom, place.starts))
        read = None if read is None else _sensible(_sharper(picture, place.freedom, read))
        if read is not None and (best is None or _explains(read) > _explains(best)):
            best = read
        if best is not None and best.agreement > CLEARLY and _explains(best):
            break
    return best


def _sharper(picture: Picture, freedom: Freedom, read: PyramidRead) -> PyramidRead:
    """*read*, or what the same picture shows sharpened: small, dim or unsharp faces fit better then."""
    if read.agreement > _WELL_SEEN or not _explains(read):
        return read
    soft = cv2.GaussianBlur(picture, (0, 0), _UNSHARP)
    again = read_at(np.asarray(cv2.addWeighted(picture, 2, soft, -1, 0), np.uint8), freedom, read.values)
    if again.agreement < read.agreement or again.occupied != read.occupied:
        return read
    return replace(again, dice=tuple(map(_undisputed, again.dice, read.dice)))


def _undisputed(sharp: DieRead, plain: DieRead) -> DieRead:
    """A die's numbers of the sharper look, but those that the plain one gives another number."""
    pairs = zip(sharp.faces, plain.choices, strict=True)
    a, b, c = (face if face in likely[:1] else None for face, likely in pairs)
    return replace(sharp, colour=plain.colour, faces=(a, b, c))


def _explains(read: PyramidRead) -> float:
    """How much *read* explains, if it is known where the pyramid stands."""
    return read.explained if len(read.doubtful) < len(read.occupied) else 0.0


def read_near(picture: Picture, freedom: Freedom, values: Floats, higher: float = HALF_WAY) -> PyramidRead:
    """The pyramid that stands about as *values* say; faces are looked for everywhere, best so much *higher*
    than the base's outer corners, in edges."""
    plan = plan_at(freedom, values, higher)
    field = faces_around(picture, plan, _AS_FAR)
    nearly = closer(freedom, values, plan, field).values
    lattice = closer(freedom, nearly, plan, field)  # now every die is looked for where it lies
    moved = _moved(freedom, values, lattice.values)
    return read_at(picture, freedom, values if moved < _TREMBLES else lattice.values, lattice.likely)


def _best(picture: Picture, freedom: AnyCamera, tries: Iterator[Lattice]) -> PyramidRead | None:
    """The pyramid that explains the most, the first in which the faces clearly fit; None if none is one."""
    best, most = None, 0.0
    for lattice in islice(tries, TRIES):
        read = read_at(picture, freedom, lattice.values, lattice.likely)
        if best is None or read.explained + lattice.besides > most:
            best, most = read, read.explained + lattice.besides
        if best is read and best.agreement > CLEARLY:
            best = in_its_base(picture, freedom, best)
            if _explains(best):
                return best
    if best is None or best.agreement <= LEAST:
        return None
    return in_its_base(picture, freedom, best)


def in_its_base(picture: Picture, freedom: AnyCamera, read: PyramidRead) -> PyramidRead:
    """*read* in the base that explains the most of all that lie whole steps beside each other.

    One that stands beside its place fits what it shows of the dice as well. Where another one explains nearly
    as much, nothing is told.
    """
    rather = _NEARLY
    for _ in range(_SETTLING):
        plan = leaning_plan(read.pose, HALF_WAY)
        field = faces_around(picture, plan, REACH)
        ways = ways_to_stand(picture, freedom, read.values, plan, field, _NEARLY)[:_WAYS]
        if len(ways) == 1 and not any(ways[0].step):
            break
        reads = [read_at(picture, freedom, way.values, way.likely) for way in ways]
        explained = np.array([one.explained + way.besides for one, way in zip(reads, ways, strict=True)])
        best = int(explained.argmax())
        read, rather = reads[best], float(np.delete(explained[best] - explained, best).min(initial=_NEARLY))
        if not any(ways[best].step):
            break
    return read if rather >= SURELY else nothing_told(read)


def _sensible(read: PyramidRead) -> PyramidRead:
    return read if makes_sense(read) else nothing_told(read)


def makes_sense(read: PyramidRead) -> bool:
    """Whether its faces are those of dice: nearly all fit, and nearly no die contradicts itself.

    A lattice of another size finds faces enough, but they do not belong together.
    """
    well = seen_faces(filled(read.occupied)) & (read.shares > CLEAR)
    together = [die.odd for die in read.dice if sum(die.seen) > 1]
    fit = bool((read.evidence[well] > 0).mean() > _FIT) if well.any() else False
    return fit and sum(together) <= _ONE_LEANS + _ODD * len(together)


def nothing_told(read: PyramidRead) -> PyramidRead:
    """*read* with every die as a question: where the pyramid stands is not known."""
    dice = tuple(replace(die, colour="", faces=(None, None, None), confidence=0.0) for die in read.dice)
    return replace(read, dice=dice, doubtful=tuple(sorted(read.occupied)))


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
    if whole is not None and whole.faces >= FEW:
        yield whole
    parts = [_near(picture, part) for part in parts_of(picture)]
    clearest = max((place for place in parts if place is not None), key=lambda one: one.faces, default=None)
    if clearest is not None and clearest.faces >= _MANY:
        yield clearest
    if whole is not None and base is not None and whole.faces < FEW and base.heat >= _PLAIN:
        yield whole


def _near(picture: Picture, part: tuple[int, int, int, int]) -> _Place | None:
    """The place of a base in *part* of the picture; None where no faces at all show around its middle."""
    base = find_base(picture, part)
    if base is None:
        return None
    freedom, *_ = _camera(picture, base)
    return _place(picture, base) if _faces_at(picture, freedom, freedom.usual) >= _ANY else None


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
    return clear(faces_around(picture, plan_at(freedom, start, 0.0), NEAR))


def read_at(
    picture: Picture, freedom: Freedom, values: Floats, likely: NDArray[np.bool_] | None = None
) -> PyramidRead:
    """The pyramid that stands as *values* say, or nearly so; only *likely* faces (165, 3) are looked at."""
    pose, judged = Pose(freedom.matrix(values)), unlooked(len(CELLS) * 3)
    looked = np.ones((len(CELLS), 3), bool) if likely is None else likely
    known = np.zeros_like(looked)
    for _ in range(_ROUNDS):
        quads = pose.project(face_corners().reshape(-1, 3)).reshape(len(CELLS), 3, 4, 2)
        judged = judge_some(picture, quads.reshape(-1, 4, 2), looked.ravel(), judged)
        known |= looked
        evidence = _evidence(judged)
        occupied = best_shape(evidence)
        seen = seen_faces(occupied)
        nearer, values, moved = _nearer(freedom, quads, judged, seen, values)
        if moved >= _STILL:
            pose, known = nearer, known & seen  # what was looked for beside its place is looked for again
        looked = faces_that_tell(occupied, np.where(known, evidence, 0.0))
        if moved < _STILL and not (looked := looked & ~known).any():
            break
    return _as_read(picture, pose, values, quads, judged, occupied)


def _evidence(judged: Judged) -> Floats:
    """The evidence for each face (165, 3)."""
    return np.asarray(judged.right.reshape(len(CELLS), 3) + FACE_PRIOR)


def _nearer(
    freedom: Freedom, quads: Floats, judged: Judged, seen: NDArray[np.bool_], values: Floats
) -> tuple[Pose, Floats, float]:
    """The pose corrected by the offset of every visible face, and how far it moves."""
    rows = seen.ravel()
    faces = quads.reshape(-1, 4, 2)[rows]
    right, down = faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]
    off = judged.off[rows]
    target = faces.mean(axis=1) + off[:, :1] * right + off[:, 1:] * down
    trust = 1 / (1 + np.exp(-judged.right[rows]))
    middles = face_corners().reshape(-1, 4, 3)[rows].mean(axis=1)
    if trust.sum() < 3:
        return Pose(freedom.matrix(values)), values, 0.0
    pose, after = fit(freedom, middles, target, trust, values, (PIXEL,) * 6)
    return pose, after, _moved(freedom, values, after)


def _moved(freedom: Freedom, before: Floats, after: Floats) -> float:
    """How far the lattice lies from where it lay, in pixels."""
    grid = np.vstack([OUTER_CORNERS, MIDDLE])
    was, now = (Pose(freedom.matrix(values)).project(grid) for values in (before, after))
    return float(np.linalg.norm(now - was, axis=1).max())


def _as_read(
    picture: Picture, pose: Pose, values: Floats, quads: Floats, judged: Judged, occupied: NDArray[np.bool_]
) -> PyramidRead:
    evidence, seen = _evidence(judged), seen_faces(occupied)
    size = (picture.shape[1], picture.shape[0])
    shares = visible_shares(pose, quads, seen, size)
    doubtful = np.flatnonzero(doubts(evidence, occupied) < _DOUBT)
    agreement = float(evidence[seen].mean()) if seen.any() else 0.0
    dice = read_dice(judged, seen, shares)
    found = tuple(replace(die, off=_off(die, quads, judged, shares)) for die in dice)
    taken = frozenset(_cell(n) for n in np.flatnonzero(occupied).tolist())
    unsure, told = tuple(_cell(int(n)) for n in doubtful), float(evidence[seen].sum())
    return PyramidRead(found, taken, unsure, pose, values, agreement, quads, evidence, shares, told)


def _off(die: DieRead, quads: Floats, judged: Judged, shares: Floats) -> tuple[float, float]:
    """A die's distance from its place in edges: the mean of its faces."""
    number = numbers()[die.cell]
    rows = np.flatnonzero(np.array(die.seen) & (shares[number] > CLEAR))
    if len(rows) < _FACES_THAT_TELL:
        return 0.0, 0.0  # one face alone may be seen wrongly
    faces, off = quads[number, rows], judged.off.reshape(len(CELLS), 3, 2)[number, rows]
    right, down = faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]
    away = (off[:, :1] * right + off[:, 1:] * down).mean(axis=0) / np.linalg.norm(right, axis=1).mean()
    return float(away[0]), float(away[1])


def _cell(number: int) -> tuple[int, int, int]:
    i, j, k = (int(c) for c in CELLS[number])
    return i, j, k


# --- what taller dice hide of lower ones, as the camera sees them from the side ---

_SMALL = 0.5  # shares are counted in a picture smaller by this


def visible_shares(pose: Pose, quads: Floats, seen: NDArray[np.bool_], size: tuple[int, int]) -> Floats:
    """The visible share of every uncovered face, shape (165, 3); *quads* (165, 3, 4, 2) are in pixels."""
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
    a, b, c, d = outlines.astype(np.float64).transpose(1, 0, 2) / 16
    (x, y), (u, v) = (c - a).T, (d - b).T
    drawn = np.abs(x * v - y * u) / 2 + 2 * np.linalg.norm(b - a, axis=1)  # the drawn outline counts in
    out[faces[:, 0], faces[:, 1]] = np.clip(counts / np.maximum(1.0, drawn) * 1.08, 0, 1)
    return out
