"""Everything that can happen in Sums, in the notation of the journal."""

from typing import Annotated

from msgspec import Meta

from companion.game import Move, Timed
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Number
from companion.pyramid.notation import UNKNOWN_DIE, DieName


class Roll(Move, frozen=True, tag="roll"):
    """The three mother-of-pearl dice lie still (SU2)."""

    dice: tuple[Number, Number, Number]
    t: int = 0


class Stop(Timed, frozen=True, tag="stop"):
    """`seat` has found a funnel and calls "Stop!" at `t` (SU4)."""


class Niete(Timed, frozen=True, tag="niete"):
    """`seat` believes that no funnel fits and calls "Niete!" at `t` (SU6)."""


class Show(Move, frozen=True, tag="show"):
    """`seat` shows the funnel at `cell`: the caller after a Stop, somebody else after a Niete."""

    cell: Cell


class Summed(Move, frozen=True, tag="summed"):
    """The table adds up the shown funnel, whose numbers the companion has not read (SU10)."""

    sum: Annotated[int, Meta(ge=3, le=18)]


class TimeOver(Move, frozen=True, tag="time_over"):
    """The time to show a funnel is over (A-SU4, A-SU1)."""


class Stand(Move, frozen=True, tag="stand"):
    """The others have searched and let the Niete stand (A-SU1)."""


class Place(Move, frozen=True, tag="place"):
    """`seat` puts a die into the funnel at `cell`; `die` is what was seen of it (SU5, SU6)."""

    cell: Cell
    die: DieName = UNKNOWN_DIE


class Turn(Move, frozen=True, tag="turn"):
    """The die that was placed last is turned once more (A-SU8)."""

    cell: Cell
    die: DieName


class GiveUp(Move, frozen=True, tag="give_up"):
    """All agree that nobody will call any more (A-SU2)."""


SumsMove = (
    Built | Roll | Stop | Niete | Show | Summed | TimeOver | Stand | Place | Turn | GiveUp | Seen | Agree
)
