"""A card as it was found, and cards of taught decks brought onto the faces that they resemble."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from vision.cards.agreement import FITS, FITS_MARKED, is_in
from vision.cards.align import Aligned, aligned
from vision.cards.colourless import is_colourless, without_colour
from vision.cards.flat import flat_card
from vision.cards.inner import enlarged
from vision.cards.layers import parts_outside
from vision.cards.likeness import Floats
from vision.cards.outlines import Outline
from vision.cards.readers import Said, read_cards
from vision.cards.rivals import rivals
from vision.cards.taught import Known, compared, decide
from vision.cards.verdict import judge
from vision.cards.words import KINDS
from vision.pictures import Picture

_BACK, IS_BACK = KINDS.index("back"), 0.985  # beside taught faces, of which some look much like a back
_FITS_WELL, _BETTER = 0.8, 0.04  # a card that fits a face so is found; another outline must fit better by
_NONE, _NO_CARD = KINDS.index("none"), 0.9
_RESEMBLES = 0.45  # a card that fits no face so well is not tried where it says what else it is,
_HEARD = 0.5  # if only as sure as this
_CLOSER = 0.005  # a card that is asked about is looked at again where it fits better by so much


class Sight(Struct, frozen=True, eq=False):
    """A card between the corners of an outline: flattened, what its marks say, how unlike faces are."""

    outline: Outline
    flat: Picture
    said: Said
    outside: NDArray[np.bool_]  # which parts lie beyond the edges of the picture
    apart: dict[Known, Floats] = field(default_factory=dict)  # as far as it was asked for

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
