"""A card as it was found: cut out, with the readings of its marks, and how it is reported."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.flat import flat_card, index_at
from vision.cards.likeness import Beside
from vision.cards.outlines import Outline, as_points
from vision.cards.quads import seen_as, turned_round
from vision.cards.readers import RANKS, SUITS, Said, is_colourless, read_cards, read_indices, without_colour
from vision.cards.rivals import parts_outside
from vision.cards.settings import SETTINGS
from vision.cards.sheen import beside_each_face
from vision.cards.taught import Known
from vision.cards.verdict import Card
from vision.pictures import Picture

_S = SETTINGS.found_card

# ways to cut out a corner a little otherwise: how much larger, and how far inside it begins
_OTHERWISE = ((1.0, 0.02, 0), (1.0, -0.02, 0), (1.0, 0, 0.02), (1.0, 0, -0.02), (1.08, 0, 0), (0.93, 0, 0))


class Sight(Struct, frozen=True, eq=False):
    """A card cut out along its outline: flattened, with its marks' readings and beside taught faces."""

    outline: Outline
    flat: Picture
    said: Said
    outside: NDArray[np.bool_]  # which parts lie beyond the edges of the picture
    beside: dict[Known, Beside] = field(default_factory=dict)  # for the decks compared so far

    def among(self, deck: Known) -> Beside:
        """The card beside each face of *deck*."""
        if deck not in self.beside:
            self.beside[deck] = beside_each_face(deck, self.flat, self.outside)
        return self.beside[deck]


def sights_of(picture: Picture, found: Sequence[Outline]) -> list[Sight]:
    flats = [flat_card(picture, outline.quad) for outline in found]
    outside = [parts_outside(outline, picture) for outline in found]
    return [Sight(*one) for one in zip(found, flats, _said_of(picture, flats), outside, strict=True)]


def _said_of(picture: Picture, flats: Sequence[Picture]) -> list[Said]:
    said = read_cards(flats)
    return [without_colour(one) for one in said] if said and is_colourless(picture) else said


def still_says(
    picture: Picture, sight: Sight, corner: int, rank: str, suit: str, closely: bool = False
) -> bool:
    """Does that corner still show that *rank* and *suit* when it is cut out a little otherwise?

    From nearer by it must not show another rank: two cards close together may look like a third. *closely*:
    as in a row, where none of these looks may show one.
    """
    quad = turned_round(sight.outline.quad) if corner > 1 else sight.outline.quad
    nearer = [(share, (1 - 1 / share) * (corner % 2), 0) for share in _S.nearer]
    crops = [index_at(picture, seen_as(quad, *way), corner % 2) for way in (*_OTHERWISE, *nearer)]
    ranks, suits = read_indices(crops)
    number, ways = RANKS.index(rank), len(_OTHERWISE)
    another = np.delete(ranks[ways:], (0, number), axis=1)
    if another.max() > _S.ever if closely else another.min(axis=0).max() > _S.another:
        return False
    shown = suits[:ways].mean(axis=0)
    of_suits = shown[SUITS.index(suit)] > _S.steady * (1 - shown[0])  # apart from how often none is seen
    return bool(ranks[:ways, number].mean() > _S.steady and of_suits)


def as_reported(card: Card) -> CardSeen:
    """The card as the eyes report it."""
    verdict = card.verdict
    corners = as_points(turned_round(card.quad) if verdict.upside_down else card.quad)
    choices = () if verdict.name or verdict.face_down else verdict.names[: _S.choices]
    sure = round(verdict.confidence, 3)
    return CardSeen(verdict.deck, verdict.name, corners, sure, face_down=verdict.face_down, choices=choices)
