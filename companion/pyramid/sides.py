"""The three sides of the pyramid, whose neighbours they are, and the six directions of a tip (G13, G14, G20).

Side A is axis 0, side B axis 1, side C axis 2. Seen from above A, B, C run clockwise, so B sits at A's left.
"""

from collections.abc import Sequence
from functools import lru_cache

from companion.pyramid.cells import BASE, Cell, bit, exists, step
from companion.pyramid.dice import Faces, tipped

SIDES = "ABC"
DIRECTIONS = ("forward-left", "forward-right", "left", "right", "back-left", "back-right")


def sides_of(seats: Sequence[str]) -> dict[str, str]:
    """Who sits at which side."""
    return dict(zip(seats, SIDES, strict=False))


def axis_of(side: str) -> int:
    """The axis of *side*, which is "A", "B" or "C"."""
    return SIDES.index(side)


def left_of(axis: int) -> int:
    """The side at the left hand of who sits at the side of *axis*: the next one clockwise."""
    return (axis + 1) % 3


def right_of(axis: int) -> int:
    return (axis + 2) % 3


def _axes_of_tips(axis: int) -> dict[str, tuple[int, int]]:
    left, right = left_of(axis), right_of(axis)
    return {
        "forward-left": (axis, left),
        "forward-right": (axis, right),
        "left": (right, left),
        "right": (left, right),
        "back-left": (right, axis),
        "back-right": (left, axis),
    }


_TIPS = tuple(map(_axes_of_tips, range(3)))


def axes_of_tip(axis: int, direction: str) -> tuple[int, int]:
    """Which coordinate grows and which one shrinks when the player at *axis* tips in *direction* (G14)."""
    return _TIPS[axis][direction]


def tip(cell: Cell, axis: int, direction: str) -> Cell:
    """Where a die at *cell* arrives when the player at *axis* tips it; perhaps beyond the rim."""
    plus, minus = axes_of_tip(axis, direction)
    return step(cell, plus, minus)


def tip_faces(faces: Faces, axis: int, direction: str) -> Faces:
    """What a die shows after the player at *axis* tipped it in *direction* (G13)."""
    return tipped(faces, *axes_of_tip(axis, direction))


@lru_cache(maxsize=1024)
def direction_of(axis: int, start: Cell, end: Cell) -> str | None:
    """The direction in which the player at *axis* tips from *start* to *end*; None if it is not a tip."""
    return next((name for name in DIRECTIONS if tip(start, axis, name) == end), None)


def in_the_base(cell: Cell) -> bool:
    """Whether *cell* is a funnel of the base form."""
    return exists(cell) and bool(BASE & bit(cell))
