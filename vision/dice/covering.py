"""What lies in the tray and is much larger than dice, as a phone: it hides what lies below it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sightings import DieSeen
from vision.calibration import Calibration
from vision.dice.masks import tray_masks
from vision.flatten import flatten
from vision.mat import Zone
from vision.pictures import Mask, Picture

_PER_MM = 1.0
_LARGE = 24.0  # faces' areas: dice and a lamp's reflection among them are smaller, a hand is larger
_RIM = 6.5  # millimetres along the tray's rim that are left out
_DIE = 0.75  # of its box: so far around its middle a die and its shadow reach
_SMALL = np.ones((3, 3), np.uint8)


def is_covered(picture: Picture, calibration: Calibration, tray: Zone, dice: Sequence[DieSeen]) -> bool:
    """Does anything much larger than the *dice* lie in the *tray* of the kit's mat?

    Of a ground that is not the kit's own nothing is known: its pattern is no thing.
    """
    if not calibration.mat.markers:
        return False
    flat = flatten(picture, calibration, tray, height=0.0, per_mm=_PER_MM)
    masks = tray_masks(flat.picture)
    either = cv2.morphologyEx(cv2.bitwise_or(masks.thing, masks.dark), cv2.MORPH_CLOSE, _SMALL)
    things = np.asarray(cv2.morphologyEx(either, cv2.MORPH_OPEN, _SMALL), np.uint8)
    rim = round(_RIM * _PER_MM)
    things[:rim], things[-rim:], things[:, :rim], things[:, -rim:] = 0, 0, 0, 0
    back = np.asarray(np.linalg.inv(flat.to_picture), np.float64)
    for die in dice:
        _take_away(things, die, back)
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    least = _LARGE * (calibration.die_edge * _PER_MM) ** 2
    return any(cv2.contourArea(outline) > least for outline in outlines)


def _take_away(things: Mask, die: DieSeen, to_flat: NDArray[np.float64]) -> None:
    x, y, wide, high = die.box
    middle, half = np.array([x + wide / 2, y + high / 2]), _DIE * max(wide, high)
    corners = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    whole = np.column_stack([corners, np.ones(4)]) @ to_flat.T
    cv2.fillConvexPoly(things, np.round(whole[:, :2] / whole[:, 2:]).astype(np.int32), 0)
