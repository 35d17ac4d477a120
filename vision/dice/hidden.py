"""Dice that light or darkness hides: the same picture in other light, and places where nothing is read."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice.reasons import GLARE, TOO_DARK
from vision.pictures import Mask, Picture

PLACE = "place"  # what is passed over where dice may lie unseen
_SAME = 0.6  # share of the smaller box: dice with nearer middles are the same
LIKELY = 0.5  # likelihood of a value up to which something hardly looks like a die
_DIM, _LIT = 150.0, 225.0  # the brightest things of a picture: darker than the one it is dim; made as bright
_DEEPER = 2.0  # gamma for other pictures: what is nearly white can then be distinguished
_TILE = 16  # pixels of a tile's side in which glare and darkness are looked for
_BURNT, _MOSTLY = 250, 0.5  # a channel at its end, and the share of a tile
_DARK, _DARK_ROOM = 45.0, 120.0  # of a tile and of the whole: black cloth in good light is not too dark
_ENOUGH = 4  # tiles in one piece: less hides no die


def in_other_light(picture: Picture) -> Picture:
    """A dim picture as if there were more light, any other in deeper shades."""
    levels, brightest = np.arange(256, dtype=np.float64), _brightest(picture)
    dim = brightest < _DIM
    changed = levels * _LIT / max(1.0, brightest) if dim else 255 * (levels / 255) ** _DEEPER
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
    return bool(one.value) or one.cocked or (one.confidence > LIKELY and one.why != GLARE)


def _overlap(one: DieSeen, other: DieSeen) -> bool:
    (x, y, wide, high), (a, b, across, down) = one.box, other.box
    far = math.hypot(x + wide / 2 - a - across / 2, y + high / 2 - b - down / 2)
    return far <= _SAME * min(max(wide, high), max(across, down))


def hidden_places(picture: Picture) -> tuple[PassedOver, ...]:
    """The largest place of *picture* that glare burns out, or that lies in the dark."""
    rows, columns = (max(1, side // _TILE) for side in picture.shape[:2])
    burnt = (picture.min(axis=2) >= _BURNT).astype(np.float32)
    glares = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA) > _MOSTLY
    found = _largest(glares.astype(np.uint8), picture)
    if found is not None:
        return (PassedOver(PLACE, found, GLARE),)
    if _brightest(picture) > _DARK_ROOM:
        return ()
    dark = cv2.resize(picture.max(axis=2), (columns, rows), interpolation=cv2.INTER_AREA) < _DARK
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
    if area < _ENOUGH:
        return None
    across, down = picture.shape[1] / tiles.shape[1], picture.shape[0] / tiles.shape[0]
    return left * across, top * down, wide * across, high * down
