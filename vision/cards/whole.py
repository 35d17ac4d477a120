"""Cards in a picture of which nothing is known: no mat, no camera height, perhaps not even the deck."""

from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.cards.anywhere import Decks, cards_anywhere
from vision.cards.beads import beaded_cards
from vision.cards.known import decks_called
from vision.cards.outlines import Outline
from vision.cards.quads import height_of
from vision.cards.rivals import rivals
from vision.cards.row import as_seen, printed_rows
from vision.cards.verdict import NUMBERS, UNO
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Picture, shrunk
from vision.wanted import Wanted

_UNREAD = 2  # cards that cannot be read: perhaps they lie in a row of printed cards
_LONGEST = 1600  # pixels; more does not help to read an index


def cards_in(picture: Picture, wanted: Wanted) -> tuple[CardSeen, ...]:
    """The cards of *picture* in its own pixels; none if the deck is not known."""
    decks = decks_called(wanted.deck, Path(wanted.taught_in) if wanted.taught_in else None)
    if decks is None:
        return ()
    seen, scale = shrunk(picture, _LONGEST)
    cards = _with_rows(seen, cards_anywhere(seen, decks), decks)
    return tuple(_scaled(card, 1 / scale) for card in cards)


def _with_rows(picture: Picture, cards: tuple[CardSeen, ...], decks: Decks) -> tuple[CardSeen, ...]:
    """The cards, and where those of our own print lie upon each other in a row, all that are in it."""
    unread = sum(not card.name and not card.face_down for card in cards)
    seeds = beaded_cards(picture) if decks.beaded and unread >= _UNREAD else []
    if not seeds:
        return cards
    tall = float(np.median([height_of(card.corners) for card in seeds]))
    rows = printed_rows(picture, tall, decks)
    in_rows = [one for row in rows for one in row]
    outlines = [Outline(one.strip.quad, (1.0, 0.0, 0.0, 1.0)) for one in in_rows]
    apart = (card for card in cards if not any(_is_of(card, outline) for outline in outlines))
    return (*apart, *(as_seen(one, one.verdict.deck) for one in in_rows))


def _is_of(card: CardSeen, outline: Outline) -> bool:
    """Is it that card of a row, or something between it and the next one?"""
    return rivals(Outline(np.array(card.corners, np.float32), (1.0,) * 4), outline, named=False) or bool(
        cv2.pointPolygonTest(outline.quad, tuple(np.mean(card.corners, axis=0)), False) >= 0
    )


def _scaled(card: CardSeen, by: float) -> CardSeen:
    a, b, c, d = ((x * by, y * by) for x, y in card.corners)
    return replace(card, corners=(a, b, c, d))


def printed_name(card: CardSeen) -> dict[str, str]:
    """How a card is called in print: a number with its colour, an action card with both its words."""
    if card.deck in ("abspecken", NUMBERS) and card.name in COLOUR_OF_NUMBER:
        return {"name": f"{card.name}_{COLOUR_OF_NUMBER[card.name]}"}
    if card.deck == UNO and card.name.startswith("wild"):
        return {"name": card.name, "colour": "black", "rank": card.name}
    return {"name": card.name}
