"""Outlines that claim the same card: the one that can be read best stays."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.likeness import COLUMNS, ROWS
from vision.cards.outlines import Outline
from vision.cards.quads import between_middles
from vision.cards.verdict import FRENCH, Verdict, as_question, plain_name
from vision.pictures import Picture

# of a card's width: cards whose middles are so near are one card (in a row they lie further apart)
_NEAR = 0.17
_WITHIN = 0.72  # of the smaller one that both share, where they are of different size or turned differently
_SIZE = 0.85
_FROM_ONE_CORNER, _SAME_CORNER = 0.3, 0.08  # of the smaller card; of a card's width
_INDEX, _SAME_INDEX = 0.2, 0.19  # of a card's width: so far from its corner an index is; two so near are one
_MOSTLY = 0.7  # of the square of a card's width: who asks for the same name on so much of it means that card
_WHOLLY = 1.05  # and so does any question on so much of it
_MOSTLY_UPON = 0.45  # of the smaller of two cards of one name that both share
_IN_COMMON = 0.75  # of the smaller of two outlines of one card
_LITTLE = 0.1  # of a card that may lie under another
_TOUCHING = 0.05  # of the square of a card's width that two cards share
# what the confidence of a question counts beside that of a name; of one about a single corner
_ASKED, _ASKED_ALONE = 0.5, 0.4


def without_rivals(
    found: Sequence[Outline], verdicts: Sequence[Verdict], read: Sequence[Sequence[int]] = ()
) -> list[int]:
    """The numbers of the outlines that stay; *read*: the corners of each that show an index."""
    indices = [index_spots(outline, corners) for outline, corners in zip(found, read, strict=False)]
    order = sorted(range(len(found)), key=lambda n: -_worth(found[n], verdicts[n]))
    stay: list[int] = []
    for n in order:
        if verdicts[n].nothing:
            continue
        if not any(
            rivals(found[n], found[m], bool(verdicts[n].name))
            or (indices and _same_index(indices[n], indices[m], found[n].width))
            for m in stay
        ):
            stay.append(n)
    return stay


def denied(named: tuple[Outline, Verdict], others: Iterable[tuple[Outline, Verdict]]) -> Verdict:
    """What the card is; a question if it fits another taught face better as another outline of it lies."""
    outline, verdict = named
    if not verdict.name or not verdict.fit:
        return verdict
    for other, said in others:
        better = said.fit > verdict.fit and said.names[:1] != (verdict.name,)
        if better and between_middles(outline.quad, other.quad) < _NEAR * min(outline.width, other.width):
            return as_question(verdict, said.names[0])
    return verdict


def index_spots(outline: Outline, corners: Sequence[int]) -> NDArray[np.float32]:
    """Where the indices in those corners are."""
    inwards = _INDEX * outline.width / np.hypot(*(outline.quad[2] - outline.quad[0]))
    spots = outline.quad + (outline.quad[[2, 3, 0, 1]] - outline.quad) * np.float32(inwards)
    return np.asarray(spots[list(corners)], np.float32)


def _same_index(one: NDArray[np.float32], other: NDArray[np.float32], width: float) -> bool:
    """Is an index of the one also an index of the other? Every index is of one card."""
    away = np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1))
    return bool((away < _SAME_INDEX * width).any())


def _worth(outline: Outline, verdict: Verdict) -> float:
    sure = 1.0 if verdict.name or verdict.face_down else _ASKED_ALONE if outline.alone else _ASKED
    return sure * verdict.confidence + 0.05 * sum(outline.seen)


def rivals(one: Outline, other: Outline, named: bool = True) -> bool:
    """Can both of them not be cards?"""
    small = min(one.width, other.width)
    apart = between_middles(one.quad, other.quad)
    if apart > 1.2 * max(one.width, other.width):
        return False
    if apart < _NEAR * small:
        return True
    area, _ = cv2.intersectConvexConvex(one.quad, other.quad)
    sizes = sorted((cv2.contourArea(one.quad), cv2.contourArea(other.quad)))
    share = float(area) / max(1.0, sizes[0])
    if share > _FROM_ONE_CORNER and _have_a_corner_in_common(one, other):
        return True
    odd = sizes[0] / max(1.0, sizes[1]) < _SIZE or not _parallel(one, other)
    if share > _WITHIN and odd:
        return True
    return not named and share > _WITHIN and min(one.seen) == 0 and sum(s > 0 for s in one.seen) < 2


def _have_a_corner_in_common(one: Outline, other: Outline) -> bool:
    """Do both outlines claim the same visible corner? Then one of the two is wrong."""
    away = np.hypot(*(one.quad[:, None] - other.quad[None]).transpose(2, 0, 1))
    both = (np.array(one.seen) > 0)[:, None] & (np.array(other.seen) > 0)[None]
    return bool((both & (away < _SAME_CORNER * one.width)).any())


def _parallel(one: Outline, other: Outline) -> bool:
    a, b = one.quad[1] - one.quad[0], other.quad[1] - other.quad[0]
    return abs(float(a[0] * b[1] - a[1] * b[0])) < 0.25 * float(np.hypot(*a) * np.hypot(*b))


def one_of_each(cards: Iterable[tuple[Outline, Verdict]]) -> list[tuple[Outline, Verdict]]:
    """The cards, but of two French ones of the same name only the better seen keeps it.

    The other is asked about; where both overlap it was the same card, seen twice. So are any two that are
    called the same, backs too, where one of them lies mostly upon the other and is not seen whole.
    """
    out: list[tuple[Outline, Verdict]] = []
    for outline, verdict in sorted(cards, key=lambda card: -_worth(*card)):
        if any(_is_twin(outline, verdict, *card) for card in out):
            continue
        if not verdict.name:
            if verdict.face_down or not any(_is_again(outline, verdict, *card) for card in out):
                out.append((outline, verdict))
            continue
        twin = next((o for o, v in out if (v.deck, v.name) == (verdict.deck, verdict.name)), None)
        if twin is None or verdict.deck != FRENCH:
            out.append((outline, verdict))
        elif _shared(outline, twin) < _TOUCHING:
            out.append((outline, replace(verdict, name="", confidence=verdict.confidence / 2)))
    return out


def _is_twin(outline: Outline, verdict: Verdict, other: Outline, said: Verdict) -> bool:
    """Are both called the same, and mostly in one place, though one of them is not seen whole?"""
    if not (verdict.name or verdict.face_down) or (outline.whole and other.whole):
        return False
    if (verdict.deck, verdict.name, verdict.face_down) != (said.deck, said.name, said.face_down):
        return False
    smaller = min(cv2.contourArea(outline.quad), cv2.contourArea(other.quad))
    return float(cv2.intersectConvexConvex(outline.quad, other.quad)[0]) > _MOSTLY_UPON * smaller


def _is_again(outline: Outline, asked: Verdict, other: Outline, verdict: Verdict) -> bool:
    """Is this the card that was already named here, with slightly different edges?"""
    likeliest = verdict.deck == asked.deck == FRENCH and verdict.name in asked.names[:1]
    return bool(verdict.name) and _shared(outline, other) > (_MOSTLY if likeliest else _WHOLLY)


def _shared(one: Outline, other: Outline) -> float:
    """How much both have in common, in squares of a card's width."""
    return float(cv2.intersectConvexConvex(one.quad, other.quad)[0]) / one.width**2


