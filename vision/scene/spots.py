"""Which cards lie in which place: a card laid is reported once, however long it lies there."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.cards import UNKNOWN
from companion.layout import is_pile
from companion.sightings import CardSeen, Point, Sighting
from vision.scene.events import Event, Laid
from vision.scene.moved import Elsewhere, Shake

Names = tuple[str, ...]  # that one card may have, likeliest first
LEAST_LIKE = 0.35  # of a card: what is less like its likeliest name is the mat, a sleeve or a shadow
ENOUGH, AT_MOST = 2, 6
_SHIFT = 0.03  # of a card's diagonal, 3 mm: two cards of a kind never lie upon each other more exactly
# of what two outlines cover together, that both do if they are of one card; kept of them
_ABOUT, _MOST = (0.5, 40)
_TREMBLES = 0.01  # of a card's diagonal, 1 mm: by so little a corner is found elsewhere
_BESIDE = 0.65  # of a card's diagonal, and a gap: so near to a row a card belongs to it
_UPON = 0.48  # of a card's diagonal, nine tenths of its width: cards with middles so near lie upon each other


class Spot(Struct, frozen=True):
    """What was reported of one place, and what has been seen there since."""

    reported: tuple[CardSeen, ...] = ()
    seen: tuple[CardSeen, ...] = ()
    times: int = 0
    first: int = 0  # when that was first seen
    since: int = 0  # when what was reported was last seen to lie there, and nothing else
    known: bool = True  # False: what lies there now lay there before the eyes opened
    before: tuple[CardSeen, ...] = ()  # what was reported before that, and was named
    looks: int = 0
    doubts: int = 0  # the last looks, if they were less sure of the same cards than one before
    at_first: tuple[CardSeen, ...] = ()  # while not known: what was seen, but not as in this look


class Spots(Struct, frozen=True):
    """All places; what lies there when the eyes open for the first time is known, not new."""

    of: dict[str, Spot] = {}
    open: bool = False
    reported_until: int = 0  # all that was laid before has been reported


def seen_from(spots: Spots, elsewhere: Elsewhere | Shake) -> Spots:
    """The same places after the camera or the mat has moved."""
    of = {
        name: replace(
            place,
            reported=tuple(elsewhere.card(card) for card in place.reported),
            seen=tuple(elsewhere.card(card) for card in place.seen),
            before=tuple(elsewhere.card(card) for card in place.before),
        )
        for name, place in spots.of.items()
    }
    return replace(spots, of=of)


def see_spots(spots: Spots, sighting: Sighting) -> tuple[Spots, tuple[Event, ...]]:
    """The places after one look at a table at rest, and what was laid, moved or taken."""
    now: dict[str, tuple[CardSeen, ...]] = {}
    for card in sighting.cards:
        if not is_blank(card):
            now[card.place] = (*now.get(card.place, ()), card)
    if "cards" not in sighting.ms and not sighting.cards:
        return spots, ()
    events: list[Event] = []
    out = dict(spots.of)
    for name in {**spots.of, **now}:
        before = out.get(name, Spot(known=spots.open, since=spots.reported_until))
        out[name], event = _see(before, now.get(name, ()), name, sighting.t)
        events += [event] if event is not None else []
    unreported = [place.since for place in out.values() if not lie_alike(place.reported, place.seen)]
    return Spots(out, True, min(unreported, default=sighting.t)), tuple(events)


def _see(place: Spot, cards: tuple[CardSeen, ...], name: str, t: int) -> tuple[Spot, Event | None]:
    cards = _in_order(tuple(_known_again(card, place.reported, lies_where) for card in cards))
    place = replace(place, doubts=place.doubts + 1 if _are_doubted(place.seen, cards) else 0)
    if 0 < place.doubts < AT_MOST:  # neither another look that says so, nor one that says something else
        return replace(place, looks=place.looks + 1), None
    times = max(1, place.doubts)
    before, now = (likely(seen) if likely(cards) else seen for seen in (place.seen, cards))
    if lie_alike(before, now, lies_like if lie_alike(place.reported, place.seen) else _lies_about):
        times = place.times + 1
    first, as_reported = t if times == 1 else place.first, lie_alike(place.reported, cards)
    at_first = place.at_first
    if times == 1 and place.times and not place.known:  # it was otherwise before
        at_first = (*at_first, *place.seen)[-_MOST:]
    place = replace(place, seen=cards, times=times, first=first, since=t if as_reported else place.since)
    place = replace(place, at_first=at_first, looks=place.looks + 1)
    doubtful = any(not card.name and not card.face_down for card in likely(cards) or cards)
    if times != (AT_MOST if doubtful else ENOUGH):
        return place, None
    if as_reported:
        return replace(place, reported=cards), None
    named = bool(place.reported) and all(card.name for card in place.reported)
    last = place.reported if named else place.before
    settled = replace(place, reported=cards, known=True, before=last, since=t)
    if not place.known and not _have_come(place):
        return replace(settled, at_first=()), None
    if not cards:
        return settled, Laid(t, name) if place.reported else None
    same = len(place.reported) == len(cards)
    moved = same and all(map(_may_be_named_alike, place.reported, cards))
    again = not moved and _have_not_stirred(place.before, cards)
    return settled, Laid(first, name, cards, again, since=place.since, moved=moved)


def _may_be_named_alike(old: CardSeen, card: CardSeen) -> bool:
    """Whether one may be the other, pushed; of two that cannot be read their choices show it."""
    sure = bool(card.name) or card.face_down or card.choices == old.choices
    return card.name == old.name and (sure or not set(card.choices).isdisjoint(old.choices))


def is_blank(thing: CardSeen) -> bool:
    """Whether it has no print at all: a piece of paper as large as a card, that hides the pile below it."""
    return is_pile(thing.place) and not (thing.name or thing.face_down or thing.choices)


def _have_come(place: Spot) -> bool:
    """Whether no card that is sure lay there at first, not even one that was asked about.

    Where a pattern of the table is taken for a card now and then, the first one would else never be reported.
    """
    sure = [card for card in place.seen if card.name or card.face_down]
    long = place.looks - place.times >= AT_MOST
    return bool(sure) and long and not any(_may_be(old, card) for card in sure for old in place.at_first)


def _may_be(old: CardSeen, card: CardSeen) -> bool:
    """Whether they lie about where the other does, as long and as broad."""
    return alike(old, card) > _ABOUT


def alike(one: CardSeen, other: CardSeen) -> float:
    """The share of what two outlines cover together that both do."""
    a, b = (np.array(card.corners, np.float32) for card in (one, other))
    both = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0]
    return float(both / max(1.0, cv2.contourArea(a) + cv2.contourArea(b) - both))


def _known_again(
    card: CardSeen, reported: Sequence[CardSeen], is_there: Callable[[CardSeen, CardSeen], bool]
) -> CardSeen:
    """*card*; what cannot be distinguished from the one that lay there is that one, in whatever light."""
    same = (old for old in reported if old.name in card.choices and is_there(old, card))
    known = next(same, None) if not (card.name or card.face_down) else None
    return card if known is None else replace(card, name=known.name, choices=())


def _in_order(cards: tuple[CardSeen, ...]) -> tuple[CardSeen, ...]:
    """*cards* from the left to the right, those of rows as they lie; what lies next to a row goes on with
    it."""
    rows = sorted((card for card in cards if card.in_row), key=lambda card: card.in_row)
    if len(rows) < 2:
        return tuple(sorted(cards, key=lambda card: card.corners[0]))
    middles = [middle_of(card) for card in rows]

    def where(card: CardSeen) -> tuple[int, float]:
        if card.in_row:
            return rows.index(card), 0.0
        here = middle_of(card)
        n = min(range(len(rows)), key=lambda n: math.dist(middles[n], here))
        x, y = here[0] - middles[n][0], here[1] - middles[n][1]
        if math.hypot(x, y) > _BESIDE * length_of(card):
            return (-1 if x < 0 else len(rows)), here[0]
        (ax, ay), (bx, by) = min(pairwise(middles[max(0, n - 1) : n + 2]), key=lambda pair: math.dist(*pair))
        return n, x * (bx - ax) + y * (by - ay)

    return tuple(sorted(cards, key=where))


def _are_doubted(before: Sequence[CardSeen], now: Sequence[CardSeen]) -> bool:
    """The same cards in the same spots, but of some it is not sure any more that they are those."""
    known = tuple(_known_again(card, before, _may_be) for card in now)
    return known != tuple(now) and sorted(c.name for c in known) == sorted(c.name for c in before)


def lie_alike(
    one: Sequence[CardSeen],
    other: Sequence[CardSeen],
    is_one: Callable[[CardSeen, CardSeen], bool] | None = None,
) -> bool:
    """The same cards in the same spots; their order counts where they lie upon each other."""
    if len(one) != len(other):
        return False
    is_one = is_one or lies_like
    at = [next((n for n, there in enumerate(other) if is_one(card, there)), -1) for card in one]
    if -1 in at or len(set(at)) < len(at):
        return False
    pairs = combinations(zip(at, one, strict=True), 2)
    return all(m < n or not _lie_upon_each_other(first, second) for (m, first), (n, second) in pairs)


def _have_not_stirred(before: Sequence[CardSeen], now: Sequence[CardSeen]) -> bool:
    """The same cards exactly where they lay: nobody lays one back so."""
    same = len(before) == len(now) > 0 and all(a.name == b.name for a, b in zip(before, now, strict=True))
    return same and all(lies_where(a, b) for a, b in zip(before, now, strict=True))


def lies_where(old: CardSeen, card: CardSeen) -> bool:
    """Exactly where the *old* one lay."""
    pairs = zip(old.corners, card.corners, strict=True)
    return all(math.dist(*pair) <= _TREMBLES * length_of(card) for pair in pairs)


def _lie_upon_each_other(one: CardSeen, other: CardSeen) -> bool:
    return math.dist(middle_of(one), middle_of(other)) < _UPON * length_of(one)


def lies_like(one: CardSeen, other: CardSeen) -> bool:
    """The same card in the same spot."""
    if (one.name, one.face_down) != (other.name, other.face_down):
        return False
    return math.dist(middle_of(one), middle_of(other)) <= _SHIFT * max(1.0, length_of(one))


def _lies_about(one: CardSeen, other: CardSeen) -> bool:
    """The same; of what cannot be read nobody can tell so exactly how it lies."""
    unread = not any(card.name or card.face_down for card in (one, other))
    return lies_like(one, other) or (unread and len(likely((one, other))) == 2 and _may_be(one, other))


def middle_of(card: CardSeen) -> Point:
    """Where the diagonals of its corners meet, about."""
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4


def length_of(card: CardSeen) -> float:
    """From corner to corner."""
    return math.dist(card.corners[0], card.corners[2])


def covered_by(
    cards: Sequence[CardSeen], shape: Sequence[int], more: float, corner: Point = (0.0, 0.0)
) -> NDArray[np.bool_]:
    """Where *cards* lie in a part of a picture, and so many pixels *more* around them, or less within."""
    mask: NDArray[np.uint8] = np.zeros(tuple(shape[:2]), np.uint8)
    for card in cards:
        cv2.fillConvexPoly(mask, np.round(np.array(card.corners) - corner).astype(np.int32), 1)
    wide = 2 * round(abs(more)) + 1
    change = cv2.dilate if more > 0 else cv2.erode
    return np.asarray(change(mask, np.ones((wide, wide), np.uint8)), bool)


def likely(seen: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Those of *seen* that look like any card at all."""
    return tuple(card for card in seen if card.name or card.face_down or card.confidence >= LEAST_LIKE)


def names_of(card: CardSeen) -> Names:
    """The names that a card may have; one name only if the eyes are sure."""
    if card.name:
        return (card.name,)
    return card.choices if len(card.choices) > 1 else (*card.choices, UNKNOWN)
