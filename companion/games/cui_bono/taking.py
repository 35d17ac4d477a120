"""Which dice may be taken, and how the pyramid lies after the slide (CB3 to CB5)."""

from typing import NamedTuple

from companion.pyramid.cells import BASE, Cell, cells_of
from companion.pyramid.notation import DieName, Pyramid, moved, name_of, shape, without
from companion.pyramid.shape import free_sides, slide

FREE_SIDES = 2  # so many upper faces of a die must be free (CB3)


class Taken(NamedTuple):
    """A die out of the pyramid and what its leaving did."""

    die: DieName
    pyramid: Pyramid  # after the slide
    path: tuple[Cell, ...]  # where the dice that slid down had lain, the lowest first
    vacated: Cell


def takeable(pyramid: Pyramid) -> tuple[Cell, ...]:
    """The dice of the lowest layer with at least two free upper faces (CB3)."""
    occupied = shape(pyramid)
    return tuple(c for c in cells_of(occupied & BASE) if len(free_sides(occupied, c)) >= FREE_SIDES)


def take(pyramid: Pyramid, cell: Cell) -> Taken:
    """The pyramid after the die at *cell*, which must be takeable, was taken and the row slid down (CB5).

    The order is exact: the die above the covered face moves first, then the ones behind it, one step each.
    """
    how = slide(shape(pyramid), cell)
    rest = without(pyramid, [cell])
    after = rest if how.axis is None else moved(rest, how.moved, how.axis)
    return Taken(pyramid[name_of(cell)], after, how.moved, how.vacated)