# --- which of those that overlap lies above ---

_ON_EDGE = 0.04  # of a card's width: a corner this near to the other's edge says nothing


def covering(cards: Sequence[Outline]) -> list[list[int]]:
    """For each card the numbers of those that lie above it, or of which nobody can tell."""
    above: list[list[int]] = [[] for _ in cards]
    for a in range(len(cards)):
        for b in range(a + 1, len(cards)):
            if not _overlap(cards[a], cards[b]):
                continue
            over = _evidence(cards[a], cards[b]) - _evidence(cards[b], cards[a])
            if over <= 0:
                above[a].append(b)
            if over >= 0:
                above[b].append(a)
    return above


def _overlap(one: Outline, other: Outline) -> bool:
    area, _ = cv2.intersectConvexConvex(one.quad, other.quad)
    return bool(area > 0.02 * one.width**2)


def _evidence(upper: Outline, lower: Outline) -> float:
    """How much speaks for *upper* lying above *lower*: its corners are seen, those of the other are not."""
    shown = sum(s for s, inside in zip(upper.seen, _inside(upper, lower), strict=True) if inside)
    hidden = sum(s == 0 for s, inside in zip(lower.seen, _inside(lower, upper), strict=True) if inside)
    return shown + 0.8 * hidden


def _inside(one: Outline, other: Outline) -> list[bool]:
    """Which index corners of *one* lie within *other*."""
    middle = one.quad.mean(axis=0)
    points = one.quad + (middle - one.quad) * 0.12
    return [
        cv2.pointPolygonTest(other.quad, (float(x), float(y)), True) > _ON_EDGE * other.width
        for x, y in points
    ]


