"""Cards of a taught deck by what is printed on them: a second witness beside corners, borders and networks.

What is printed says where a card lies and which it may be; the card is named if it is also like that face,
part by part, and like no other.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.flat import flat_card
from vision.cards.likeness import (
    COLUMNS,
    FAR,
    MIDDLES,
    NEAR,
    PARTS,
    ROWS,
    Beside,
    Floats,
    Look,
    Mask,
    displaced,
    look_of,
)
from vision.cards.outlines import Outline
from vision.cards.prints import Features, Print, features_near, features_of, prints_in
from vision.cards.quads import UNIT, area_of, led, way_onto
from vision.cards.rivals import covered_parts, parts_outside, rivals
from vision.cards.settings import SETTINGS
from vision.cards.sheen import without_sheen
from vision.cards.taught import Known, Recognised, compared, decide, is_sure, seen_again
from vision.cards.verdict import Card, Verdict, in_corners
from vision.pictures import Picture, Quad

_S = SETTINGS.second_witness

_WHOLE = (1.0, 1.0, 1.0, 1.0)  # how sure each of its corners counts
_NOWHERE = np.zeros((0, 2), np.float32)
_DOWN, _ACROSS = np.divmod(np.arange(PARTS), COLUMNS)
_SIDES = (_DOWN, ROWS), (ROWS - 1 - _DOWN, ROWS), (_ACROSS, COLUMNS), (COLUMNS - 1 - _ACROSS, COLUMNS)
# a quarter to three quarters of a card along each of its sides
_STRIPS = np.array([away < n for away, most in _SIDES for n in range((most + 3) // 4, 3 * most // 4 + 1)])


class _Placed(Struct, frozen=True, eq=False):
    """A card where its print has it; the names it may have by that, and the card beside each face."""

    outline: Outline
    names: tuple[str, ...]
    face: int
    beside: Beside
    outside: Mask  # which of its parts cannot be seen
    spots: Floats = _NOWHERE  # of the picture, where features of it are seen


class Named(Struct, frozen=True, eq=False):
    """A card that was named, and which of its parts are hidden."""

    card: Card
    hidden: Mask

    def shows(self, spots: NDArray[np.floating]) -> Mask:
        """At which *spots* of the picture is the card seen?"""
        there = _upon(self.card.outline, spots)
        within = ((there >= 0) & (there < 1)).all(axis=1)
        return np.asarray(within & ~self.hidden[_parts_at(there)])


def cards_by_print(
    picture: Picture, decks: Sequence[Known], near: Sequence[Quad] = (), before: Sequence[Named] | None = None
) -> list[Named]:
    """The cards of *decks* that are named by their print and look together, beside those named *before*.

    *near*: where something was found; only the picture about that is looked at, and closer the second time.
    """
    if not decks:
        return []
    seen = features_near(picture, near, closer=before is not None) if near else features_of([picture])
    before = before or []
    found = [card for deck in decks for card in _of_deck(picture, seen, deck, before)]
    found.sort(key=lambda one: -one.card.verdict.fit)
    return [one for n, one in enumerate(found) if not _is_one(one.card.outline, [o.card for o in found[:n]])]


def _of_deck(picture: Picture, seen: Features, deck: Known, before: Sequence[Named]) -> list[Named]:
    placed, named = list[_Placed](), [*before]

    def name(cards: Sequence[_Placed]) -> None:
        for card in cards:
            if not _is_one(card.outline, [other.card for other in named]):
                others = [other.outline for other in placed if not rivals(card.outline, other.outline)]
                named.extend(_named(picture, deck, card, others, named))

    for one in prints_in(seen, deck):
        if _own(one.spots, named).sum() >= SETTINGS.prints.fewest:
            placed += (there := _exactly(picture, deck, one))
            name(there)
    name(placed)  # of what lies below others more is known once those are named
    return named[len(before) :]


def _own(spots: NDArray[np.floating], named: Sequence[Named]) -> Mask:
    """Which of those *spots* of the picture no card that is *named* shows."""
    own = np.ones(len(spots), bool)
    for other in named:
        own &= ~other.shows(spots)
    return own


def stands(
    picture: Picture, deck: Known, outline: Outline, beside: Beside, hidden: Mask, told: Sequence[str] = ()
) -> bool:
    """Is a card still likest to the same face after it was brought onto those of its rivals?

    If it is far ahead, and its texture is all seen or it alone was *told* by its print, only those told are.
    """
    best = decide(deck, beside, hidden)
    name, *others = best.names[: _S.rivals]
    far_ahead = best.shares[0] > _S.far_ahead and (len(told) < 2 or best.found > _S.all_seen)
    names = {name, *(other for other in others if other in told or not far_ahead)}
    if far_ahead and len(names) == 1:
        return True
    faces = [2 * n + best.upside_down for n, other in enumerate(deck.names) if other in names]
    placed = _Placed(outline, (name,), faces[0], beside, hidden)
    return decide(deck, _onto_faces(picture, deck, placed, faces).beside, hidden).names[0] == name


def _is_one(outline: Outline, cards: Sequence[Card]) -> bool:
    return any(rivals(outline, card.outline) for card in cards)


def _exactly(picture: Picture, deck: Known, found: Print) -> list[_Placed]:
    """The card brought onto the likest of the faces that its print speaks for, if it shows a trace of one."""
    unhidden = np.zeros(PARTS, bool)
    names = found.names(deck, _S.speaks)
    faces = [2 * n for n, name in enumerate(deck.names) if name in names]  # a print has one way up
    beside = compared(deck, flat_card(picture, found.quad, rough=True))
    if seen_again(deck, beside, ~unhidden)[faces].max() < _S.trace:
        return []
    likest = min(faces, key=lambda face: float(beside.unlike[face].sum()))
    placed = _Placed(Outline(found.quad, _WHOLE), names, likest, beside, unhidden, found.spots)
    return [_onto_faces(picture, deck, placed, [likest])]


def _onto_faces(picture: Picture, deck: Known, placed: _Placed, faces: Sequence[int]) -> _Placed:
    """The card where it is likest to one of these *faces*, and how unlike it is to each there."""
    quad, beside, own = placed.outline.quad, placed.beside, placed.face
    for face in faces:
        moved = _onto(picture, placed, deck, face)
        if moved is None:
            continue
        there, now = moved[1].unlike, beside.unlike
        if there[face].sum() < now[own].sum():
            quad, own = moved[0], face
        less = (there.sum(axis=1) < now.sum(axis=1))[:, None]
        beside = Beside(np.where(less, there, now), np.where(less, moved[1].again, beside.again))
    outline = Outline(quad, _WHOLE)
    return _Placed(outline, placed.names, own, beside, parts_outside(outline, picture), placed.spots)


def _named(
    picture: Picture, deck: Known, placed: _Placed, above: Sequence[Outline], before: Sequence[Named]
) -> list[Named]:
    """The card if both its print and its look say which it is.

    Parts are hidden where a card named *before* is seen, and where they lie on another one and look unlike.
    Or all but a strip is, if the card is seen there: what covers it may not be named yet.
    """
    upon = covered_parts(placed.outline, above)
    hidden = (upon & (placed.beside.unlike[placed.face] > _S.hidden)) | placed.outside
    parts = led(way_onto(placed.outline.quad), MIDDLES)
    hidden |= ~_own(parts, before)
    own = placed.spots[_own(placed.spots, before)]
    if len(own) < SETTINGS.prints.fewest:
        return []
    spots = _parts_at(_upon(placed.outline, own))
    told = _told(picture, deck, placed, hidden, len(spots))
    larger = [abs(np.log2(placed.outline.width / other.card.outline.width)) for other in before]
    strip = None if told or max(larger, default=0) > _S.larger else _best_strip(deck, placed, hidden, spots)
    return told if strip is None else _told(picture, deck, placed, ~strip, int(strip[spots].sum()))


def _upon(outline: Outline, spots: NDArray[np.floating]) -> NDArray[np.float64]:
    """Where those *spots* of the picture are on a card, in shares of its width and height."""
    return led(np.asarray(np.linalg.inv(way_onto(outline.quad))), spots)


def _parts_at(there: NDArray[np.float64]) -> NDArray[np.intp]:
    """The number of the part of a card at each of those places upon it."""
    across, down = (np.clip(there, 0, 0.999) * (COLUMNS, ROWS)).astype(int).T
    return np.asarray(down * COLUMNS + across)


def _best_strip(deck: Known, placed: _Placed, hidden: Mask, spots: NDArray[np.intp]) -> Mask | None:
    """The strip along a side in which most is seen of a face that the print speaks for, if enough is."""
    faces = [2 * n for n, name in enumerate(deck.names) if name in placed.names]
    best, most = None, 0.0
    for strip in _STRIPS & ~hidden:
        again = seen_again(deck, placed.beside, strip)[faces]
        seen = float((again * (deck.texture[faces] @ strip)).max())
        if strip[spots].sum() >= _S.few and again.max() >= _S.in_strip and seen > most:
            best, most = strip, seen
    return best


def _told(picture: Picture, deck: Known, placed: _Placed, hidden: Mask, own: int) -> list[Named]:
    """The card if what is not *hidden* says which it is; *own* features of the picture are its own."""
    beside = placed.beside
    best = decide(deck, beside, hidden)
    if not _is_sure(deck, placed, best, own):
        flat = flat_card(picture, placed.outline.quad, rough=True)
        beside = without_sheen(deck, flat, beside, hidden)
        best = decide(deck, beside, hidden)
    sure = _is_sure(deck, placed, best, own)
    if not sure or not stands(picture, deck, placed.outline, beside, hidden, placed.names):
        return []
    name, turned = best.names[0], best.upside_down
    verdict = Verdict(deck.name, name, best.shares[0], best.names, upside_down=turned, fit=best.fit)
    a, b, c, d = (float(share == 0) for share in in_corners(hidden))
    face = 2 * deck.names.index(name) + turned
    unseen = hidden | ~(beside.again[face] | (beside.unlike[face] < _S.like))
    return [Named(Card(Outline(placed.outline.quad, (a, b, c, d)), verdict), unseen)]


def _is_sure(deck: Known, placed: _Placed, best: Recognised, own: int) -> bool:
    """Does the look of a card say for sure which it is of those that its print speaks for?"""
    told = best.names[0] in placed.names
    if (
        not told and best.found > _S.all_seen
    ):  # of faces in several colours only some are the likest to a feature
        told = seen_again(deck, placed.beside, ~placed.outside)[placed.face] >= best.found - _S.alike
    few = own < _S.few and best.fit < _S.well
    return told and not few and is_sure(best, _S.covered if own >= _S.many else SETTINGS.taught.found)


# --- bringing a roughly found card exactly onto a face: a geometric check by its parts ---


def _onto(picture: Picture, placed: _Placed, deck: Known, face: int) -> tuple[Quad, Beside] | None:
    """The card moved onto that face, in two steps, and beside each there.

    None if too few parts agree on it.
    """
    near: Quad | None = placed.outline.quad
    for reach in (FAR, NEAR):
        if near is None:
            return None
        look = look_of(flat_card(picture, near, rough=True), reach)
        near = _moved(near, look, reach, deck.faces[:, :, face])
    return None if near is None else (near, compared(deck, flat_card(picture, near, rough=True)))


def _moved(quad: Quad, look: Look, reach: tuple[int, ...], face: Floats) -> Quad | None:
    """The corners after one step towards that face; None if too few parts agree on it."""
    start, end = displaced(look, reach, face)
    if len(start) < _S.parts:
        return None
    matrix, agree = cv2.findHomography(start, end, cv2.USAC_FAST, _S.exact, maxIters=_S.rounds)
    if matrix is None or int(agree.sum()) < _S.parts:
        return None
    moved = led(way_onto(quad) @ matrix, UNIT).astype(np.float32)
    grown = not 0.6 < area_of(moved) / max(1.0, area_of(quad)) < 1.6  # the parts were found by chance
    sides = np.maximum(1, np.hypot(*(np.roll(moved, -1, axis=0) - moved).T))
    skew = np.maximum(sides[:2] / sides[2:], sides[2:] / sides[:2]).max() > _S.skew
    return moved if cv2.isContourConvex(moved) and not grown and not skew else None
