"""What a pyramid looks like from straight above: 45 rhombi a side, for screens to draw and eyes to read.

Side A is at the bottom of the drawing, B at the upper left, C at the upper right. One edge of a die is one
unit long; x grows to the right, y downwards, and the middle of the base form is (0, 0).

From above a die and the funnel that it would lie in have the same middle, so a touch on the drawing means
exactly one cell once it is known whether dice or funnels are asked for.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import hypot, sqrt
from typing import NamedTuple

from companion.pyramid.cells import AXES, LOWEST, Cell, Shape, bit, cells_of, line, step, step_to
from companion.pyramid.notation import Pyramid, colour_of, faces_of, name_of, shape

Spot = tuple[float, float]

_HALF, _TALL = 1 / 2, sqrt(3) / 2
_SEEN = ((0.0, -1.0), (_TALL, _HALF), (-_TALL, _HALF))  # one step along i, j, k as seen from above


class Rhombus(NamedTuple):
    """One face as it is seen from above."""

    axis: int  # the side that it looks to
    cell: Cell | None  # the die that shows it; None for the base form
    corners: tuple[Spot, Spot, Spot, Spot]
    colour: str = "?"
    number: int | None = None


def spot(i: float, j: float, k: float) -> Spot:
    """Where the point (i, j, k) of the grid is seen."""
    x = sum(at * seen[0] for at, seen in zip((i, j, k), _SEEN, strict=True))
    y = sum(at * seen[1] for at, seen in zip((i, j, k), _SEEN, strict=True))
    return x, y


def middle(cell: Cell) -> Spot:
    """Where the top of a die at *cell* is seen, which is also the bottom of an empty funnel there."""
    return spot(*cell)


def rhombi(pyramid: Pyramid) -> tuple[Rhombus, ...]:
    """The 135 faces that are seen of *pyramid* and the base form (G18): in every row exactly one."""
    occupied = shape(pyramid)
    return tuple(_seen_in(pyramid, occupied, row, axis) for axis in AXES for row in _rows(axis))


@cache
def _rows(axis: int) -> tuple[Cell, ...]:
    """The place nearest to the side in each of the 45 rows along *axis*."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    places = [(f, s) for f in range(LOWEST + 1) for s in range(LOWEST + 1 - f)]
    return tuple(step_to(step_to((0, 0, 0), first, f), second, s) for f, s in places)


def _seen_in(pyramid: Pyramid, occupied: Shape, row: Cell, axis: int) -> Rhombus:
    for cell in line(row, axis):
        if occupied & bit(cell):
            lying = pyramid[name_of(cell)]
            return Rhombus(axis, cell, _face(cell, axis), colour_of(lying), faces_of(lying)[axis])
    return Rhombus(axis, None, _face(step_to(row, axis, LOWEST + 1 - sum(row)), axis))


@cache
def _face(cell: Cell, axis: int) -> tuple[Spot, Spot, Spot, Spot]:
    first, second = (axis + 1) % 3, (axis + 2) % 3
    across = step(cell, first), step(step(cell, first), second), step(cell, second)
    return spot(*cell), spot(*across[0]), spot(*across[1]), spot(*across[2])


def cell_at(place: Spot, offered: Shape | Iterable[Cell], reach: float = 0.9) -> Cell | None:
    """Which of the *offered* cells a touch at *place* means: the nearest within *reach* edges of a die."""
    cells = cells_of(offered) if isinstance(offered, int) else tuple(offered)
    near = min(cells, key=lambda cell: _distance(middle(cell), place), default=None)
    return near if near is not None and _distance(middle(near), place) <= reach else None


def _distance(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@cache
def outline() -> tuple[Spot, ...]:
    """The rim of the base form, corner after corner, for drawing it and for finding it in a picture."""
    follows: dict[Spot, list[Spot]] = {}
    for one, other in _rim_edges():
        follows.setdefault(one, []).append(other)
        follows.setdefault(other, []).append(one)
    rim = [min(follows)]
    while True:
        onward = [place for place in follows[rim[-1]] if place not in rim[-2:]]
        if not onward or onward[0] == rim[0]:
            return tuple(rim)
        rim.append(onward[0])


def _rim_edges() -> tuple[tuple[Spot, Spot], ...]:
    """The edges of the empty base form that belong to one face only."""
    seen: Counter[tuple[Spot, Spot]] = Counter()
    for face in rhombi({}):
        corners = [(round(x, 6), round(y, 6)) for x, y in face.corners]
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            seen[min(one, other), max(one, other)] += 1
    return tuple(edge for edge, times in seen.items() if times == 1)
