"""Which of the bases a whole step apart is the right one, once the lattice of the dice is exactly known.

Where the camera is known, so is how high everything lies: of all bases that fit the same dice, those count
that lie on the table, and of them the one that leaves the fewest dice and funnels unexplained.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.base_step import FACE_PRIOR, most
from vision.pyramid.field import faces_around
from vision.pyramid.find_lattice import SURELY_NOT, looked_up, plan_at
from vision.pyramid.funnels import funnels
from vision.pyramid.lattice import BOTTOM, CELLS, UNIT, Floats, face_corners, seen_faces
from vision.pyramid.pose import OnMat, Pose
from vision.pyramid.tiling import best_shape

_REACH = 11.0  # steps from the middle: where dice may lie
_FARTHEST = 3.2  # steps of the plan by which the base may be wrong
_LEVELS = 3  # and by so many levels of dice
_STRAY = 0.8  # steps: how far off the place where the base was found usually is
_FLOOR_STRAY = 1.5  # millimetres: how far off the floor of the form usually is measured
_HALF_WAY = 1.0  # edges along each axis from the middle of the base to the middle of the visible dice
_DEEP = 0.5  # of an edge: where between its upper and lower corner a funnel is looked at
_CLOSELY = 10  # so many of the most promising bases are looked at closely
_SPAN = 12  # steps from the middle: where funnels may be
_LOWEST = CELLS.sum(axis=1) == BOTTOM - 3


class Settled(Struct, frozen=True, eq=False):
    """A base that lies whole steps along i, j and k from where it was taken to be."""

    step: tuple[int, int, int]
    values: Floats
    explained: float
    dice: frozenset[tuple[int, int, int]]  # that seem to lie in it
    likely: NDArray[np.bool_]  # (165, 3) faces that may be seen


def settled(picture: Picture, freedom: OnMat, values: Floats) -> Settled:
    """The likeliest of all bases that the same dice may lie in."""
    plan = plan_at(freedom, values, _HALF_WAY)
    field = faces_around(picture, plan, _REACH)
    promising = []
    for step, stepped in _bases(freedom, values):
        evidence = looked_up(freedom, stepped, plan, field)[0] + FACE_PRIOR
        promising.append((most(evidence) - _strange(freedom, stepped), step, stepped, evidence))
    promising.sort(key=lambda way: -way[0])
    ways = [_way(picture, freedom, *way[1:]) for way in promising[:_CLOSELY]]
    return max(ways, key=lambda way: way.explained)


def _bases(freedom: OnMat, values: Floats) -> Iterator[tuple[tuple[int, int, int], Floats]]:
    """Bases near by that lie about as high as the form does, and the one that it was taken to be."""
    for step in _steps():
        stepped = freedom.stepped(values, np.array(step, np.float64))
        floor = abs(float(stepped[3] - freedom.usual[3]))
        if step == (0, 0, 0) or floor < freedom.edge * -float(UNIT[0, 2]):
            yield step, stepped


@cache
def _steps() -> tuple[tuple[int, int, int], ...]:
    span = range(-2 * _LEVELS, 2 * _LEVELS + 1)
    steps = ((i, j, k) for i in span for j in span for k in span)
    return tuple(
        step
        for step in steps
        if abs(sum(step)) <= _LEVELS and np.hypot(*(np.array(step) @ UNIT[:, :2])) <= _FARTHEST
    )


def _strange(freedom: OnMat, values: Floats) -> float:
    """What speaks against a base that lies there."""
    away = np.hypot(*(values - freedom.usual)[:2]) / (freedom.edge * _STRAY)
    high = (values[3] - freedom.usual[3]) / _FLOOR_STRAY
    return float(away**2 + high**2 / 2)


def _way(
    picture: Picture, freedom: OnMat, step: tuple[int, int, int], values: Floats, evidence: Floats
) -> Settled:
    """A base with the pyramid in it that explains the most."""
    shape = best_shape(evidence)
    seen = seen_faces(shape)
    explained = float(evidence[seen].sum()) + float(_empty(picture, freedom, values, seen)[~shape].sum())
    dice = frozenset((int(i), int(j), int(k)) for i, j, k in CELLS[shape])
    explained -= _strange(freedom, values)
    return Settled(step, values, explained, dice, seen | (evidence > SURELY_NOT))


def _empty(picture: Picture, freedom: OnMat, values: Floats, seen: NDArray[np.bool_]) -> Floats:
    """What speaks for an empty funnel in every cell, shape (165,); only the lowest cells have one."""
    spots = Pose(freedom.matrix(values)).project(_funnel_spots().reshape(-1, 3))
    corners = spots.reshape(2 * _SPAN + 1, 2 * _SPAN + 1, 2)
    told = funnels(picture, corners, _hidden(seen))
    rows, columns = _names(CELLS)
    return np.where(_LOWEST, told[rows, columns], 0.0)


@cache
def _funnel_spots() -> Floats:
    """Points on the level of the funnels, one for each name of a corner of the plan."""
    i, j = (axis.astype(float) for axis in np.mgrid[-_SPAN : _SPAN + 1, -_SPAN : _SPAN + 1])
    k = (BOTTOM - 3 + 3 * _DEEP - i - j) / 3
    return np.stack([i + k, j + k, k], axis=-1)


def _hidden(seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which corners of the plan belong to a die that is seen."""
    out = np.zeros((2 * _SPAN + 1, 2 * _SPAN + 1), bool)
    corners = face_corners()[seen].reshape(-1, 3).astype(int)
    rows, columns = _names(corners)
    out[rows, columns] = True
    return out


def _names(corners: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return corners[:, 0] - corners[:, 2] + _SPAN, corners[:, 1] - corners[:, 2] + _SPAN
