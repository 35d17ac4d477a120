"""Cards that were taken from a row, or only hidden: where a card was taken away the table comes to light.

A cup, a phone or a piece of paper on the end of a row looks as if its cards were gone. But then something
else lies where they lay than the table around them.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.elsewhere import Elsewhere
from vision.events import Event, Laid, Moved, Taken
from vision.mat import SCAN
from vision.pictures import Picture
from vision.places import middle_of

_RIM = 0.12  # of a card's height: so far around the row its table is looked at
_EDGE = 0.03  # of a card's height: shadows lie so far beside the cards that are left
_OTHERWISE = 40.0  # grey levels by which a thing differs from the table
_SHARE = 0.15  # of what came to light
_LEAST = 200  # pixels that must have come to light
_LIKE = 0.35  # of a card: what is less like any of them is a thing upon the row
_STIRRED = 0.1  # of a card's height: a card that cannot be read so near to one that could is that one

Mask = NDArray[np.bool_]


class HiddenRow:
    """Keeps the row as it was seen when nothing lay on it. The only thing here that changes."""

    def __init__(self) -> None:
        self._whole: tuple[CardSeen, ...] = ()
        self._withheld: Laid | Taken | None = None  # what was told as hidden, and may be true

    def look_from(self, elsewhere: Elsewhere | None) -> None:
        """The camera or the mat has moved; None: nobody knows how."""
        self._whole = () if elsewhere is None else tuple(elsewhere.card(card) for card in self._whole)
        self._withheld = None

    def mark(self, picture: Picture, events: Sequence[Event], t: int) -> tuple[Event, ...]:
        """*events* of a look at *t*: those of a row upon which something lies say so, and are told again
        once it was taken away and no card lies below it."""
        told = tuple(self._marked(picture, event) for event in events)
        if any(_of_row(event) for event in events) or self._withheld is None:
            return told
        again = self._marked(picture, replace(self._withheld, t=t, hidden=False))
        return told if self._withheld is not None else (*told, again)

    def _marked(self, picture: Picture, event: Event) -> Event:
        if not _of_row(event):
            return event
        cards = event.cards if isinstance(event, Laid | Moved) else ()
        now = tuple(card for card in cards if card.name or card.face_down or card.confidence > _LIKE)
        gone = [card for card in self._whole if not any(_is_one(card, other) for other in now)]
        if isinstance(event, Laid | Taken) and gone and lies_upon(picture, self._whole, gone, now):
            self._withheld = event
            return replace(event, hidden=True)
        self._whole, self._withheld = now, None
        return event


def _of_row(event: Event) -> bool:
    return isinstance(event, Laid | Moved | Taken) and event.place == SCAN


def lies_upon(
    picture: Picture, whole: Sequence[CardSeen], gone: Sequence[CardSeen], left: Sequence[CardSeen]
) -> bool:
    """Whether something else than the table is seen where cards of the *whole* row are *gone*."""
    tall = _height(whole[0])
    bare = _covered_by(picture, gone, -_EDGE * tall) & ~_covered_by(picture, left, _EDGE * tall)
    if np.count_nonzero(bare) < _LEAST:
        return False
    rim = _covered_by(picture, whole, _RIM * tall) & ~_covered_by(picture, whole, _EDGE * tall)
    table = np.median(picture[rim], axis=0)
    return bool((np.abs(picture[bare] - table).max(axis=1) > _OTHERWISE).mean() > _SHARE)


def _covered_by(picture: Picture, cards: Sequence[CardSeen], more: float) -> Mask:
    """Where *cards* lie in the picture, and so many pixels *more* around them, or less within."""
    mask: NDArray[np.uint8] = np.zeros(picture.shape[:2], np.uint8)
    for card in cards:
        cv2.fillConvexPoly(mask, np.round(np.array(card.corners)).astype(np.int32), 1)
    wide = 2 * round(abs(more)) + 1
    change = cv2.dilate if more > 0 else cv2.erode
    return np.asarray(change(mask, np.ones((wide, wide), np.uint8)), bool)


def _is_one(card: CardSeen, other: CardSeen) -> bool:
    if card.name and other.name:
        return card.name == other.name
    (x, y), (other_x, other_y) = middle_of(card), middle_of(other)
    return bool(np.hypot(x - other_x, y - other_y) < _STIRRED * _height(card))


def _height(card: CardSeen) -> float:
    (x, y), _, _, (low_x, low_y) = card.corners
    return float(np.hypot(low_x - x, low_y - y))
