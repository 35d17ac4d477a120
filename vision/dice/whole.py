"""The dice of a picture, on the tray of a mat where its camera is known, else wherever they lie."""

from pathlib import Path

from msgspec import Struct

from companion.sightings import DieSeen, PassedOver
from vision.calibration import Calibration
from vision.dice.covering import is_covered
from vision.dice.ground import ground_of, light_gains
from vision.dice.reader import dice_in
from vision.dice.taught import known_dice
from vision.mat import TRAY
from vision.pictures import Picture
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
