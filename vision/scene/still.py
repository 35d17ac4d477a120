"""As long as nothing changes in a part of the table, what was read there stands.

Reading takes long, comparing two pictures hardly any time. Only what several looks have read alike stands; a
hand or another light has everything read again.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen, DieSeen
from vision.calibration import Calibration
from vision.cards.cards_in import FoundCards, cards_in, places_for_cards
from vision.dice.ground import ground_of
from vision.dice.tray import FoundDice, dice_on
from vision.mat import SCAN, TRAY, Zone
from vision.pictures import Picture, as_small, most_of
from vision.scene.motion import Small, apart
from vision.scene.tray import AT_MOST, alike, same_place
from vision.wanted import Wanted

SURE, NEVER = 2, math.inf  # so often what is sure is read the same; while nothing differs, that stands
_STEP, _CHANGED = 12.0, 3  # grey levels that noise does not make, and pixels that differ by more
_LONGEST = 320  # pixels, about: a pip more or less is seen, and noise is averaged out
_ASKED = AT_MOST + 1  # so often dice that nobody is sure of are read: then they have been asked about
_LIES = 0.1  # of its size: by so much a die at rest is found elsewhere
_ON_IT, _BESIDE, _ABOUT = 0.35, 0.8, 1.1  # sizes of a die from its middle: on it, and what is around it
_DIE, _OTHERWISE = 60.0, 40.0  # grey levels by which a die or its pips differ from the table; itself at most
# share of a die's middle that looks like the table at most, and of a bare place at least
_SHOWN, _BARE = 0.95, 0.97

Found = TypeVar("Found")


class Still(Generic[Found]):
    """What was read of one part of the table."""

    def __init__(self, nothing: Found) -> None:
        self._found = nothing
        self.picture: Small | None = None  # small, as it was read last
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
        self._found, self.picture, self._sought = found, now, sought
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
        before = self.picture
        if before is None or before.shape != now.shape:
            return False
        differs: NDArray[np.bool_] = np.asarray(cv2.blur(apart(now, before), (2, 2)) > _STEP)
        return int(np.count_nonzero(differs)) <= _CHANGED


class DiceEye:
    """Looks at the dice of one table."""

    def __init__(self) -> None:
        self._still = Still(FoundDice())

    def stirred(
        self, picture: Picture, calibration: Calibration | None, lying: Sequence[DieSeen]
    ) -> tuple[DieSeen, ...]:
        """Something moves; the dice of those *lying* there that somebody has taken up.

        Where it moves over the tray, a die may be turned over where it lay.
        """
        if not (lying or self._still.stands):
            return ()
        before, (now, left, top, times) = self._still.picture, _of_tray(picture, calibration)
        if before is None or before.shape != now.shape or self._still.is_unchanged(now):
            return ()
        self._still.forget()
        boxes = [np.array((die.box[0] - left, die.box[1] - top, *die.box[2:])) / times for die in lying]
        return tuple(die for die, box in zip(lying, boxes, strict=True) if _is_bare(before, now, box))

    def see(self, picture: Picture, wanted: Wanted, calibration: Calibration | None) -> FoundDice:
        """The dice that are *wanted*, as `dice_on` finds them."""

        def enough(found: FoundDice) -> float:
            as_waited = not found.dice or dict(Counter(die.type for die in found.dice)) == wanted.dice
            if found.covered or not as_waited:
                return NEVER
            return SURE if all(die.value for die in found.dice) else _ASKED

        return self._still.see(
            _of_tray(picture, calibration)[0],
            (calibration, wanted.taught_in, tuple(sorted(wanted.dice.items()))),
            lambda: dice_on(picture, wanted, calibration),
            lambda before, now: alike(before.dice, now.dice, _is_one),
            enough,
        )


def _of_tray(picture: Picture, calibration: Calibration | None) -> tuple[Small, int, int, int]:
    """The part of *picture* in which dice may lie, small; its left, its top, and how much smaller it is."""
    zones = () if calibration is None else calibration.mat.zones
    tray = next((zone for zone in zones if zone.kind == TRAY), None)
    left = top = 0
    if calibration is not None and tray is not None:
        ground = ground_of(calibration, tray)
        picture, left, top = ground.part_of(picture), ground.left, ground.top
    high, wide = picture.shape[:2]
    times = 2 ** max(0, round(math.log2(max(high, wide) / _LONGEST)))
    small = as_small(picture[: high // times * times, : wide // times * times], max(1, wide // times))
    return small, left, top, times


def _is_bare(before: Small, now: Small, box: NDArray[np.float64]) -> bool:
    """Whether the table has come to light where a die lay, and no hand is there."""
    middle, size = box[:2] + box[2:] / 2, box[2:]
    left, top = np.maximum(middle - _ABOUT * size, 0).astype(int)
    right, bottom = (middle + _ABOUT * size).astype(int)
    old, new = before[top:bottom, left:right], now[top:bottom, left:right]
    down, across = np.ogrid[top : top + old.shape[0], left : left + old.shape[1]]
    away = np.maximum(np.abs(across - middle[0]) / size[0], np.abs(down - middle[1]) / size[1])
    die, around = away < _ON_IT, away > _BESIDE
    if not (die.any() and around.any()) or most_of(np.abs(new - old))[around].mean() > _STEP:
        return False
    table = np.median(old[around], axis=0)
    was, now_is = (np.abs(part[die] - table).max(axis=1) for part in (old, new))
    return bool((was < _DIE).mean() < _SHOWN and (now_is < _OTHERWISE).mean() > _BARE)


def _is_one(die: DieSeen, old: DieSeen) -> bool:
    return (die.type, die.value) == (old.type, old.value) and same_place(die.box, old.box, _LIES)


# --- cards ---

_WIDE = 320  # pixels: a card that is pushed by a millimetre is seen, and noise is averaged out
_AROUND_MM = 4.0  # millimetres beside its place a card may have its middle
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
                    lambda before, now: alike(before.cards, now.cards, _is_one_card),
                    lambda found: SURE if all(card.name or card.face_down for card in found.cards) else NEVER,
                )
            )
        passed = dict.fromkeys(one for part in found for one in part.passed_over)
        return FoundCards(tuple(card for part in found for card in part.cards), tuple(passed))


def _only(zone: Zone | None, small: Small, calibration: Calibration | None) -> Small:
    """The part of the *small* picture in which cards of that zone may lie; all of it without a zone."""
    if zone is None or calibration is None:
        return small
    beside = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * _AROUND_MM
    corners = np.array([(x, y, 0.0) for x, y in zone.corners]) + beside
    seen = calibration.project(corners) * (small.shape[1] / calibration.size[0])
    (left, top), (right, bottom) = np.maximum(np.floor(seen.min(axis=0)), 0), np.ceil(seen.max(axis=0))
    return small[int(top) : int(bottom), int(left) : int(right)]


def _is_one_card(card: CardSeen, old: CardSeen) -> bool:
    if (card.name, card.face_down, card.place) != (old.name, old.face_down, old.place):
        return False
    return bool(np.abs(np.array(card.corners) - np.array(old.corners)).max() <= _SHIFT)
