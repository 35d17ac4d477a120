"""Chooses among bases a whole step apart, once the lattice of the dice is exactly known.

Where the camera is known, so is how high everything lies: of all bases that fit the same dice, those count
that lie on the table, and of them the one that leaves the fewest dice and funnels unexplained.
"""

from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.field import Field, Plan, looked_up
from vision.pyramid.funnels import funnels
from vision.pyramid.lattice import BOTTOM, CELLS, UNIT, Floats, Ints, corners_of
from vision.pyramid.pose import AnyCamera, Freedom, Pose
from vision.pyramid.settings import SETTINGS
from vision.pyramid.tiling import faces_that_tell, heaviest, most, worth

_S = SETTINGS.settle_base

_SPAN = 16  # steps from the middle: where funnels may be
_LOWEST = CELLS.sum(axis=1) == BOTTOM - 3


class Settled(Struct, frozen=True, eq=False):
    """A base shifted by whole steps along i, j and k from the assumed one."""

    step: tuple[int, int, int]
    values: Floats
    explained: float
    dice: frozenset[tuple[int, int, int]]  # that seem to lie in it
    likely: NDArray[np.bool_]  # (165, 3) faces that have to be looked at closely
    besides: float  # what of it speaks for the base apart from the dice
    rather: float = np.inf  # what speaks for it rather than for the next best one

    @property
    def sure(self) -> bool:
        return self.rather >= _S.surely

    @property
    def rests(self) -> bool:
        """Whether it is surely the assumed one: after a step others become visible."""
        return self.sure and not any(self.step)


def settled(picture: Picture, freedom: Freedom, values: Floats, plan: Plan, field: Field) -> Settled:
    """The likeliest of all bases that the same dice, the faces of *field*, may lie in."""
    best, *others = ways_to_stand(picture, freedom, values, plan, field, _S.surely)
    return replace(best, rather=best.explained - others[0].explained) if others else best


def ways_to_stand(
    picture: Picture, freedom: Freedom, values: Floats, plan: Plan, field: Field, less: float
) -> list[Settled]:
    """Bases that the faces of *field* may lie in, the likeliest first; none explains so much *less*."""
    steps = _bases(freedom, values)
    pose = Pose(freedom.matrix(values))
    cells, which = _all_cells(steps)
    odds = looked_up(pose, plan, field, cells)[0]
    hidden = _hidden(cells, odds > 0)
    levels, level = np.unique(steps.sum(axis=1), return_inverse=True)
    funnels_seen = _funnels(picture, pose, levels, hidden)
    evidence = odds[which] + SETTINGS.tiling.face_prior
    worths = worth(evidence)
    empty = np.array([_empty(funnels_seen[at], step) for at, step in zip(level, steps, strict=True)])
    stepped = [freedom.stepped(values, step.astype(np.float64)) for step in steps]
    strange = np.array([_strange(freedom, there) for there in stepped])
    possible = most(worths) + np.maximum(empty, 0).sum(axis=1) - strange
    kept: list[tuple[float, float, int, NDArray[np.bool_]]] = []
    for n in np.argsort(-possible).tolist():
        if kept and possible[n] < kept[0][0] - less:
            break
        shape = heaviest(worths[n])
        besides = float(empty[n][~shape].sum() - strange[n])
        kept.append((float(worths[n][shape].sum()) + besides, besides, n, shape))
        kept.sort(key=lambda way: -way[0])
    return [
        _as_settled(steps[n], stepped[n], explained, besides, evidence[n], shape)
        for explained, besides, n, shape in kept
        if explained >= kept[0][0] - less
    ]


def _as_settled(
    step: Ints, values: Floats, explained: float, besides: float, evidence: Floats, shape: NDArray[np.bool_]
) -> Settled:
    dice = frozenset((int(i), int(j), int(k)) for i, j, k in CELLS[shape])
    i, j, k = (int(one) for one in step)
    return Settled((i, j, k), values, explained, dice, faces_that_tell(shape, evidence), besides)


