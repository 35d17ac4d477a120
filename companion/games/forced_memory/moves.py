"""Everything that can happen in Forced Memory, in the notation of the journal."""

from typing import Annotated

from msgspec import Meta, field

from companion.game import Move
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Number
from companion.pyramid.notation import Pyramid

Sum = Annotated[int, Meta(ge=3, le=18)]


class Roll(Move, frozen=True, tag="roll"):
    """The three mother-of-pearl dice lie still (FM2); after a miss the next one may roll anew (FM6)."""

    dice: tuple[Number, Number, Number]


class Lift(Move, frozen=True, tag="lift"):
    """`seat` lifts the red die at `cell`; `seen` has the yellow faces that were read at once (FM3)."""

    cell: Cell
    seen: Pyramid = field(default_factory=dict)


class Say(Move, frozen=True, tag="say"):
    """In training `seat` says the sum before it is shown (FM11)."""

    sum: Sum


class Read(Move, frozen=True, tag="read"):
    """The three yellow faces under the lifted die add up to `sum` (FM3)."""

    sum: Sum


class TimeOver(Move, frozen=True, tag="time_over"):
    """The agreed time for thinking is over (A-FM6)."""


ForcedMemoryMove = Built | Roll | Lift | Say | Read | TimeOver | Seen | Agree
