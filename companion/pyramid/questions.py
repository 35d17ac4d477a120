"""What is asked when the table shows another pyramid than the game can explain; naming cells by touch.

One touch answers a difference: it lies right as it is now, or it was made again as the companion
remembers it. Whole sets of cells are offered when they are few, else single ones: the value of a choice is
``{"cells": […]}`` for a whole set, or ``{"tapped": […]}`` for a beginning that several sets fit; it carries
all that was tapped before, and a game keeps it in its state until the set is whole.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.asks import JSON, Ask, Choice, Kind, Say, aside
from companion.pyramid import agree
from companion.pyramid.cells import Cell, Shape, bits, cells_of, exists, shape_of
from companion.pyramid.notation import Pyramid
from companion.rulings import Question, Refusal

MOST_STEPS = 5  # that are named one after the other


def heard(value: JSON, believed: Pyramid) -> agree.Difference | agree.Agree | Question:
    """What a pyramid fact tells: a difference from what was *believed*, or what the table agreed on."""
    agreed = isinstance(value, Mapping) and "agreed" in value
    shown = agree.look(value["agreed"] if agreed else value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    return agree.Agree(pyramid=shown) if agreed else agree.difference(believed, shown)


def as_built(value: JSON, believed: Pyramid = {}) -> agree.Built | Question:  # noqa: B006  (nobody changes it)
    """What the eyes saw of a pyramid that has just been built, on what was *believed* to lie there before."""
    agreed = isinstance(value, Mapping) and "agreed" in value
    shown = agree.look(value["agreed"] if agreed else value, believed)
    return Question(shown.says, (), shown.rule) if isinstance(shown, Refusal) else agree.Built(pyramid=shown)


def differs(believed: Pyramid, value: JSON, rule: str, stock: Mapping[str, int] = agree.STOCK) -> Question:
    """Table and companion differ in a way that no move explains: what to lay, and who of the two is right.

    What no table can show is not offered as right; then the way back is all there is, or another look.
    """
    shown = agree.look(value, believed)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    remembered = Choice({"agreed": {"dice": believed}}, Say("as_remembered"))
    if impossible := cannot_be(shown, stock, remembered):
        return impossible
    steps = {"repairs": few(agree.repairs(believed, agree.difference(believed, shown)))}
    lies = Choice({"agreed": {"dice": shown}}, Say("as_it_lies"))
    return Question(Say("differs", steps), (remembered, lies), rule)


def cannot_be(shown: Pyramid, stock: Mapping[str, int], remembered: Choice) -> Question | None:
    """What to do about a pyramid that no table can show, or None; *remembered* is the way back."""
    why = agree.trouble(shown, stock)
    return Question(why.says, (remembered,), why.rule) if why else None


def few(steps: Sequence[Say]) -> list[Say]:
    """As many of *steps* as somebody can keep in mind; the drawing shows the rest."""
    return _shortened(steps, "more_steps")


def few_cells(cells: Sequence[Cell]) -> list[Say]:
    """As many of *cells* as a sentence can name; the drawing shows the rest."""
    return _shortened(agree.cells_say(cells), "more_places")


def _shortened(parts: Sequence[Say], key: str) -> list[Say]:
    if len(parts) <= MOST_STEPS:
        return list(parts)
    return [*parts[: MOST_STEPS - 1], Say(key, {"n": len(parts) - MOST_STEPS + 1})]


def who_began(seats: Sequence[str], value: JSON, rule: str) -> Question:
    """The eyes have seen the first thing of a game, and whoever did it begins: hands have no names."""
    choices = tuple(Choice(value, Say("began", {"seat": seat}), seat) for seat in seats)
    return Question(Say("who_began"), choices, rule)


def eyes(topic: str, seats: tuple[str, ...], rule: str, **values: object) -> Ask:
    """What the camera may tell by the way; nobody has to tap it."""
    return aside(Ask(topic, Kind.PYRAMID, seats, Say(f"ask.{topic}", values), rule))


# --- naming a set of cells with the fewest touches ---

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
    says = Say("these_cells", {"cells": agree.cells_say(listed)})
    return Choice({"cells": [list(cell) for cell in listed]}, says)


def _one_more(tapped: Shape, single: Shape) -> Choice:
    known = [list(cell) for cell in cells_of(tapped | single)]
    return Choice({"tapped": known}, Say("a_die_at", {"cell": agree.cell_says(cells_of(single)[0])}))


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
