"""Reading the whole pyramid: find its base, fit the lattice, judge every face, and believe what can stand."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.mat import Zone
from vision.pictures import Picture
from vision.pyramid.base_step import FACE_PRIOR
from vision.pyramid.dice import DieRead, read_dice
from vision.pyramid.field import faces_around
from vision.pyramid.find_form import Base, find_base
from vision.pyramid.find_lattice import Lattice, closer, lattices_near, plan_at
from vision.pyramid.form_on_mat import place_of_form
from vision.pyramid.hiding import visible_shares
from vision.pyramid.judge import Judged, judge_some, unlooked
from vision.pyramid.lattice import (
    CELLS,
    DIE,
    MIDDLE,
    OUTER_CORNERS,
    PLAN_EDGE,
    Floats,
    face_corners,
    numbers,
    seen_faces,
)
from vision.pyramid.pose import AnyCamera, Freedom, OnMat, Pose, fit
from vision.pyramid.settle_base import REACH, Settled, settled
from vision.pyramid.tiling import best_shape, doubts, faces_that_tell
from vision.pyramid.waves import waves

_ROUNDS = 4
_SETTLING = 3  # times at most: where few dice were seen at first, their height was not well known
_STILL = 1.2  # pixels: when the lattice moves by less, it lies right
_DOUBT = 2.0  # a die that might as well be there or not: logarithm of odds
_CLEAR, _FACES_THAT_TELL = 0.7, 2
_LEAST, _CLEARLY = 1.0, 5.2  # mean evidence: less is no pyramid, more surely is one
_BETTER = 0.3  # what a further look has to add to the mean evidence to be worth one more
_WELL, _MUCH, _VERY_MUCH = 4.4, 200.0, 400.0  # the same, where all visible faces together say very much
_TRIES = 3  # of turns and sizes
_WAYS = 4  # to shift the base by whole steps that are looked at before it is settled
_UNLIKE = (
    0.06  # of a step: dice that lie otherwise by more than where they were looked for are looked at again
)
_HALF_WAY = 1.0  # edges along each axis from the middle of the base to the middle of the visible dice
_BASE_HEIGHT = 15.0  # millimetres: of the outer corners above the mat
_TO_ASK = 0.4  # confidence of what has to be asked about
_AT_FUNNELS = (4.0, 4.0, 0.04, 2.5)  # how far off the place that funnels tell may be
_LOW = 3.5  # millimetres: how far off the floor of the form may be measured, if they are in it
_FEW = 20  # dice in a form most of whose funnels are empty
_FITS = 1.0  # mean evidence of the visible faces: with less, the lattice lies wrong


class PyramidRead(Struct, frozen=True, eq=False):
    """What was read: the visible dice, all occupied cells, and where in the picture the lattice lies."""

    dice: tuple[DieRead, ...]
    occupied: frozenset[tuple[int, int, int]]
    doubtful: tuple[tuple[int, int, int], ...]  # cells that may be otherwise
    pose: Pose
    values: Floats  # of the pose, to begin with next time
    agreement: float  # mean logarithm of odds of the visible faces
    quads: Floats  # (165, 3, 4, 2) pixels of all faces
    explained: float = 0.0  # sum of what the visible faces speak for it


def read_pyramid(picture: Picture, before: Floats | None = None) -> PyramidRead | None:
    """The pyramid in a picture of which nothing is known; None if there is none.

    *before* are the values of the pose in the picture before.
    """
    if before is not None:
        usual = AnyCamera.over((picture.shape[1], picture.shape[0]), before[:2], 1.0, 0.0)
        again = _read_near(picture, replace(usual, usual=before), before)
        if again.agreement > _FITS:
            return again
    base = find_base(picture)
    return _best(picture, *_anywhere(picture, base)) if base is not None and base.sure else None


def read_on_mat(
    picture: Picture, calibration: Calibration, zone: Zone, before: Floats | None = None
) -> PyramidRead | None:
    """The pyramid in its place on the mat; *before* are the last pose's values. None if none is there."""
    anywhere = OnMat.at(calibration.matrix, *zone.centre, 0.0)
    if before is not None:
        again = _read_near(picture, anywhere, before)
        if again.agreement > _FITS:
            return again
    base = find_base(picture, part_of(picture, calibration, zone))
    freedom = _on_mat(calibration, base) if base is not None and base.sure else anywhere
    if (read := _in_funnels(picture, calibration, freedom)) is not None:
        return read
    return _in_base(picture, calibration, freedom)


def _read_near(picture: Picture, freedom: Freedom, values: Floats) -> PyramidRead:
    """The pyramid that stands about as *values* say; faces are looked for everywhere."""
    plan = plan_at(freedom, values, _HALF_WAY)
    field = faces_around(picture, plan, REACH)
    roughly = closer(
        freedom, values, plan, field
    )  # some dice may still have been looked for beside their place
    lattice = closer(freedom, roughly.values, plan, field)
    return _read(picture, freedom, lattice.values, lattice.likely)


