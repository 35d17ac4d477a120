"""From about where the base is to exactly how the lattice lies: its turn and size, its phase, its place.

1. A base shows about how its lattice lies: a few turns and sizes near that are tried.
2. Faces are looked for around the middle: the turn and size with the most of them in phase are right.
3. Faces are looked for everywhere, and each gets its place in the plan.
4. Dice lie only in the base: of all shifts by whole steps, the one that explains the most of what is seen.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.base_step import MANY_WAYS, Shift, shifts
from vision.pyramid.field import Field, Plan, faces_around
from vision.pyramid.funnels import funnels
from vision.pyramid.lattice import CELLS, MIDDLE, Floats, Ints, face_corners, in_space, seen_faces
from vision.pyramid.plan_places import Found, clear, clear_at_densest, places
from vision.pyramid.pose import Freedom, Pose, fit
from vision.pyramid.settings import SETTINGS
from vision.pyramid.tiling import best_shape, faces_that_tell

_S = SETTINGS.find_lattice

_CLOSER = (12.0,) * 3 + (
    SETTINGS.pose.usual_error,
) * 3  # pixels: usual errors, at first before the heights are known


class Lattice(Struct, frozen=True, eq=False):
    """A possible pose of the pyramid."""

    values: Floats  # of the pose
    besides: float  # what speaks for it besides the dice: funnels that are empty, a base where it was found
    explained: float  # all that speaks for it
    likely: NDArray[np.bool_]  # (165, 3) faces that have to be looked at closely
    plan: Plan
    field: Field  # of faces around the plan's middle


def lattices_near(
    picture: Picture,
    freedom: Freedom,
    starts: Sequence[Floats],
    far: float = _S.far,
    ways: int = MANY_WAYS,
) -> Iterator[Lattice]:
    """Ways to stand near *starts*, the likeliest first.

    Faces are looked for as *far* as that from the middle, and of the shifts by whole steps so many *ways* are
    looked at closely.
    """
    plans = [plan_at(freedom, start, 0.0) for start in starts]
    clearly = [clear(faces_around(picture, plan, SETTINGS.plan_places.near)) for plan in plans]
    everywhere: dict[int, Field] = {}
    if max(clearly) < _S.few_faces:  # hardly any dice around the middle
        everywhere = {n: faces_around(picture, plan, far) for n, plan in enumerate(plans)}
        clearly = [clear_at_densest(everywhere[n].within(_S.far)) for n in range(len(plans))]
    for n in map(int, np.argsort(-np.array(clearly))):
        plan = plans[n]
        field = everywhere.get(n) or faces_around(picture, plan, far)
        found = places(field.within(_S.far))
        if np.abs(found.bend - np.eye(2)).max() > _S.unlike:  # all dice together lie otherwise than those few
            plan = Plan(plan.middle, *(found.bend @ np.array([plan.i, plan.j])))
            field = faces_around(picture, plan, far)
            found = places(field.within(_S.far))
        corners = plan.middle + found.corners @ np.array([plan.i, plan.j])
        empty = funnels(picture, corners, found.dice_corners())
        kept = [_shifted(freedom, starts[n], plan, field, found, way) for way in shifts(found, empty, ways)]
        yield max(kept, key=lambda way: way.explained)


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


def _shifted(freedom: Freedom, start: Floats, plan: Plan, field: Field, found: Found, way: Shift) -> Lattice:
    """The pose of a base with that shift; every face is read again now that heights are known."""
    rows, axes = np.nonzero(seen_faces(way.shape))
    where = way.places(rows, axes)
    trust = np.minimum(found.trust[where], 1.0)
    values = freedom.shifted(start, way.in_edges)
    if trust.sum() < _S.fewest_faces:
        return Lattice(values, way.besides, way.explained, seen_faces(way.shape), plan, field)
    middles = face_corners()[rows, axes].mean(axis=1)
    values = fit(freedom, middles, _pixels(plan, axes, found.at[where]), trust, values, _CLOSER)[1]
    return closer(freedom, values, plan, field, way)


def closer(freedom: Freedom, values: Floats, plan: Plan, field: Field, way: Shift | None = None) -> Lattice:
    """The lattice that lies about as *values* say, fitted to the faces of *field*; *way* led to it."""
    odds, at = looked_up(Pose(freedom.matrix(values)), plan, field, CELLS)
    evidence = odds + SETTINGS.base_step.face_prior
    shape = best_shape(evidence)
    seen = seen_faces(shape)
    rows, axes = np.nonzero(seen & (odds > 0))
    if len(rows) >= _S.fewest_faces:
        middles, trust = face_corners()[rows, axes].mean(axis=1), 1 / (1 + np.exp(-odds[rows, axes]))
        values = fit(freedom, middles, _pixels(plan, axes, at[rows, axes]), trust, values)[1]
    besides = -float((((values - freedom.usual) / freedom.stray) ** 2).sum()) / 2
    if way is not None:
        besides += float(way.empty[~shape].sum()) - way.strays
    explained = float(evidence[seen].sum()) + besides
    return Lattice(values, besides, explained, faces_that_tell(shape, evidence), plan, field)


def looked_up(pose: Pose, plan: Plan, field: Field, cells: Ints) -> tuple[Floats, Floats]:
    """What *field* says of every face of dice in *cells* (n, 3): odds (n, 3), and where (n, 3, 2)."""
    middles = pose.project((cells[:, None] + _MIDDLES).reshape(-1, 3)).reshape(-1, 3, 2)
    odds, at = np.empty(middles.shape[:2]), np.empty(middles.shape)
    for axis in range(3):
        spots = plan.faces(axis, middles[:, axis])
        odds[:, axis], at[:, axis] = field.near(np.full(len(spots), axis), spots, SETTINGS.plan_places.beside)
    return np.clip(odds, SETTINGS.plan_places.nothing, -SETTINGS.plan_places.nothing), at


# Of the three upper faces, from the top of the die.
_MIDDLES = (1 - np.eye(3)) / 2


def _pixels(plan: Plan, axes: NDArray[np.int64], at: Floats) -> Floats:
    """Where faces (n, 2) of *axes* are in the picture."""
    out = np.empty((len(axes), 2))
    for axis in range(3):
        out[axes == axis] = plan.pixels(axis, at[axes == axis])
    return out
