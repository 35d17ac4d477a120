"""Cards of a taught deck by what is printed on them: a second witness beside corners, borders and networks.

What is printed says where a card lies and which it may be; the card is named if it is also like that face,
part by part, and like no other.
"""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.corners import CornerMark
from vision.cards.flat import rough_card
from vision.cards.found_card import Sight
from vision.cards.likeness import (
    COLUMNS,
    FAR,
    MIDDLES,
    NEAR,
    PARTS,
    ROWS,
    Beside,
    Floats,
    Mask,
    beside,
    displaced,
    look_of,
)
from vision.cards.outlines import Outline
from vision.cards.partly_covered import index_in
from vision.cards.prints import Print, Votes, leads_in, prints_in
from vision.cards.quads import UNIT, area_of, led, way_onto
from vision.cards.rivals import covered_parts, parts_outside, rivals
from vision.cards.settings import SETTINGS
from vision.cards.sheen import without_sheen
from vision.cards.taught import Known, Recognised, compared, decide, is_sure
from vision.cards.verdict import Card, Verdict, in_corners
from vision.pictures import Picture, Quad

_S = SETTINGS.second_witness

_NOWHERE = np.zeros((0, 2), np.float32)
_DOWN, _ACROSS = np.divmod(np.arange(PARTS), COLUMNS)
_SIDES = (_DOWN, ROWS), (ROWS - 1 - _DOWN, ROWS), (_ACROSS, COLUMNS), (COLUMNS - 1 - _ACROSS, COLUMNS)
_INSIDE = np.all([away > 0 for away, _ in _SIDES], axis=0)
# a quarter to three quarters of a card along each of its sides
_STRIPS = np.array([away < n for away, most in _SIDES for n in range((most + 3) // 4, 3 * most // 4 + 1)])


class Placed(Struct, frozen=True, eq=False):
    """A card where its print has it; the names it may have by that, and the card beside each face."""

    quad: Quad
    names: tuple[str, ...]
    face: int
    beside: Beside
    hidden: Mask  # which of its parts cannot be seen
    spots: Floats = _NOWHERE  # of the picture, where features of it are seen

    @property
    def outline(self) -> Outline:
        """Where it would be; any of its corners may be another card's that lies upon it."""
        return Outline(self.quad, (0.0, 0.0, 0.0, 0.0))


class Named(Struct, frozen=True, eq=False):
    """A card that was named, and which of its parts are hidden."""

    card: Card
    hidden: Mask

    def shows(self, spots: NDArray[np.floating]) -> Mask:
        """At which *spots* of the picture is the card seen?"""
        there = _upon(self.card.quad, spots)
        within = ((there >= 0) & (there < 1)).all(axis=1)
        return np.asarray(within & ~self.hidden[_parts_at(there)])


def cards_by_print(picture: Picture, votes: Sequence[Votes]) -> list[Named]:
    """The cards that are named by their print and look together."""
    found = [card for one in votes for card in _named_at(picture, one, prints_in(one), [])]
    found.sort(key=lambda one: -one.card.verdict.fit)
    return [one for n, one in enumerate(found) if not _is_one(one.card.outline, found[:n])]


def cards_by_look(
    picture: Picture, votes: Sequence[Votes], sights: Sequence[Sight], before: Sequence[Named]
) -> list[Named]:
    """The cards that are named by their look alone where one of the *sights* is, beside those *before*."""
    named, likely = [*before], list[tuple[float, Votes, Print]]()
    for one, sight in product(votes, [one for one in sights if not _is_one(one.outline, before)]):
        quad = sight.outline.quad
        shown = _shown(one.deck.texture, sight.among(one.deck), _hidden(picture, quad, before))
        face = int(shown.argmax())
        upright = np.roll(quad, 2 * (face % 2), axis=0)
        if shown[face] > _S.traced * one.deck.texture[face].sum():
            likely.append((-float(shown[face]), one, Print(upright, np.array([[0, 0, face // 2]]), _NOWHERE)))
    for _, one, lead in sorted(likely, key=lambda one: one[0])[: _S.tried]:
        named += _named_at(picture, one, [lead], named)
    return named[len(before) :]


def _named_at(picture: Picture, votes: Votes, leads: Sequence[Print], before: Sequence[Named]) -> list[Named]:
    """The cards that are named where *leads* have one; then where single features have more, as large.

    Of what lies below others more is known once those are named.
    """
    deck, placed, named = votes.deck, list[Placed](), [*before]

    def name(cards: Sequence[Placed]) -> None:
        for card in cards:
            if not _is_one(card.outline, named):
                others = [other.outline for other in placed if not rivals(card.outline, other.outline)]
                named.extend(_named(picture, deck, card, others, named))

    while leads:
        known = len(named)
        for lead in leads:
            if _own(lead.spots, named).sum() >= min(len(lead.spots), SETTINGS.prints.fewest):
                placed += (there := _exactly(picture, deck, lead, named))
                name(there)
        name(placed)
        wide = [one.card.outline.width for one in named if one.card.verdict.deck == deck.name]
        own = _own(votes.end[:, :2], named)
        leads = leads_in(votes, float(np.median(wide)), own) if len(named) > known else []
    return named[len(before) :]


def _own(spots: NDArray[np.floating], named: Sequence[Named]) -> Mask:
    """Which of those *spots* of the picture no card that is *named* shows."""
    own = np.ones(len(spots), bool)
    for other in named:
        own &= ~other.shows(spots)
    return own


def shown_by_none(marks: Sequence[CornerMark], named: Sequence[Named]) -> list[CornerMark]:
    """The *marks* where no card that is *named* is seen: what is printed on it is no corner of another."""
    spots = np.array([index_in(mark.quad, mark.number) for mark in marks]).reshape(-1, 2)
    return [mark for mark, own in zip(marks, _own(spots, named), strict=True) if own]


def stands(picture: Picture, deck: Known, card: Placed, best: Recognised) -> bool:
    """Is a card still likest to the *best* face after it was brought onto those of its rivals?

    If far ahead, its texture all seen or its print of one name, only those its print names are rivals.
    """
    name, *others = best.names[: _S.rivals]
    far_ahead = best.shares[0] > _S.far_ahead and (len(card.names) < 2 or best.found > _S.all_seen)
    names = {name, *(other for other in others if other in card.names or not far_ahead)}
    if far_ahead and len(names) == 1:
        return True
    faces = [2 * n + best.upside_down for n, other in enumerate(deck.names) if other in names]
    there = _onto_faces(picture, deck, replace(card, face=faces[0]), faces)
    return decide(deck, there.beside, card.hidden).names[0] == name


def _is_one(outline: Outline, named: Sequence[Named]) -> bool:
    return any(rivals(outline, other.card.outline) for other in named)


def _exactly(picture: Picture, deck: Known, found: Print, named: Sequence[Named]) -> list[Placed]:
    """The card brought onto the likest of the faces that its print speaks for, if it shows a trace of one."""
    hidden = _hidden(picture, found.quad, named)
    names = found.names(deck, _S.speaks)
    faces = [2 * n for n, name in enumerate(deck.names) if name in names]  # a print has one way up
    look, texture = look_of(rough_card(picture, found.quad), NEAR), deck.texture[faces]
    traced = beside(look, deck.faces[:, :, faces], texture)
    if (_shown(texture, traced, hidden) < _S.trace * texture.sum(axis=1)).all():
        return []
    likest = faces[int((traced.unlike @ ~hidden).argmin())]
    every = beside(look, deck.faces, deck.texture)
    placed = Placed(found.quad, names, likest, every, hidden, found.spots)
    best = decide(deck, placed.beside, hidden)
    lies_there = best.names[0] in names and best.shares[0] > _S.far_ahead and best.found > _S.all_seen
    return [placed if lies_there and best.fit > _S.well else _onto_faces(picture, deck, placed, [likest])]


def _hidden(picture: Picture, quad: Quad, named: Sequence[Named]) -> Mask:
    """Which parts of a card lie outside of the picture, or where one that is *named* is seen."""
    return parts_outside(quad, picture) | ~_own(led(way_onto(quad), MIDDLES), named)


def _onto_faces(picture: Picture, deck: Known, placed: Placed, faces: Sequence[int]) -> Placed:
    """The card where it is likest to one of these *faces*, and how unlike it is to each there."""
    quad, seen, own = placed.quad, placed.beside, placed.face
    for face in faces:
        moved = _onto(picture, placed, deck, face)
        if moved is None:
            continue
        shown, before = (_shown(deck.texture, one, placed.hidden) for one in (moved[1], seen))
        there, now = moved[1].unlike, seen.unlike
        if there[face].sum() < now[own].sum() and shown[face] >= before[own]:
            quad, own = moved[0], face
        less = (there.sum(axis=1) < now.sum(axis=1))[:, None]
        seen = Beside(np.where(less, there, now), np.where(less, moved[1].again, seen.again))
    return replace(placed, quad=quad, face=own, beside=seen, hidden=parts_outside(quad, picture))


def _named(
    picture: Picture, deck: Known, placed: Placed, above: Sequence[Outline], before: Sequence[Named]
) -> list[Named]:
    """The card if both its print and its look say which it is.

    Parts are hidden where a card named *before* is seen, and where they lie on another one and look unlike.
    Or all but a strip is, if the card is seen there: what covers it may not be named yet.
    """
    upon = covered_parts(placed.outline, above)
    hidden = _hidden(picture, placed.quad, before)
    hidden |= upon & (placed.beside.unlike[placed.face] > _S.hidden)
    spots = _parts_at(_upon(placed.quad, placed.spots[_own(placed.spots, before)]))
    told = _told(picture, deck, replace(placed, hidden=hidden), len(spots))
    larger = [abs(np.log2(placed.outline.width / other.card.outline.width)) for other in before]
    strip = None if told or max(larger, default=0) > _S.larger else _best_strip(deck, placed, hidden)
    if strip is None:
        return told
    own = int(strip[spots].sum())
    bare = own < _S.few and _is_bare(deck, placed, ~(strip | hidden))
    return [] if bare else _told(picture, deck, replace(placed, hidden=~strip), own)


def _upon(quad: Quad, spots: NDArray[np.floating]) -> NDArray[np.float64]:
    """Where those *spots* of the picture are on a card, in shares of its width and height."""
    return led(np.asarray(np.linalg.inv(way_onto(quad))), spots)


def _parts_at(there: NDArray[np.floating]) -> NDArray[np.intp]:
    """The number of the part of a card at each of those places upon it."""
    across, down = (np.clip(there, 0, 0.999) * (COLUMNS, ROWS)).astype(int).T
    return np.asarray(down * COLUMNS + across)


def _in_strips(texture: Floats, again: Mask, strips: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """How much texture each face has in each of the *strips*, and how much of it is seen *again*."""
    shown = strips.astype(np.float32)
    return np.maximum(shown @ texture.T, 1e-3), shown @ (texture * again).T


def _shown(texture: Floats, seen: Beside, hidden: Mask) -> Floats:
    """How much texture of each face is seen again in the part of the card where most of it is."""
    there, again = _in_strips(texture, seen.again, np.vstack([~hidden, _STRIPS & ~hidden]))
    return np.asarray((again**2 / there).max(axis=0))


def _best_strip(deck: Known, placed: Placed, hidden: Mask) -> Mask | None:
    """The strip along a side in which most is seen of a face that the print speaks for, if enough is."""
    faces = [2 * n for n, name in enumerate(deck.names) if name in placed.names]
    strips = _STRIPS & ~hidden
    there, again = _in_strips(deck.texture[faces], placed.beside.again[faces], strips)
    most = np.where(again >= _S.in_strip * there, again, 0).max(axis=1)
    return strips[most.argmax()] if most.max() > 0 else None


def _is_bare(deck: Known, placed: Placed, rest: Mask) -> bool:
    """Is the *rest* of a card plain where its face is printed? What covers a card has print of its own."""
    texture, seen = deck.texture[placed.face, rest], placed.beside
    again, unlike = texture @ seen.again[placed.face, rest], seen.unlike[placed.face, rest].sum()
    return bool(again < _S.bare * texture.sum() and unlike > _S.unlike_bare * rest.sum())


def _told(picture: Picture, deck: Known, placed: Placed, own: int) -> list[Named]:
    """The card if what is not hidden says which it is; *own* features of the picture are its own.

    If few are, or its print names others, its texture alone has to say it, less far ahead if all of it fits.
    """

    def sure(best: Recognised) -> bool:
        limits, named = SETTINGS.taught, best.names[0] in placed.names
        if named and own >= _S.few:
            return is_sure(best, limits.ahead)
        clean = best.shares[0] > _S.far_ahead and min(best.fit, best.found) > _S.clean
        unlike = placed.beside.unlike[2 * deck.names.index(best.names[0]) + best.upside_down]
        all_fits = named and clean and (unlike[_INSIDE & ~placed.hidden] < _S.odd).all()
        ahead = limits.ahead_alone if all_fits else limits.ahead_unsaid
        return is_sure(best, ahead) and best.shown + best.ahead >= _S.little

    seen, hidden = placed.beside, placed.hidden
    best = decide(deck, seen, hidden)
    if own >= _S.few and not sure(best):
        seen = without_sheen(deck, rough_card(picture, placed.quad), seen, hidden)
        best = decide(deck, seen, hidden)
    if not sure(best) or not stands(picture, deck, replace(placed, beside=seen), best):
        return []
    name, turned = best.names[0], best.upside_down
    verdict = Verdict(deck.name, name, best.shares[0], best.names, upside_down=turned, fit=best.fit)
    a, b, c, d = (float(share == 0) for share in in_corners(hidden))
    face = 2 * deck.names.index(name) + turned
    unseen = hidden | ~(seen.again[face] | (seen.unlike[face] < _S.like))
    return [Named(Card(Outline(placed.quad, (a, b, c, d)), verdict), unseen)]


# --- bringing a roughly found card exactly onto a face: a geometric check by its parts ---


def _onto(picture: Picture, placed: Placed, deck: Known, face: int) -> tuple[Quad, Beside] | None:
    """The card moved onto that face, in two steps, and beside each there; None if too few parts agree."""
    quad = placed.quad
    for reach in (FAR, NEAR):
        found = displaced(rough_card(picture, quad), reach, deck.faces[:, :, face])
        moved = _moved(quad, found, ~placed.hidden)
        if moved is None:
            return None
        quad = moved
    return quad, compared(deck, rough_card(picture, quad))


def _moved(quad: Quad, found: tuple[Floats, Floats], shown: Mask) -> Quad | None:
    """The corners after one step towards where parts that are *shown* were *found*; None if too few agree."""
    start, end = (spots[shown[_parts_at(found[0])]] for spots in found)
    if len(start) < _S.parts:
        return None
    way, agree = cv2.estimateAffine2D(start, end, ransacReprojThreshold=_S.exact)
    if way is None or int(agree.sum()) < _S.parts:
        return None
    moved = led(way_onto(quad), UNIT @ way[:, :2].T + way[:, 2]).astype(np.float32)
    grown = not 0.6 < area_of(moved) / max(1.0, area_of(quad)) < 1.6  # the parts were found by chance
    return moved if cv2.isContourConvex(moved) and not grown else None
