"""How dice and cards of each kind look and which there are: what the pads offer and what the drawings draw.

A colour is never alone: each colour of a die or a card goes with a shape, and with the number that it stands
for where it stands for one. A kind that is not listed here is shown by its written name: nothing is missing.
"""

from collections.abc import Callable

from msgspec import Struct

# Number, colour and shape of the ABspecken cards, shaped as they are printed: as many corners as points, and
# a disc and a ring for 1 and 2. Its colour die bars one of these colours.
NUMBERED = {
    "1": ("green", "circle"),
    "2": ("pink", "ring"),
    "3": ("orange", "triangle"),
    "4": ("blue", "square"),
    "5": ("yellow", "pentagon"),
    "6": ("purple", "star6"),
}
COLOUR_MARKS = {colour: (number, shape) for number, (colour, shape) in NUMBERED.items()}
COLOUR_MARKS |= {
    "red": ("", "cross"),
    "white": ("", "drop"),
    "black": ("", "house"),
    "grey": ("", "heart"),
}

PIPS = ("1", "2", "3", "4", "5", "6")
DIE_FACES: dict[str, tuple[str, ...]] = {
    "pips": PIPS,
    "number": PIPS,
    "colour": tuple(colour for colour, _shape in NUMBERED.values()),
    "piggy": ("+-1", "+-2", "+-3", "smile", "grim"),
    "d10": ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
}
WHOLE_NUMBERS = ("pips", "number", "d10")  # kinds whose faces are written as numbers in a fact

SUITS = {"C": "black", "D": "red", "H": "red", "S": "black"}


class CardLook(Struct, frozen=True):
    """What to draw on a card: its name, and a colour and a shape where it has them."""

    text: str
    colour: str = "white"
    shape: str = ""
    suit: str = ""


def _numbered(card: str) -> CardLook:
    colour, shape = NUMBERED.get(card, ("white", ""))
    return CardLook(card, colour, shape)


def _french(card: str) -> CardLook:
    rank, suit = card[:-1], card[-1:]
    if suit not in SUITS:
        return CardLook(card)
    return CardLook(rank.replace("T", "10"), SUITS[suit], suit=suit)


def _plain(card: str) -> CardLook:
    colour, _, rest = card.partition("_")
    return CardLook(rest, colour) if rest and colour in COLOUR_MARKS else CardLook(card)


_FACES: dict[str, Callable[[str], CardLook]] = {"abspecken": _numbered, "french": _french}

_DECKS: dict[str, tuple[str, ...]] = {
    "abspecken": PIPS,
    "french": tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA"),
}


def card_look(deck: str, card: str) -> CardLook:
    """How *card* of *deck* looks."""
    return _FACES.get(deck, _plain)(card)


def cards_of(deck: str) -> tuple[str, ...]:
    """The different cards of *deck*, or nothing if it is not known here: then the name is typed."""
    return _DECKS.get(deck, ())


def add_deck(deck: str, cards: tuple[str, ...], look: Callable[[str], CardLook] = _plain) -> None:
    """Teach the screens the cards of one more deck."""
    _DECKS[deck], _FACES[deck] = cards, look


def die_value(kind: str, face: str) -> int | str:
    """*face* as a fact writes it."""
    return int(face) if kind in WHOLE_NUMBERS and face.isdigit() else face
