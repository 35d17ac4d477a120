"""What can happen in Dice March, in its own notation."""

from companion.game import Move
from companion.pyramid.agree import Agree
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Faces, Number


class Begin(Move, frozen=True, tag="begin"):
    """The dice stand ready, and `seat` has the first turn."""


class Tip(Move, frozen=True, tag="tip"):
    """A die tips from `cell` to `to`. `faces` are the numbers it shows there, if somebody has looked."""

    cell: Cell
    to: Cell
    faces: Faces | None = None
    first: Cell | None = None  # the funnel that competes first, where the mover says it at once (A-DM2)


class First(Move, frozen=True, tag="first"):
    """Of the two funnels that the tip has made, the one at `funnel` competes first (A-DM2)."""

    funnel: Cell


class Turn(Move, frozen=True, tag="turn"):
    """The die at `cell` is turned and shows `faces`."""

    cell: Cell
    faces: tuple[Number, Number, Number]


class Pick(Move, frozen=True, tag="pick"):
    """By touch: the die at `cell` will be moved, perhaps turned with `front` towards its owner."""

    cell: Cell | None = None
    front: Number | None = None


class Draw(Move, frozen=True, tag="draw"):
    """`seat` would like to call it a draw."""


MarchMove = Begin | Tip | First | Turn | Pick | Draw | Agree
