"""A card as it was found: cut out, with the readings of its marks, and how it is reported."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.flat import flat_card, index_at
from vision.cards.likeness import Beside
from vision.cards.outlines import Outline, as_points
from vision.cards.quads import seen_as, turned_round
from vision.cards.readers import RANKS, SUITS, Floats, Said, read_indices, said_of
from vision.cards.rivals import parts_outside
from vision.cards.settings import SETTINGS
from vision.cards.sheen import beside_each_face
from vision.cards.taught import Known
from vision.cards.verdict import Card
from vision.pictures import Picture

_S = SETTINGS.found_card

Way = tuple[float, float, float]  # to cut out a corner: how much larger, and how far inside it begins
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


def sights_of(picture: Picture, found: Sequence[Outline], have_indices: bool = True) -> list[Sight]:
    flats = [flat_card(picture, outline.quad) for outline in found]
    outside = [parts_outside(outline.quad, picture) for outline in found]
    return [
        Sight(*one) for one in zip(found, flats, said_of(picture, flats, have_indices), outside, strict=True)
    ]


def from_far_and_near(picture: Picture, sight: Sight) -> Sight:
    """The card with French indices read at other distances, too: small ones are seldom misread alike."""
    ranks, suits = words = sight.said.ranks.copy(), sight.said.suits.copy()
    shown = (ranks[:, 0] < _S.may_be_index) & (suits[:, 0] < SETTINGS.readers.blank_corner)
    corners = np.flatnonzero(shown & (np.array(sight.outline.seen) > 0) & sight.said.coloured).tolist()
    if not corners:
        return sight
    for corner in corners:
        looks = _looks(picture, sight.outline, corner, [(larger, 0.0, 0.0) for larger in _S.distances])
        for word, seen in zip(words, looks, strict=True):
            agreed = (np.vstack([word[corner], seen]) + _S.floor).prod(axis=0) ** _S.together
            word[corner] = agreed / agreed.sum()
    return replace(sight, said=replace(sight.said, ranks=ranks, suits=suits))


def _looks(picture: Picture, outline: Outline, corner: int, ways: Sequence[Way]) -> tuple[Floats, Floats]:
    """The ranks and suits shown by that corner when it is cut out in such *ways*."""
    quad, right = turned_round(outline.quad) if corner > 1 else outline.quad, corner % 2
    cuts = [seen_as(quad, larger, inside + (1 - 1 / larger) * right, below) for larger, inside, below in ways]
    return read_indices([index_at(picture, cut, right) for cut in cuts])


def still_says(
    picture: Picture, sight: Sight, corner: int, rank: str, suit: str, closely: bool = False
) -> bool:
    """Does that corner still show that *rank* and *suit* when it is cut out a little otherwise?

    From nearer by it must not show another rank: two cards close together may look like a third. *closely*:
    as in a row, where none of these looks may show one.
    """
    nearer = [(larger, 0.0, 0.0) for larger in _S.nearer]
    ranks, suits = _looks(picture, sight.outline, corner, (*_OTHERWISE, *nearer))
    number, ways = RANKS.index(rank), len(_OTHERWISE)
    another = np.delete(ranks[ways:], (0, number), axis=1)
    if another.max() > _S.ever if closely else another.min(axis=0).max() > _S.another:
        return False
    shown = suits[:ways].mean(axis=0)
    of_suits = shown[SUITS.index(suit)] > _S.steady * (1 - shown[0])  # apart from how often none is seen
    return bool(of_suits and ranks[:ways, number].mean() > (_S.steady if closely else _S.steady_apart))


def as_reported(card: Card) -> CardSeen:
    """The card as the eyes report it."""
    verdict = card.verdict
    corners = as_points(turned_round(card.quad) if verdict.upside_down else card.quad)
    choices = () if verdict.name or verdict.face_down else verdict.names[: _S.choices]
    sure = round(verdict.confidence, 3)
    return CardSeen(verdict.deck, verdict.name, corners, sure, face_down=verdict.face_down, choices=choices)
