"""Which colour of a set a surface has, whatever the light: colours are compared by their ratios of
channels."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.drawn.scene import COLOURS
from vision.pictures import Colour

Gains = tuple[float, float, float]
_FLOOR = 6.0
_FURTHEST = 0.48  # a colour farther than this from all of the set is none of them
_SHARP = 0.22
NO_TINT: Gains = (1.0, 1.0, 1.0)


class ColourReading(Struct, frozen=True):
    """Names with how well each fits, the best first; empty if none does."""

    ranked: tuple[tuple[str, float], ...] = ()


def tint(colours: NDArray[np.float64], gains: Gains = NO_TINT) -> NDArray[np.float64]:
    """What is left of colours, shape (n, 3), without their brightness: shape (n, 2)."""
    plain = np.log(np.asarray(colours, np.float64) / np.array(gains) + _FLOOR)
    return np.stack([plain[:, 0] - plain[:, 1], plain[:, 2] - plain[:, 1]], axis=1)


def name_colour(
    colour: Colour | NDArray[np.float64], gains: Gains = NO_TINT, of: dict[str, Colour] = COLOURS
) -> ColourReading:
    """Which colour of the set *of* this is, under a light with those *gains*."""
    names = list(of)
    distance = np.linalg.norm(
        tint(np.array([of[n] for n in names], np.float64)) - tint(np.array([colour], np.float64), gains),
        axis=1,
    )
    if distance.min() > _FURTHEST:
        return ColourReading()
    fit = np.exp(-(distance**2 - distance.min() ** 2) / (2 * _SHARP**2))
    fit /= fit.sum()
    order = np.argsort(-fit)
    return ColourReading(tuple((names[i], float(fit[i])) for i in order))


def grey_gains(white: NDArray[np.float64]) -> Gains:
    """The light's gains from the colour in which white paper appears."""
    gains = np.maximum(white, 1.0) / max(1.0, float(np.mean(white)))
    return float(gains[0]), float(gains[1]), float(gains[2])
