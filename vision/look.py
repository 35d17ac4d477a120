"""One look at the table: a picture in, a sighting out.

    sighting = look(picture, wanted, calibration, memory, t)
    memory = remember(memory, picture, sighting.state)

Pure: the same arguments give the same sighting. What happens over several looks is decided in `vision.watch`.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.sightings import IN_TRAY, OTHER_LIGHT, STILL, DieSeen, Seen, Sighting
from vision.calibration import Calibration
from vision.cards import FoundCards, find_cards
from vision.dice.colours import Gains
from vision.dice.covering import is_covered
from vision.dice.ground import ground_of
from vision.dice.reader import dice_in
from vision.dice.taught import known_dice
from vision.health import why_blocked
from vision.mat import TRAY
from vision.memory import NOTHING, Memory, hand_in_view, is_frozen, is_moving, light_jumps, small
from vision.pictures import NotAPictureError, Picture, as_picture
from vision.pyramid.eye import PyramidEye
from vision.unchanged import laid
from vision.wanted import EVERYTHING, Wanted
from vision.white import light_gains

Cards = Callable[[Picture, Calibration, Gains, Wanted, Path | None], FoundCards]


def look(
    picture: Any,
    wanted: Wanted = EVERYTHING,
    calibration: Calibration | None = None,
    memory: Memory = NOTHING,
    t: int = 0,
    *,
    pyramid: PyramidEye | None = None,
    cards: Cards | None = None,
) -> Sighting:
    """What lies on the table. Any array is answered; one that is no picture is BLOCKED with the reason.

    Without a *calibration* the whole picture is the tray and the size of the dice is found out (see
    `vision.read`). *pyramid* is the eye for a pyramid that was looked at before, *cards* the one for cards.
    """
    start = time.perf_counter()
    try:
        frame = as_picture(picture)
    except NotAPictureError as reason:
        return Sighting(t, Seen.BLOCKED, why=str(reason))
    why = (
        why_blocked(frame)
        or ("frozen" if is_frozen(memory, frame) else "")
        or _wrong_size(frame, calibration)
    )
    if why:
        return Sighting(t, Seen.BLOCKED, why=why)
    state, why = _stir(frame, memory)
    checked = time.perf_counter()
    if state is not None:
        return Sighting(t, state, why=why, ms={"check": _ms(start, checked)})
    stands = (pyramid or PyramidEye()).see(frame, calibration) if wanted.pyramid else None
    if calibration is None:
        ms = {"check": _ms(start, checked), "pyramid": _ms(checked, time.perf_counter())}
        return Sighting(t, Seen.WAITING, pyramid=stands, ms=ms)
    looked = time.perf_counter()
    gains = light_gains(frame, calibration)
    taught_in = Path(wanted.taught_in) if wanted.taught_in else None
    sighting = Sighting(t, Seen.WAITING)
    if wanted.tray:
        sighting = _but_for_the_table(_dice(frame, wanted, calibration, t, taught_in), frame, memory.empty)
    read_dice = time.perf_counter()
    ms = {"check": _ms(start, checked), "dice": _ms(checked, read_dice)}
    if wanted.cards and sighting.state != Seen.HAND:
        found = (cards or find_cards)(frame, calibration, gains, wanted, taught_in)
        laid_cards, lay_there = laid(memory.empty, frame, found.cards)
        passed = sighting.passed_over + found.passed_over + lay_there
        sighting = replace(sighting, cards=laid_cards, passed_over=passed)
        # only then: places that nobody looked at are not empty
        ms["cards"] = _ms(read_dice, time.perf_counter())
    if wanted.pyramid:
        sighting = replace(sighting, pyramid=stands)
        ms |= {"pyramid": _ms(checked, looked), "dice": _ms(looked, read_dice)}
    return replace(sighting, ms=ms)


def _stir(frame: Picture, memory: Memory) -> tuple[Seen | None, str]:
    """HAND or MOVING if the picture before tells so; of a hand whether it does not stir, or what moves."""
    if memory.last is None:
        return None, ""
    now = small(frame)
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


def _dice(frame: Picture, wanted: Wanted, calibration: Calibration, t: int, taught: Path | None) -> Sighting:
    zone = next(zone for zone in calibration.mat.zones if zone.kind == TRAY)
    dice, passed = dice_in(frame, wanted, known_dice(taught), ground=ground_of(calibration, zone))
    if is_covered(frame, calibration, zone, dice):  # whatever it is, it hides what lies below it
        return Sighting(t, Seen.HAND, why=IN_TRAY, passed_over=passed)
    return Sighting(t, _state(dice), dice, passed_over=passed)


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
