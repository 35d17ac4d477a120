"""Which dice may be taken, and how the pyramid lies after the slide (CB3 to CB5)."""

from typing import NamedTuple

from companion.pyramid.cells import BASE, STEP, Cell, Shape, cells_of
from companion.pyramid.notation import DieName, Pyramid, leaning_on, name_of, shape, slid, without
from companion.pyramid.shape import slide


class Taken(NamedTuple):
    """A die out of the pyramid and what its leaving did."""

    die: DieName
    pyramid: Pyramid  # after the slide
    path: tuple[Cell, ...]  # where the dice that slid down had lain, the lowest first
    vacated: Cell


def takeable(pyramid: Pyramid) -> tuple[Cell, ...]:
    """The dice of the lowest layer with at least two free upper faces (CB3)."""
    return cells_of(takeable_in(shape(pyramid)))


def may_take(pyramid: Pyramid, cell: Cell) -> bool:
    """The same for one die of the lowest layer."""
    return len(leaning_on(pyramid, cell)) < 2


def takeable_in(occupied: Shape) -> Shape:
    """The same for the occupied cells alone."""
    a_free, b_free, c_free = (occupied & ~(occupied << step) for step in STEP)
    return BASE & ((a_free & b_free) | (a_free & c_free) | (b_free & c_free))


def take(pyramid: Pyramid, cell: Cell, occupied: Shape | None = None) -> Taken:
    """The pyramid after the die at *cell*, which must be takeable, was taken and the row slid down (CB5).

    The order is exact: the die above the covered face moves first, then the ones behind it, one step each.
    """
    how = slide(shape(pyramid) if occupied is None else occupied, cell)
    after = without(pyramid, [cell]) if how.axis is None else slid(pyramid, cell, how.moved, how.axis)
    return Taken(pyramid[name_of(cell)], after, how.moved, how.vacated)
