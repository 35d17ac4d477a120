"""Every face that was found gets its place in the plan: from where the most are outwards, step by step.

What is seen is the plan bent by the camera's tilt and by the heights of the dice, a little more with every
step. Corners of dice lie a whole number of steps along i and j from each other; how many lie where nobody
knows yet, only that all of them do.
"""

from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pyramid.field import Field
from vision.pyramid.lattice import UNIT, Floats, Ints
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.plan_places

SPAN = 14  # steps: the plan has places from minus this to this along each of two axes
_HELD = (1e-2, 20, 20, *[2e3] * 3, *[5e4] * 4)  # how surely the plan is not bent


class Found(Struct, frozen=True, eq=False):
    """What lies in each place of the plan, shape (3, n, n): axis, steps along i and j, SPAN in the middle."""

    odds: Floats
    trust: Floats  # how sure it is where the face lies
    at: Floats  # (..., 2) where its middle is, in steps along the two axes after its own
    corners: Floats  # (n, n, 2) all corners of the plan as they are seen, in steps along i and j
    bend: Floats  # (2, 2) the steps along i and j as all faces together show them, in steps of the plan

    def dice_corners(self) -> NDArray[np.bool_]:
        """The corners of the plan that belong to a detected face, shape (n, n)."""
        out = np.zeros(self.odds.shape[1:], bool)
        for axis in range(3):
            spots = np.argwhere(self.odds[axis] > 0)
            for along, across in ((0, 0), (1, 0), (1, 1), (0, 1)):
                step = _in_ij(axis, np.array(float(along)), np.array(float(across))).astype(int)
                rows, columns = np.clip(spots + step, 0, len(out) - 1).T
                out[rows, columns] = True
        return out


def clear(field: Field) -> float:
    """How clearly there are faces, all in phase."""
    corners, trust = _seen_in(field)
    return float(trust.sum() * np.abs(_turning(corners, trust)).mean())


def clear_at_densest(field: Field) -> float:
    """The same where the most faces are."""
    corners, trust = _seen_in(field)
    trust = trust * (_apart(corners, _densest(corners, trust)) < _S.near)
    return float(trust.sum() * np.abs(_turning(corners, trust)).mean())


def _seen_in(field: Field) -> tuple[Floats, Floats]:
    """The first corners of all faces of *field*, and how sure it is that they are there."""
    axes, rows, columns = np.nonzero(field.odds > 0)
    return _corners_of(axes, field.faces[axes, rows, columns]), _share(field.odds[axes, rows, columns])


def places(field: Field) -> Found:
    """The faces of *field* in the places of the plan."""
    axes, rows, columns = np.nonzero(field.odds > _S.hardly)
    odds, faces = field.odds[axes, rows, columns], field.faces[axes, rows, columns]
    trust, seen = np.where(odds > 0, _share(odds), 0.0), _corners_of(axes, faces)
    spot = _densest(seen, trust)
    near = trust * (_apart(seen, spot) < _S.around)
    turned = spot + (seen - spot) @ _turned_back(seen - spot, near)
    corners = turned - _phase(turned, near)
    away = _apart(corners, spot)
    straight = corners
    for reach in _S.growth:
        whole = np.round(straight)
        fits = (np.abs(straight - whole).max(axis=-1) < _S.beside) & (away < reach)
        terms = _terms(corners - spot, reach)
        straight = corners + terms @ _solved(terms, whole - corners, trust * fits)
    whole = np.round(straight).astype(int)
    placed = (np.abs(straight - whole).max(axis=-1) < _S.beside) & (np.abs(whole).max(axis=-1) <= SPAN)
    weights = trust * placed
    many = float(weights.sum()) > _S.many_looks
    bend = _bend(seen - spot, whole - seen, weights) if many else np.eye(2)
    where = (axes[placed], *(whole[placed] + SPAN).T)
    gathered = _gathered(where, odds[placed], weights[placed], faces[placed])
    return Found(*gathered, _grid(spot, whole.astype(np.int64), seen, weights), bend)


# --- corners, and how the plan is bent ---


def _corners_of(axes: Ints, faces: Floats) -> Floats:
    """The first corners of faces (n, 2) of *axes* in steps along i and j from the plan's middle, (n, 2)."""
    out = np.empty((len(axes), 2))
    for axis in range(3):
        u, v = (faces[axes == axis] - 0.5).T
        out[axes == axis] = _in_ij(axis, u, v)
    return out


def _turned_back(away: Floats, trust: Floats) -> Floats:
    """The small turn and stretch (2, 2) after which corners lie whole steps from each other, if nearly."""
    chosen = trust > 0
    if not chosen.any():
        return np.eye(2)
    ways = _small_turns()
    waves = np.exp(2j * np.pi * (away[chosen] @ ways)) * trust[chosen][:, None]
    return np.asarray(ways[int(np.abs(waves.sum(axis=1)).sum(axis=1).argmax())])


