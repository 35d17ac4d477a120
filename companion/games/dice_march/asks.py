"""What Dice March waits for, and how facts are understood as moves."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say, aside
from companion.game import certain
from companion.games.dice_march.competition import arrive, compete, known_faces, orders_that_differ, tips_from
from companion.games.dice_march.moves import Begin, Draw, First, MarchMove, Pick, Tip, Turn
from companion.games.dice_march.rules import STOCK, funnels_to_order, legal_tips
from companion.games.dice_march.state import MarchState, axis_of, has_dice, left_handed, own_cells
from companion.pyramid.agree import Agree, Difference, cell_says, difference, look
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS, Faces, Number, completed
from companion.pyramid.notation import Pyramid, cell_named, faces_of, facing, name_of, shape, updated
from companion.pyramid.questions import differs, heard, named_cell
from companion.pyramid.sides import left_of
from companion.rulings import Question, Refusal

DRAW = "draw"


def asks(state: MarchState) -> tuple[Ask, ...]:
    """What is waited for now."""
    if state.phase == "over":
        return ()
    if state.phase == "begin":
        return _begin(state)
    return _order(state) if state.phase == "order" else _move(state)


def _begin(state: MarchState) -> tuple[Ask, ...]:
    """The set-up for the eyes, and one touch: who begins."""
    beginners = tuple(Choice(seat, Say("begins_choice", {"seat": seat}), seat) for seat in state.seats)
    set_up = aside(Ask("set-up", Kind.PYRAMID, state.seats, Say("set_up"), "A-DM10"))
    return Ask("begin", Kind.CHOICE, state.seats, Say("who_begins"), "A-DM10", choices=beginners), set_up


def _move(state: MarchState) -> tuple[Ask, ...]:
    seat = state.on_turn
    seen = Ask("move", Kind.PYRAMID, (seat,), Say("tip_or_turn_one", {"seat": seat}), "DM2", spoken=False)
    prompt, choices = touch(state)
    tapped = Ask("move:touch", Kind.CHOICE, (seat,), prompt, "DM2", choices=choices)
    return seen, tapped, *_draw(state)


def _order(state: MarchState) -> tuple[Ask, ...]:
    """A-DM2: the mover says which of the two funnels competes first; the dice taken away may say it, too."""
    args = {"seat": state.on_turn}
    seen = Ask("order", Kind.PYRAMID, (state.on_turn,), Say("which_first", args), "A-DM2", spoken=False)
    numbers = {f: " – ".join(map(str, facing(state.pyramid, f))) for f in funnels_to_order(state)}
    choices = tuple(
        Choice({"cells": [list(funnel)]}, Say("this_funnel", {"numbers": shown}))
        for funnel, shown in numbers.items()
    )
    touched = Ask("order:touch", Kind.CHOICE, (state.on_turn,), Say("which_first", args), "A-DM2", choices)
    return seen, touched


def _draw(state: MarchState) -> tuple[Ask, ...]:
    """A-DM5: whoever still marches may offer a draw or take it."""
    if state.options.repetition == "none":
        return ()
    open_to = tuple(s for s in state.seats if s not in state.draw and has_dice(state, s))
    who = {"seats": list(state.draw), "n": len(state.draw)}
    prompt = Say("draw_offered" if state.draw else "draw_ask", who)
    choice = Choice(DRAW, Say("draw_choice"))
    return (aside(Ask("draw", Kind.CHOICE, open_to, prompt, "A-DM5", choices=(choice,))),)


# --- from facts to moves ---


def understand(state: MarchState, ask: Ask, fact: Fact) -> MarchMove | Question:
    """*fact*, which answers *ask*, as a move."""
    if ask.kind == Kind.PYRAMID:
        return _seen(state, fact.value, fact.seat or state.on_turn)
    if ask.id == "order:touch":
        funnel = named_cell(fact.value)
        return First(funnel=funnel, seat=fact.seat) if funnel else Question(ask.prompt, ask.choices, "A-DM2")
    if ask.id == "begin":
        if fact.value in state.seats:
            return Begin(seat=fact.value)
        return Question(Say("who_begins"), ask.choices, "A-DM10")
    if ask.id == "draw":
        return Draw(seat=fact.seat)
    return touched(fact.value, state, fact.seat or state.on_turn)


def _seen(state: MarchState, value: JSON, seat: str) -> MarchMove | Question:
    """What the eyes see: one die tipped or turned, perhaps with the beaten dice taken away already."""
    change = heard(value, state.pyramid)
    if isinstance(change, (Question, Agree)):
        return change
    if not change:
        return Agree(pyramid=state.pyramid, seat=seat)
    if state.phase == "begin":
        return _set_up_differs(state, value)
    if state.phase == "order":
        return _as_order(state, value, seat)
    move = _as_turn(state, change, seat) or _as_tip(state, change, seat)
    return move or differs(state.pyramid, value, "DM2", STOCK)


def _set_up_differs(state: MarchState, value: JSON) -> Question:
    """With dice that are made the other way round nobody can set up as the game needs it (G16)."""
    asked, shown = differs(state.pyramid, value, "A-DM10", STOCK), look(value, state.pyramid)
    if isinstance(shown, Refusal) or not left_handed(shown):
        return asked
    return Question(Say("left_handed"), asked.choices[:1], "A-DM10")


def _as_order(state: MarchState, value: JSON, seat: str) -> First | Question:
    """A-DM2: the dice that were taken away tell which funnel competed first, if it was only one of them."""
    shown, axis = look(value, state.pyramid), axis_of(state, state.on_turn)
    firsts = [
        funnel
        for funnel in funnels_to_order(state)
        if not isinstance(shown, Refusal)
        and _lie_alike(
            compete(state.pyramid, certain(state.picked), axis, state.options, funnel).pyramid, shown
        )
    ]
    if len(firsts) == 1:
        return First(funnel=firsts[0], seat=seat)
    return differs(state.pyramid, value, "A-DM2", STOCK)


def _as_turn(state: MarchState, change: Difference, seat: str) -> Turn | None:
    """Exactly one die lies in its place and shows other numbers."""
    if change.placed or change.taken or change.swapped or len(change.turned) != 1:
        return None
    name, lying = next(iter(change.turned.items()))
    a, b, c = faces_of(updated(state.pyramid[name], lying))
    if a is None or b is None or c is None:
        return None
    return Turn(cell=cell_named(name), faces=(a, b, c), seat=seat)


def _as_tip(state: MarchState, change: Difference, seat: str) -> Tip | Question | None:
    """The tip that explains which cells are empty and which are taken; a question if several do.

    No tip turns a die that stays where it is, or changes its colour.
    """
    if change.turned or change.swapped:
        return None
    shown = {n: d for n, d in state.pyramid.items() if cell_named(n) not in change.taken} | change.placed
    tips = [one for tip in legal_tips(state, state.on_turn) for one in _explaining(state, tip, shown)]
    if len(tips) == 1:
        return _with_faces(tips[0], shown, seat)
    if tips:
        offered = []
        for tip in tips:
            says = Say("tip_from_to", {"from": cell_says(tip.cell), "to": cell_says(tip.to)})
            offered.append(Choice({"tip": [list(tip.cell), list(tip.to)]}, says))
        return Question(Say("which_tip"), tuple(offered), "DM3")
    return _straight(state, change, seat)


def _explaining(state: MarchState, tip: Tip, shown: Pyramid) -> list[Tip]:
    """*tip* if it leads to what is *shown*, with or without its competitions; in either order (A-DM2)."""
    axis = axis_of(state, state.on_turn)
    arrival = arrive(state.pyramid, tip.cell, tip.to, axis, state.options)
    if _lie_alike(arrival.standing, shown):
        return [tip]
    orders = orders_that_differ(arrival.standing, tip.to, state.options) or (None,)
    ordered = [replace(tip, first=first) for first in orders]
    return [
        one
        for one in ordered
        if _lie_alike(arrive(state.pyramid, one.cell, one.to, axis, state.options, one.first).pyramid, shown)
    ]


def _lie_alike(expected: Pyramid, shown: Pyramid) -> bool:
    """Whether dice of the same colours lie in the same places; what they show is for the rules (DM4)."""
    return shape(shown) == shape(expected) and not difference(expected, shown).swapped


def _with_faces(tip: Tip, shown: Pyramid, seat: str) -> Tip:
    """*tip* with the numbers that were seen, so that a die rolled over the ridge is noticed (DM4)."""
    a, b, c = completed(faces_of(shown.get(name_of(tip.to), "????")))
    known = None if a is None or b is None or c is None else (a, b, c)
    return replace(tip, faces=known, seat=seat)


def _straight(state: MarchState, change: Difference, seat: str) -> Tip | None:
    """One die gone and one like it come: perhaps a tip that may not be; the rules say why."""
    if len(change.taken) != 1 or len(change.placed) != 1:
        return None
    (cell,), ((name, lying),) = change.taken, change.placed.items()
    if lying[0] not in ("?", state.pyramid[name_of(cell)][0]):
        return None
    return Tip(cell=cell, to=cell_named(name), seat=seat)


# --- naming a move by touch: first the die, then a direction or the numbers that it is turned to ---
# A beginning is written ``{"die": cell}`` or ``{"die": cell, "front": 6}`` and kept in the state; a finished
# move is ``{"tip": [cell, to]}`` or ``{"turn": [cell, faces]}``; ``{}`` starts over.


class Tapped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was tapped: a beginning (`die`, then `front`), or a finished move."""

    die: Cell | None = None
    front: Number | None = None  # the number towards the own side
    tip: tuple[Cell, Cell] | None = None
    turn: tuple[Cell, Faces] | None = None


