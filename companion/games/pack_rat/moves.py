"""Everything that can happen in Pack Rat, in the notation of the journal."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Move, Timed
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Number
from companion.pyramid.notation import Pyramid


class Built(Move, frozen=True, tag="built"):
    """The pyramid stands, its top die is out of the game.

    With `follow` "dice" every die is followed, by the camera or by a tap on the drawn pyramid; `pyramid` has
    what was seen of it. With "counts" everybody says after each Stop how many dice they took.
    """

    pyramid: Pyramid = field(default_factory=dict)
    follow: Literal["dice", "counts"] = "dice"


class Roll(Move, frozen=True, tag="roll"):
    """The turquoise die lies still and shows `number` (PR2)."""

    number: Number
    t: int = 0


class Take(Move, frozen=True, tag="take"):
    """The dice at `cells` have left the pyramid, the topmost first (PR3).

    They were gone at `t`, give or take `within` nanoseconds. Without a `seat` the numbers tell whose.
    """

    cells: tuple[Cell, ...]
    t: int = 0
    within: int = 0


class Claim(Move, frozen=True, tag="claim"):
    """The die from `cell` was taken by `seat`; without a seat nobody keeps it, and it goes back (PR12)."""

    cell: Cell


class Stop(Timed, frozen=True, tag="stop"):
    """`seat` calls "Stop!" at `t` (PR7)."""


class Judge(Move, frozen=True, tag="judge"):
    """The table says whether the die from `cell` was taken after the Stop (A-PR1)."""

    cell: Cell
    late: bool


class PutBack(Move, frozen=True, tag="put_back"):
    """The dice that had to go back lie in their places again (PR8)."""

    cells: tuple[Cell, ...]


class Counted(Move, frozen=True, tag="counted"):
    """`seat` took so many dice in this round (only where nobody follows the dice)."""

    dice: Annotated[int, Meta(ge=0, le=164)]


class Late(Move, frozen=True, tag="late"):
    """`seat` took so many dice after the Stop and has put them back (PR8)."""

    dice: Annotated[int, Meta(ge=1, le=45)] = 1


class BaseOnly(Move, frozen=True, tag="base_only"):
    """Whether all dice that are left lie directly on the base (PR10)."""

    yes: bool


class Settle(Move, frozen=True, tag="settle"):
    """Everybody agrees on the number of dice at the end (PR1)."""


class Complain(Move, frozen=True, tag="complain"):
    """`seat` saw that `about` used both hands or took several dice at once (PR6)."""

    about: str


class Waited(Move, frozen=True, tag="waited"):
    """The time after which the companion says that nothing can be taken is over (A-PR5)."""


PackRatMove = Move  # any of these: the table of the rules names them all
