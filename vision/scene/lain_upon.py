"""A card laid upon one of the same name, or one that was only pushed? What peeps out from below decides.

From above both look alike: the same card, a little elsewhere. But where a card was laid, the one below still
lies where it lay, and its uncovered edge looks as before. Where it was pushed, something else is to be seen;
but for a pile that somebody has squared up, whose next card may look the same. Of that nothing is said.
"""

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.pictures import Picture, most_of
from vision.scene.events import Event, Laid
from vision.scene.spots import Spot, alike, covered_by, length_of, lie_alike, lies_like

_EDGE = 0.012  # of a card's diagonal, 1.3 mm: so near to an edge its shadow and the lens decide what is seen
_AROUND = 0.2  # of a card's diagonal: what lies beside it tells how the light has changed
_LEAST = 120  # pixels that must peep out
_TREMBLES = 2  # pixels by which a camera on a stand sees everything elsewhere
_DIFFERS = 34.0  # grey levels that neither noise nor the edge of a letter that trembles makes
_PLAIN = 40.0  # so little a plain piece of paper, cloth or wood strays from its own middle
_MARKED = 0.12  # share of what peeps out that is frame or print: of plain paper nobody can tell whose it is
_OTHERWISE = 0.04  # share of what peeps out that may look otherwise
_ALIKE = 0.6  # share that two outlines of one card have in common
_REST = 0.25  # share of a card that nothing upon it hides
_THING = 0.05  # of a card's diagonal: so near to each other are the parts of one thing upon a card
_RING = 0.075  # of a card's diagonal, 8 mm: so far around a card the next ones of an untidy pile peep out
_PRINTED, _UNTIDY = 25.0, 0.015  # grey levels by which a card is brighter than the table; share of the ring
_MOST = 4  # cards in one place: of more, each lies by itself

Mask = NDArray[np.bool_]


class Kept(Struct, frozen=True, eq=False):
    """A card as it lay on top, with a piece of the picture around it."""

    card: CardSeen
    left: int
    top: int
    piece: Picture


class LainUpon:
    """Keeps how the cards of every place looked when they were reported. The only thing here that changes."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Kept, ...]] = {}
        self._covered: set[str] = set()  # places where a thing lies upon a card: they do not look as kept

    def forget(self) -> None:
        """The camera looks from elsewhere now: its old pictures cannot be compared."""
        self._kept.clear()

    def mark(self, picture: Picture, events: Sequence[Event]) -> tuple[Event, ...]:
        """*events*, where each card that lies upon one of its name says so."""
        return tuple(
            replace(event, cards=tuple(self._marked(picture, card, event.cards) for card in event.cards))
            if isinstance(event, Laid)
            else event
            for event in events
        )

    def known_again(self, picture: Picture, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """*cards*; what cannot be read may be the card that lay there, with a cup upon it."""
        known = {
            card: kept.card
            for card in cards
            for kept in self._kept.get(card.place, ())
            if _is_partly_hidden(kept, picture, card)
        }
        self._covered = {card.place for card in known}
        return tuple(known.get(card, card) for card in cards)

    def keep(self, picture: Picture, spots: Mapping[str, Spot]) -> None:
        """Remember the cards that were reported, as they look now."""
        for name, place in spots.items():
            if (
                name not in self._covered
                and len(place.reported) <= _MOST
                and lie_alike(place.seen, place.reported)
            ):
                self._kept[name] = tuple(_cut_out(picture, card) for card in place.reported)

    def _marked(self, picture: Picture, card: CardSeen, others: Sequence[CardSeen]) -> CardSeen:
        below = self._of_its_name_below(card)
        upon = any(
            any(lies_like(kept.card, other) for other in others) or still_lies(kept, picture, card)
            for kept in below
        )
        return replace(card, upon=True) if upon else card

    def _of_its_name_below(self, card: CardSeen) -> Iterator[Kept]:
        for kept in self._kept.get(card.place, ()) if card.name else ():
            if kept.card.name == card.name and not lies_like(kept.card, card) and alike(kept.card, card) > 0:
                yield kept


def still_lies(kept: Kept, picture: Picture, upper: CardSeen) -> bool:
    """Whether what *upper* leaves uncovered of the *kept* card looks in *picture* as it did."""
    now = _piece_of(kept, picture)
    if now is None:
        return False
    edge = _EDGE * length_of(upper)
    peeps = _inside(kept, kept.card, -edge) & ~_inside(kept, upper, edge)
    if np.count_nonzero(peeps) < _LEAST or not _is_untidy(kept):
        return False
    beside = ~_inside(kept, kept.card, edge) & ~_inside(kept, upper, 2 * edge)
    before, differs = _compared(kept.piece, now, peeps, beside)
    return _looks_alike(before, differs, peeps)


def _is_partly_hidden(kept: Kept, picture: Picture, card: CardSeen) -> bool:
    """Whether the *kept* card lies where it lay, and one thing upon it is why *card* cannot be read."""
    now = _piece_of(kept, picture)
    if now is None or card.name or card.face_down or not kept.card.name or alike(kept.card, card) < _ALIKE:
        return False
    size = length_of(kept.card)
    whole = _inside(kept, kept.card, -_EDGE * size)
    before, differs = _compared(kept.piece, now, whole, ~_inside(kept, kept.card, _EDGE * size))
    rest = whole & ~_largest_thing(differs, max(1, round(_THING * size)))
    enough = bool(np.count_nonzero(rest) > _REST * np.count_nonzero(whole))
    return enough and _looks_alike(before, differs, rest)


def _largest_thing(mask: Mask, near: int) -> Mask:
    """All that lies between the parts of the largest thing in *mask*."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((near, near), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    thing = np.zeros_like(closed)
    if outlines:
        cv2.fillConvexPoly(thing, cv2.convexHull(max(outlines, key=cv2.contourArea)), 1)
    return cv2.dilate(thing, np.ones((near, near), np.uint8)) > 0


