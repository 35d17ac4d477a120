"""Cards that were taken away, or only hidden: where a card was taken away the table comes to light.

A cup, a phone or a piece of paper upon a row or a pile looks as if its cards were gone. But then something
else is to be seen where they lay than the table that was around them.
"""

import math
from collections.abc import Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.mat import SCAN
from vision.pictures import Picture
from vision.scene.events import Event, Laid
from vision.scene.motion import Small, small
from vision.scene.moved import Elsewhere
from vision.scene.spots import covered_by, likely, middle_of

_RIM = 0.12  # of a card's height: so far around the cards their table is looked at
_EDGE = 0.03  # of a card's height: shadows lie so far beside the cards that are left
_OTHERWISE = 40.0  # grey levels by which a thing differs from the table, in the light of before
_SHARE = 0.15  # of what came to light
_LEAST = 200  # pixels that must have come to light
_BESIDE = 0.5  # of a card's height: so near to a card that is gone lies what hides it
_STIRRED = 0.1  # of a card's height: a card that cannot be read so near to one that could is that one

Colour = NDArray[np.float32]


class Whole(Struct, frozen=True, eq=False):
    """The cards of a place when nothing lay on them, and the table around them in the light of then."""

    cards: tuple[CardSeen, ...]
    table: Colour
    light: Small  # the whole picture, small


class HiddenCards:
    """Keeps every place as it was seen when nothing lay on it. The only thing here that changes."""

    def __init__(self) -> None:
        self._whole: dict[str, Whole] = {}
        self._withheld: dict[str, Laid] = {}  # what was reported as hidden, and may be true

    def look_from(self, elsewhere: Elsewhere | None) -> None:
        """The camera or the mat has moved; None: nobody knows how."""
        if elsewhere is None:
            self._whole, self._withheld = {}, {}
            return
        for place, whole in self._whole.items():
            self._whole[place] = replace(whole, cards=tuple(map(elsewhere.card, whole.cards)))
        for place, event in self._withheld.items():
            self._withheld[place] = replace(event, cards=tuple(map(elsewhere.card, event.cards)))

    def mark(self, picture: Picture, events: Sequence[Event], t: int, *, rows: bool) -> tuple[Event, ...]:
        """*events* of a look at *t*: those of cards upon which something lies say so, and are reported again
        once it was taken away and no card lies below it. Only of *rows* some cards can be hidden alone."""
        reported = [self._marked(picture, event, rows) for event in events]
        news = {event.place for event in events if isinstance(event, Laid)}
        for place, event in list(self._withheld.items()):
            if place not in news:
                again = self._marked(picture, replace(event, t=t, hidden=False), rows)
                reported += [again] if place not in self._withheld else []
        return tuple(reported)

    def _marked(self, picture: Picture, event: Event, rows: bool) -> Event:
        if not isinstance(event, Laid):
            return event
        now = likely(event.cards)
        whole = self._whole.get(event.place)
        may_be_hidden = not event.cards or (rows and event.place == SCAN and not event.moved)
        if whole is not None and may_be_hidden and is_hidden(picture, whole, event.cards):
            self._withheld[event.place] = event
            return replace(event, hidden=True)
        self._withheld.pop(event.place, None)
        if now:
            self._whole[event.place] = Whole(now, _table_around(picture, now), small(picture))
        else:
            self._whole.pop(event.place, None)
        return event


def is_hidden(picture: Picture, whole: Whole, seen: Sequence[CardSeen]) -> bool:
    """Whether something else than the table is *seen* where cards of the *whole* are gone.

    Cards that lay beside each other are looked at together: a cup in the middle is small beside what was
    taken from the end.
    """
    left = likely(seen)
    unlike = [card for card in seen if card not in left]
    is_gone = [not any(_is_one(card, other) for other in left) for card in whole.cards]
    pairs = groupby(zip(is_gone, whole.cards, strict=True), key=lambda pair: pair[0])
    runs = [(gone, [card for _, card in run]) for gone, run in pairs]
    return any(
        _lies_upon(picture, whole, run, left) or (0 < n < len(runs) - 1 and _lies_among(run, unlike))
        for n, (gone, run) in enumerate(runs)
        if gone
    )


def _lies_among(run: Sequence[CardSeen], unlike: Sequence[CardSeen]) -> bool:
    """Whether something *unlike* any card was seen where a *run* from the middle of a row is gone.

    Of cards that are taken from there nothing is left.
    """
    near = _BESIDE * _height(run[0])
    return any(math.dist(middle_of(card), middle_of(other)) < near for card in run for other in unlike)


def _lies_upon(picture: Picture, whole: Whole, gone: Sequence[CardSeen], left: Sequence[CardSeen]) -> bool:
    tall = _height(whole.cards[0])
    bare = covered_by(gone, picture.shape, -_EDGE * tall) & ~covered_by(left, picture.shape, _EDGE * tall)
    if np.count_nonzero(bare) < _LEAST:
        return False
    now = small(picture)
    light = np.ones(3, np.float32)
    if now.shape == whole.light.shape:  # a lamp that was switched makes the table no other thing
        light = np.median((now + 1) / (whole.light + 1), axis=(0, 1))
    otherwise = np.abs(picture[bare] - whole.table * light).max(axis=1) > _OTHERWISE * min(1.0, *light)
    return bool(otherwise.mean() > _SHARE)


def _table_around(picture: Picture, cards: Sequence[CardSeen]) -> Colour:
    """The colour of the table around *cards*."""
    tall = _height(cards[0])
    rim = covered_by(cards, picture.shape, _RIM * tall) & ~covered_by(cards, picture.shape, _EDGE * tall)
    return np.asarray(np.median(picture[rim], axis=0), np.float32) if rim.any() else np.zeros(3, np.float32)


def _is_one(card: CardSeen, other: CardSeen) -> bool:
    if card.name and other.name:
        return card.name == other.name
    return math.dist(middle_of(card), middle_of(other)) < _STIRRED * _height(card)


def _height(card: CardSeen) -> float:
    return math.dist(card.corners[0], card.corners[3])
