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
from vision.pyramid.find_form import Base, find_base
from vision.pyramid.find_lattice import Lattice, lattices_near
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
from vision.pyramid.settle_base import settled
from vision.pyramid.tiling import best_shape, doubts
from vision.pyramid.waves import waves

_ROUNDS = 3
_SETTLING = 3  # times: where few dice were read at first, their height was not well known
_STILL = 1.2  # pixels: when the lattice moves by less, it lies right
_DOUBT = 2.0  # a die that might as well be there or not: logarithm of odds
_CLEAR, _FACES_THAT_TELL = 0.7, 2
_LEAST, _CLEARLY = 1.0, 5.2  # mean evidence: less is no pyramid, more surely is one
_TRIES = 3  # of turns and sizes
_BASE_HEIGHT = 15.0  # millimetres: of the outer corners above the mat
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
        again = _read(picture, replace(usual, usual=before), before)
        if again.agreement > _FITS:
            return again
    base = find_base(picture)
    return _best(picture, *_anywhere(picture, base)) if base is not None and base.sure else None


def read_on_mat(
    picture: Picture, calibration: Calibration, zone: Zone, before: Floats | None = None
) -> PyramidRead | None:
    """The pyramid in its place on the mat; *before* are the last pose's values. None if none is there."""
    if before is not None:
        again = _read(picture, OnMat.at(calibration.matrix, *zone.centre, 0.0), before)
        if again.agreement > _FITS:
            return again
    base = find_base(picture, part_of(picture, calibration, zone))
    freedom, tries = _in_place(picture, calibration, zone, base)
    read = _best(picture, freedom, tries)
    return None if read is None else _settled(picture, freedom, read)


def _settled(picture: Picture, freedom: OnMat, read: PyramidRead) -> PyramidRead:
    """*read* with the dice in the base that lies on the table, and those far off that were not looked at."""
    for _ in range(_SETTLING):
        best = settled(picture, freedom, read.values)
        if not any(best.step) and best.dice <= read.occupied:
            break
        read = _read(picture, freedom, best.values, best.likely)
    return read


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


def _in_place(
    picture: Picture, calibration: Calibration, zone: Zone, base: Base | None
) -> tuple[OnMat, Iterator[tuple[Lattice, ...]]]:
    """The form lies about as it is printed on the mat, and about where it was found."""
    freedom = OnMat.at(calibration.matrix, *zone.centre, 0.0)
    if base is not None and base.sure:
        freedom = _on_mat(calibration, base)
    x, y, turn, floor = freedom.usual
    spots = calibration.project(np.array([[x, y, floor], [x + DIE * PLAN_EDGE, y, floor]]))
    across = spots[1] - spots[0]
    tilt = float(np.arctan2(across[1], across[0]))  # of the mat in the picture
    found = waves(
        picture, spots[0], float(np.linalg.norm(across)), turn + tilt, np.exp(np.arange(0, 0.17, 0.015))
    )
    starts = [freedom.usual + np.array([0, 0, wave.turn, 0]) for wave in found]
    return freedom, lattices_near(picture, freedom, starts, [wave.larger for wave in found])


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
    for _ in range(_ROUNDS):
        quads = pose.project(face_corners().reshape(-1, 3)).reshape(len(CELLS), 3, 4, 2)
        judged = judge_some(picture, quads.reshape(-1, 4, 2), looked.ravel(), judged)
        evidence = judged.right.reshape(len(CELLS), 3) + FACE_PRIOR
        occupied = best_shape(evidence)
        seen = seen_faces(occupied)
        nearer, values, moved = _nearer(freedom, quads, judged, seen, values)
        if moved < _STILL:
            break
        pose, looked = nearer, seen
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
