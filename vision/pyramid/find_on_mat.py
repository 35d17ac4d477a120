"""How the lattice lies on a mat: the camera is known, and so where faces of every height would be seen.

1. Faces are looked for at four phases, of which one is always near enough for the network to say how far off.
2. Flat, half-built or full: the heights that make most faces fit.
3. Dice lie only in the base: of all shifts by whole steps, the one that leaves the fewest faces outside.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.judge import Judged, judge
from vision.pyramid.lattice import CELLS, MIDDLE, PLAN_EDGE, UNIT, Floats, in_space
from vision.pyramid.pose import Freedom, Pose, fit
from vision.pyramid.tiling import best_shape, worth

_NEAR = 1.9  # edges from the middle: where the phase is looked for
_PHASES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5))
_FINER = tuple((i / 3, j / 3) for i in range(3) for j in range(3))
_EVERY = 3  # of so many faces one is looked at where many tell the same
_DEPTHS = (8, 4, 0)  # the highest layer of flat, half-built and full pyramids
_NOTHING = -7.0  # evidence of a face that was not looked for
_RING = 2  # whole steps by which the first guess may be wrong
_STRAY = 1.6  # steps: how far the first guess usually is off


# --- faces at heights ---


class Faces(NamedTuple):
    """Faces of a surface of some height, also beyond the base: where they are and how they lie."""

    corners: Floats  # (n, 4, 3) lattice points
    inside: NDArray[np.bool_]  # of the base
    plan: NDArray[np.int64]  # (n, 3): the axis, and where in the plan the face is


@cache
def surface(depth: int) -> Faces:
    """The faces seen of a pyramid that lacks its *depth* upper layers and no other dice."""
    corners, inside, plan = [], [], []
    span = range(-_RING - 9, 10 + _RING)
    for axis in range(3):
        for u in span:
            for v in span:
                face = _face_over(axis, u, v, depth)
                if face is not None:
                    corners.append(face)
                    middle = face.mean(axis=0)
                    inside.append(bool(_within(middle, 0.0)))
                    plan.append((axis, u, v))
    return Faces(np.array(corners), np.array(inside), np.array(plan))


def _face_over(axis: int, u: int, v: int, depth: int) -> Floats | None:
    """The face at a place of the plan (u, v steps from its corner), on the surface; None far outside."""
    top = np.zeros(3)
    top[(axis + 1) % 3], top[(axis + 2) % 3] = u, v
    first, second = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
    face = np.array([top, top + first, top + first + second, top + second])
    middle = face.mean(axis=0)
    lowest = (9 - float(middle.sum())) / 3  # outside there is only the ground
    face = face + min(_raised(middle, depth), lowest)
    return face if _within(face.mean(axis=0), _RING + 0.2) else None


def _raised(middle: Floats, depth: int) -> float:
    """By how much to move along (1, 1, 1) so that the point lies on the surface of the cut pyramid."""
    to_side = -float(middle.min())  # then its smallest coordinate is 0
    to_top = (depth - float(middle.sum())) / 3  # then its layer is `depth`
    return max(to_side, to_top)


def _within(point: Floats, room: float) -> bool:
    """Whether a point is above the base, or not farther outside than *room* steps."""
    level = point + (9 - point.sum()) / 3
    return bool(level.min() > -room)


# --- search ---


def lattices_on_mat(picture: Picture, freedom: Freedom, starts: Sequence[Floats]) -> Iterator[Floats]:
    """The values of poses near *starts*, the one in which the most faces fit first."""
    ways = [(start, depth) for start in starts for depth in freedom.depths]
    rough = [_phase(picture, freedom, start, _PHASES, depth)[1] for start, depth in ways]
    for number in np.argsort(-np.array(rough)):
        start, depth = ways[int(number)]
        yield _exactly(picture, freedom, _phase(picture, freedom, start, _FINER, depth)[0])


def _exactly(picture: Picture, freedom: Freedom, values: Floats) -> Floats:
    """*values* at the height and in the place where the most faces fit."""
    settled = [
        _settled(picture, freedom, _at_height(freedom, values, depth), _some(surface(depth)))
        for depth in _DEPTHS
    ]
    best = int(np.argmax([share for _, share in settled]))
    return _stepped_into_base(picture, freedom, settled[best][0], surface(_DEPTHS[best]))


def _stepped_into_base(picture: Picture, freedom: Freedom, values: Floats, faces: Faces) -> Floats:
    """*values* shifted by whole steps to where a pyramid that can stand explains the most faces."""
    _, judged = _look(picture, freedom, values, faces)
    odds = {tuple(int(n) for n in plan): float(r) for plan, r in zip(faces.plan, judged.right, strict=True)}
    best, most = (0, 0, 0), -np.inf
    for step in _steps():
        evidence = np.array(
            [[odds.get(_stepped(place, step), _NOTHING) for place in places] for places in _places()]
        )
        explained = float(worth(evidence)[best_shape(evidence)].sum())
        score = explained - float(np.hypot(*_plan_step_of(step)) / _STRAY) ** 2
        if score > most:
            best, most = step, score
    return freedom.shifted(values, _plan_step_of(best))


@cache
def _places() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For every cell where its three faces are seen from above."""
    return tuple(tuple(place_in_plan(cell, axis) for axis in range(3)) for cell in CELLS)


