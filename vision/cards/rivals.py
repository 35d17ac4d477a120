"""Outlines that claim the same card: the one that can be read best stays."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.likeness import MIDDLES, PARTS
from vision.cards.outlines import Outline
from vision.cards.quads import (
    area_of,
    between_middles,
    depth,
    in_common,
    led,
    shared,
    turned_round,
    way_onto,
    width_of,
    within,
)
from vision.cards.settings import SETTINGS
from vision.cards.verdict import FRENCH, Card, plain_name
from vision.pictures import Picture, Quad

_S = SETTINGS.rivals

Spots = NDArray[np.float32]


def without_rivals(cards: Sequence[Card], read: Sequence[Sequence[int]] = ()) -> list[int]:
    """The numbers of the cards that stay; *read*: the corners of each that show an index."""
    shown = read or [()] * len(cards)
    indices = [index_spots(card.outline.quad, corners) for card, corners in zip(cards, shown, strict=True)]
    stay: list[int] = []
    for n in sorted(range(len(cards)), key=lambda n: -_worth(cards[n])):
        if not cards[n].verdict.nothing and not any(
            _are_one(cards[n], cards[m], indices[n], indices[m]) for m in stay
        ):
            stay.append(n)
    return stay


def _are_one(one: Card, other: Card, spots: Spots, there: Spots) -> bool:
    """Are both one card? Not if French ones have different indices, at *spots* in no corner of the other."""
    if not rivals(one.outline, other.outline, bool(one.verdict.name)):
        return _same_index(spots, there, one.outline.width)
    names = one.verdict.name, other.verdict.name
    if not (one.verdict.deck == other.verdict.deck == FRENCH and all(names) and len(set(names)) == 2):
        return True
    corners = [index_spots(card.outline.quad, range(4)) for card in (one, other)]
    apart = [not _same_index(*both, one.outline.width) for both in ((spots, corners[1]), (there, corners[0]))]
    return not (all(apart) and len(spots) and len(there))


def index_spots(quad: Quad, corners: Sequence[int]) -> Spots:
    """Where the indices in those corners are."""
    inwards = _S.index * width_of(quad) / np.hypot(*(quad[2] - quad[0]))
    spots = quad + (turned_round(quad) - quad) * np.float32(inwards)
    return np.asarray(spots[list(corners)], np.float32)


def _same_index(one: Spots, other: Spots, width: float) -> bool:
    """Is an index of the one also an index of the other? Every index is of one card."""
    away = np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1))
    return bool((away < _S.same_index * width).any())


def _worth(card: Card) -> float:
    outline, verdict = card
    sure = 1.0 if verdict.known else _S.asked_alone if outline.alone else _S.asked
    return sure * verdict.confidence + 0.05 * sum(outline.seen)


def rivals(one: Outline, other: Outline, named: bool = True) -> bool:
    """Can both of them not be cards?"""
    apart = between_middles(one.quad, other.quad)
    if apart > 1.2 * max(one.width, other.width):
        return False
    if apart < _S.near * min(one.width, other.width):
        return True
    share = shared(one.quad, other.quad)
    if share > _S.from_one_corner and _have_a_corner_in_common(one, other):
        return True
    small, large = sorted((area_of(one.quad), area_of(other.quad)))
    odd = small < _S.size * large or not _parallel(one, other)
    return share > _S.within and (odd or (not named and min(one.seen) == 0 and one.alone))


def _have_a_corner_in_common(one: Outline, other: Outline) -> bool:
    """Do both outlines claim the same visible corner? Then one of the two is wrong."""
    away = np.hypot(*(one.quad[:, None] - other.quad[None]).transpose(2, 0, 1))
    both = (np.array(one.seen) > 0)[:, None] & (np.array(other.seen) > 0)[None]
    return bool((both & (away < _S.same_corner * one.width)).any())


def _parallel(one: Outline, other: Outline) -> bool:
    a, b = one.quad[1] - one.quad[0], other.quad[1] - other.quad[0]
    return abs(float(a[0] * b[1] - a[1] * b[0])) < 0.25 * float(np.hypot(*a) * np.hypot(*b))


def one_of_each(cards: Iterable[Card]) -> list[Card]:
    """The cards, but of two French ones of the same name only the better seen keeps it.

    The other is asked about; where both overlap it was the same card, seen twice. So are any two that are
    called the same, backs too, where one of them lies mostly upon the other and is not seen whole.
    """
    out: list[Card] = []
    for card in sorted(cards, key=lambda card: -_worth(card)):
        verdict = card.verdict
        if any(_is_twin(card, other) for other in out):
            continue
        if not verdict.name:
            if verdict.face_down or not any(_is_again(card, other) for other in out):
                out.append(card)
            continue
        name = verdict.deck, verdict.name
        twin = next((one for one in out if (one.verdict.deck, one.verdict.name) == name), None)
        if twin is None or verdict.deck != FRENCH:
            out.append(card)
        elif _squares_shared(card, twin) < _S.touching:
            out.append(Card(card.outline, replace(verdict, name="", confidence=verdict.confidence / 2)))
    return out


def _is_twin(card: Card, other: Card) -> bool:
    """Are both called the same, and mostly in one place, though one of them is not seen whole?"""
    verdict, said = card.verdict, other.verdict
    if verdict.name and verdict.deck != said.deck and plain_name(verdict.name) == plain_name(said.name):
        return _squares_shared(card, other) > _S.touching  # read once by its print, once by its marks
    if not verdict.known or (card.outline.whole and other.outline.whole):
        return False
    if (verdict.deck, verdict.name, verdict.face_down) != (said.deck, said.name, said.face_down):
        return False
    return shared(card.quad, other.quad) > _S.mostly_upon


def _is_again(asked: Card, card: Card) -> bool:
    """Is this the card that was already named here, with slightly different edges?"""
    verdict = card.verdict
    likeliest = verdict.deck == asked.verdict.deck and verdict.name in asked.verdict.names[:1]
    alike = likeliest and (verdict.deck == FRENCH or _parallel(asked.outline, card.outline))
    return bool(verdict.name) and _squares_shared(asked, card) > (_S.mostly if alike else _S.wholly)


def _squares_shared(one: Card, other: Card) -> float:
    """How much both have in common, in squares of a card's width."""
    return in_common(one.quad, other.quad) / one.outline.width**2


