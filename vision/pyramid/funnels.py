"""Empty funnels of the form: darker than the three spots of the form between them.

They show where the base is when only few dice lie in it.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import NO_MAP, Picture
from vision.pyramid.lattice import Floats
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.funnels


def funnels(
    picture: Picture, corners: Floats, hidden: NDArray[np.bool_], *, all_round: bool = False
) -> Floats:
    """Log odds that empty funnels are around *corners* (..., n, n, 2) of plans, shape (..., n, n).

    The corners are in pixels; their rows lie one step along i apart, their columns one along j. Where dice
    have their corners the form is *hidden* (n, n), and nothing is said. *all_round*: the form has to be
    brighter on every side, and not only on average.
    """
    bright = _bright(picture, corners)
    beside = np.full((3, *bright.shape), np.nan)
    around = np.where(hidden, np.nan, bright)
    beside[0, ..., :-1, :], beside[1, ..., :-1] = around[..., 1:, :], around[..., 1:]
    beside[2, ..., 1:, 1:] = around[..., :-1, :-1]
    unseen = np.isnan(beside)
    bare = 3 - unseen.sum(axis=0)
    if all_round:
        usual = np.where(unseen, np.inf, beside).min(axis=0)
    else:
        usual = np.where(bare > 0, np.where(unseen, 0, beside).sum(axis=0) / np.maximum(bare, 1), bright)
    return np.where(
        (bare >= (_S.bare_at_all if all_round else _S.bare)) & ~hidden, log_odds(usual, bright), 0.0
    )


def _bright(picture: Picture, corners: Floats) -> Floats:
    """How bright (logarithm) the picture is around *corners*."""
    step = np.linalg.norm(np.diff(corners, axis=-3), axis=-1).mean()
    size = max(3, round(float(step) * _S.spot)) | 1
    at = corners.reshape(-1, corners.shape[-2], 2)
    low = np.clip(np.floor(at.min(axis=(0, 1))).astype(int) - size, 0, None)
    high = np.clip(np.ceil(at.max(axis=(0, 1))).astype(int) + size, 1, None)
    grey = cv2.blur(picture[low[1] : high[1], low[0] : high[0]], (size, size))
    there = (at - low).astype(np.float32)
    seen = cv2.remap(grey, there, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.log(seen.mean(axis=2).astype(np.float64) + _S.dark)).reshape(corners.shape[:-1])


def log_odds(beside: NDArray[Any], inside: NDArray[Any]) -> NDArray[Any]:
    """The evidence for a funnel by its brightness *inside* and *beside* it, both as logarithms."""
    return np.asarray(np.clip(_S.clearly * (beside - inside - _S.darker), _S.least_odds, _S.most_odds))