def touch(state: MarchState) -> tuple[Say, tuple[Choice, ...]]:
    """What can be tapped next, and the question that belongs to it; an only die need not be tapped."""
    cells, over = own_cells(state, state.on_turn), Choice({}, Say("other_die"))
    if state.picked is None:
        dice = tuple(Choice({"die": list(cell)}, Say("this_die", _shown(state, cell))) for cell in cells)
        choices = action_choices(state, cells[0]) if len(cells) == 1 else dice
        return Say("tip_or_turn_one", {"seat": state.on_turn}), choices
    if state.front is None:
        return Say("tip_or_turn", _shown(state, state.picked)), (*action_choices(state, state.picked), over)
    turns = turn_choices(state, state.picked, state.front)
    return Say("and_to_the_left", {"number": state.front}), (*turns, over)


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


def touched(value: JSON, state: MarchState, seat: str) -> Tip | Turn | Pick | Question:
    """The move that *value* names, or the next thing that is picked for it."""
    try:
        tapped = msgspec.convert(value, Tapped)
    except msgspec.ValidationError:
        return Question(Say("which_die"), touch(state)[1], "DM2")
    if tapped.tip:
        return Tip(cell=tapped.tip[0], to=tapped.tip[1], seat=seat)
    if tapped.turn:
        return Turn(cell=tapped.turn[0], faces=tapped.turn[1], seat=seat)
    return Pick(cell=tapped.die, front=tapped.front, seat=seat)
