"""Sums under the red dice, and the numbers of dice that end the game (FM1, FM3, FM8, FM13, FM14)."""

from companion.pyramid.cells import BASE, SADDLES, Cell, cells_of
from companion.pyramid.notation import Pyramid, total_facing
from companion.pyramid.shape import free_sides

FUNNELS = len(SADDLES)


def sum_under(pyramid: Pyramid, cell: Cell) -> int | None:
    """The sum of the three yellow faces under the red die at *cell* (FM3); None if one of them is unread.

    The numbers of the red dice have no meaning (FM9).
    """
    return total_facing(pyramid, cell)


def goal(players: int) -> int:
    """FM8: with so many red dice somebody wins at once."""
    return 8 if players <= 4 else 6


def always_enough(players: int) -> bool:
    """FM14: whether the funnels cannot run out before somebody wins."""
    return players * (goal(players) - 1) < FUNNELS


def covered_faces(shape: int) -> int:
    """FM1: how many faces of the yellow dice the red ones cover."""
    return 3 * BASE.bit_count() - outer_faces(shape)


def outer_faces(shape: int) -> int:
    """FM13: how many faces of the yellow dice stay visible all the time."""
    return sum(len(free_sides(shape, cell)) for cell in cells_of(BASE))
