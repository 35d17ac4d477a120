"""Cards of the kit's own print among those that were found: they are named by their beads alone."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.cards.beads import beaded_cards, paleness, read_beads
from vision.cards.flat import flat_card
from vision.cards.likeness import look_of, unlike
from vision.cards.outlines import Outline
from vision.cards.printed_faces import printed_faces
from vision.cards.rivals import rivals
from vision.cards.taught import Known, decide, of_faces
from vision.cards.verdict import FRENCH, NUMBERS, UNO, Verdict
from vision.kit.card import CARD_SIZE, FRAME_INSET, FRAME_WIDTH
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Mask, Picture, Quad

_SURE = 0.99
_LIKE = 0.42  # so well must the card fit the face that its beads name, though part of it may be covered
_ABOUT = (-2, 0, 2)  # pixels by which its parts may be displaced
_CALLED = {"french": FRENCH, "abspecken": NUMBERS, "uno-like": UNO}  # printed decks that are built in
_SEEN = (1.0, 1.0, 1.0, 1.0)
_DARKER = 0.88  # so bright is a frame at most beside the paper
_DEEP = 1.5 / CARD_SIZE[0], (FRAME_INSET + FRAME_WIDTH / 2) / CARD_SIZE[0]  # within the edge, in the frame
_ON_FRAME = np.array(
    [[[x, y] for deep in _DEEP for x in (deep, 1 - deep) for y in np.linspace(0.12, 0.88, 12)]], np.float32
)
BeadedCard = tuple[Outline, Verdict]


def named_by_beads(
    picture: Picture, found: Sequence[Outline], decks: Collection[str], likely: bool
) -> tuple[list[BeadedCard], list[Outline]]:
    """The cards of *decks* that show their beads; and what is left of *found*.

    Where one does, or where ours are *likely*, frames are looked for that were not found as cards.
    """
    if not decks:
        return [], list(found)
    pale = paleness(picture)
    named: list[BeadedCard] = []
    for outline in found:
        said = read_beads(pale, outline.quad) if _framed(pale, outline.quad) else None
        named += _of(picture, outline, said, decks)
    if named or likely:
        whole = [
            one
            for card in beaded_cards(picture)
            for one in _of(picture, Outline(card.corners, _SEEN), (card.deck, card.name), decks)
        ]
        named = whole + [one for one in named if not any(rivals(one[0], other) for other, _ in whole)]
    return named, [outline for outline in found if not any(rivals(outline, other) for other, _ in named)]


def _framed(pale: Mask, quad: Quad) -> bool:
    """Is a card darker along one of its long sides, where our frames are, than at its very edge?"""
    way = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad)
    points = cv2.perspectiveTransform(_ON_FRAME, way)[0].round().astype(int)
    seen = pale[np.clip(points[:, 1], 0, pale.shape[0] - 1), np.clip(points[:, 0], 0, pale.shape[1] - 1)]
    edge, frame = seen.reshape(2, 2, -1).astype(np.float32)
    return bool((np.median(frame / np.maximum(edge, 1), axis=1) < _DARKER).any())


def _of(
    picture: Picture, outline: Outline, said: tuple[str, str] | None, decks: Collection[str]
) -> list[BeadedCard]:
    """The card, if its beads said a card of *decks* that it looks like."""
    verdict = _verdict(picture, outline.quad, *said) if said else None
    return [(outline, verdict)] if verdict is not None and verdict.deck in decks else []


def _verdict(picture: Picture, quad: Quad, deck: str, name: str) -> Verdict | None:
    """What the card is; None if it does not look like the face that its beads name."""
    known = _looks(deck, name)
    look = look_of(flat_card(picture, quad), _ABOUT)
    if decide(known, unlike(look, known.faces), None).fit < _LIKE:
        return None
    return named_as_printed(deck, name)


def named_as_printed(deck: str, name: str) -> Verdict:
    """A card that its beads name beyond doubt, called as in its built-in deck if it is of one."""
    called = _CALLED.get(deck, deck)
    if called == NUMBERS:
        name = f"{name}_{COLOUR_OF_NUMBER[name]}"
    return Verdict(called, name, _SURE, (name,), (1.0,))


@lru_cache(maxsize=300)
def _looks(deck: str, name: str) -> Known:
    """How the printed face looks, as if it had been taught."""
    return of_faces(deck, [(name, printed_faces(deck)[name])])
