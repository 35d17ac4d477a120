"""How the screens look to somebody who sees red, green or blue otherwise.

The matrices are those of Machado, Oliveira and Fernandes (2009) for somebody who lacks one kind of cone
altogether; they work on linear light.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from ui.screen.theme import rgb

SIMULATIONS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(colour: Any) -> Any:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def _displayed(light: Any) -> Any:
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def seen_as(colour: str, how: str) -> str:
    """The theme's ``#RRGGBB``, as it is painted now, as it appears to somebody with this colour vision."""
    return painted_as(written(rgb(colour)), how)


@lru_cache(maxsize=65536)
def painted_as(colour: str, how: str) -> str:
    """``#RRGGBB`` on the screen as it appears to somebody with this colour vision."""
    return written(_displayed(np.array(SIMULATIONS[how]) @ _linear(parts(colour))))


def parts(colour: str) -> Any:
    """Red, green and blue from 0 to 1, whatever the theme paints for that colour."""
    return np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def written(colour: Any) -> str:
    return "#" + "".join(f"{round(255 * part):02X}" for part in colour)


def luminances(colours: Any) -> Any:
    """The light of each of *colours* (red, green, blue from 0 to 255; shape (n, 3)) as WCAG 2 defines it."""
    return _linear(np.asarray(colours) / 255) @ np.array([0.2126, 0.7152, 0.0722])


def painted_contrast(one: str, other: str) -> float:
    """The contrast of two colours on the screen, from 1 to 21."""
    darker, lighter = sorted(luminances(255 * np.array([parts(one), parts(other)])))
    return float((lighter + 0.05) / (darker + 0.05))


def picture_seen_as(picture: Any, how: str) -> Any:
    """A whole picture (blue, green, red) the same way."""
    light = _linear(picture[:, :, ::-1].astype(np.float32) / 255)
    seen = _displayed(light @ np.array(SIMULATIONS[how], np.float32).T)
    return np.round(255 * seen[:, :, ::-1]).astype(np.uint8)


def difference(one: str, other: str) -> float:
    """How different two colours look (CIE 1976): 2 is just seen side by side, 10 at a glance."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


@lru_cache(maxsize=4096)
def _lab(colour: str) -> Any:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    ratio = to_xyz @ _linear(np.array(rgb(colour))) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
