"""A card as it was found, and cards of taught decks brought onto the faces that they resemble."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.align import Aligned, aligned, likeliest, onto
from vision.cards.flat import flat_card
from vision.cards.likeness import FAR, Floats, look_of
from vision.cards.outlines import Outline, as_points
from vision.cards.quads import turned_round
from vision.cards.readers import KINDS, Said, is_colourless, read_cards, without_colour
from vision.cards.rivals import parts_outside, rivals
from vision.cards.sheets import enlarged
from vision.cards.taught import FITS, FITS_MARKED, Known, compared, decide, is_in
from vision.cards.verdict import Card, Verdict, as_question, judge
from vision.pictures import Picture

_BACK, IS_BACK = KINDS.index("back"), 0.985  # beside taught faces, of which some look much like a back
_FITS_WELL, _BETTER = 0.8, 0.04  # a card that fits a face so is found; another outline must fit better by
_NONE, _NO_CARD = KINDS.index("none"), 0.9
_RESEMBLES = 0.45  # a card that fits no face so well is not tried where it says what else it is,
_HEARD = 0.5  # if only as sure as this
CHOICES = 3  # of a card that is asked about
_CLOSER = 0.005  # a card that is asked about is looked at again where it fits better by so much


class Sight(Struct, frozen=True, eq=False):
    """A card cut out along its outline: flattened, with what its marks say and how faces differ."""

    outline: Outline
    flat: Picture
    said: Said
    outside: NDArray[np.bool_]  # which parts lie beyond the edges of the picture
    apart: dict[Known, Floats] = field(default_factory=dict)  # for the decks that were compared so far

    def unlike(self, deck: Known) -> Floats:
        """How unlike each face of *deck* is, part by part."""
        if deck not in self.apart:
            self.apart[deck] = compared(deck, self.flat)
        return self.apart[deck]

    def fit(self, deck: Known) -> float:
        """How well it fits the likeliest face of *deck*."""
        return decide(deck, self.unlike(deck), None).fit


def sights_of(picture: Picture, found: Sequence[Outline]) -> list[Sight]:
    flats = [flat_card(picture, outline.quad) for outline in found]
    outside = [parts_outside(outline, picture) for outline in found]
    return [Sight(*one) for one in zip(found, flats, _said_of(picture, flats), outside, strict=True)]


def _said_of(picture: Picture, flats: Sequence[Picture]) -> list[Said]:
    said = read_cards(flats)
    return [without_colour(one) for one in said] if said and is_colourless(picture) else said


def bring_onto_faces(
    picture: Picture, deck: Known, sights: list[Sight], built_in: tuple[str, ...], tries: int
) -> None:
    """Where a card does not fit a face well as it was found: the outline, near it or about it, that does."""
    good = [sight.outline for sight in sights if sight.fit(deck) >= _FITS_WELL]
    for n in sorted(range(len(sights)), key=lambda n: -sights[n].fit(deck)):
        sight, fit = sights[n], sights[n].fit(deck)
        if fit >= _FITS_WELL or _is_settled(sight, deck, built_in):
            continue
        if tries <= 0 or any(rivals(sight.outline, other) for other in good):
            continue
        tries -= 1
        larger = [outline for frame in deck.inner for outline in enlarged(sight.outline, frame)]
        enough = max(fit + _BETTER, FITS_MARKED)  # cards of other decks fit less, however bent
        better = aligned(picture, (sight.outline, sight.flat), larger, deck, enough)
        if better is not None:
            sights[n] = _seen_anew(picture, better, deck)
            if better.fit >= _FITS_WELL:
                good.append(better.outline)


def closer(picture: Picture, deck: Known, sight: Sight, names: Sequence[str]) -> Sight | None:
    """The card where it fits a face a little better, if it fits one; it may be that of these *names*."""
    fit = sight.fit(deck)
    if fit < FITS:
        return None
    better = aligned(picture, (sight.outline, sight.flat), (), deck, fit + _CLOSER, names)
    return None if better is None else _seen_anew(picture, better, deck)


def _seen_anew(picture: Picture, better: Aligned, deck: Known) -> Sight:
    said, outside = _said_of(picture, [better.flat])[0], parts_outside(better.outline, picture)
    return Sight(better.outline, better.flat, said, outside, {deck: better.apart})


def _is_settled(sight: Sight, deck: Known, built_in: tuple[str, ...]) -> bool:
    """Is it a back, no card, or one of a built-in deck whose marks the taught *deck* does not have?"""
    said = sight.said
    if said.kind[_BACK] > IS_BACK or (said.kind[_NONE] > _NO_CARD and sight.fit(deck) < _RESEMBLES):
        return True
    if not built_in:
        return False
    marks = judge(said, sight.outline.seen, built_in, whole=sight.outline.whole)
    heard = marks.name or (marks.confidence > _HEARD and sight.fit(deck) < _RESEMBLES)
    return bool(marks.names and heard) and not is_in(marks.names[0], deck)


# --- does it look even more like another face? ---

_FAR_AHEAD = 8.0  # parts: a face that is so much likelier than all others needs no second look,
_WELL = 0.85  # if it fits so well
# a face that was not the likeliest before must be so much likelier now, and fit so well
_AHEAD, _FITS = 1.0, 0.925


def likelier_face(picture: Picture, sight: Sight, deck: Known, name: str, hidden: NDArray[np.bool_]) -> str:
    """The face that the card fits better than that of this *name*; "" if there is none."""
    weight = (~hidden).astype(np.float32)
    apart = _by_name(deck, sight.unlike(deck) @ weight)
    others = min((far for face, far in apart.items() if face != name), default=np.inf)
    if name not in apart or (others - apart[name] > _FAR_AHEAD and sight.fit(deck) >= _WELL):
        return ""
    apart = _at_best(picture, sight, deck, (), weight)
    best = min(apart, key=lambda face: apart[face])
    return best if apart[best] < apart[name] else ""


def confirmed(
    picture: Picture, deck: Known, before: tuple[Sight, Verdict], now: tuple[Sight, Verdict]
) -> Verdict:
    """What a card is *now* that it was brought onto a face; a question if another was as likely *before*."""
    (was, said), (lies, verdict) = before, now
    if not verdict.name or verdict.name in said.names[:1]:
        return verdict
    weight = (~was.outside).astype(np.float32)
    apart = _at_best(picture, was, deck, said.names, weight)
    own = _by_name(deck, lies.unlike(deck) @ weight).get(verdict.name, np.inf)
    other = min((face for face in apart if face != verdict.name), key=lambda face: apart[face], default="")
    if not other or (apart[other] - own > _AHEAD and verdict.fit >= _FITS):
        return verdict
    return as_question(verdict, other if apart[other] < own else verdict.name)


def _at_best(
    picture: Picture, sight: Sight, deck: Known, names: Sequence[str], weight: Floats
) -> dict[str, float]:
    """How unlike each face is, as the card lies, or brought onto some of them and those of these *names*."""
    apart = _by_name(deck, sight.unlike(deck) @ weight)
    look = look_of(sight.flat, FAR)
    for face in likeliest(look, deck, names):
        better = onto(picture, sight.outline, look, deck, face)
        if better is not None:
            called = deck.names[face // 2]
            apart[called] = min(apart[called], float(better.apart[face] @ weight))
    return apart


def _by_name(deck: Known, far: Floats) -> dict[str, float]:
    """How unlike the likeliest look of each face is."""
    out: dict[str, float] = {}
    for n in np.argsort(far):
        out.setdefault(deck.names[n // 2], float(far[n]))
    return out


def as_reported(card: Card) -> CardSeen:
    """The card as the eyes report it."""
    verdict = card.verdict
    corners = as_points(turned_round(card.quad) if verdict.upside_down else card.quad)
    choices = () if verdict.name or verdict.face_down else verdict.names[:CHOICES]
    sure = round(verdict.confidence, 3)
    return CardSeen(verdict.deck, verdict.name, corners, sure, face_down=verdict.face_down, choices=choices)
