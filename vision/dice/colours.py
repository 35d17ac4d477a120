"""Which colour of a set a surface has, whatever the light: colours are compared by their ratios of
channels."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.settings import SETTINGS
from vision.kit.values import COLOURS
from vision.pictures import Colour

_S = SETTINGS.colours

Gains = tuple[float, float, float]
_WARM, _GREENISH = "warm", "greenish"
_UNTINTED = {
    _WARM: np.array([1.35, 1.0, 0.87]),  # lamps give less blue and more red,
    _GREENISH: np.array([1.08, 0.84, 1.1]),  # some of them too much green
}
NO_TINT: Gains = (1.0, 1.0, 1.0)  # gains of blue, green and red in white light


class Light(Struct, frozen=True):
    """How strongly a light shines in blue, green and red, as white paper tells; else the tint it may have."""

    gains: Gains = NO_TINT
    may_be: str = ""

    def taken_out_of(self, colour: NDArray[np.float64]) -> NDArray[np.float64]:
        """What a colour seen in this light would be in white light."""
        return np.asarray(colour / np.array(self.gains), np.float64)


PLAIN_LIGHT = Light()


def tint_shares(colour: NDArray[np.float64], of: Mapping[str, Colour]) -> dict[str, float]:
    """How well each colour of the set *of* fits, however bright it is; nothing if none does."""
    channels = np.log(np.array([colour, *of.values()], np.float64) + _S.floor)
    tints = channels[:, [0, 2]] - channels[:, [1]]
    away = ((tints[1:] - tints[0]) ** 2).sum(axis=1)
    if away.min() > _S.furthest**2:
        return {}
    fits = np.exp(-(away - away.min()) / (2 * _S.sharp**2))
    return dict(zip(of, (fits / fits.sum()).tolist(), strict=True))


def grey_gains(white: NDArray[np.float64]) -> Gains:
    """The light's gains from the colour in which white paper appears."""
    gains = np.maximum(white, 1.0) / max(1.0, float(np.mean(white)))
    return float(gains[0]), float(gains[1]), float(gains[2])


def hue_of(colour: Colour | NDArray[np.float64]) -> tuple[float, float]:
    """Its hue in degrees (red 0, green 120, blue 240), and how full it is (0 to 1).

    A burnt-out colour pales, but its hue hardly turns.
    """
    blue, green, red = (float(v) for v in colour)
    across, up = red - (green + blue) / 2, np.sqrt(3) / 2 * (green - blue)
    return float(np.degrees(np.arctan2(up, across)) % 360), float(np.hypot(across, up) / max(1.0, *colour))


def hue_shares(colour: Colour | NDArray[np.float64], of: dict[str, Colour] = COLOURS) -> dict[str, float]:
    """How likely each colour of the set is by the hue alone; all alike for a surface that has none."""
    hue, full = hue_of(colour)
    if full < _S.grey:
        return dict.fromkeys(of, 1 / len(of))
    apart = {name: abs((hue - hue_of(one)[0] + 180) % 360 - 180) for name, one in of.items()}
    fits = {name: np.exp(-((far / _S.hue_wanders) ** 2) / 2) + _S.never_none for name, far in apart.items()}
    return {name: float(fit / sum(fits.values())) for name, fit in fits.items()}


def burnt_alike(
    colour: Colour | NDArray[np.float64], named: Callable[[NDArray[np.float64]], str]
) -> set[str]:
    """The names that a burnt-out colour may have: any channel at its end was perhaps brighter in truth.

    An overexposed orange looks like yellow, because its red can grow no further and its green can; where that
    has come to its end as well, red is far beyond it.
    """
    seen = np.array(colour, np.float64)
    names, burnt = {named(seen)}, np.flatnonzero(seen >= _S.burnt)
    for channel in burnt:
        brighter = seen.copy()
        brighter[channel] *= _S.brighter ** len(burnt)
        names.add(named(brighter))
    return names


def tint_on(pixels: NDArray[np.uint8]) -> str:
    """The tint that the light on these *pixels*, shape (n, 3), may have; none ("") if anything bright among
    them has no hue."""
    blue, green, red = (pixels[:, n].astype(np.float32) for n in range(3))
    brightest = np.maximum(np.maximum(blue, green), red)
    full = (red - (green + blue) / 2) ** 2 + 3 / 4 * (green - blue) ** 2
    bright = brightest > _S.bright
    if (bright & (full < np.square(np.float32(_S.grey) * brightest))).mean() > _S.enough_grey:
        return ""
    if not bright.any():
        return _WARM
    full = full[bright] / np.square(brightest[bright])
    palest = full <= np.percentile(full, _S.palest)
    return _GREENISH if green[bright][palest].mean() > red[bright][palest].mean() else _WARM


def median_of(rows: NDArray[Any]) -> NDArray[Any]:
    """The median of *rows*, the upper one of two; quicker than numpy's."""
    half = len(rows) // 2
    return np.asarray(np.partition(rows, half, axis=0)[half])


def in_white_light(colour: NDArray[np.float64], tint: str) -> NDArray[np.float64]:
    """What a colour seen in light of this *tint* would be in white light."""
    return np.asarray(colour * _UNTINTED[tint])


def name_body(colour: tuple[int, int, int]) -> str:
    """A plain name for a colour, for people to find the die by."""
    blue, green, red = (float(v) for v in colour)
    high, low = max(blue, green, red), min(blue, green, red)
    if high < 70:
        return "black"
    if high - low < 0.22 * high:
        return "white" if high > 150 else "grey"
    if red == high:
        if low > 0.55 * high:
            return "pink" if blue > green else "ivory"
        return "yellow" if green > 0.7 * red else "orange" if green > 0.4 * red else "red"
    if green == high:
        return "green"
    return "purple" if red > 0.6 * blue and red > green else "blue"
