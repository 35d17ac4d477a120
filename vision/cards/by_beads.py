"""Cards of the kit's own print among those that were found: they are named by their beads alone."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.cards.beads import beaded_cards, paleness, read_beads
from vision.cards.flat import HIGH, WIDE, flat_card
from vision.cards.outlines import Outline
from vision.cards.rivals import rivals
from vision.cards.taught import Known, of_faces, recognise
from vision.cards.verdict import FRENCH, NUMBERS, UNO, Verdict
from vision.drawn.printed_decks import face
from vision.drawn.scene import COLOUR_OF_NUMBER
from vision.pictures import Picture, Quad

_SURE = 0.99
_LIKE = 0.42  # so well must the card fit the face that its beads name, though part of it may be covered
_CALLED = {"french": FRENCH, "abspecken": NUMBERS, "uno-like": UNO}  # printed decks that are built in
_SEEN = (1.0, 1.0, 1.0, 1.0)
BeadedCard = tuple[Outline, Verdict]


def named_by_beads(
    picture: Picture, found: Sequence[Outline], decks: Collection[str]
) -> tuple[list[BeadedCard], list[Outline]]:
    """The cards of *decks* that show their beads; and what is left of *found*."""
    if not decks:
        return [], list(found)
    named = [
        (Outline(card.corners, _SEEN), verdict)
        for card in beaded_cards(picture)
        if (verdict := _verdict(picture, card.corners, card.deck, card.name)).deck in decks
    ]
    pale = paleness(picture)
    left = []
    for outline in found:
        if any(rivals(outline, other) for other, _ in named):
            continue
        said = read_beads(pale, outline.quad)
        verdict = _verdict(picture, outline.quad, *said) if said else None
        if verdict is not None and verdict.deck in decks:
            named.append((outline, verdict))
        else:
            left.append(outline)
    return named, [outline for outline in left if not any(rivals(outline, other) for other, _ in named)]


def _verdict(picture: Picture, quad: Quad, deck: str, name: str) -> Verdict:
    """What the card is; nothing if it does not look like the face that its beads name."""
    if recognise(_looks(deck, name), flat_card(picture, quad)).fit < _LIKE:
        return Verdict("", "", 0.0, nothing=True)
    called = _CALLED.get(deck, deck)
    if called == NUMBERS:
        name = f"{name}_{COLOUR_OF_NUMBER[name]}"
    return Verdict(called, name, _SURE, (name,), (1.0,))


@lru_cache(maxsize=300)
def _looks(deck: str, name: str) -> Known:
    """How the printed face looks, as if it had been taught."""
    small = cv2.resize(face(deck, name), (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    return of_faces(deck, [(name, np.asarray(small, np.uint8))])
