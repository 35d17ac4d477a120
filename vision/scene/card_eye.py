"""The eye for cards: as long as nothing changes where cards may lie, what was read of them stands."""

from functools import partial

import numpy as np
from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.calibration import Calibration
from vision.cards.cards_in import FoundCards, cards_in, places_for_cards
from vision.mat import SCAN, Zone
from vision.pictures import Picture, as_small
from vision.scene.motion import Small
from vision.scene.still import NEVER, SURE, Still
from vision.scene.tray import alike
from vision.wanted import Wanted

_WIDE = 320  # pixels: a card that is pushed by a millimetre is seen, and noise is averaged out
_BESIDE = 4.0  # millimetres beside its place a card may have its middle
_SHIFT = 2.0  # pixels of the camera's picture by which a corner of a card at rest is found elsewhere


class CardEye:
    """Looks at the cards of one table."""

    def __init__(self) -> None:
        self._places: dict[str, Still[FoundCards]] = {}  # "" is wherever cards may lie

    def see(self, picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundCards:
        """The cards that are *wanted*, as `cards_in` finds them in each place by itself.

        Rows lie in the long place alone; of piles only the top matters.
        """
        small = as_small(picture, _WIDE)
        zones = {zone.name: zone for zone in places_for_cards(calibration)}
        asked = {name: zone for name, zone in zones.items() if name in wanted.places} or zones
        found: list[FoundCards] = []
        for name, zone in asked.items() or {"": None}.items():
            there = wanted
            if zone is not None:
                there = replace(wanted, places=(name,), rows=wanted.rows and name == SCAN)
            still = self._places.setdefault(name, Still(FoundCards()))
            found.append(
                still.see(
                    _only(zone, small, calibration),
                    (calibration, there.taught_in, there.deck, there.rows),
                    partial(cards_in, picture, there, calibration),
                    lambda before, now: alike(before.cards, now.cards, _is_one),
                    lambda found: SURE if all(card.name or card.face_down for card in found.cards) else NEVER,
                )
            )
        passed = dict.fromkeys(one for part in found for one in part.passed_over)
        return FoundCards(tuple(card for part in found for card in part.cards), tuple(passed))


def _only(zone: Zone | None, small: Small, calibration: Calibration | None) -> Small:
    """The part of the *small* picture in which cards of that zone may lie; all of it without a zone."""
    if zone is None or calibration is None:
        return small
    beside = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * _BESIDE
    corners = np.array([(x, y, 0.0) for x, y in zone.corners]) + beside
    seen = calibration.project(corners) * (small.shape[1] / calibration.size[0])
    (left, top), (right, bottom) = np.maximum(np.floor(seen.min(axis=0)), 0), np.ceil(seen.max(axis=0))
    return small[int(top) : int(bottom), int(left) : int(right)]


def _is_one(card: CardSeen, old: CardSeen) -> bool:
    if (card.name, card.face_down, card.place) != (old.name, old.face_down, old.place):
        return False
    return bool(np.abs(np.array(card.corners) - np.array(old.corners)).max() <= _SHIFT)
