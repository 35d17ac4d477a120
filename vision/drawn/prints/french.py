"""French cards: rank and suit, a colour for each suit, our own plain design without courts."""

from companion.games.mau_mau.deck import deck_of
from companion.index_letters import indices, lettered
from vision.drawn.prints.card import WIDE, both_ways, frame
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Drawing, Pen, marks
from vision.kit.bead_code import rows
from vision.pictures import Colour

SUITS: dict[str, tuple[Colour, str]] = {
    "C": ((45, 125, 30), "club"),
    "D": ((0, 105, 230), "diamond"),
    "H": ((45, 35, 200), "heart"),
    "S": ((130, 55, 25), "spade"),
}


def copies() -> dict[str, int]:
    """52 cards; Abstrac takes some of them."""
    return deck_of("52").census


def card(name: str, variant: int = 0) -> Drawing:
    """*name* with the letters of the language `indices()[variant]` in its corners; its beads are the same."""
    rank, suit = lettered(name, indices()[variant])[:-1].replace("T", "10"), name[-1]
    colour, sign_name = SUITS[suit]
    slim, broad = (0.5, 0.6) if len(rank) == 1 else (0.34, 0.34)  # a ten must not touch the sign beside it
    corner = (
        *marks(rank, 15.0, 10.4, 10.0, colour, Pen(0.17, slim)),
        *sign(sign_name, 15.0, 28.0, 3.6, colour),
    )
    return (
        *frame(colour, row=rows()["french", name]),
        *both_ways(corner),
        *sign(sign_name, WIDE / 2, 31.5, 7.5, colour),
        *marks(rank, WIDE / 2, 45.0, 17.0, colour, Pen(0.19, broad)),
    )
