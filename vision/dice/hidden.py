"""Dice that light or darkness hides: the same picture in other light, and places where nothing is read."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice.reasons import GLARE, TOO_DARK
from vision.dice.settings import SETTINGS
from vision.pictures import Mask, Picture

_S = SETTINGS.hidden

PLACE = "place"  # what is passed over where dice may lie unseen


def in_other_light(picture: Picture) -> Picture:
    """A dim picture as if there were more light, any other in deeper shades."""
    levels, brightest = np.arange(256, dtype=np.float64), _brightest(picture)
    dim = brightest < _S.dim
    changed = levels * _S.lit / max(1.0, brightest) if dim else 255 * (levels / 255) ** _S.deeper
    return np.asarray(cv2.LUT(picture, np.clip(np.rint(changed), 0, 255).astype(np.uint8)), np.uint8)


def are_enough(dice: Sequence[DieSeen], count: int) -> bool:
    """Are as many dice seen as are waited for? What hardly looks like a die is not counted."""
    return sum(map(_likely, dice)) >= count


def with_those_seen_again(
    dice: Sequence[DieSeen], again: Sequence[DieSeen], count: int
) -> tuple[DieSeen, ...]:
    """The likely ones of *dice*, and as many as are missing of what only a second look *again* has seen, or
    of what hardly looks like a die: the likeliest."""
    new = [one for one in again if not any(_overlap(one, other) for other in dice)]
    likely = [one for one in dice if _likely(one)]
    others = sorted([*new, *(one for one in dice if not _likely(one))], key=lambda one: -one.confidence)
    return (*likely, *others[: max(0, count - len(likely))])


def _likely(one: DieSeen) -> bool:
    """A speck may look like a die where light leaves nothing of what is around it."""
    return bool(one.value) or one.cocked or (one.confidence > _S.likely and one.why != GLARE)


def _overlap(one: DieSeen, other: DieSeen) -> bool:
    (x, y, wide, high), (a, b, across, down) = one.box, other.box
    far = math.hypot(x + wide / 2 - a - across / 2, y + high / 2 - b - down / 2)
    return far <= _S.same * min(max(wide, high), max(across, down))


def hidden_places(picture: Picture) -> tuple[PassedOver, ...]:
    """The largest place of *picture* that glare burns out, or that lies in the dark."""
    rows, columns = (max(1, side // _S.tile) for side in picture.shape[:2])
    burnt = (picture.min(axis=2) >= SETTINGS.colours.burnt).astype(np.float32)
    glares = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA) > _S.mostly
    found = _largest(glares.astype(np.uint8), picture)
    if found is not None:
        return (PassedOver(PLACE, found, GLARE),)
    if _brightest(picture) > _S.dark_room:
        return ()
    dark = cv2.resize(picture.max(axis=2), (columns, rows), interpolation=cv2.INTER_AREA) < _S.dark
    found = _largest(dark.astype(np.uint8), picture)
    return () if found is None else (PassedOver(PLACE, found, TOO_DARK),)


def _brightest(picture: Picture) -> float:
    """How bright the brightest hundredth of the pixels is."""
    return float(np.percentile(picture[::4, ::4].max(axis=2), 99))


def _largest(tiles: Mask, picture: Picture) -> Box | None:
    """The box around the largest piece of *tiles*, in pixels of *picture*."""
    count, _, pieces, _ = cv2.connectedComponentsWithStats(tiles)
    if count < 2:
        return None
    left, top, wide, high, area = (int(v) for v in pieces[1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax())])
    if area < _S.enough_tiles:
        return None
    across, down = picture.shape[1] / tiles.shape[1], picture.shape[0] / tiles.shape[0]
    return left * across, top * down, wide * across, high * down
