"""What lay there before anything was laid: a pattern, a reflection or a crumb is no die and no card."""

from collections.abc import Iterable
from typing import TypeVar

import cv2
import numpy as np

from companion.sightings import Box, CardSeen, DieSeen, PassedOver
from vision.pictures import Picture

LAY_THERE = "it is on the picture of the empty table as well"
_AROUND = 0.2  # of the longer side: the edges of a thing of one colour tell that it is the same one
_STIRRED = 2  # pixels: a camera on a stand trembles
_ALIKE = 0.8  # correlation
_LEAST = 6  # pixels: of less nothing can be said
_LONGEST = 96  # pixels of what is compared

Thing = TypeVar("Thing", DieSeen, CardSeen)


def laid(
    empty: Picture | None, now: Picture, things: Iterable[Thing]
) -> tuple[tuple[Thing, ...], tuple[PassedOver, ...]]:
    """Those of *things* on *now* that are not on *empty*, and those that are."""
    things = tuple(things)
    if empty is None or empty.shape != now.shape:
        return things, ()
    old = [thing for thing in things if lay_there(empty, now, _box(thing))]
    passed = tuple(
        PassedOver("die" if isinstance(thing, DieSeen) else "card", _box(thing), LAY_THERE) for thing in old
    )
    return tuple(thing for thing in things if thing not in old), passed


def lay_there(empty: Picture, now: Picture, box: Box) -> bool:
    """Do both pictures show the same thing at *box*, in whatever light?"""
    x, y, wide, high = box
    margin = _AROUND * max(wide, high)
    rows, columns = now.shape[:2]
    left, top = max(0, round(x - margin)), max(0, round(y - margin))
    right, bottom = min(columns, round(x + wide + margin)), min(rows, round(y + high + margin))
    if min(right - left, bottom - top) < _LEAST:
        return False
    seen = now[top:bottom, left:right]
    before = cv2.copyMakeBorder(empty, _STIRRED, _STIRRED, _STIRRED, _STIRRED, cv2.BORDER_REPLICATE)
    place = before[top : bottom + 2 * _STIRRED, left : right + 2 * _STIRRED]
    scale = min(1.0, _LONGEST / max(seen.shape[:2]))
    if scale < 1:
        seen, place = (
            np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            for part in (seen, place)
        )
    if float(np.std(seen)) < 1:  # nothing but one colour: that could be anything
        return False
    return float(cv2.matchTemplate(place, seen, cv2.TM_CCOEFF_NORMED).max()) > _ALIKE


def _box(thing: DieSeen | CardSeen) -> Box:
    if isinstance(thing, DieSeen):
        return thing.box
    corners = np.array(thing.corners, np.float64)
    (x, y), (far, low) = corners.min(axis=0), corners.max(axis=0)
    return float(x), float(y), float(far - x), float(low - y)