def _in_funnels(picture: Picture, calibration: Calibration, about: OnMat) -> PyramidRead | None:
    """The few dice in a form whose empty funnels tell where it lies; None if they do not."""
    place = place_of_form(picture, calibration, *(float(value) for value in about.usual[:3]))
    if not place.sure:
        return None
    freedom = OnMat.at(calibration.matrix, place.x, place.y, place.turn, _AT_FUNNELS)
    read = _read_near(picture, freedom, freedom.usual)
    low = abs(read.values[3] - freedom.usual[3]) < _LOW
    return read if low and read.agreement > _FITS and len(read.occupied) <= _FEW else None


def _in_base(picture: Picture, calibration: Calibration, freedom: OnMat) -> PyramidRead | None:
    """The many dice of a pyramid, in the base that lies on the table."""
    best: PyramidRead | None = None
    for lattice, *_ in islice(_in_place(picture, calibration, freedom), _TRIES):
        read = _read_settled(picture, freedom, lattice)
        if best is None or read.agreement > best.agreement:
            best = read
        if _is_clear(best) or best.explained > _VERY_MUCH:
            break
    if best is None or best.agreement < _LEAST:
        return None
    return best if _is_clear(best) or best.explained > _VERY_MUCH else _to_be_asked(best)


def _read_settled(picture: Picture, freedom: OnMat, lattice: Lattice) -> PyramidRead:
    """The pyramid of *lattice* in its right base; where its faces do not fit clearly, better once more."""
    values, before = lattice.values, 0.0
    for _ in range(_SETTLING):
        base = _settled(picture, freedom, values, lattice)
        read = _read(picture, freedom, base.values, base.likely)
        stays = _is_clear(read) or read.agreement < before + _BETTER
        if stays and base.dice <= read.occupied:
            break
        values, before = read.values, read.agreement
    return read if base.sure else _to_be_asked(read)


def _is_clear(read: PyramidRead) -> bool:
    """Whether the faces fit so well that no other lattice need be looked at."""
    return read.agreement > _CLEARLY or (read.agreement > _WELL and read.explained > _MUCH)


def _to_be_asked(read: PyramidRead) -> PyramidRead:
    """*read* so that nobody takes it for sure: the dice may as well lie in other places."""
    dice = tuple(replace(die, confidence=min(die.confidence, _TO_ASK)) for die in read.dice)
    return replace(read, dice=dice, doubtful=tuple(sorted(read.occupied)))


def _settled(picture: Picture, freedom: OnMat, values: Floats, lattice: Lattice) -> Settled:
    """The base that lies on the table, of all in which the dice of *lattice* may lie."""
    plan, field = lattice.plan, lattice.field
    for _ in range(_SETTLING):
        near = plan_at(freedom, values, _HALF_WAY)
        if plan.unlike(near) > _UNLIKE:
            plan, field = near, faces_around(picture, near, REACH)
        base = settled(picture, freedom, values, plan, field)
        if not any(base.step):
            break
        values = closer(freedom, base.values, plan, field).values
    return base


def _best(picture: Picture, freedom: Freedom, tries: Iterator[tuple[Lattice, ...]]) -> PyramidRead | None:
    """The first of the *tries* in which the faces clearly fit, else the best; None if none is a pyramid."""
    best: PyramidRead | None = None
    for alike in islice(tries, _TRIES):
        reads = [_read(picture, freedom, lattice.values, lattice.likely) for lattice in alike]
        said = [read.explained + lattice.besides for read, lattice in zip(reads, alike, strict=True)]
        read = reads[int(np.argmax(said))]
        if best is None or read.agreement > best.agreement:
            best = read
        if best.agreement > _CLEARLY:
            break
    return best if best is not None and best.agreement > _LEAST else None


def _anywhere(picture: Picture, base: Base) -> tuple[AnyCamera, Iterator[tuple[Lattice, ...]]]:
    """A camera that sees the base about there, and poses near it, the likeliest first."""
    middle = base.corners.mean(axis=0)
    reach = base.corners - middle
    per_edge = float(np.linalg.norm(reach, axis=1).mean()) / 9  # of the plan, in pixels
    turn = float(np.arctan2(reach[0, 1], reach[0, 0])) + np.pi / 2
    freedom = AnyCamera.over((picture.shape[1], picture.shape[0]), middle, per_edge / PLAN_EDGE, turn)
    found = waves(picture, middle, per_edge, turn)
    shifts = [np.array([0, 0, np.log(wave.larger), wave.turn, 0, 0, 0]) for wave in found]
    return freedom, lattices_near(picture, freedom, [freedom.usual + shift for shift in shifts])


