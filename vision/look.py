"""One look at the table: a picture in, a sighting out.

    sighting = look(picture, wanted, calibration, memory)  # whoever knows the time of the picture adds it
    memory = remember(memory, picture, sighting)

Pure: the same arguments give the same sighting. What happens over several looks is decided in `vision.scene`.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import IN_TRAY, OTHER_LIGHT, STILL, DieSeen, Seen, Sighting
from vision.calibration import Calibration
from vision.cards.cards_in import FoundCards, cards_in, places_for_cards
from vision.dice.whole import FoundDice, dice_on
from vision.dice_and_cards import told_apart
from vision.empty_table import laid
from vision.health import why_blocked
from vision.pictures import NotAPictureError, Picture, as_picture
from vision.pyramid.eye import PyramidEye
from vision.scene.motion import NOTHING, Memory, Small, hand_in_view, is_moving, light_jumps, small
from vision.wanted import EVERYTHING, Wanted

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
        sighting = _but_for_the_table(
            _with_dice(sighting, readers.dice(frame, wanted, calibration)), frame, empty
        )
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
