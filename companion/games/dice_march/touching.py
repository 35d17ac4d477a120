"""Naming a move by touch: first the die, then a direction or the numbers that it is turned to.

A beginning is written ``{"die": cell}`` or ``{"die": cell, "front": 6}`` and kept in the state; a finished
move is ``{"tip": [cell, to]}`` or ``{"turn": [cell, faces]}``; ``{}`` starts over.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.asks import Choice, Say
from companion.facts import JSON
from companion.games.dice_march.marching import known_faces, tips_from
from companion.games.dice_march.moves import Number, Pick, Tip, Turn
from companion.games.dice_march.state import MarchState, axis_of, own_cells
from companion.pyramid.agree import cell_says
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS, Faces
from companion.pyramid.notation import shape
from companion.pyramid.sides import left_of
from companion.rulings import Question


class Tapped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was tapped: a beginning (`die`, then `front`), or a finished move."""

    die: Cell | None = None
    front: Number | None = None  # the number towards the own side
    tip: tuple[Cell, Cell] | None = None
    turn: tuple[Cell, Faces] | None = None


def choices(state: MarchState) -> tuple[Choice, ...]:
    """What can be tapped next."""
    if state.picked is None:
        return dice_choices(state)
    over = Choice({}, Say("start_over"))
    if state.front is None:
        return (*action_choices(state, state.picked), over)
    return (*turn_choices(state, state.picked, state.front), over)


def prompt(state: MarchState) -> Say:
    """The question that belongs to `choices`."""
    if state.picked is None:
        return Say("tip_or_turn_one", {"seat": state.on_turn})
    if state.front is None:
        return Say("tip_or_turn", _shown(state, state.picked))
    return Say("and_to_the_left", {"number": state.front})


def dice_choices(state: MarchState) -> tuple[Choice, ...]:
    """The own dice; if there is only one, what it can do."""
    cells = own_cells(state, state.on_turn)
    if len(cells) == 1:
        return action_choices(state, cells[0])
    return tuple(Choice({"die": list(cell)}, Say("this_die", _shown(state, cell))) for cell in cells)


def action_choices(state: MarchState, cell: Cell) -> tuple[Choice, ...]:
    """Every tip of the die at *cell*, and the number that it would turn to its owner."""
    axis = axis_of(state, state.on_turn)
    tips = tuple(
        Choice({"tip": [list(cell), list(end)]}, Say("tip_it", {"direction": Say(f"direction.{name}")}))
        for name, end in tips_from(shape(state.pyramid), cell, axis).items()
    )
    fronts = (Choice({"die": list(cell), "front": n}, Say("turn_it", {"number": n})) for n in range(1, 7))
    return (*tips, *fronts)


def turn_choices(state: MarchState, cell: Cell, front: int) -> tuple[Choice, ...]:
    """The four ways the die at *cell* can lie with *front* towards its owner, without the one it lies in."""
    axis = axis_of(state, state.on_turn)
    ways: Iterable[Faces] = (faces for faces in ORIENTATIONS if faces[axis] == front)
    if state.options.nullTurn == "forbid":
        ways = (faces for faces in ways if faces != known_faces(state.pyramid, cell))
    return tuple(
        Choice({"turn": [list(cell), list(faces)]}, Say("turned_left", {"number": faces[left_of(axis)]}))
        for faces in ways
    )


def _shown(state: MarchState, cell: Cell) -> dict[str, Any]:
    a, b, c = known_faces(state.pyramid, cell)
    return {"cell": cell_says(cell), "a": a, "b": b, "c": c}


def answer(value: JSON, state: MarchState, seat: str) -> Tip | Turn | Pick | Question:
    """The move that *value* names, or the next thing that is picked for it."""
    try:
        tapped = msgspec.convert(value, Tapped)
    except msgspec.ValidationError:
        return Question(Say("which_die"), choices(state), "DM2")
    if tapped.tip:
        return Tip(cell=tapped.tip[0], to=tapped.tip[1], seat=seat)
    if tapped.turn:
        return Turn(cell=tapped.turn[0], faces=tapped.turn[1], seat=seat)
    return Pick(cell=tapped.die, front=tapped.front, seat=seat)
