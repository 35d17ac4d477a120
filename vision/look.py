"""One look at the table: a picture in, a sighting out.

    sighting = look(picture, wanted, calibration, memory)  # whoever knows the time of the picture adds it
    memory = remember(memory, picture, sighting)

Pure: the same arguments give the same sighting. What happens over several looks is decided in `vision.scene`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import (
    IN_TRAY,
    OTHER_LIGHT,
    STILL,
    Box,
    CardSeen,
    DieSeen,
    PassedOver,
    Seen,
    Sighting,
)
from vision.calibration import Calibration
from vision.cards.cards_in import FoundCards, cards_in, places_for_cards
from vision.dice.tray import FoundDice, dice_on
from vision.dice_and_cards import around, told_apart
from vision.health import why_blocked
from vision.pictures import NotAPictureError, Picture, as_picture
from vision.pyramid.eye import PyramidEye
from vision.scene.motion import NOTHING, Memory, Small, hand_in_view, is_moving, light_jumps, small
from vision.wanted import EVERYTHING, Wanted

# --- what lay there before anything was laid: a pattern, a reflection or a crumb is no die and no card ---

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
    return thing.box if isinstance(thing, DieSeen) else around(thing)


Dice = Callable[[Picture, Wanted, Calibration | None], FoundDice]
Cards = Callable[[Picture, Wanted, Calibration | None], FoundCards]


class Readers(Struct, frozen=True):
    """Who reads what lies there at rest; eyes may know it from the looks before."""

    dice: Dice = dice_on
    cards: Cards = cards_in
    pyramid: PyramidEye | None = None


AFRESH = Readers()


def look(
    picture: Any,
    wanted: Wanted = EVERYTHING,
    calibration: Calibration | None = None,
    memory: Memory = NOTHING,
    *,
    readers: Readers = AFRESH,
    now: Small | None = None,
) -> Sighting:
    """What lies on the table. Any array is answered; one that is no picture is BLOCKED with the reason.

    *now* is the picture small, if anybody has it already.
    """
    start = time.perf_counter()
    try:
        frame = as_picture(picture)
    except NotAPictureError as reason:
        return Sighting(0, Seen.BLOCKED, why=str(reason))
    why = why_blocked(frame) or _wrong_size(frame, calibration)
    if why:
        return Sighting(0, Seen.BLOCKED, why=why)
    state, why = _stir(frame, memory, now)
    check = {"check": _ms(start, time.perf_counter())}
    if state is not None:
        return Sighting(0, state, why=why, ms=check)
    seen = at_rest(frame, wanted, calibration, memory.empty, readers=readers)
    return replace(seen, ms=check | seen.ms)


def at_rest(
    frame: Picture,
    wanted: Wanted,
    calibration: Calibration | None = None,
    empty: Picture | None = None,
    *,
    readers: Readers = AFRESH,
) -> Sighting:
    """What lies on a table on which nothing stirs, in a photograph as in a frame of a game.

    Without a *calibration* dice and cards may lie anywhere in the picture. What is on the picture of the
    *empty* table as well was not laid there.
    """
    sighting, ms = Sighting(0, Seen.WAITING), dict[str, float]()
    if wanted.pyramid:
        start = time.perf_counter()
        sighting = replace(sighting, pyramid=(readers.pyramid or PyramidEye()).see(frame, calibration))
        ms["pyramid"] = _ms(start, time.perf_counter())
    if wanted.tray:
        start = time.perf_counter()
        seen = _with_dice(sighting, readers.dice(frame, wanted, calibration))
        sighting = _but_for_the_table(seen, frame, empty)
        ms["dice"] = _ms(start, time.perf_counter())
    if wanted.cards and sighting.state != Seen.HAND:
        start = time.perf_counter()
        found = readers.cards(frame, wanted, calibration)
        on_table, lay_there = laid(empty, frame, found.cards)
        passed = sighting.passed_over + found.passed_over + lay_there
        sighting = replace(sighting, cards=on_table, passed_over=passed)
        if not places_for_cards(calibration):  # all may lie anywhere: one may be taken for the other
            sighting = _told_apart(sighting)
        # only then: places that nobody looked at are not empty
        ms["cards"] = _ms(start, time.perf_counter())
    return replace(sighting, ms=ms)


def _told_apart(sighting: Sighting) -> Sighting:
    dice, cards, neither = told_apart(sighting.dice, sighting.cards)
    state = sighting.state if dice == sighting.dice else _state(dice)
    return replace(sighting, state=state, dice=dice, cards=cards, passed_over=sighting.passed_over + neither)


def _stir(frame: Picture, memory: Memory, now: Small | None) -> tuple[Seen | None, str]:
    """HAND or MOVING if the picture before tells so; of a hand whether it does not stir, or what moves."""
    if memory.last is None:
        return None, ""
    now = small(frame) if now is None else now
    if light_jumps(memory, now):
        return Seen.MOVING, OTHER_LIGHT
    moving = is_moving(memory, now)
    if hand_in_view(memory, now):
        return Seen.HAND, "" if moving else STILL
    return (Seen.MOVING if moving else None), ""


def _wrong_size(frame: Picture, calibration: Calibration | None) -> str:
    height, width = frame.shape[:2]
    if calibration is None or calibration.size == (width, height):
        return ""
    return (
        f"{width}x{height} pixels, but the camera was set up with {calibration.size[0]}x{calibration.size[1]}"
    )


def _with_dice(sighting: Sighting, found: FoundDice) -> Sighting:
    if found.covered:  # whatever it is, it hides what lies below it
        return replace(sighting, state=Seen.HAND, why=IN_TRAY, passed_over=found.passed_over)
    return replace(sighting, state=_state(found.dice), dice=found.dice, passed_over=found.passed_over)


def _but_for_the_table(sighting: Sighting, frame: Picture, empty: Picture | None) -> Sighting:
    """Without dice that are there on the *empty* table as well."""
    dice, passed = laid(empty, frame, sighting.dice)
    if not passed:
        return sighting
    return replace(sighting, state=_state(dice), dice=dice, passed_over=sighting.passed_over + passed)


def _state(dice: Sequence[DieSeen]) -> Seen:
    if any(die.cocked for die in dice):
        return Seen.COCKED
    return Seen.SETTLED if dice else Seen.EMPTY


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1e3, 2)