def _piece_of(kept: Kept, picture: Picture) -> Picture | None:
    """What is to be seen in *picture* where the *kept* card lay."""
    rows, columns = kept.piece.shape[:2]
    now = picture[kept.top : kept.top + rows, kept.left : kept.left + columns]
    return now if now.shape == kept.piece.shape else None


def _looks_alike(before: NDArray[np.float32], differs: Mask, where: Mask) -> bool:
    """Whether there is print *where* the card is seen, and it looks as it did."""
    strays = np.abs(before[where] - np.median(before[where], axis=0)).max(axis=1) > _PLAIN
    return bool(strays.mean() >= _MARKED and differs[where].mean() < _OTHERWISE)


def _is_untidy(kept: Kept) -> bool:
    """Whether another one peeped out below the *kept* card; else what comes to light may look like it."""
    size = length_of(kept.card)
    near = _inside(kept, kept.card, _RING * size)
    ring, beside = near & ~_inside(kept, kept.card, 2 * _EDGE * size), ~near
    if not beside.any():
        return False
    table = np.median(kept.piece[beside], axis=0)
    return bool(((kept.piece[ring] - table).max(axis=1) > _PRINTED).mean() > _UNTIDY)


def _compared(piece: Picture, now: Picture, where: Mask, beside: Mask) -> tuple[NDArray[np.float32], Mask]:
    """A piece of before in the light of *now*, and what of it looks otherwise now."""
    before = piece.astype(np.float32) * _gain(piece, now, beside)
    differs = (most_of(np.abs(before - moved)) > _DIFFERS for moved in _shifted(now))
    return before, min((mask & where for mask in differs), key=np.count_nonzero)


def _shifted(now: Picture) -> Iterator[Picture]:
    for down in range(-_TREMBLES, _TREMBLES + 1):
        for right in range(-_TREMBLES, _TREMBLES + 1):
            yield np.roll(now, (down, right), axis=(0, 1))


def _gain(before: Picture, now: Picture, beside: Mask) -> NDArray[np.float32]:
    """By how much brighter each colour is *now*, as the table *beside* the cards shows it."""
    if np.count_nonzero(beside) < _LEAST:
        return np.ones(3, np.float32)
    return np.asarray(np.median((now[beside] + 1.0) / (before[beside] + 1.0), axis=0), np.float32)


def _cut_out(picture: Picture, card: CardSeen) -> Kept:
    corners = np.array(card.corners)
    margin = _AROUND * length_of(card)
    left, top = (max(0, int(n)) for n in corners.min(axis=0) - margin)
    right, bottom = (int(n) for n in corners.max(axis=0) + margin)
    return Kept(card, left, top, picture[top:bottom, left:right].copy())


def _inside(kept: Kept, card: CardSeen, more: float) -> Mask:
    """Where in the piece *card* lies, its outline moved outwards by so many pixels."""
    return covered_by((card,), kept.piece.shape, more, (kept.left, kept.top))
