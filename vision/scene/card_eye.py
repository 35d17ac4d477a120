"""The eye for cards: as long as nothing changes where cards may lie, what was read of them stands.

Reading takes long, comparing two pictures hardly any time. Only what several looks have read alike stands,
with no card in doubt; a hand or another light has everything read again.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.calibration import Calibration
from vision.cards.whole import FoundCards, cards_in
from vision.mat import TRAY
from vision.pictures import Picture
from vision.scene.motion import Small, apart
from vision.wanted import Wanted

_AFRESH = 2  # so often the same is read; while nothing differs, that stands
_WIDE = 320  # pixels: a card that is pushed by a millimetre is seen, and noise is averaged out
_STEP, _CHANGED = 12.0, 3  # grey levels that noise does not make, and pixels that differ by more
_SHIFT = 2.0  # pixels of the camera's picture by which a corner of a card at rest is found elsewhere


class CardEye:
    """Looks at the cards of one table. The only thing in this room that changes."""

    def __init__(self) -> None:
        self._found = FoundCards()
        self._picture: Small | None = None  # small, as it was read last
        self._sought: tuple[object, ...] = ()  # what was looked for, and by which calibration
        self._times = 0  # that this was read afresh in a row

    def see(self, picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundCards:
        """The cards that are *wanted*, as `cards_in` finds them."""
        now = _without_tray(picture, calibration)
        sought = (calibration, wanted.taught_in, wanted.deck, wanted.rows, wanted.places)
        if sought == self._sought and self._times >= _AFRESH and self._is_unchanged(now):
            return self._found
        found = cards_in(picture, wanted, calibration)
        again = sought == self._sought and _are_alike(self._found.cards, found.cards)
        doubtful = any(not card.name and not card.face_down for card in found.cards)
        self._times = 0 if doubtful else self._times + 1 if again else 1
        self._found, self._picture, self._sought = found, now, sought
        return found

    def _is_unchanged(self, now: Small) -> bool:
        """Whether nothing but the sensor's noise differs from the picture that was read last."""
        before = self._picture
        if before is None or before.shape != now.shape:
            return False
        differs: NDArray[np.bool_] = np.asarray(cv2.blur(apart(now, before), (2, 2)) > _STEP)
        return int(np.count_nonzero(differs)) <= _CHANGED


def _without_tray(picture: Picture, calibration: Calibration | None) -> Small:
    """*picture* small, with the dice tray blacked out: dice may roll while cards lie still."""
    high = max(2, round(picture.shape[0] * _WIDE / picture.shape[1]))
    small = np.asarray(cv2.resize(picture, (_WIDE, high), interpolation=cv2.INTER_AREA), np.float32)
    if calibration is None:
        return small
    for zone in calibration.mat.zones:
        if zone.kind == TRAY:
            corners = calibration.project(np.array([(x, y, 0.0) for x, y in zone.corners]))
            tray = np.round(corners * (_WIDE / picture.shape[1])).astype(np.int32)
            cv2.fillConvexPoly(small, tray, (0, 0, 0))
    return small


def _are_alike(before: tuple[CardSeen, ...], now: tuple[CardSeen, ...]) -> bool:
    """The same cards in the same spots, in whatever order they were found."""
    return len(before) == len(now) and all(any(_is_one(card, old) for old in before) for card in now)


def _is_one(card: CardSeen, old: CardSeen) -> bool:
    if (card.name, card.face_down, card.place) != (old.name, old.face_down, old.place):
        return False
    return bool(np.abs(np.array(card.corners) - np.array(old.corners)).max() <= _SHIFT)
