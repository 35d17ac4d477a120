"""Everything that can happen in Abstrac, in the notation of the journal."""

from typing import Literal

from companion.cards import Cards
from companion.game import Move


class Lots(Move, frozen=True, tag="lots"):
    """`dealer` deals first (AS3, B9)."""

    dealer: str


class Row(Move, frozen=True, tag="row"):
    """All cards were dealt in a row, from left to right; the right end is taken first (AS1, AS2)."""

    cards: Cards


class Agree(Move, frozen=True, tag="agree"):
    """`seat` has compared the row on the screen with the row on the table (AS2)."""


class Choose(Move, frozen=True, tag="choose"):
    """`seat` has looked at the row and goes first or second (AS4)."""

    goes: Literal["first", "second"]


class Left(Move, frozen=True, tag="left"):
    """`seat` has lifted cards, which may still go back; these `cards` lie in the row now (AS6)."""

    cards: Cards


class Take(Move, frozen=True, tag="take"):
    """`seat` takes the last `count` cards of the row for good (AS5)."""

    count: int


class Shown(Move, frozen=True, tag="shown"):
    """These `cards` lie before `seat` (AS7)."""

    cards: Cards


class Hint(Move, frozen=True, tag="hint"):
    """`seat` agrees to see the best takes during this deal (B10)."""


AbstracMove = Lots | Row | Agree | Choose | Left | Take | Shown | Hint
