"""As long as nothing changes in a part of the table, what was read there stands.

Reading takes long, comparing two pictures hardly any time. Only what several looks have read alike stands; a
hand or another light has everything read again.
"""

import math
from collections import Counter
from collections.abc import Callable
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sightings import DieSeen
from vision.calibration import Calibration
from vision.dice.ground import ground_of
from vision.dice.whole import FoundDice, dice_on
from vision.mat import TRAY
from vision.pictures import Picture, as_small
from vision.scene.motion import Small, apart
from vision.scene.tray import AT_MOST, alike, same_place
from vision.wanted import Wanted

SURE, NEVER = 2, math.inf  # so often what is sure is read the same; while nothing differs, that stands
_STEP, _CHANGED = 12.0, 3  # grey levels that noise does not make, and pixels that differ by more
_LONGEST = 320  # pixels, about: a pip more or less is seen, and noise is averaged out
_ASKED = AT_MOST + 1  # so often dice that nobody is sure of are read: then they have been asked about
_LIES = 0.1  # of its size: by so much a die at rest is found elsewhere

Found = TypeVar("Found")


class Still(Generic[Found]):
    """What was read of one part of the table."""

    def __init__(self, nothing: Found) -> None:
        self._found = nothing
        self._picture: Small | None = None  # small, as it was read last
        self._sought: tuple[object, ...] = ()  # what was looked for, and by which calibration
        self._times = 0  # that this was read afresh in a row

    def see(
        self,
        now: Small,
        sought: tuple[object, ...],
        read: Callable[[], Found],
        is_one: Callable[[Found, Found], bool],
        enough: Callable[[Found], float],
    ) -> Found:
        """What *read* gives; or what it gave, alike and *enough* times, if the part looks *now* as it did."""
        same = sought == self._sought
        if same and self._times >= enough(self._found) and self.is_unchanged(now):
            return self._found
        found = read()
        self._times = self._times + 1 if same and is_one(self._found, found) else 1
        self._found, self._picture, self._sought = found, now, sought
        return found

    @property
    def stands(self) -> bool:
        """Whether anything was read that may not have to be read afresh."""
        return self._times > 0

    def forget(self) -> None:
        """Whatever is read next is read afresh."""
        self._times = 0

    def is_unchanged(self, now: Small) -> bool:
        """Whether nothing but the sensor's noise differs from the picture that was read last."""
        before = self._picture
        if before is None or before.shape != now.shape:
            return False
        differs: NDArray[np.bool_] = np.asarray(cv2.blur(apart(now, before), (2, 2)) > _STEP)
        return int(np.count_nonzero(differs)) <= _CHANGED


class DiceEye:
    """Looks at the dice of one table."""

    def __init__(self) -> None:
        self._still = Still(FoundDice())

    def stirred(self, picture: Picture, calibration: Calibration | None) -> None:
        """Something moves; where it is over the tray, a die may be turned over where it lay."""
        if self._still.stands and not self._still.is_unchanged(_of_tray(picture, calibration)):
            self._still.forget()

    def see(self, picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundDice:
        """The dice that are *wanted*, as `dice_on` finds them."""

        def enough(found: FoundDice) -> float:
            as_waited = not found.dice or dict(Counter(die.type for die in found.dice)) == wanted.dice
            if found.covered or not as_waited:
                return NEVER
            return SURE if all(die.value for die in found.dice) else _ASKED

        return self._still.see(
            _of_tray(picture, calibration),
            (calibration, wanted.taught_in, tuple(sorted(wanted.dice.items()))),
            lambda: dice_on(picture, wanted, calibration),
            lambda before, now: alike(before.dice, now.dice, _is_one),
            enough,
        )


def _of_tray(picture: Picture, calibration: Calibration | None) -> Small:
    """The part of *picture* in which dice may lie, small."""
    zones = () if calibration is None else calibration.mat.zones
    tray = next((zone for zone in zones if zone.kind == TRAY), None)
    if calibration is not None and tray is not None:
        picture = ground_of(calibration, tray).part_of(picture)
    high, wide = picture.shape[:2]
    times = 2 ** max(0, round(math.log2(max(high, wide) / _LONGEST)))
    return as_small(picture[: high // times * times, : wide // times * times], max(1, wide // times))


def _is_one(die: DieSeen, old: DieSeen) -> bool:
    return (die.type, die.value) == (old.type, old.value) and same_place(die.box, old.box, _LIES)
