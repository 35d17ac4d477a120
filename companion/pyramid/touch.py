"""Naming a set of cells with the fewest touches: whole sets are offered when they are few, else single cells.

Nothing is remembered between touches: every choice carries all that was tapped so far. A choice's value is
``{"cells": […]}`` for a whole set, ``{"tapped": […]}`` for a beginning that more than one set fits.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.asks import Choice, Say
from companion.facts import JSON
from companion.pyramid.agree import cell_says, cells_say
from companion.pyramid.cells import Cell, Shape, bits, cell_of, cells_of, shape_of
from companion.rulings import Question

FEW = 8  # as many whole sets as can be offered side to side


def choices(sets: Sequence[Shape], tapped: Shape = 0) -> tuple[Choice, ...]:
    """What to offer when one of *sets* is meant and *tapped* is already known."""
    fitting = [cells for cells in sets if not tapped & ~cells]
    if len(fitting) <= FEW:
        return tuple(_whole(cells) for cells in fitting)
    return tuple(_one_more(tapped, cell) for cell in telling_cells(fitting, tapped))


def telling_cells(fitting: Sequence[Shape], tapped: Shape = 0) -> tuple[Shape, ...]:
    """The cells that are still possible and say something: in some of the sets, but not in all."""
    some, every = 0, -1
    for cells in fitting:
        some |= cells
        every &= cells
    return tuple(bits(some & ~every & ~tapped))


def _whole(cells: Shape) -> Choice:
    listed = cells_of(cells)
    return Choice(
        {"cells": [list(cell) for cell in listed]}, Say("these_cells", {"cells": cells_say(listed)})
    )


def _one_more(tapped: Shape, single: Shape) -> Choice:
    known = [list(cell) for cell in cells_of(tapped | single)]
    return Choice({"tapped": known}, Say("a_die_at", {"cell": cell_says(cell_of(single))}))


def answer(value: JSON, sets: Sequence[Shape], rule: str) -> tuple[Cell, ...] | Question:
    """The cells that *value* means; a question when more than one set fits what was tapped.

    A whole set is taken as it stands, so that the rules can say what is wrong with it.
    """
    cells = _cells_in(value)
    if cells is None:
        return Question(Say("tap_the_cells"), choices(sets), rule)
    if "cells" in value:
        return cells
    tapped = shape_of(cells)
    fitting = [one for one in sets if not tapped & ~one]
    if len(fitting) == 1:
        return cells_of(fitting[0])
    if not fitting:
        return Question(Say("no_such_build", {"cells": cells_say(cells)}), choices(sets), rule)
    return Question(Say("and_then"), choices(sets, tapped), rule)


def _cells_in(value: JSON) -> tuple[Cell, ...] | None:
    """The cells that a choice names, or None if it names none."""
    if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= {"cells", "tapped"}:
        return None
    try:
        cells = msgspec.convert(next(iter(value.values())), tuple[Cell, ...])
    except msgspec.ValidationError:
        return None
    return cells if all(0 <= at <= 8 for cell in cells for at in cell) else None


def one_of(cells: Iterable[Cell]) -> tuple[Choice, ...]:
    """A choice for each single cell."""
    return tuple(_whole(shape_of([cell])) for cell in cells)
