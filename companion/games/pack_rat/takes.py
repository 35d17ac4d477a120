"""Which dice a seat may take, and whose a die was that has left the pyramid (PR3, PR4, PR5, PR12)."""

from functools import cache, lru_cache
from typing import NamedTuple

from companion.pyramid.cells import AXES, Cell, bit, cells_of
from companion.pyramid.dice import turnings
from companion.pyramid.notation import DieName, Pyramid, faces_of, name_of, shape, updated
from companion.pyramid.shape import free_lying


class Owners(NamedTuple):
    """Which sides may have seen the rolled number on a die."""

    axes: tuple[int, ...]
    sure: bool  # whether one of them has surely seen it
    only: int | None  # the side that the die surely belongs to; PR4: there is never more than one


@cache
def owners(die: DieName, number: int) -> Owners:
    """Whose *die* may be when *number* was rolled: what its known faces leave possible (PR12, G17)."""
    faces = faces_of(die)
    ways = turnings(faces) or (faces,)  # a die of the other make shows what was read, and it counts
    axes = tuple(axis for axis in AXES if any(way[axis] == number for way in ways))
    sure = all(number in way for way in ways)
    return Owners(axes, sure, axes[0] if sure and len(axes) == 1 else None)


def takeable(pyramid: Pyramid, number: int) -> tuple[tuple[Cell, ...], ...]:
    """For side A, B and C the dice that surely may be taken now (PR3): free lying, the number there.

    Dice that an earlier take of the same roll has freed are among them (PR5).
    """
    mine: tuple[list[Cell], ...] = ([], [], [])
    for cell in cells_of(free_lying(shape(pyramid))):
        side = owners(pyramid[name_of(cell)], number).only
        if side is not None:
            mine[side].append(cell)
    return tuple(map(tuple, mine))


def is_known(pyramid: Pyramid, number: int) -> bool:
    """Whether the known numbers tell of every free lying die whose it would be."""
    free = cells_of(free_lying(shape(pyramid)))
    return all(whose.sure or not whose.axes for whose in (owners(pyramid[name_of(c)], number) for c in free))


@lru_cache(maxsize=4096)
def is_wrong(die: DieName, number: int, side: int | None) -> bool:
    """PR11: whether *die* surely does not show *number* to *side*; for None: not to anybody."""
    axes = owners(die, number).axes
    return side not in axes if side is not None else not axes


@lru_cache(maxsize=4096)
def seen_from(die: DieName, side: int, number: int) -> DieName:
    """What is known of *die* once the one at *side* has taken it for *number*."""
    return updated(die, "?" + "".join(str(number) if axis == side else "?" for axis in AXES))


def in_order(pyramid: Pyramid, cells: tuple[Cell, ...]) -> tuple[Cell, ...] | None:
    """*cells* in an order in which each is free when it is taken; None if there is none."""
    occupied, left, order = shape(pyramid), list(dict.fromkeys(cells)), []
    if len(cells) == 1:
        return cells if free_lying(occupied) & bit(cells[0]) else None
    while left:
        now = next((cell for cell in sorted(left, key=sum) if free_lying(occupied) & bit(cell)), None)
        if now is None:
            return None
        order.append(now)
        left.remove(now)
        occupied &= ~bit(now)
    return tuple(order)
