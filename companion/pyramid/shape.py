"""What a set of occupied cells carries, frees, hides and lets slide (rules G2, G3, G8, G9, G12, G18).

Every question is a handful of shifts, whatever the size of the pyramid.
"""

from functools import lru_cache
from typing import NamedTuple

from companion.pyramid.cells import AXES, BASE, FULL, STEP, Cell, Shape, bit, line


def carried(shape: Shape) -> Shape:
    """The cells in which a die would lie firmly: in the base form or on three dice of *shape* (G2)."""
    return FULL & (BASE | ((shape >> 100) & (shape >> 10) & (shape >> 1)))


def unsupported(shape: Shape) -> Shape:
    """The dice of *shape* that hang in the air (G2)."""
    return shape & ~carried(shape)


def funnels(shape: Shape) -> Shape:
    """The empty funnels: where the next die can be put, base funnels included."""
    return carried(shape) & ~shape


def upper_funnels(shape: Shape) -> Shape:
    """The empty funnels that three dice form (G3), without those of the base form."""
    return funnels(shape) & ~BASE


def free_lying(shape: Shape) -> Shape:
    """The dice that can be taken without moving another (G8)."""
    return shape & ~((shape << 100) | (shape << 10) | (shape << 1))


def free_sides(shape: Shape, cell: Cell) -> tuple[int, ...]:
    """The axes of the upper faces of *cell* that no other die covers (G9)."""
    place = bit(cell)
    return tuple([axis for axis in AXES if not shape & (place >> STEP[axis])])


def hidden(shape: Shape) -> Shape:
    """The dice without a free upper face."""
    return shape & (shape << 100) & (shape << 10) & (shape << 1)


def beside(shape: Shape) -> Shape:
    """Every cell that touches one of *shape* side to side, perhaps itself a cell of *shape*."""
    return FULL & (above(shape) | below(shape))


def above(shape: Shape) -> Shape:
    """The cells whose dice would lean on a die of *shape*."""
    return FULL & ((shape >> 100) | (shape >> 10) | (shape >> 1))


def below(shape: Shape) -> Shape:
    """The cells on which dice of *shape* lean."""
    return FULL & ((shape << 100) | (shape << 10) | (shape << 1))


def closure(shape: Shape, cells: Shape) -> Shape:
    """*cells* with every empty cell that must be filled below them first."""
    need = fresh = cells
    while fresh:
        fresh = below(fresh) & ~(shape | need)
        need |= fresh
    return need


def longest_row(shape: Shape) -> int:
    """How many dice of *shape* lie in the longest straight row, side to side (G12)."""
    longest = 0
    for shift in STEP:
        run, length = shape, 0
        while run:
            run, length = run & (run >> shift), length + 1
        longest = max(longest, length)
    return longest


class Slide(NamedTuple):
    """What follows when a die is taken from the lowest layer."""

    axis: int | None  # along which the row above slides down; None if nothing moves
    moved: tuple[Cell, ...]  # where the moving dice lay, the lowest first; each goes one step down its row
    vacated: Cell  # the cell that is empty in the end


def slide(shape: Shape, taken: Cell) -> Slide:
    """How the dice move when *taken*, with at least two free sides, leaves *shape*.

    Only a die that lay above the third side can lose its support, and with it the unbroken row above it:
    nothing leans on that row from aside, because the cells above the two free sides are empty.
    """
    free = free_sides(shape, taken)
    covered = [axis for axis in AXES if axis not in free]
    if len(covered) > 1:
        raise ValueError(f"expected a die with at least two free sides, got {taken} with {3 - len(covered)}")
    if not covered:
        return Slide(None, (), taken)
    axis = covered[0]
    moved: list[Cell] = []
    for up, place in _row_above(taken, axis):
        if not shape & place:
            break
        moved.append(up)
    return Slide(axis, tuple(moved), moved[-1] if moved else taken)


@lru_cache(maxsize=512)
def _row_above(cell: Cell, axis: int) -> tuple[tuple[Cell, Shape], ...]:
    """The cells above *cell* along *axis*, the lowest first, each with the set that holds only it."""
    row = reversed(line(cell, axis)[: cell[axis]])
    return tuple((up, bit(up)) for up in row)
