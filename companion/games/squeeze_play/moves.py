"""What can happen in Squeeze Play, in its own notation."""

from companion.game import Move
from companion.pyramid.agree import Agree
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Number


class Roll(Move, frozen=True, tag="roll"):
    """The turquoise die shows `number`."""

    number: Number


class Build(Move, frozen=True, tag="build"):
    """New dice from the own supply lie at `cells`: a start pyramid, a turn's dice or bonus dice."""

    cells: tuple[Cell, ...]


class Tap(Move, frozen=True, tag="tap"):
    """By touch: new dice lie at `cells`, and the others are still to be tapped; no cells: start over."""

    cells: tuple[Cell, ...] = ()


class Pass(Move, frozen=True, tag="pass"):
    """No build (where the table allows that) or no bonus dice."""


SqueezeMove = Roll | Build | Tap | Pass | Agree
