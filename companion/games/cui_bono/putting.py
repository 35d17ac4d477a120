"""Where a taken die may be put back (CB6 to CB9, CB16)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Literal

from companion.pyramid.cells import (
    AXES,
    BASE,
    LOWEST,
    Cell,
    Shape,
    bit,
    cells_of,
    exists,
    layer,
    step,
    step_to,
)
from companion.pyramid.notation import COLOURS, CellName, Pyramid, colour_of, name_of, shape
from companion.pyramid.shape import hidden, upper_funnels

Verdict = Literal["ok", "no-funnel", "two-colour", "same-colour", "row", "unknown"]
Scope = Literal["full", "visible"]

UNREAD = "?"


def verdict(pyramid: Pyramid, cell: Cell, colour: str, min_row: int = 2, scope: Scope = "full") -> Verdict:
    """Whether a die of *colour* may be put at *cell*, or the first rule that forbids it.

    "unknown" if that depends on colours that nobody has read although they can be seen.
    """
    return _verdict(pyramid, shape(pyramid), cell, colour, min_row, scope)


def fitting(pyramid: Pyramid, colour: str, min_row: int = 2, scope: Scope = "full") -> tuple[Cell, ...]:
    """Every funnel into which a die of *colour* surely may be put (CB6)."""
    occupied = shape(pyramid)
    funnels = cells_of(upper_funnels(occupied))
    return tuple(c for c in funnels if _verdict(pyramid, occupied, c, colour, min_row, scope) == "ok")


def _verdict(
    pyramid: Pyramid, occupied: Shape, cell: Cell, colour: str, min_row: int, scope: Scope
) -> Verdict:
    # CB9: never a funnel of the base; A-CB7: where the row has just ended is a funnel like any other
    if not exists(cell) or not upper_funnels(occupied) & bit(cell):
        return "no-funnel"
    said = {*_funnel_verdicts(_funnel(pyramid, cell), colour)}
    if "ok" not in said:
        return "same-colour" if "same-colour" in said else "two-colour"
    rows = {_row_verdict(row, colour, min_row) for row in _rows(pyramid, occupied, cell, scope)}
    if "row" in rows:
        return "row"
    return "unknown" if said != {"ok"} or "unknown" in rows else "ok"


def _funnel(pyramid: Pyramid, cell: Cell) -> tuple[str, ...]:
    """The colours of the three dice round the funnel."""
    return tuple(colour_of(pyramid[name_of(step(cell, axis))]) for axis in AXES)


def _funnel_verdicts(funnel: tuple[str, ...], colour: str) -> Iterator[Verdict]:
    """CB7 for every way in which unread colours can be."""
    for colours in product(*(COLOURS if known == UNREAD else (known,) for known in funnel)):
        for own in COLOURS if colour == UNREAD else (colour,):
            yield _funnel_verdict(colours, own)


def _funnel_verdict(colours: tuple[str, ...], own: str) -> Verdict:
    different = len(set(colours))
    if different == 2:
        return "two-colour"
    return "same-colour" if different == 1 and own in colours else "ok"  # A-CB8: only a one-coloured one asks


def _rows(pyramid: Pyramid, occupied: Shape, cell: Cell, scope: Scope) -> Iterator[tuple[str, ...]]:
    """CB8: the colours of the three rows from below *cell* straight down to the base, as far as they count.

    Dice that nobody can see count if known, unless the house rule lets only visible ones count (A-CB3).
    """
    unseen = hidden(occupied | bit(cell))
    for axis in AXES:
        counted: list[str] = []
        for name, place in _below(cell, axis):
            known = colour_of(pyramid[name])
            if counted and (scope == "visible" or known == UNREAD) and unseen & place:
                continue
            counted.append(known)
        yield tuple(counted)


@lru_cache(maxsize=512)
def _below(cell: Cell, axis: int) -> tuple[tuple[CellName, Shape], ...]:
    """The cells from below *cell* straight down to the base, by their names and as sets of one."""
    down = (step_to(cell, axis, cell[axis] + steps) for steps in range(1, LOWEST - layer(cell) + 1))
    return tuple((name_of(place), bit(place)) for place in down)


def _row_verdict(row: tuple[str, ...], colour: str, min_row: int) -> Verdict:
    """A row with the new die is forbidden if it is long enough and has only the one colour."""
    if len(row) + 1 < min_row or any(other not in (colour, UNREAD) for other in row):
        return "ok"
    return "unknown" if UNREAD in row or colour == UNREAD else "row"


def open_funnels(pyramid: Pyramid) -> tuple[Cell, ...]:
    """Every empty funnel of three dice."""
    return cells_of(upper_funnels(shape(pyramid)))


def in_the_bare_base(cell: Cell) -> bool:
    """Whether *cell* is a funnel of the base form (CB9)."""
    return exists(cell) and bool(BASE & bit(cell))
