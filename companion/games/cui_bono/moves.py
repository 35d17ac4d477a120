"""Everything that can happen in Cui bono?, in the notation of the journal."""

from companion.game import Move
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import Cell
from companion.pyramid.notation import Colour


class Take(Move, frozen=True, tag="take"):
    """`seat` takes the die at `cell`, and the row above it slides down (CB3, CB5)."""

    cell: Cell


class Tell(Move, frozen=True, tag="tell"):
    """The taken die has this `colour`, which nobody had read."""

    colour: Colour


class Put(Move, frozen=True, tag="put"):
    """`seat` puts the taken die into the funnel at `cell` (CB6)."""

    cell: Cell


class Judge(Move, frozen=True, tag="judge"):
    """The table says whether the die fits, where the companion does not know all colours."""

    fits: bool


class Keep(Move, frozen=True, tag="keep"):
    """`seat` keeps the taken die for good (CB10, CB11)."""


CuiBonoMove = Built | Take | Tell | Put | Judge | Keep | Seen | Agree
