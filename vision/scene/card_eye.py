"""The eye for cards: as long as nothing changes where cards may lie, what was read of them stands."""

import cv2
import numpy as np

from companion.sightings import CardSeen
from vision.calibration import Calibration
from vision.cards.whole import FoundCards, cards_in
from vision.mat import TRAY
from vision.pictures import Picture
from vision.scene.motion import Small
from vision.scene.still import NEVER, SURE, Still
from vision.wanted import Wanted

_WIDE = 320  # pixels: a card that is pushed by a millimetre is seen, and noise is averaged out
_SHIFT = 2.0  # pixels of the camera's picture by which a corner of a card at rest is found elsewhere


class CardEye:
    """Looks at the cards of one table."""

    def __init__(self) -> None:
        self._still = Still(FoundCards())

    def see(self, picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundCards:
        """The cards that are *wanted*, as `cards_in` finds them."""
        return self._still.see(
            _without_tray(picture, calibration),
            (calibration, wanted.taught_in, wanted.deck, wanted.rows, wanted.places),
            lambda: cards_in(picture, wanted, calibration),
            lambda before, now: _are_alike(before.cards, now.cards),
            lambda found: SURE if all(card.name or card.face_down for card in found.cards) else NEVER,
        )


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