# --- which of those that overlap lies above ---


def covering(cards: Sequence[Outline]) -> list[list[int]]:
    """For each card the numbers of those that lie above it, or of which nobody can tell."""
    above: list[list[int]] = [[] for _ in cards]
    for a in range(len(cards)):
        for b in range(a + 1, len(cards)):
            if in_common(cards[a].quad, cards[b].quad) <= 0.02 * cards[a].width ** 2:
                continue
            over = _evidence(cards[a], cards[b]) - _evidence(cards[b], cards[a])
            if over <= 0:
                above[a].append(b)
            if over >= 0:
                above[b].append(a)
    return above


def _evidence(upper: Outline, lower: Outline) -> float:
    """How much speaks for *upper* lying above *lower*: its corners are seen, those of the other are not."""
    shown = sum(s for s, inside in zip(upper.seen, _inside(upper, lower), strict=True) if inside)
    hidden = sum(s == 0 for s, inside in zip(lower.seen, _inside(lower, upper), strict=True) if inside)
    return shown + 0.8 * hidden


def _inside(one: Outline, other: Outline) -> list[bool]:
    """Which index corners of *one* lie within *other*."""
    points = one.quad + (one.quad.mean(axis=0) - one.quad) * 0.12
    return [depth(other.quad, point) > _S.on_edge * other.width for point in points]


def covered_parts(card: Outline, above: Sequence[Outline]) -> NDArray[np.bool_]:
    """Which parts of *card* (see `likeness`) the cards *above* it cover."""
    hidden = np.zeros(PARTS, bool)
    parts = led(way_onto(card.quad), MIDDLES) if above else hidden
    for other in above:
        hidden |= within(other.quad, parts)
    return hidden


def parts_outside(card: Quad, picture: Picture) -> NDArray[np.bool_]:
    """Which parts of *card* lie beyond the edges of the *picture*."""
    parts = led(way_onto(card), MIDDLES)
    return np.asarray(((parts < 0) | (parts >= picture.shape[1::-1])).any(axis=1))


def none_worse(cards: Sequence[CardSeen], untaught: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """The *cards*, with what is read for sure *untaught* where nothing else is named."""
    named = {plain_name(card.name) for card in cards if card.name}
    out = list(cards)
    quad = {card: np.array(card.corners, np.float32) for card in (*cards, *untaught)}
    for card in untaught:
        there = [other for other in out if shared(quad[card], quad[other]) > _S.in_common]
        if not card.name or plain_name(card.name) in named or any(c.name or c.face_down for c in there):
            continue
        out = [other for other in out if other not in there]
        out.append(card)
    return tuple(out)


def shows_through(card: Outline, indices: Sequence[int], other: Outline) -> bool:
    """Is an index of the card seen where the *other* would cover it? Two that agree are no other card's."""
    return len(indices) > 1 and any(depth(other.quad, spot) > 0 for spot in index_spots(card.quad, indices))


def lies_on(one: Outline, other: Outline) -> bool:
    """Do both cover more than a little of the same ground?"""
    return in_common(one.quad, other.quad) > _S.little_shared * area_of(one.quad)
