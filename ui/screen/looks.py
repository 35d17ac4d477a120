"""What people, dice and cards look like, for the pads and for the drawings.

A colour is never alone: each goes with a shape, a letter, a number or a sign. A kind of dice, a deck or a
card that is not listed here is shown by its written name: nothing is missing.
"""

from collections.abc import Callable

from msgspec import Struct

from companion.family import FACES
from companion.index_letters import lettered
from companion.seats import Seat
from ui.screen import theme


class Face(Struct, frozen=True):
    """Colour, shape and letter stand for the same seat everywhere; none of them ever stands alone."""

    name: str
    colour: str
    shape: str
    letter: str

    @property
    def paint(self) -> str:
        """What its colour is painted in."""
        return theme.SEAT_COLOURS.get(self.colour, theme.MUTED)


def face_of(seat: Seat) -> Face:
    return Face(seat.name, seat.colour, seat.shape, seat.letter or seat.name[:1].upper())


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
COLOUR_MARKS |= {"red": ("", "cross"), "white": ("", "drop"), "black": ("", "house"), "grey": ("", "heart")}

PIPS = ("1", "2", "3", "4", "5", "6")
DIE_FACES = {kind: tuple(dict.fromkeys(map(str, sides))) for kind, sides in FACES.items()}  # each once
WHOLE_NUMBERS = ("pips", "number", "d10")  # kinds whose faces are written as numbers in a fact


def die_value(kind: str, face: str) -> int | str:
    """*face* as a fact writes it."""
    return int(face) if kind in WHOLE_NUMBERS and face.isdigit() else face


SUITS = {"C": "black", "D": "red", "H": "red", "S": "black"}
_index = ""
MINUS = "−"  # the true sign, as wide as a plus


class CardLook(Struct, frozen=True):
    """What to draw on a card: its name, and a colour, a shape or a sign where it has them."""

    text: str
    colour: str = "white"
    shape: str = ""
    suit: str = ""
    sign: str = ""  # a picture instead of the name
    other: str = ""  # the second colour of a card that has two
    other_shape: str = ""


# --- decks ---


def _numbered(card: str) -> CardLook:
    colour, shape = NUMBERED.get(card, ("white", ""))
    return CardLook(card, colour, shape)


def _french(card: str) -> CardLook:
    rank, suit = lettered(card, _index)[:-1], card[-1:]
    if suit not in SUITS:
        return CardLook(card)
    return CardLook(rank.replace("T", "10"), SUITS[suit], suit=suit)


# In Abi '94 each value is a subject with a colour and a shape of its own.
ABI_PLUS = {
    "1": ("green", "circle"),
    "2": ("orange", "drop"),
    "3": ("blue", "square"),
    "4": ("yellow", "triangle"),
    "5": ("purple", "star6"),
}
ABI_SIGNS = {"MP": "mamapapa", "CH": "cheating", "MA": "manta", "ME": "meditation"}
ABI_MINUS = {"-1": "cross", "-2": "cross", "-3": "cross", "-4": "cross", "-5": "cross"}


def _abi(card: str) -> CardLook:
    sign, value, mark = card[:1], card[1:2], card[2:]
    if sign == "+" and value in ABI_PLUS:
        return CardLook(f"+{value}{mark}", *ABI_PLUS[value])
    if card[:2] in ABI_MINUS:
        return CardLook(f"{MINUS}{value}{mark}", "grey", ABI_MINUS[card[:2]])
    return CardLook(card, sign=ABI_SIGNS.get(card, ""))


WOBBLE_COLOURS = {
    "m": ("magenta", "diamond"),
    "c": ("cyan", "circle"),
    "y": ("yellow", "triangle"),
    "g": ("green", "square"),
}
WOBBLE_NUMBERS = tuple("0123456789")
WOBBLE_COLOURED = ("CD", "HH", "CE", "SK", "P3", "P5", "M20", "AFK", "MAG")  # in each of the four colours
WOBBLE_GREY = ("DG", "YOU", "MIR", "UNL")
WOBBLE_BROWN = ("NM", "CAP", "DBL")
WOBBLE_SWAPS = ("CSmc", "CSmy", "CSmg", "CScy", "CScg", "CSyg")
WOBBLE_TEXTS = {"P3": "+3", "P5": "+5", "M20": f"{MINUS}20", "AFK": "AFK", "DBL": "×2"}
WOBBLE_SIGNS = {
    "CD": "direction",
    "HH": "half",
    "CE": "exchange",
    "SK": "skip",
    "MAG": "magnet",
    "DG": "dodge",
    "YOU": "you",
    "MIR": "mirror",
    "UNL": "unlucky",
    "NM": "not_me",
    "CAP": "capture",
}


def wobble_symbol(kind: str) -> CardLook:
    """A kind of card without its colour."""
    ground = "grey" if kind in WOBBLE_GREY else "brown" if kind in WOBBLE_BROWN else "white"
    return CardLook(WOBBLE_TEXTS.get(kind, kind), ground, sign=WOBBLE_SIGNS.get(kind, ""))


def _wobble(card: str) -> CardLook:
    if card.startswith("CS") and len(card) == 4 and set(card[2:]) <= set(WOBBLE_COLOURS):
        one, other = (WOBBLE_COLOURS[letter] for letter in card[2:])
        return CardLook("CS", *one, sign="swap", other=other[0], other_shape=other[1])
    colour, kind = card[:1], card[1:]
    if colour in WOBBLE_COLOURS and (kind in WOBBLE_NUMBERS or kind in WOBBLE_COLOURED):
        symbol = wobble_symbol(kind)
        return CardLook(symbol.text, *WOBBLE_COLOURS[colour], sign=symbol.sign)
    return wobble_symbol(card)


def _plain(card: str) -> CardLook:
    colour, _, rest = card.partition("_")
    return CardLook(rest, colour) if rest and colour in COLOUR_MARKS else CardLook(card)


_FACES: dict[str, Callable[[str], CardLook]] = {
    "abspecken": _numbered,
    "french": _french,
    "abi94": _abi,
    "wobble": _wobble,
}

_DECKS: dict[str, tuple[str, ...]] = {
    "abspecken": PIPS,
    "liars_dice": PIPS,
    "french": tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA"),
    "abi94": (*(f"+{n}" for n in PIPS[:5]), *(f"-{n}" for n in PIPS[:5]), *ABI_SIGNS),
    "wobble": (
        *(f"{colour}{kind}" for colour in WOBBLE_COLOURS for kind in (*WOBBLE_NUMBERS, *WOBBLE_COLOURED)),
        *WOBBLE_SWAPS,
        *WOBBLE_GREY,
        *WOBBLE_BROWN,
    ),
}


def card_look(deck: str, card: str) -> CardLook:
    """How *card* of *deck* looks."""
    return _FACES.get(deck, _plain)(card)


def cards_of(deck: str) -> tuple[str, ...]:
    """The different cards of *deck*, or nothing if it is not known here: then the name is typed."""
    return _DECKS.get(deck, ())


def wear_letters(index: str) -> None:
    """From now on French cards are drawn with the letters of that language, like A K D B for "de"."""
    global _index  # noqa: PLW0603  (like the colours: one screen, one deck on the table)
    _index = index
