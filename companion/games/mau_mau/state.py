"""What the referee knows: how many cards everybody holds, the pile, whose turn it is, and what is owed."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.cards import Cards
from companion.game import Move, Options, State

Count = Annotated[int, Meta(ge=0, le=200)]
SEATS = (2, 6)


class MauOptions(Options, frozen=True):
    """MM1, MM6 to MM12."""

    pack: Literal["32", "52", "uno"] = "32"
    hand: Literal[5, 6, 7] = 5  # MM1
    sevens: Literal["pile", "single"] = "pile"  # MM6
    eights: bool = True  # MM7
    nines: bool = False  # MM8
    jack_on_jack: bool = False  # MM9
    aces: bool = False  # MM10
    penalty: Literal[0, 1, 2] = 1  # MM11
    last: Literal["any", "plain"] = "any"  # MM12


class MauState(State, frozen=True):
    options: MauOptions = MauOptions()
    phase: Literal["first", "lay", "drawn", "wish", "over"] = "first"
    turn: str = ""
    cards: dict[str, Count] = field(default_factory=dict)  # that everybody holds
    pack: Count = 0  # cards that lie face down
    pile: Cards = ()
    way: Literal[1, -1] = 1  # round the table; -1: the other way
    owed: Count = 0  # that whoever's turn it is draws, or passes on
    wish: str = ""
    said: tuple[str, ...] = ()  # who has called "Mau!" for the last card
    silent: str = ""  # who holds one card, and has not


class First(Move, frozen=True, tag="first"):
    """The first card is turned up."""

    card: str


class Lay(Move, frozen=True, tag="lay"):
    """MM2: one card; more are taken back."""

    cards: Annotated[Cards, Meta(min_length=1, max_length=50)]

    @property
    def card(self) -> str:
        return self.cards[-1]


class Draw(Move, frozen=True, tag="draw"):
    """One card, or all that are owed."""


class Pass(Move, frozen=True, tag="pass"):
    """The card that was drawn is kept."""


class Wish(Move, frozen=True, tag="wish"):
    suit: str


class Mau(Move, frozen=True, tag="mau"):
    """ "Mau!" by the button."""


MauMove = First | Lay | Draw | Pass | Wish | Mau
