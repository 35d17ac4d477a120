"""The decks that the kit prints: which cards there are, how often, and how each of them looks.

face("wobble", "m7")            # the flat picture, 4 pixels per millimetre
DECKS["wobble"].card("m7", 0)   # the same card as shapes in millimetres, for the printer
"""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from vision.drawn.prints import abi94, abspecken, french, uno_like, wobble
from vision.drawn.prints.card import HIGH, WIDE
from vision.drawn.prints.signs import PAPER
from vision.drawn.shapes import Drawing, painted
from vision.pictures import Picture

CARD = (WIDE, HIGH)
PER_MM = 4.0


class PrintedDeck(Struct, frozen=True):
    """How often each card is in the deck, and its drawing; a card may have several pictures."""

    copies: Callable[[], dict[str, int]]
    card: Callable[[str, int], Drawing]
    variants: Callable[[str], int] = lambda _name: 1


def _abi94(deck: str) -> PrintedDeck:
    return PrintedDeck(partial(abi94.copies, deck), lambda name, _variant: abi94.card_of(deck, name))


DECKS: dict[str, PrintedDeck] = {
    "abspecken": PrintedDeck(abspecken.copies, abspecken.card),
    "abi94": _abi94("a"),
    "abi94-b": _abi94("b"),
    "wobble": PrintedDeck(wobble.copies, wobble.card, wobble.variants),
    "french": PrintedDeck(french.copies, french.card),
    "uno-like": PrintedDeck(uno_like.copies, uno_like.card),
}


def face(deck: str, name: str, variant: int = 0) -> Picture:
    """One card as a flat picture; *variant* counts the pictures of a card that has several."""
    return painted(DECKS[deck].card(name, variant), CARD, PER_MM, PAPER)
