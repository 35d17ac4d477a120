"""Which dice may be taken (CB3 to CB5), and where a taken die may be put back (CB6 to CB9, CB16)."""

from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple

from companion.pyramid import cells, notation
from companion.pyramid.notation import CellName, DieName, Pyramid, colour_of, name_of, shape, without
from companion.pyramid.shape import hidden, slide, upper_funnels


class Taken(NamedTuple):
    """A die out of the pyramid and what its leaving did."""

    die: DieName
    pyramid: Pyramid  # after the slide
    path: tuple[cells.Cell, ...]  # where the dice that slid down had lain, the lowest first
    vacated: cells.Cell


def takeable(pyramid: Pyramid) -> tuple[cells.Cell, ...]:
    """The dice of the lowest layer with at least two free upper faces (CB3)."""
    return cells.cells_of(takeable_in(shape(pyramid)))


def takeable_in(occupied: cells.Shape) -> cells.Shape:
    """The same for the occupied cells alone."""
    a_free, b_free, c_free = (occupied & ~(occupied << step) for step in cells.STEP)
    return cells.BASE & ((a_free & b_free) | (a_free & c_free) | (b_free & c_free))


def take(pyramid: Pyramid, cell: cells.Cell, occupied: cells.Shape | None = None) -> Taken:
    """The pyramid after the die at *cell*, which must be takeable, was taken and the row slid down (CB5).

    The order is exact: the die above the covered face moves first, then the ones behind it, one step each.
    """
    how = slide(shape(pyramid) if occupied is None else occupied, cell)
    after = (
        without(pyramid, [cell]) if how.axis is None else notation.slid(pyramid, cell, how.moved, how.axis)
    )
    return Taken(pyramid[name_of(cell)], after, how.moved, how.vacated)


Verdict = Literal["ok", "no-funnel", "two-colour", "same-colour", "row", "unknown"]
Scope = Literal["full", "visible"]

UNREAD = "?"


def verdict(
    pyramid: Pyramid, cell: cells.Cell, colour: str, min_row: int = 2, scope: Scope = "full"
) -> Verdict:
    """Whether a die of *colour* may be put at *cell*, or the first rule that forbids it.

    "unknown" if that depends on colours that nobody has read although they can be seen.
    """
    return _verdict(pyramid, shape(pyramid), cell, colour, min_row, scope)


def fitting(pyramid: Pyramid, colour: str, min_row: int = 2, scope: Scope = "full") -> tuple[cells.Cell, ...]:
    """Every funnel into which a die of *colour* surely may be put (CB6)."""
    occupied = shape(pyramid)
    funnels = cells.cells_of(upper_funnels(occupied))
    return tuple(c for c in funnels if _verdict(pyramid, occupied, c, colour, min_row, scope) == "ok")


def _verdict(
    pyramid: Pyramid, occupied: cells.Shape, cell: cells.Cell, colour: str, min_row: int, scope: Scope
) -> Verdict:
    # CB9: never a funnel of the base; A-CB7: where the row has just ended is a funnel like any other
    if not cells.exists(cell) or not upper_funnels(occupied) & cells.bit(cell):
        return "no-funnel"
    a, b, c = notation.names_below(cell)
    said = _funnel_verdicts(
        colour_of(pyramid[a]) + colour_of(pyramid[b]) + colour_of(pyramid[c]),
        colour,
    )
    if "ok" not in said:
        return "same-colour" if "same-colour" in said else "two-colour"
    rows = _row_verdicts(pyramid, occupied, cell, colour, min_row, scope)
    if "row" in rows:
        return "row"
    return "unknown" if len(said) > 1 or "unknown" in rows else "ok"


@lru_cache(maxsize=1024)
def _funnel_verdicts(funnel: str, colour: str) -> frozenset[Verdict]:
    """CB7 for every way in which unread colours of the three dice round the *funnel* can be."""
    return frozenset(
        _funnel_verdict(colours, own)
        for colours in product(*(notation.COLOURS if known == UNREAD else known for known in funnel))
        for own in (notation.COLOURS if colour == UNREAD else colour)
    )


def _funnel_verdict(colours: tuple[str, ...], own: str) -> Verdict:
    different = len(set(colours))
    if different == 2:
        return "two-colour"
    return "same-colour" if different == 1 and own in colours else "ok"  # A-CB8: only a one-coloured one asks


def _row_verdicts(
    pyramid: Pyramid, occupied: cells.Shape, cell: cells.Cell, colour: str, min_row: int, scope: Scope
) -> list[Verdict]:
    """CB8 for the three rows from below *cell* straight down to the base, as far as their dice count.

    Dice that nobody can see count if known, unless the house rule lets only visible ones count (A-CB3).
    """
    unseen = hidden(occupied | cells.bit(cell))
    verdicts: list[Verdict] = []
    for down in _rows_below(cell):
        counted = ""
        for name, place in down:
            known = colour_of(pyramid[name])
            if counted and (scope == "visible" or known == UNREAD) and unseen & place:
                continue
            counted += known
            if known not in (colour, UNREAD):  # another colour: however it goes on, the row is none
                break
        verdicts.append(_row_verdict(counted, colour, min_row))
    return verdicts


@cache
def _rows_below(cell: cells.Cell) -> tuple[tuple[tuple[CellName, cells.Shape], ...], ...]:
    return tuple(_below(cell, axis) for axis in cells.AXES)


def _below(cell: cells.Cell, axis: int) -> tuple[tuple[CellName, cells.Shape], ...]:
    """The cells from below *cell* straight down to the base, by their names and as sets of one."""
    down = (
        cells.step_to(cell, axis, cell[axis] + steps)
        for steps in range(1, cells.LOWEST - cells.layer(cell) + 1)
    )
    return tuple((name_of(place), cells.bit(place)) for place in down)


def _row_verdict(row: str, colour: str, min_row: int) -> Verdict:
    """A row with the new die is forbidden if it is long enough and has only the one colour."""
    if len(row) + 1 < min_row or any(other not in (colour, UNREAD) for other in row):
        return "ok"
    return "unknown" if UNREAD in row or colour == UNREAD else "row"
