"""One look at the table: a picture in, a sighting out.

    sighting = look(picture, wanted, calibration, memory, t)
    memory = remember(memory, picture, sighting.state)

Pure: the same arguments give the same sighting. What happens over several looks is decided in `vision.watch`.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from companion.sightings import IN_TRAY, OTHER_LIGHT, STILL, Box, DieSeen, Seen, Sighting
from vision.calibration import Calibration
from vision.cards import FoundCards, find_cards
from vision.dice import Expected, find_dice
from vision.dice.colours import Gains
from vision.dice.decide import decide
from vision.dice.drawings import reading_with
from vision.dice.locate import box_around
from vision.dice.read_faces import ReadFaces, read_faces
from vision.dice.taught import known_dice
from vision.flatten import Flat, flatten
from vision.health import why_blocked
from vision.mat import TRAY
from vision.memory import NOTHING, Memory, hand_in_view, is_frozen, is_moving, light_jumps, small
from vision.pictures import NotAPictureError, Picture, as_picture
from vision.pyramid.eye import PyramidEye
from vision.unchanged import laid
from vision.wanted import D10, EVERYTHING, Wanted
from vision.white import light_gains
from vision.whole import dice_anywhere

PER_MM = 2.0  # pixels of the flattened tray
Cards = Callable[[Picture, Calibration, Gains, Wanted, Path | None], FoundCards]


def look(
    picture: Any,
    wanted: Wanted = EVERYTHING,
    calibration: Calibration | None = None,
    memory: Memory = NOTHING,
    t: int = 0,
    *,
    read: ReadFaces = read_faces,
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
    if read is read_faces:
        read = reading_with(known_dice(taught_in))
    sighting = Sighting(t, Seen.WAITING)
    if wanted.tray:
        sighting = _but_for_the_table(_dice(frame, wanted, calibration, gains, t, read), frame, memory.empty)
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


def _dice(
    frame: Picture, wanted: Wanted, calibration: Calibration, gains: Gains, t: int, read: ReadFaces
) -> Sighting:
    flat = tray_of(frame, calibration)
    if D10 in wanted.dice:
        return _solids(flat, wanted, t)
    found = find_dice(
        flat, Expected(calibration.die_edge * PER_MM), wanted.types, gains, read, sum(wanted.dice.values())
    )
    if found.large:  # whatever it is, it hides what lies below it
        return Sighting(t, Seen.HAND, why=IN_TRAY, passed_over=found.passed_over)
    dice, passed = decide(flat, found.dice, wanted.dice, found.leans)
    return Sighting(t, _state(dice), dice, passed_over=found.passed_over + passed)


def _but_for_the_table(sighting: Sighting, frame: Picture, empty: Picture | None) -> Sighting:
    """Without dice that are there on the *empty* table as well."""
    dice, passed = laid(empty, frame, sighting.dice)
    if not passed:
        return sighting
    return replace(sighting, state=_state(dice), dice=dice, passed_over=sighting.passed_over + passed)


def _solids(flat: Flat, wanted: Wanted, t: int) -> Sighting:
    """Dice that are no cubes are found in the tray as in any picture."""
    dice, passed = dice_anywhere(flat.picture, wanted)
    seen = tuple(replace(die, box=_in_picture(flat, die.box)) for die in dice)
    over = tuple(replace(one, box=_in_picture(flat, one.box)) for one in passed)
    return Sighting(t, _state(seen), seen, passed_over=over)


def _in_picture(flat: Flat, box: Box) -> Box:
    """The upright box in the camera's picture around a box in the flattened tray."""
    x, y, wide, high = box
    corners = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])
    return box_around(flat.in_picture(corners))


def tray_of(frame: Picture, calibration: Calibration) -> Flat:
    """The tray from straight above, on the plane of the dice's top faces."""
    zone = next(zone for zone in calibration.mat.zones if zone.kind == TRAY)
    return flatten(frame, calibration, zone, height=calibration.die_edge, per_mm=PER_MM, margin=-1.0)


def _state(dice: Sequence[DieSeen]) -> Seen:
    if any(die.cocked for die in dice):
        return Seen.COCKED
    return Seen.SETTLED if dice else Seen.EMPTY


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1e3, 2)
