"""What in a tray is not the tray: by colour, whatever colour the tray has and however the light falls on it.

The tray's own colour is taken from the picture itself, place by place, so that no empty picture and no fixed
threshold is needed. Colours are compared as ratios (differences of logarithms): a shadow lowers all three
channels alike, a thing changes them apart or makes them brighter.
"""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Mask, Picture

_FLOOR = 14.0  # added to grey levels before the logarithm, so that dark noise stays small
_LOG = np.log(np.arange(256, dtype=np.float32) + _FLOOR)
_COARSE = 14  # the tray's colour is taken on a grid of cells this many pixels wide
_LEAST_TINT, _LEAST_SHINE = 0.12, 0.12
_SHADOW_TINT = 0.42
_TINT_TIMES, _SHINE_TIMES = 3.2, 6.5  # of the tray's own unevenness


_FEWEST_CELLS = 5
_FEW = 2  # every such pixel of a row and of a column is enough for a median
_ROUNDS = 3
_CODE = 100.0  # steps of the coded difference per unit of the logarithm
Floats = NDArray[np.float32]


class Masks(Struct, frozen=True, eq=False):
    """`thing`: surely not tray nor shadow. `dark`: darker than the tray, a dark thing or a shadow."""

    thing: Mask
    dark: Mask
    noise: float  # of the tray's own texture, in units of the logarithm


def tray_masks(picture: Picture) -> Masks:
    """The masks of a flat tray picture."""
    logs = np.asarray(cv2.LUT(picture, _LOG), np.float32)
    ratio = logs - _tray_colour(logs)
    channels = cv2.split(cv2.blur(ratio, (3, 3)))
    blue, green, red = channels
    tint = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    shine = (blue + green + red) / 3
    tint_noise = float(np.median(tint[::_FEW, ::_FEW]))
    shine_noise = float(np.median(np.abs(shine[::_FEW, ::_FEW])))
    tint_from = max(_LEAST_TINT, _TINT_TIMES * tint_noise)
    shine_from = max(_LEAST_SHINE, _SHINE_TIMES * shine_noise)
    shadowed = np.maximum(-shine, 0)  # a shadow on a strong colour changes the channels a little apart, too
    thing = ((tint > tint_from + _SHADOW_TINT * shadowed) | (shine > shine_from)).astype(np.uint8) * 255
    dark = (shine < -shine_from).astype(np.uint8) * 255
    return Masks(thing, dark, shine_noise)


def _tray_colour(logs: Floats) -> Floats:
    """The tray's own colour everywhere: how the light falls, and what is left of it over wide
    neighbourhoods."""
    rows, columns = logs.shape[:2]
    cells = (max(2, columns // _COARSE), max(2, rows // _COARSE))
    small = np.asarray(cv2.resize(logs, cells, interpolation=cv2.INTER_AREA), np.float32)
    if min(cells) < _FEWEST_CELLS:
        return np.asarray(np.broadcast_to(np.median(small, axis=(0, 1)), logs.shape), np.float32)
    small[0], small[-1] = small[1], small[-2]  # the outermost cells see the rim
    small[:, 0], small[:, -1] = small[:, 1], small[:, -2]
    light = _fall_of_light(small)
    coded = np.clip((small - light) * _CODE + 128, 0, 255).astype(np.uint8)
    wide = min(15, (min(cells) - 1) // 2 * 2 + 1)
    middle = (cv2.medianBlur(coded, wide).astype(np.float32) - 128) / _CODE
    smooth = cv2.blur(middle, (5, 5)) + light
    return np.asarray(cv2.resize(smooth, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def _fall_of_light(small: Floats) -> Floats:
    """A smooth bowl laid through the cells, those that do not fit it (things on the tray) left out."""
    rows, columns = small.shape[:2]
    v, u = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    shape = np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=-1).reshape(-1, 6)
    values = small.reshape(-1, 3).astype(np.float64)
    fits = np.ones(len(values), bool)
    bowl = np.broadcast_to(np.median(values, axis=0), values.shape)
    for _ in range(_ROUNDS):
        away = np.abs(values - bowl).max(axis=1)
        fits = away <= max(0.03, 2.5 * float(np.median(away)))
        if fits.sum() < 12:
            break
        bowl = shape @ np.linalg.lstsq(shape[fits], values[fits], rcond=None)[0]
    return np.asarray(bowl.reshape(small.shape), np.float32)