def place_in_plan(cell: Sequence[int], axis: int) -> tuple[int, int, int]:
    """Where the face of a cell is seen from above, as in `Faces.plan`."""
    down = int(cell[axis])
    return axis, int(cell[(axis + 1) % 3]) - down, int(cell[(axis + 2) % 3]) - down


def _some(faces: Faces) -> Faces:
    """Few of the faces in the base, spread over all of it."""
    chosen = np.flatnonzero(faces.inside)[::_EVERY]
    return Faces(faces.corners[chosen], faces.inside[chosen], faces.plan[chosen])


def _part_of(faces: Faces, which: NDArray[np.bool_]) -> Faces:
    return Faces(faces.corners[which], faces.inside[which], faces.plan[which])


def _at_height(freedom: Freedom, values: Floats, depth: int) -> Floats:
    """*values* in which the middle of a surface that is so high is seen as large as it was measured."""
    return freedom.lowered(values, float(_middle_height(depth)))


def _middle_height(depth: int) -> float:
    return float(in_space(np.array([[depth / 3] * 3]))[0, 2] - in_space(MIDDLE[None])[0, 2])


def _phase(
    picture: Picture,
    freedom: Freedom,
    values: Floats,
    phases: Sequence[tuple[float, float]],
    depth: int,
) -> tuple[Floats, float]:
    """*values* shifted by less than a step so that faces lie where they are looked for, and how many do."""
    faces = _central(surface(depth))
    best, most = values, -1.0
    for one, other in phases:
        tried = freedom.shifted(values, _plan_step_of((one, other, 0.0)))
        quads, judged = _look(picture, freedom, tried, faces)
        hits = float(_sigmoid(judged.right).sum())
        if hits > most:
            best, most, seen = tried, hits, (quads, judged)
    return _pulled(freedom, best, faces, *seen), most


def _central(faces: Faces) -> Faces:
    middles = in_space(faces.corners.mean(axis=1))[:, :2]
    return _part_of(faces, np.hypot(middles[:, 0], middles[:, 1]) < _NEAR)


def _settled(picture: Picture, freedom: Freedom, values: Floats, faces: Faces) -> tuple[Floats, float]:
    """*values* after the faces of a surface have said how far off they lie, and which share of them fits."""
    quads, judged = _look(picture, freedom, values, faces)
    return _pulled(freedom, values, faces, quads, judged), float(_sigmoid(judged.right).mean())


@cache
def _steps() -> tuple[tuple[int, int, int], ...]:
    """All short steps from one corner of dice to another; seen from above two axes suffice."""
    span = range(-2 * _RING, 2 * _RING + 1)
    steps = ((i, j, 0) for i in span for j in span)
    return tuple(step for step in steps if np.hypot(*_plan_step_of(step)) <= _RING * np.sqrt(3) * PLAN_EDGE)


def _plan_step_of(step: Sequence[float]) -> Floats:
    """A step of the lattice as seen from above, in edges."""
    return np.asarray(np.array(step, np.float64) @ UNIT[:, :2])


def _stepped(plan: tuple[int, ...], step: tuple[int, int, int]) -> tuple[int, ...]:
    """The place of the plan that lies a whole step farther; (1, 1, 1) is no step seen from above."""
    axis, u, v = plan
    down = step[axis]
    return axis, u + step[(axis + 1) % 3] - down, v + step[(axis + 2) % 3] - down


def _look(picture: Picture, freedom: Freedom, values: Floats, faces: Faces) -> tuple[Floats, Judged]:
    pose = Pose(freedom.matrix(values))
    quads = pose.project(faces.corners.reshape(-1, 3)).reshape(len(faces.corners), 4, 2)
    return quads, judge(picture, quads)


def _pulled(freedom: Freedom, values: Floats, faces: Faces, quads: Floats, judged: Judged) -> Floats:
    """The pose that fits what the faces say about how far off they lie."""
    trust = _sigmoid(judged.right)
    if trust.sum() < 4:
        return values
    right, down = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    target = quads.mean(axis=1) + judged.off[:, :1] * right + judged.off[:, 1:] * down
    return fit(freedom, faces.corners.mean(axis=1), target, trust, values)[1]


def _sigmoid(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))
