"""What lies in the tray of a mat: dice, or what covers them; without a mat, the dice of a picture."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import DieSeen, PassedOver
from vision.calibration import Calibration, moved
from vision.dice.colours import median_of
from vision.dice.ground import ground_of, light_gains
from vision.dice.reader import dice_in
from vision.dice.settings import SETTINGS
from vision.dice.taught import known_dice
from vision.mat import TRAY, Zone
from vision.pictures import Mask, Picture
from vision.wanted import Wanted


class FoundDice(Struct, frozen=True):
    """The dice, what was passed over, and whether something much larger hides what lies below it."""

    dice: tuple[DieSeen, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    covered: bool = False


def dice_on(picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundDice:
    """The dice that are *wanted*, as far as they are seen."""
    known = known_dice(Path(wanted.taught_in) if wanted.taught_in else None)
    zones = () if calibration is None else calibration.mat.zones
    tray = next((zone for zone in zones if zone.kind == TRAY), None)
    if calibration is None or tray is None:
        return FoundDice(*dice_in(picture, wanted, known))
    gains = light_gains(picture, calibration) if calibration.mat.markers else None
    dice, passed = dice_in(picture, wanted, known, ground=ground_of(calibration, tray, gains))
    if is_covered(picture, calibration, tray, dice):
        return FoundDice((), passed, covered=True)
    return FoundDice(dice, passed)


# --- what lies in the tray and is much larger than dice, as a phone: it hides what lies below it ---

_S = SETTINGS.tray
_SMALL = np.ones((3, 3), np.uint8)
# What is not the tray is told by colour, whatever that is and however the light falls on it. The tray's own
# is taken from the picture itself, place by place, so that no empty picture and no fixed threshold is
# needed. Colours are compared as ratios (differences of logarithms): a shadow lowers all three
# channels alike, a thing changes them apart or makes them brighter.
_LOG = np.log(np.arange(256, dtype=np.float32) + _S.floor)
_CODE = 100.0  # steps of the difference coded as a byte, per unit of the logarithm
Floats = NDArray[np.float32]


def is_covered(picture: Picture, calibration: Calibration, tray: Zone, dice: Sequence[DieSeen]) -> bool:
    """Does anything much larger than the *dice* lie in the *tray* of the kit's mat?

    Of a ground that is not the kit's own nothing is known: its pattern is no thing.
    """
    if not calibration.mat.markers:
        return False
    flat, to_picture = _from_above(picture, calibration, tray)
    either = cv2.morphologyEx(_not_the_tray(flat), cv2.MORPH_CLOSE, _SMALL)
    things = np.asarray(cv2.morphologyEx(either, cv2.MORPH_OPEN, _SMALL), np.uint8)
    rim = round(_S.rim * _S.per_mm)
    things[:rim], things[-rim:], things[:, :rim], things[:, -rim:] = 0, 0, 0, 0
    _take_away(things, dice, np.asarray(np.linalg.inv(to_picture), np.float64))
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    least = _S.large_area * (calibration.die_edge * _S.per_mm) ** 2
    return any(cv2.contourArea(outline) > least for outline in outlines)


def _from_above(
    picture: Picture, calibration: Calibration, tray: Zone
) -> tuple[Picture, NDArray[np.float64]]:
    """The *tray* seen from straight above, and the 3x3 matrix from its pixels to those of the *picture*."""
    to_mat = np.array([[1 / _S.per_mm, 0, tray.x], [0, 1 / _S.per_mm, tray.y], [0, 0, 1]])
    matrix = calibration.plane(0.0) @ to_mat
    size = round(tray.width * _S.per_mm), round(tray.height * _S.per_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8), matrix


def _take_away(things: Mask, dice: Sequence[DieSeen], to_flat: NDArray[np.float64]) -> None:
    x, y, wide, high = np.array([die.box for die in dice]).reshape(-1, 4).T
    half = _S.die_reach * np.maximum(wide, high)
    middles = np.column_stack([x + wide / 2, y + high / 2])
    corners = middles[:, None] + half[:, None, None] * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    on_flat = np.round(moved(to_flat, corners.reshape(-1, 2))).astype(np.int32)
    for quad in on_flat.reshape(-1, 4, 2):
        cv2.fillConvexPoly(things, quad, 0)


def _not_the_tray(picture: Picture) -> Mask:
    """255 where a flat *picture* of the tray shows something else, or a shadow."""
    logs = np.asarray(cv2.LUT(picture, _LOG), np.float32)
    ratio = logs - _tray_colour(logs)
    blue, green, red = cv2.split(cv2.blur(ratio, (3, 3)))
    tint = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    shine = (blue + green + red) / 3
    some = (slice(None, None, _S.sample_step),) * 2
    tint_noise, shine_noise = (float(median_of(one[some].ravel())) for one in (tint, np.abs(shine)))
    tint_from = max(_S.least_tint, _S.tint_times * tint_noise)
    shine_from = max(_S.least_shine, _S.shine_times * shine_noise)
    shadowed = np.maximum(-shine, 0)  # a shadow on a strong colour changes the channels a little apart, too
    other = (tint > tint_from + _S.shadow_tint * shadowed) | (np.abs(shine) > shine_from)
    return np.asarray(other, np.uint8) * np.uint8(255)


def _tray_colour(logs: Floats) -> Floats:
    """The tray's own colour everywhere: what most of a wide neighbourhood has."""
    rows, columns = logs.shape[:2]
    cells = columns // _S.cell, rows // _S.cell
    small = np.asarray(cv2.resize(logs, cells, interpolation=cv2.INTER_AREA), np.float32)
    small[0], small[-1] = small[1], small[-2]  # the outermost cells see the rim
    small[:, 0], small[:, -1] = small[:, 1], small[:, -2]
    usual = median_of(small.reshape(-1, 3))
    coded = np.clip((small - usual) * _CODE + 128, 0, 255).astype(np.uint8)
    wide = min(15, (min(cells) - 1) // 2 * 2 + 1)
    smooth = cv2.blur((cv2.medianBlur(coded, wide).astype(np.float32) - 128) / _CODE, (5, 5)) + usual
    return np.asarray(cv2.resize(smooth, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)