@cache
def _small_turns() -> Floats:
    """Turns and stretches for steps along i and j, shape (n, 2, 2)."""
    steps = UNIT[:2, :2]  # of i and j, as seen from above
    turns = [np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in np.radians(range(-3, 4))]
    sizes = np.linspace(0.92, 1.08, 9)
    return np.array([size * steps @ turn @ np.linalg.inv(steps) for size in sizes for turn in turns])


def _in_ij(axis: int, u: Floats, v: Floats) -> Floats:
    """Steps along the two axes after *axis* as steps along i and j; one along all three leads nowhere."""
    i, j, k = ((0 * u, u, v), (v, 0 * u, u), (u, v, 0 * u))[axis]
    return np.stack([i - k, j - k], axis=-1)


def _share(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _phase(corners: Floats, trust: Floats) -> Floats:
    """By how much of a step along i and j the *corners* of dice lie off whole ones."""
    return np.asarray(np.angle(_turning(corners, trust)) / (2 * np.pi))


def _turning(corners: Floats, trust: Floats) -> NDArray[np.complex128]:
    waves = np.exp(2j * np.pi * corners) * trust[..., None]
    return np.asarray(waves.reshape(-1, 2).sum(axis=0) / max(1e-9, float(trust.sum())))


def _densest(corners: Floats, trust: Floats) -> Floats:
    """Around which corner the most faces are, in steps along i and j."""
    chosen = trust > 0
    if not chosen.any():
        return np.zeros(2)
    whole, inverse = np.unique(np.round(corners[chosen]).astype(int), axis=0, return_inverse=True)
    many = np.bincount(inverse.ravel(), weights=trust[chosen])
    near = _apart(whole[:, None].astype(float), whole.astype(float)) < _S.near
    return np.asarray(whole[int((near * many[:, None]).sum(axis=0).argmax())], np.float64)


def _apart(corners: Floats, spot: Floats) -> Floats:
    """How many steps long the way from *spot* is, as the crow flies."""
    way = corners - spot
    return np.asarray(np.sqrt((way**2).sum(axis=-1) - way.prod(axis=-1)))


def _terms(away: Floats, reach: float) -> Floats:
    """What bends the plan: turn and size, farther out the tilt, at last the heights of the dice."""
    i, j = away[..., 0], away[..., 1]
    terms = [np.ones_like(i), i, j]
    ii, jj = i * i, j * j
    if reach > _S.tilted:
        terms += [ii, i * j, jj]
    if reach > _S.uneven:
        terms += [ii * i, ii * j, i * jj, jj * j]
    return np.stack(terms, axis=-1)


def _solved(terms: Floats, off: Floats, weights: Floats) -> Floats:
    """The coefficients that bring *terms* to *off*, held near to nothing."""
    count = terms.shape[-1]
    chosen = weights > 0
    terms, off, weights = terms[chosen], off[chosen], weights[chosen]
    left = terms.T @ (terms * weights[:, None]) + np.diag(np.array(_HELD[:count], np.float64))
    return np.asarray(np.linalg.solve(left, terms.T @ (off * weights[:, None])))


def _bend(away: Floats, off: Floats, weights: Floats) -> Floats:
    """A whole step along i and one along j (rows), in steps of the plan."""
    return np.asarray(np.linalg.inv(np.eye(2) + _solved(_terms(away, 0), off, weights)[1:]))


def _grid(spot: Floats, whole: Ints, seen: Floats, weights: Floats) -> Floats:
    """The position of every corner of the plan, also of those without a face, shape (n, n, 2)."""
    names = np.moveaxis(np.mgrid[-SPAN : SPAN + 1, -SPAN : SPAN + 1], 0, -1)
    bends = _solved(_terms(whole - spot, _S.uneven), seen - whole, weights)
    return np.asarray(names + _terms(names - spot, _S.uneven) @ bends)


def _gathered(
    where: tuple[Ints, ...], odds: Floats, trust: Floats, faces: Floats
) -> tuple[Floats, Floats, Floats]:
    """The best look at every place, and where those that see a face there see it on average."""
    shape = (3, 2 * SPAN + 1, 2 * SPAN + 1)
    best, sure, at = np.full(shape, _S.nothing), np.zeros(shape), np.zeros((*shape, 2))
    np.maximum.at(best, where, np.clip(odds, _S.nothing, -_S.nothing))
    np.add.at(sure, where, trust)
    np.add.at(at, where, trust[:, None] * faces)
    return best, sure, at / np.maximum(sure, 1e-9)[..., None]