def covered_parts(card: Outline, above: Sequence[Outline]) -> NDArray[np.bool_]:
    """Which parts of *card* (see `likeness`) the cards *above* it cover."""
    hidden = np.zeros(COLUMNS * ROWS, bool)
    if not above:
        return hidden
    points = _middles_of_parts(card)
    for other in above:
        hidden |= np.array(
            [cv2.pointPolygonTest(other.quad, (float(px), float(py)), False) > 0 for px, py in points]
        )
    return hidden


def parts_outside(card: Outline, picture: Picture) -> NDArray[np.bool_]:
    """Which parts of *card* lie beyond the edges of the *picture*."""
    points = _middles_of_parts(card)
    return np.asarray(((points < 0) | (points >= picture.shape[1::-1])).any(axis=1))


def _middles_of_parts(card: Outline) -> NDArray[np.float64]:
    """Where in the picture the middle of each part of a card is, shape (parts, 2)."""
    x, y = np.meshgrid((np.arange(COLUMNS) + 0.5) / COLUMNS, (np.arange(ROWS) + 0.5) / ROWS)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), card.quad)
    return np.asarray(cv2.perspectiveTransform(np.stack([x, y], -1).reshape(1, -1, 2), matrix)[0])


def none_worse(cards: Sequence[CardSeen], untaught: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """The *cards*, with what is read for sure *untaught* where nothing else is named."""
    named = {plain_name(card.name) for card in cards if card.name}
    out = list(cards)
    for card in untaught:
        there = [other for other in out if _lie_alike(card, other)]
        if not card.name or plain_name(card.name) in named or any(c.name or c.face_down for c in there):
            continue
        out = [other for other in out if other not in there]
        out.append(card)
    return tuple(out)


def _lie_alike(one: CardSeen, other: CardSeen) -> bool:
    """Do both have most of the smaller one in common?"""
    quads = [np.array(card.corners, np.float32) for card in (one, other)]
    smaller = min(cv2.contourArea(quad) for quad in quads)
    return bool(cv2.intersectConvexConvex(quads[0], quads[1])[0] > _IN_COMMON * smaller)


def shows_through(card: Outline, indices: Sequence[int], other: Outline) -> bool:
    """Is an index of the card seen where the *other* would cover it? Two that agree are no other card's."""
    return len(indices) > 1 and any(
        cv2.pointPolygonTest(other.quad, (float(x), float(y)), False) > 0
        for x, y in index_spots(card, indices)
    )


def lies_on(one: Outline, other: Outline) -> bool:
    """Do both cover more than a little of the same ground?"""
    area, _ = cv2.intersectConvexConvex(one.quad, other.quad)
    return bool(area > _LITTLE * cv2.contourArea(one.quad))
