"""How clearly faces lie in phase: a whole number of steps along i and j from each other, as dice do."""

import numpy as np
from numpy.typing import NDArray

from vision.pyramid.field import Field
from vision.pyramid.lattice import Floats, Ints
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.in_phase


def clear(field: Field) -> float:
    """How clearly there are faces, all in phase."""
    corners, trust = _seen_in(field)
    return float(trust.sum() * np.abs(_turning(corners, trust)).mean())


def phase_at_densest(field: Field) -> tuple[Floats, Floats]:
    """Where the most faces are, and how much of a step their corners lie off whole ones, along i and j."""
    corners, trust = _seen_in(field)
    spot = _densest(corners, trust)
    turning = _turning(corners, trust * (_apart(corners, spot) < _S.around))
    return spot, np.asarray(np.angle(turning) / (2 * np.pi))


def _seen_in(field: Field) -> tuple[Floats, Floats]:
    """The first corners of all faces of *field*, and how sure it is that they are there."""
    axes, rows, columns = np.nonzero(field.odds > 0)
    return _corners_of(axes, field.faces[axes, rows, columns]), _share(field.odds[axes, rows, columns])


def _corners_of(axes: Ints, faces: Floats) -> Floats:
    """The first corners of faces (n, 2) of *axes* in steps along i and j from the plan's middle, (n, 2)."""
    out = np.empty((len(axes), 2))
    for axis in range(3):
        u, v = (faces[axes == axis] - 0.5).T
        out[axes == axis] = _in_ij(axis, u, v)
    return out


def _in_ij(axis: int, u: Floats, v: Floats) -> Floats:
    """Steps along the two axes after *axis* as steps along i and j; one along all three leads nowhere."""
    i, j, k = ((0 * u, u, v), (v, 0 * u, u), (u, v, 0 * u))[axis]
    return np.stack([i - k, j - k], axis=-1)


def _share(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))


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
