"""Which tips there are, and what a tip or a turn makes of the dice (DM3, DM4, DM11, G13, G14)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, cast

from companion.games.dice_march.competition import Losses, losses
from companion.games.dice_march.state import MarchOptions
from companion.pyramid.cells import LOWEST, Cell, Shape, bit, step_to
from companion.pyramid.dice import Faces
from companion.pyramid.notation import Pyramid, colour_of, die, faces_of, name_of, with_dice, without
from companion.pyramid.sides import direction_of, in_the_base, tip, tip_faces

FORWARD = ("forward-left", "forward-right")  # A-DM9: a triangular grid has two ways forward
ALLOWED = (*FORWARD, "left", "right")  # DM3: never back


class Arrival(NamedTuple):
    """A tip and all that follows from it at once."""

    standing: Pyramid  # right after the tip, before anything is taken away
    pyramid: Pyramid  # in the end
    faces: Faces  # what the tipped die shows (DM4)
    losses: Losses
    in_the_goal: bool  # DM1


def goal(axis: int) -> Cell:
    """The corner funnel opposite the side of *axis* (DM1); others may stand in it (A-DM7)."""
    return step_to((0, 0, 0), axis, LOWEST)


def tips_from(occupied: Shape, cell: Cell, axis: int) -> dict[str, Cell]:
    """Where a die at *cell* of the player at *axis* may tip, by direction (DM3)."""
    return {name: end for name, end, place in _ends(cell, axis) if not occupied & place}


def all_tips(occupied: Shape, cells: Iterable[Cell], axis: int) -> list[tuple[Cell, Cell]]:
    """From where to where the dice at *cells* of the player at *axis* may tip (DM3)."""
    return [(cell, end) for cell in cells for _, end, place in _ends(cell, axis) if not occupied & place]


@lru_cache(maxsize=256)  # 45 funnels, three sides
def _ends(cell: Cell, axis: int) -> tuple[tuple[str, Cell, Shape], ...]:
    """Where there is a funnel for the die at *cell* to tip into, by direction, also as a set of one."""
    ends = ((name, tip(cell, axis, name)) for name in ALLOWED)
    return tuple((name, end, bit(end)) for name, end in ends if in_the_base(end))


def known_faces(pyramid: Pyramid, cell: Cell) -> Faces:
    """The numbers of the die at *cell*, all of which are known in this game."""
    return cast(Faces, faces_of(pyramid[name_of(cell)]))


def shown_after(pyramid: Pyramid, cell: Cell, end: Cell, axis: int) -> Faces:
    """What the die at *cell* shows when its owner at *axis* has tipped it to *end* (DM4)."""
    direction = direction_of(axis, cell, end)
    if direction is None:
        raise ValueError(f"expected neighbouring funnels, got {cell} and {end}")
    return tip_faces(known_faces(pyramid, cell), axis, direction)


def arrive(
    pyramid: Pyramid, cell: Cell, end: Cell, axis: int, options: MarchOptions, first: Cell | None = None
) -> Arrival:
    """What happens when the die at *cell* tips to *end*."""
    tipped = die(colour_of(pyramid[name_of(cell)]), shown_after(pyramid, cell, end, axis))
    return compete(with_dice(without(pyramid, [cell]), [end], tipped), end, axis, options, first)


def compete(
    standing: Pyramid, end: Cell, axis: int, options: MarchOptions, first: Cell | None = None
) -> Arrival:
    """What follows from the die that lies at *end* after its tip."""
    faces, at_goal = known_faces(standing, end), end == goal(axis)
    if at_goal and options.goalFirst:  # A-DM6: the game ends before anybody competes
        return Arrival(standing, standing, faces, Losses((), {}, ()), True)
    lost = losses(standing, end, options, first)
    return Arrival(standing, without(standing, lost.gone), faces, lost, at_goal and end not in lost.gone)
