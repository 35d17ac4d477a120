"""The ink of a number card: which of the six numbers its colour speaks for."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import index_of
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Picture

Floats = NDArray[np.float64]
_PAPER = 0.8  # of a corner's pixels that are darker than its paper
_DARK = 12.0  # grey levels: so dark, colours are not told apart
_LOGS = np.log(np.arange(256) + _DARK)
_INKED = 0.35  # how far from the colour of the paper ink is,
_ENOUGH = 30  # on so many pixels of a corner at least,
_STRONG = 0.45  # and so far on average, or its hue is not sure
# Hues of inks, and how much they differ from print to print and in other light, in degrees:
# 0 is redder than the paper, 90 bluer, 180 less red, 270 less blue.
_PRINTED = {
    "green": (216, 11), "pink": (25, 11), "orange": (303, 11),
    "blue": (131, 16), "yellow": (277, 11), "purple": (55, 11),
}  # fmt: skip
_HUES, _WIDTHS = np.radians([_PRINTED[colour] for colour in COLOUR_OF_NUMBER.values()]).T
_CLEAR = 0.3  # a hue that fits no number better says nothing
_DOUBT = 0.03  # what remains for each other number


def ink_of(card: Picture, corners: tuple[int, ...]) -> Floats | None:
    """The share of each number, as the ink in those *corners* of a flattened card has it; None if pale."""
    hues = [hue for n in corners if (hue := _hue(index_of(card, n))) is not None]
    if not hues:
        return None
    away = np.angle(np.exp(1j * (np.array(hues)[:, None] - _HUES[None])))
    fit = np.exp(-((away / _WIDTHS) ** 2) / 2).mean(axis=0) + _DOUBT
    return np.asarray(fit / fit.sum()) if fit.max() > _CLEAR else None


def _hue(crop: Picture) -> float | None:
    """The hue of the ink in a corner, compared with the paper about it; None if it is hardly seen."""
    soft = np.asarray(cv2.blur(crop, (2, 2)), np.uint8)
    channels = cv2.split(soft)
    bright = cv2.min(cv2.min(channels[0], channels[1]), channels[2])
    paper = np.median(soft[bright >= np.quantile(bright, _PAPER)], axis=0)
    blue, green, red = (
        _LOGS[channel] - np.log(p + _DARK) for channel, p in zip(channels, paper, strict=True)
    )
    # red and blue beside green, as they differ from the paper's
    x, y = red - green, blue - green
    ink = np.hypot(x, y) > _INKED
    if int(ink.sum()) < _ENOUGH:
        return None
    x, y = x[ink].mean(), y[ink].mean()
    return float(np.arctan2(y, x)) if np.hypot(x, y) > _STRONG else None
