"""Cards in a picture of which nothing is known: no mat, no camera height, perhaps not even the deck."""

from pathlib import Path

from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.cards.anywhere import cards_anywhere
from vision.cards.known import decks_called
from vision.cards.verdict import NUMBERS, UNO
from vision.drawn.scene import COLOUR_OF_NUMBER
from vision.pictures import Picture, shrunk
from vision.wanted import Wanted

_LONGEST = 1600  # pixels; more does not help to read an index


def cards_in(picture: Picture, wanted: Wanted) -> tuple[CardSeen, ...]:
    """The cards of *picture* in its own pixels; none if the deck is not known."""
    decks = decks_called(wanted.deck, Path(wanted.taught_in) if wanted.taught_in else None)
    if decks is None:
        return ()
    seen, scale = shrunk(picture, _LONGEST)
    return tuple(_scaled(card, 1 / scale) for card in cards_anywhere(seen, decks))


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
