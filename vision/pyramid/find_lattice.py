"""From about where the base is to exactly how the lattice lies: its turn and size, its phase, its place.

1. A base shows about how its lattice lies: a few turns and sizes near that are tried.
2. Faces are looked for around the middle: the turn and size with the most of them in phase are right.
3. Faces are looked for everywhere: the lattice is laid to those where the most are, then farther out.
4. Dice lie only in the base: of all a whole step apart, the one that explains the most is right.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.field import Field, Plan, faces_around, looked_up
from vision.pyramid.in_phase import clear, phase_at_densest
from vision.pyramid.lattice import CELLS, MIDDLE, UNIT, Floats, face_corners, in_space, seen_faces
from vision.pyramid.pose import Freedom, Pose, fit
from vision.pyramid.settings import SETTINGS
from vision.pyramid.settle_base import ways_to_stand
from vision.pyramid.tiling import best_shape, faces_that_tell

_S = SETTINGS.find_lattice


class Lattice(Struct, frozen=True, eq=False):
    """A possible pose of the pyramid."""

    values: Floats  # of the pose
    besides: float  # what speaks for it besides the dice: funnels that are empty, a base where it was found
    likely: NDArray[np.bool_]  # (165, 3) faces that have to be looked at closely
    plan: Plan
    field: Field  # of faces around the plan's middle


def lattices_near(
    picture: Picture, freedom: Freedom, starts: Sequence[Floats], far: float = _S.far
) -> Iterator[Lattice]:
    """Ways to stand near *starts*, the likeliest first; faces are looked for *far* from the middle."""
    plans = [plan_at(freedom, start, 0.0) for start in starts]
    clearly = [clear(faces_around(picture, plan, SETTINGS.in_phase.near)) for plan in plans]
    for n in map(int, np.argsort(-np.array(clearly))):
        plan = plans[n]
        field = faces_around(picture, plan, far)
        values = _laid_to(freedom, starts[n], plan, field)
        way = ways_to_stand(picture, freedom, values, plan, field, 0.0)[0]
        found = closer(freedom, way.values, plan, field)
        yield replace(found, besides=found.besides + way.besides)


def _laid_to(freedom: Freedom, values: Floats, plan: Plan, field: Field) -> Floats:
    """The values of a pose that fits the faces of *field*: where the most are, then ever farther out."""
    spot, phase = phase_at_densest(field.within(_S.far))
    steps = np.array([plan.i, plan.j])
    values = freedom.shifted(values, phase @ UNIT[:2, :2])
    for reach in _S.growth:
        near = plan.middle + spot @ steps, reach * float(np.linalg.norm(plan.i))
        values, _, _ = _fitted(freedom, values, plan, field, near)
    return values


def plan_at(freedom: Freedom, start: Floats, higher: float) -> Plan:
    """The plan of a level that lies so many edges (along each axis) over the outer corners."""
    spots = Pose(freedom.matrix(start)).project(MIDDLE - higher + np.vstack([np.zeros(3), _IN_PLAN]))
    return Plan(spots[0], spots[1] - spots[0], spots[2] - spots[0])


def leaning_plan(pose: Pose, higher: float) -> Plan:
    """The same as the camera sees it that does not look straight down: what is farther away is smaller."""
    middle, *steps = in_space(MIDDLE - higher + np.vstack([np.zeros(3), _IN_PLAN]))
    x, y, away = pose.matrix[:, :3] @ middle + pose.matrix[:, 3]
    along = (np.array(steps) - middle) @ pose.matrix[:, :3].T / away
    spot = np.array([x, y]) / away
    i, j = along[:, :2] - along[:, 2:] * spot
    return Plan(spot, i, j, along[:, 2])


# Steps of the plan along i and j that stay at one height.
_IN_PLAN = np.array([[2, -1, -1], [-1, 2, -1]]) / 3


def closer(freedom: Freedom, values: Floats, plan: Plan, field: Field) -> Lattice:
    """The lattice that lies about as *values* say, fitted to the faces of *field*."""
    values, evidence, shape = _fitted(freedom, values, plan, field)
    besides = -float((((values - freedom.usual) / freedom.stray) ** 2).sum()) / 2
    return Lattice(values, besides, faces_that_tell(shape, evidence), plan, field)


def _fitted(
    freedom: Freedom, values: Floats, plan: Plan, field: Field, near: tuple[Floats, float] | None = None
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """*values* fitted to the faces of *field*, what speaks for each face (165, 3), and for which dice (165,).

    Only dice *near* a spot count: no farther than so many pixels from it.
    """
    pose = Pose(freedom.matrix(values))
    odds, at = looked_up(pose, plan, field, CELLS)
    if near is not None:
        away = np.linalg.norm(pose.project(np.asarray(CELLS + 0.5, np.float64)) - near[0], axis=1)
        odds[away > near[1]] = -SETTINGS.tiling.face_prior  # nothing is said of them
    evidence = odds + SETTINGS.tiling.face_prior
    shape = best_shape(evidence)
    rows, axes = np.nonzero(seen_faces(shape) & (evidence > 0))
    if len(rows) >= _S.fewest_faces:
        middles, trust = face_corners()[rows, axes].mean(axis=1), 1 / (1 + np.exp(-odds[rows, axes]))
        values = fit(freedom, middles, _pixels(plan, axes, at[rows, axes]), trust, values)[1]
    return values, evidence, shape


def _pixels(plan: Plan, axes: NDArray[np.int64], at: Floats) -> Floats:
    """Where faces (n, 2) of *axes* are in the picture."""
    out = np.empty((len(axes), 2))
    for axis in range(3):
        out[axes == axis] = plan.pixels(axis, at[axes == axis])
    return out
