"""What is in the box: cards from 1 to 6 in five sets, and the faces of the dice (A2, A4, P6)."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.cards import Deck

NUMBERS = ("1", "2", "3", "4", "5", "6")
COPIES = 4  # of each number in a set (A3)
HAND = 5  # cards in a full hand (A9)
DECK = "abspecken"
SET = Deck(DECK, dict.fromkeys(NUMBERS, COPIES))

Face = Annotated[str, Meta(pattern="^[1-6]$")]  # a card that is known, or the number whose colour is barred
Card = Annotated[str, Meta(pattern="^[1-6?]$")]  # a card that may be unknown
Pips = Annotated[int, Meta(ge=1, le=6)]
Pig = Literal["", "+-1", "+-2", "+-3", "smile", "grim"]  # "" if the Piggy Die was put aside (P6)

SMILE: Pig = "smile"
GRIM: Pig = "grim"
# P6: three numbers, one smile and two grim faces; the order is that of the six sides
PIGGY_FACES: tuple[Pig, ...] = ("+-1", "+-2", "+-3", SMILE, GRIM, GRIM)

# A4: the booklet names these five; the colour of the threes is a setting of the table
COLOURS = {"green": "1", "pink": "2", "blue": "4", "yellow": "5", "purple": "6"}
THREES = ("orange", "red", "white", "brown", "turquoise", "black")


def colour_of(number: str, three: str) -> str:
    """The colour of the cards with this number; *three* is that of the threes."""
    return {n: colour for colour, n in COLOURS.items()}.get(number, three)


def number_of(colour: str) -> str:
    """The number of the cards of this colour, or "" if that is no colour of a card.

    The die has six colours and the booklet names five, so each other colour can only be that of the threes.
    """
    return "3" if colour in THREES else COLOURS.get(colour, "")


def points_of(cards: tuple[str, ...]) -> int:
    """A32: every card counts its number; unknown ones count nothing here."""
    return sum(int(card) for card in cards if card != "?")
