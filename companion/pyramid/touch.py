"""Naming a set of cells with the fewest touches: whole sets are offered when they are few, else single cells.

A choice's value is ``{"cells": […]}`` for a whole set, or ``{"tapped": […]}`` for a beginning that several
sets fit; it carries all that was tapped before, and a game keeps it in its state until the set is whole.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.asks import Choice, Say
from companion.facts import JSON
from companion.pyramid.agree import cell_says, cells_say
from companion.pyramid.cells import Cell, Shape, bits, cell_of, cells_of, exists, shape_of
from companion.rulings import Question

FEW = 8  # as many whole sets as can be offered side to side


def choices(sets: Sequence[Shape], tapped: Shape = 0) -> tuple[Choice, ...]:
    """What to offer when one of *sets* is meant and *tapped* is already known."""
    fitting = fitting_sets(sets, tapped)
    if len(fitting) <= FEW:
        return tuple(_whole(cells) for cells in fitting)
    offered = [_with_cell(fitting, tapped, cell) for cell in telling_cells(fitting, tapped)]
    if tapped in fitting:  # perhaps nothing more is meant
        offered.append(_whole(tapped))
    return tuple({choice.says.key + repr(choice.value): choice for choice in offered}.values())


def fitting_sets(sets: Sequence[Shape], tapped: Shape) -> list[Shape]:
    """Those of *sets* that hold everything *tapped*."""
    return [cells for cells in sets if not tapped & ~cells]


def telling_cells(fitting: Sequence[Shape], tapped: Shape = 0) -> tuple[Shape, ...]:
    """The cells that are still possible and say something: in some of the sets, but not in all."""
    some, every = 0, -1
    for cells in fitting:
        some |= cells
        every &= cells
    return tuple(bits(some & ~every & ~tapped))


def _with_cell(fitting: Sequence[Shape], tapped: Shape, cell: Shape) -> Choice:
    """The set that only *cell* belongs to, or a longer beginning."""
    left = fitting_sets(fitting, tapped | cell)
    return _whole(left[0]) if len(left) == 1 else _one_more(tapped, cell)


def _whole(cells: Shape) -> Choice:
    listed = cells_of(cells)
    says = Say("these_cells", {"cells": cells_say(listed)})
    return Choice({"cells": [list(cell) for cell in listed]}, says)


def _one_more(tapped: Shape, single: Shape) -> Choice:
    known = [list(cell) for cell in cells_of(tapped | single)]
    return Choice({"tapped": known}, Say("a_die_at", {"cell": cell_says(cell_of(single))}))


def named_cells(value: JSON, name: str) -> tuple[Cell, ...] | None:
    """The cells that a choice names as *name* ("cells" or "tapped"), or None if it does not."""
    if not isinstance(value, dict) or value.keys() != {name}:
        return None
    try:
        cells = msgspec.convert(value[name], tuple[Cell, ...])
    except msgspec.ValidationError:
        return None
    return cells if all(exists(cell) for cell in cells) else None


def one_of(cells: Iterable[Cell]) -> tuple[Choice, ...]:
    """A choice for each single cell."""
    return tuple(_whole(shape_of([cell])) for cell in cells)


def named_cell(value: JSON) -> Cell | None:
    """The one cell that a choice from `one_of` names, or None if it names none or several."""
    cells = named_cells(value, "cells")
    return cells[0] if cells and len(cells) == 1 else None


def one_cell(value: JSON, offered: Iterable[Cell], key: str, rule: str) -> Cell | Question:
    """The one cell that *value* names; else the question *key*, which one of those *offered* is meant."""
    cell = named_cell(value)
    return Question(Say(key), one_of(offered), rule) if cell is None else cell
