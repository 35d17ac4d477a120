"""The base's place in the plan: of all shifts by whole steps, those that explain most of the picture."""

from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pyramid.lattice import BOTTOM, CELLS, PLAN_EDGE, UNIT, Floats, Ints
from vision.pyramid.plan_places import SPAN, Found
from vision.pyramid.settings import SETTINGS
from vision.pyramid.tiling import heaviest, most, worth

_S = SETTINGS.base_step

MANY_WAYS = 99  # shifts looked at where nobody limits them: all there are
_LOWEST = CELLS.sum(axis=1) == BOTTOM - 3


class Shift(Struct, frozen=True, eq=False):
    """A base shifted by whole steps along i and j from where it was searched."""

    step: tuple[int, int]
    shape: NDArray[np.bool_]  # (165,) the pyramid that then explains the most
    explained: float
    empty: Floats  # (165,) what speaks for an empty funnel in every cell

    @property
    def in_edges(self) -> Floats:
        """The shift as seen from above, in edges."""
        return np.asarray(np.array([*self.step, 0.0]) @ UNIT[:, :2])

    @property
    def strays(self) -> float:
        """The penalty for a base at that distance from where it was found."""
        return _strays(self.step)

    @property
    def besides(self) -> float:
        """The evidence for it besides the dice."""
        return float(self.empty[~self.shape].sum()) - self.strays

    def places(self, cells: Ints, axes: Ints) -> tuple[Ints, Ints, Ints]:
        """The places in the plan of the faces of *cells*, given by their numbers."""
        spots = _homes()[cells] + np.array(self.step) + SPAN
        return axes, spots[:, 0], spots[:, 1]


def shifts(found: Found, empty: Floats, ways: int = MANY_WAYS) -> list[Shift]:
    """The likeliest shifts, the best one first; *empty* (n, n) says where in the plan empty funnels are.

    Only the *ways* most promising ones are examined.
    """
    steps = _steps()
    worths = worth(np.array([_evidence(found, step) for step in steps]))
    funnels = np.array([_funnels(empty, step) for step in steps])
    strays = np.array([_strays(step) for step in steps])
    possible = most(worths) + np.maximum(funnels, 0).sum(axis=1) - strays
    kept: list[Shift] = []
    for n in np.argsort(-possible)[:ways].tolist():
        if kept and possible[n] < _S.alike_share * kept[0].explained:
            break
        shape = heaviest(worths[n])
        explained = float(worths[n][shape].sum() + funnels[n][~shape].sum() - strays[n])
        kept.append(Shift(steps[n], shape, explained, funnels[n]))
        kept.sort(key=lambda way: -way.explained)
    return [
        way
        for way in kept[: _S.most_ways]
        if way is kept[0] or way.explained >= _S.alike_share * kept[0].explained
    ]


@cache
def _steps() -> tuple[tuple[int, int], ...]:
    span = range(-2 * _S.ring, 2 * _S.ring + 1)
    farthest = _S.ring * np.sqrt(3) * PLAN_EDGE
    return tuple((i, j) for i in span for j in span if np.hypot(*_in_edges((i, j))) <= farthest)


def _in_edges(step: tuple[int, int]) -> Floats:
    return np.asarray(np.array([*step, 0.0]) @ UNIT[:, :2])


def _strays(step: tuple[int, int]) -> float:
    return float(np.hypot(*_in_edges(step)) / _S.stray) ** 2


@cache
def _homes() -> Ints:
    """For every cell the place in the plan of its three faces: steps along i and j from the base's middle."""
    return np.stack([CELLS[:, 0] - CELLS[:, 2], CELLS[:, 1] - CELLS[:, 2]], axis=-1)


def _evidence(found: Found, step: tuple[int, int]) -> Floats:
    """How well every face fits, shape (165, 3)."""
    spots = _homes() + np.array(step) + SPAN
    return np.asarray(found.odds[:, spots[:, 0], spots[:, 1]].T + _S.face_prior)


def _funnels(empty: Floats, step: tuple[int, int]) -> Floats:
    """The evidence for an empty funnel in every cell, shape (165,); only the lowest cells have one."""
    spots = _homes() + np.array(step) + SPAN
    return np.where(_LOWEST, empty[spots[:, 0], spots[:, 1]], 0.0)