def _bases(freedom: Freedom, values: Floats) -> Ints:
    """Steps (n, 3) to bases near by that lie as high as the form does, and to the one it was taken for.

    Where nobody knows how high the form lies, each base in the plan comes once.
    """
    steps = _steps()
    if isinstance(freedom, AnyCamera):
        return np.asarray(steps[np.abs(steps.sum(axis=1)) <= 1])
    floors = values[3] + freedom.edge * (steps @ UNIT[:, 2])
    near = np.abs(floors - freedom.usual[3]) < freedom.edge * -float(UNIT[0, 2])
    return np.asarray(steps[near | ~steps.any(axis=1)])


@cache
def _steps() -> Ints:
    span = range(-2 * _S.levels, 2 * _S.levels + 1)
    steps = np.array([(i, j, k) for i in span for j in span for k in span])
    away = np.hypot(*(steps @ UNIT[:, :2]).T)
    return np.asarray(steps[(np.abs(steps.sum(axis=1)) <= _S.levels) & (away <= _S.farthest)])


def _all_cells(steps: Ints) -> tuple[Ints, Ints]:
    """All cells (n, 3) of bases that lie *steps* from here, and which are those of each, (steps, 165)."""
    cells = (CELLS + steps[:, None]).reshape(-1, 3)
    low = cells.min(axis=0)
    room = cells.max(axis=0) - low + 1
    names, which = np.unique(np.ravel_multi_index((cells - low).T, room), return_inverse=True)
    return np.stack(np.unravel_index(names, room), axis=-1) + low, which.reshape(len(steps), len(CELLS))


def _strange(freedom: Freedom, values: Floats) -> float:
    """The penalty for a base in that place."""
    away = np.hypot(*(values - freedom.usual)[:2]) / _S.stray
    if isinstance(freedom, AnyCamera):
        return float((away / np.exp(values[2])) ** 2)
    high = (values[3] - freedom.usual[3]) / _S.floor_stray
    return float((away / freedom.edge) ** 2 + high**2 / 2)


# --- empty funnels ---


def empty_funnels(picture: Picture, pose: Pose, dice: Ints, seen: NDArray[np.bool_]) -> Floats:
    """The evidence for an empty funnel in every cell (165,), surrounded by the form.

    Faces of *dice* (n, 3) that are *seen* (n, 3) hide the form.
    """
    here = np.zeros(3, np.int64)
    return _empty(_funnels(picture, pose, here[:1], _hidden(dice, seen), all_round=True)[0], here)


def _empty(funnels_seen: Floats, step: Ints) -> Floats:
    """The evidence for an empty funnel in every cell of a shifted base; only the lowest have one."""
    rows, columns = _names(CELLS + step)
    return np.where(_LOWEST, funnels_seen[rows, columns], 0.0)


def _funnels(
    picture: Picture, pose: Pose, levels: Ints, hidden: NDArray[np.bool_], *, all_round: bool = False
) -> Floats:
    """The evidence for empty funnels of bases so many *levels* (n,) lower, for every corner of the plan."""
    i, j = (axis.astype(float) for axis in np.mgrid[-_SPAN : _SPAN + 1, -_SPAN : _SPAN + 1])
    k = (BOTTOM - 3 + 3 * _S.deep + levels[:, None, None] - i - j) / 3
    spots = pose.project(np.stack([i + k, j + k, k], axis=-1).reshape(-1, 3))
    return funnels(picture, spots.reshape(*k.shape, 2), hidden, all_round=all_round)


def _hidden(cells: Ints, seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The corners of the plan that belong to a die with a *seen* face (n, 3)."""
    out = np.zeros((2 * _SPAN + 1, 2 * _SPAN + 1), bool)
    out[_names(corners_of(cells)[seen].reshape(-1, 3))] = True
    return out


def _names(corners: Ints) -> tuple[Ints, Ints]:
    """The rows and columns of corners in arrays of the plan; what lies too far off is at their rim."""
    names = np.stack([corners[:, 0] - corners[:, 2], corners[:, 1] - corners[:, 2]]) + _SPAN
    rows, columns = np.clip(names, 0, 2 * _SPAN)
    return rows, columns
