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
_LEAST_TINT, _LEAST_SHINE = 0.10, 0.10
_TINT_TIMES, _SHINE_TIMES = 3.2, 6.5  # of the tray's own unevenness


class Masks(Struct, frozen=True, eq=False):
    """`thing`: surely not tray nor shadow. `dark`: darker than the tray, a dark thing or a shadow."""

    thing: Mask
    dark: Mask
    noise: float  # of the tray's own texture, in units of the logarithm


def tray_masks(picture: Picture) -> Masks:
    """The masks of a flat tray picture."""
    logs = cv2.LUT(picture, _LOG)
    ratio = logs - _tray_colour(logs)
    channels = cv2.split(cv2.blur(ratio, (3, 3)))
    blue, green, red = channels
    tint = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    shine = (blue + green + red) / 3
    tint_noise, shine_noise = float(np.median(tint)), float(np.median(np.abs(shine)))
    tint_from = max(_LEAST_TINT, _TINT_TIMES * tint_noise)
    shine_from = max(_LEAST_SHINE, _SHINE_TIMES * shine_noise)
    thing = ((tint > tint_from) | (shine > shine_from)).astype(np.uint8) * 255
    dark = (shine < -shine_from).astype(np.uint8) * 255
    return Masks(thing, dark, shine_noise)


def _tray_colour(logs: NDArray[np.float32]) -> NDArray[np.float32]:
    """The slowly changing colour of the tray: the median over wide neighbourhoods, blown up again."""
    rows, columns = logs.shape[:2]
    cells = (max(2, columns // _COARSE), max(2, rows // _COARSE))
    small = cv2.resize(logs, cells, interpolation=cv2.INTER_AREA)
    low, high = _LOG[0], _LOG[-1]
    coded = np.clip((small - low) * (255 / (high - low)), 0, 255).astype(np.uint8)
    wide = min(15, (min(cells) - 1) // 2 * 2 + 1)
    middle = cv2.medianBlur(coded, wide) if wide >= 3 else coded
    smooth = cv2.blur(middle.astype(np.float32), (5, 5)) * ((high - low) / 255) + low
    return np.asarray(cv2.resize(smooth, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)