def _in_place(picture: Picture, calibration: Calibration, freedom: OnMat) -> Iterator[tuple[Lattice, ...]]:
    """Ways to stand in a form that lies about so."""
    x, y, turn, floor = freedom.usual
    spots = calibration.project(np.array([[x, y, floor], [x + DIE * PLAN_EDGE, y, floor]]))
    across = spots[1] - spots[0]
    tilt = float(np.arctan2(across[1], across[0]))  # of the mat in the picture
    found = waves(
        picture, spots[0], float(np.linalg.norm(across)), turn + tilt, np.exp(np.arange(0, 0.17, 0.015))
    )
    starts = [freedom.usual + np.array([0, 0, wave.turn, 0]) for wave in found]
    return lattices_near(picture, freedom, starts, [wave.larger for wave in found], REACH, _WAYS)


def _on_mat(calibration: Calibration, base: Base) -> OnMat:
    """The corner that looks away from side A, upwards on the mat, is that of i."""
    corners = calibration.on_table(base.corners, _BASE_HEIGHT)
    middle = corners.mean(axis=0)
    reach = corners - middle
    turns = np.arctan2(reach[:, 1], reach[:, 0]) + np.pi / 2
    turns = (turns + np.pi) % (2 * np.pi) - np.pi
    return OnMat.at(
        calibration.matrix, float(middle[0]), float(middle[1]), float(turns[np.abs(turns).argmin()])
    )


def part_of(picture: Picture, calibration: Calibration, zone: Zone) -> tuple[int, int, int, int]:
    """Where a place of the mat, and what stands on it, is in the picture: x, y, width, height."""
    corners = calibration.project(np.array([[x, y, h] for x, y in zone.corners for h in (0.0, 40.0)]))
    low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)), [picture.shape[1], picture.shape[0]]).astype(int)
    return int(low[0]), int(low[1]), max(16, int(high[0] - low[0])), max(16, int(high[1] - low[1]))


def _read(
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
        evidence = judged.right.reshape(len(CELLS), 3) + FACE_PRIOR
        occupied = best_shape(evidence)
        seen = seen_faces(occupied)
        nearer, values, moved = _nearer(freedom, quads, judged, seen, values)
        looked = faces_that_tell(occupied)
        if moved >= _STILL:
            pose = nearer
        elif (looked := looked & ~known).sum() == 0:
            break
    return _told(picture, pose, values, quads, judged, occupied, evidence)


def _nearer(
    freedom: Freedom, quads: Floats, judged: Judged, seen: NDArray[np.bool_], values: Floats
) -> tuple[Pose, Floats, float]:
    """The pose after every visible face has said how far off it lies, and how far it moves."""
    rows = seen.ravel()
    faces = quads.reshape(-1, 4, 2)[rows]
    right, down = faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]
    off = judged.off[rows]
    target = faces.mean(axis=1) + off[:, :1] * right + off[:, 1:] * down
    trust = 1 / (1 + np.exp(-judged.right[rows]))
    middles = face_corners().reshape(-1, 4, 3)[rows].mean(axis=1)
    if trust.sum() < 3:
        return Pose(freedom.matrix(values)), values, 0.0
    pose, after = fit(freedom, middles, target, trust, values)
    grid = np.vstack([OUTER_CORNERS, MIDDLE])
    before = Pose(freedom.matrix(values)).project(grid)
    return pose, after, float(np.linalg.norm(pose.project(grid) - before, axis=1).max())


def _told(
    picture: Picture,
    pose: Pose,
    values: Floats,
    quads: Floats,
    judged: Judged,
    occupied: NDArray[np.bool_],
    evidence: Floats,
) -> PyramidRead:
    seen = seen_faces(occupied)
    size = (picture.shape[1], picture.shape[0])
    shares = visible_shares(pose, quads, seen, size)
    doubtful = np.flatnonzero(doubts(evidence, occupied) < _DOUBT)
    agreement = float(evidence[seen].mean()) if seen.any() else 0.0
    dice = read_dice(judged, seen, shares)
    return PyramidRead(
        tuple(replace(die, off=_off(die, quads, judged, shares)) for die in dice),
        frozenset(_cell(n) for n in np.flatnonzero(occupied)),
        tuple(_cell(n) for n in doubtful),
        pose,
        values,
        agreement,
        quads,
        float(evidence[seen].sum()),
    )


def _off(die: DieRead, quads: Floats, judged: Judged, shares: Floats) -> tuple[float, float]:
    """How far a die lies from its place in edges: what its faces say on average."""
    number = numbers()[die.cell]
    rows = np.flatnonzero(np.array(die.seen) & (shares[number] > _CLEAR))
    if len(rows) < _FACES_THAT_TELL:
        return 0.0, 0.0  # one face alone may be seen wrongly
    faces, off = quads[number, rows], judged.off.reshape(len(CELLS), 3, 2)[number, rows]
    right, down = faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]
    away = (off[:, :1] * right + off[:, 1:] * down).mean(axis=0) / np.linalg.norm(right, axis=1).mean()
    return float(away[0]), float(away[1])


def _cell(number: int) -> tuple[int, int, int]:
    i, j, k = (int(c) for c in CELLS[number])
    return i, j, k
