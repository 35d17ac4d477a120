"""The pyramid that stands in a known place, or nearly so: every face judged, and what can stand believed."""

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.dice import DieRead, read_dice
from vision.pyramid.field import faces_around
from vision.pyramid.find_lattice import closer, plan_at
from vision.pyramid.lattice import CELLS, MIDDLE, OUTER_CORNERS, Floats, face_corners, numbers, seen_faces
from vision.pyramid.pose import Freedom, Pose, fit
from vision.pyramid.read_faces import Judged, judge_some, unlooked
from vision.pyramid.settings import SETTINGS
from vision.pyramid.tiling import best_shape, doubts, faces_that_tell

_S = SETTINGS.read_at


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


def is_clear(read: PyramidRead) -> bool:
    """Whether the faces fit so well that no other lattice needs to be tried."""
    well = read.agreement > _S.well and read.explained > _S.much
    return well or read.agreement > _S.clearly or read.explained > _S.very_much


def read_near(picture: Picture, freedom: Freedom, values: Floats, higher: float = _S.half_way) -> PyramidRead:
    """The pyramid that stands about as *values* say; faces are looked for everywhere, best so much *higher*
    than the base's outer corners, in edges."""
    plan = plan_at(freedom, values, higher)
    field = faces_around(picture, plan, _S.far)
    nearly = closer(freedom, values, plan, field).values
    lattice = closer(freedom, nearly, plan, field)  # now every die is looked for where it lies
    moved = _moved(freedom, values, lattice.values)
    return read_at(picture, freedom, values if moved < _S.trembles else lattice.values, lattice.likely)


def read_at(
    picture: Picture, freedom: Freedom, values: Floats, likely: NDArray[np.bool_] | None = None
) -> PyramidRead:
    """The pyramid that stands as *values* say, or nearly so; only *likely* faces (165, 3) are looked at."""
    pose, judged = Pose(freedom.matrix(values)), unlooked(len(CELLS) * 3)
    looked = np.ones((len(CELLS), 3), bool) if likely is None else likely
    known = np.zeros_like(looked)
    for _ in range(_S.rounds):
        quads = pose.project(face_corners().reshape(-1, 3)).reshape(len(CELLS), 3, 4, 2)
        judged = judge_some(picture, quads.reshape(-1, 4, 2), looked.ravel(), judged)
        known |= looked
        evidence = _evidence(judged)
        occupied = best_shape(evidence)
        seen = seen_faces(occupied)
        nearer, values, moved = _nearer(freedom, quads, judged, seen, values)
        if moved >= _S.still:
            pose, known = nearer, known & seen  # what was looked for beside its place is looked for again
        looked = faces_that_tell(occupied, np.where(known, evidence, 0.0))
        if moved < _S.still and not (looked := looked & ~known).any():
            break
    return _as_read(picture, pose, values, quads, judged, occupied)


def _evidence(judged: Judged) -> Floats:
    """The evidence for each face (165, 3)."""
    return np.asarray(judged.right.reshape(len(CELLS), 3) + SETTINGS.tiling.face_prior)


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
    pose, after = fit(freedom, middles, target, trust, values, (SETTINGS.pose.usual_error,) * 6)
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
    doubtful = np.flatnonzero(doubts(evidence, occupied) < _S.doubt)
    agreement = float(evidence[seen].mean()) if seen.any() else 0.0
    dice = read_dice(judged, seen, shares)
    found = tuple(replace(die, off=_off(die, quads, judged, shares)) for die in dice)
    taken = frozenset(_cell(n) for n in np.flatnonzero(occupied).tolist())
    unsure, told = tuple(_cell(int(n)) for n in doubtful), float(evidence[seen].sum())
    return PyramidRead(found, taken, unsure, pose, values, agreement, quads, evidence, shares, told)


def _off(die: DieRead, quads: Floats, judged: Judged, shares: Floats) -> tuple[float, float]:
    """A die's distance from its place in edges: the mean of its faces."""
    number = numbers()[die.cell]
    rows = np.flatnonzero(np.array(die.seen) & (shares[number] > _S.clear_share))
    if len(rows) < _S.telling_faces:
        return 0.0, 0.0  # one face alone may be seen wrongly
    faces, off = quads[number, rows], judged.off.reshape(len(CELLS), 3, 2)[number, rows]
    right, down = faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]
    away = (off[:, :1] * right + off[:, 1:] * down).mean(axis=0) / np.linalg.norm(right, axis=1).mean()
    return float(away[0]), float(away[1])


def _cell(number: int) -> tuple[int, int, int]:
    i, j, k = (int(c) for c in CELLS[number])
    return i, j, k


# --- what taller dice hide of lower ones, as the camera sees them from the side ---


def visible_shares(pose: Pose, quads: Floats, seen: NDArray[np.bool_], size: tuple[int, int]) -> Floats:
    """The visible share of every uncovered face, shape (165, 3); *quads* (165, 3, 4, 2) are in pixels."""
    out = np.zeros((len(CELLS), 3))
    faces = np.argwhere(seen)
    if not len(faces):
        return out
    names = np.full((int(size[1] * _S.small) + 1, int(size[0] * _S.small) + 1), -1, np.int32)
    order = np.argsort(pose.nearness(np.asarray(CELLS[faces[:, 0]] + 0.5, np.float64)))
    outlines = np.round(quads[faces[:, 0], faces[:, 1]] * _S.small * 16).astype(np.int32)
    for n in order:
        cv2.fillConvexPoly(names, outlines[n], int(n), cv2.LINE_8, 4)
    counts = np.bincount(names[names >= 0], minlength=len(faces))
    a, b, c, d = outlines.astype(np.float64).transpose(1, 0, 2) / 16
    (x, y), (u, v) = (c - a).T, (d - b).T
    drawn = np.abs(x * v - y * u) / 2 + 2 * np.linalg.norm(b - a, axis=1)  # the drawn outline counts in
    out[faces[:, 0], faces[:, 1]] = np.clip(counts / np.maximum(1.0, drawn) * 1.08, 0, 1)
    return out
