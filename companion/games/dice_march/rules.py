"""The rules of Dice March: what is refused and why, and what follows from what stands."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.game import Rules, Step, end_notes, gained
from companion.games.dice_march import state as s
from companion.games.dice_march.competition import (
    OWN,
    TIE,
    Arrival,
    Fight,
    all_tips,
    arrive,
    compete,
    funnels_made,
    known_faces,
    orders_that_differ,
    shown_after,
)
from companion.games.dice_march.moves import Begin, Draw, First, MarchMove, Pick, Tip, Turn
from companion.pyramid.agree import Agree, cell_says, trouble
from companion.pyramid.cells import Cell
from companion.pyramid.dice import Faces, is_right_handed
from companion.pyramid.notation import COLOURS, cell_named, die, name_of, shape, with_dice
from companion.pyramid.sides import direction_of, in_the_base
from companion.rulings import Note, Refusal, against, announce, tell

STOCK: Mapping[str, int] = dict.fromkeys(COLOURS, s.DICE)

# --- what may not stand ---


def _first(state: s.MarchState, move: MarchMove) -> Refusal | None:
    if state.phase == "over":
        return against(state.end_rule, "over")
    if state.phase == "order" and not isinstance(move, First):
        return against("A-DM2", "order_first", seat=state.on_turn)
    return None


def _refuse_agreement(state: s.MarchState, move: Agree) -> Refusal | None:
    why = trouble(move.pyramid, STOCK)
    if why:
        return why
    if s.left_handed(move.pyramid):
        return against("A-DM10", "left_handed")
    for name, lying in move.pyramid.items():
        if "?" in lying:
            return against("DM6", "numbers_needed", cell=name)
        if not in_the_base(cell_named(name)):
            return against("DM3", "only_the_base", cell=name)
    return None


def _refuse_begin(state: s.MarchState, move: Begin) -> Refusal | None:
    if state.phase != "begin":
        return against("DM2", "begun", turn=state.on_turn)
    if move.seat not in state.seats:
        return against("DM2", "who_begins")
    return None


def _refuse_draw(state: s.MarchState, move: Draw) -> Refusal | None:
    if state.options.repetition == "none":
        return against("A-DM5", "no_draws")
    may = state.phase == "play" and move.seat in state.seats and move.seat not in state.draw
    if not may or not s.has_dice(state, move.seat):
        return against("A-DM5", "draw_wanted", seat=move.seat)
    return None


def _refuse_die(state: s.MarchState, move: Tip | Turn | Pick) -> Refusal | None:
    """DM2: one own die, tipped or turned, on the own turn."""
    if state.phase == "begin":
        return against("DM2", "begin_first")
    if move.seat != state.on_turn:
        return against("DM2", "not_your_turn", seat=move.seat, turn=state.on_turn)
    if move.cell and s.owner(state, move.cell) != move.seat:
        return against("DM2", "not_your_die", seat=move.seat, cell=cell_says(move.cell))
    return None


def _refuse_tip(state: s.MarchState, move: Tip) -> Refusal | None:
    axis = s.axis_of(state, move.seat)
    direction = direction_of(axis, move.cell, move.to)
    where = {"seat": move.seat, "cell": cell_says(move.to)}
    if direction is None:
        return against("DM3", "no_neighbour", **where)
    if not in_the_base(move.to):
        return against("DM3", "off_the_base", **where)
    if direction.startswith("back"):
        return against("DM3", "never_back", **where)
    if name_of(move.to) in state.pyramid:
        return against("DM3", "funnel_taken", **where)
    return _refuse_faces(state, move, axis) or _refuse_first(state, move, axis)


def _refuse_faces(state: s.MarchState, move: Tip, axis: int) -> Refusal | None:
    """DM4: a tip is a quarter turn over one edge, not a roll over the ridge."""
    right = shown_after(state.pyramid, move.cell, move.to, axis)
    if move.faces in (None, right):
        return None
    return against("DM4", "one_face_over", cell=cell_says(move.to), **_by_side(state, right))


def _refuse_first(state: s.MarchState, move: Tip, axis: int) -> Refusal | None:
    """A-DM2: a table names the funnel that goes first only if it plays in the mover's order."""
    if move.first is None:
        return None
    standing = arrive(state.pyramid, move.cell, move.to, axis, state.options).standing
    if state.options.multi == "order" and move.first in funnels_made(standing, move.to):
        return None
    return against("A-DM2", "no_such_funnel")


def _refuse_order(state: s.MarchState, move: First) -> Refusal | None:
    """A-DM2: asked only where the two competitions would end differently the other way round."""
    if state.phase != "order":
        return against("A-DM2", "nothing_to_order", seat=state.on_turn)
    if move.seat != state.on_turn:
        return against("DM2", "not_your_turn", seat=move.seat, turn=state.on_turn)
    if move.funnel in funnels_to_order(state):
        return None
    return against("A-DM2", "no_such_funnel")


def funnels_to_order(state: s.MarchState) -> tuple[Cell, ...]:
    """A-DM2: the two funnels of which the mover is asked which one competes first."""
    if state.phase != "order" or state.picked is None:
        return ()
    return orders_that_differ(state.pyramid, state.picked, state.options)


def _refuse_turn(state: s.MarchState, move: Turn) -> Refusal | None:
    if not is_right_handed(move.faces):
        return against("G16", "impossible_faces", cell=cell_says(move.cell), **_by_side(state, move.faces))
    same = move.faces == known_faces(state.pyramid, move.cell)
    if same and state.options.nullTurn == "forbid":
        return against("A-DM4", "must_change", seat=move.seat)
    return None


def _by_side(state: s.MarchState, faces: Faces) -> dict[str, str | int]:
    """What each of three people sees of a die."""
    numbers, people = zip("abc", faces, strict=True), zip(("of_a", "of_b", "of_c"), state.seats, strict=True)
    return {**dict(numbers), **dict(people)}


def legal_tips(state: s.MarchState, seat: str) -> tuple[Tip, ...]:
    """Every tip of *seat* that may stand, on any table."""
    tips = all_tips(shape(state.pyramid), s.own_cells(state, seat), s.axis_of(state, seat))
    return tuple(Tip(cell=cell, to=end, seat=seat) for cell, end in tips)


# --- what follows ---


def _agreed(state: s.MarchState, move: Agree) -> Step[s.MarchState]:
    """The dice as the table shows them; what was won and lost stays as it was."""
    after = replace(state, pyramid=dict(move.pyramid), repeated={}, picked=None, front=None)
    if state.phase == "play" and not after.pyramid:
        after = s.emptied(after)
    elif state.phase == "play" and not s.has_dice(after, state.on_turn):
        after = _passed_on(after)
    return Step(after, (tell("DM2", "agreed"), *end_notes(s.outcome(after))))


def _begun(state: s.MarchState, move: Begin) -> Step[s.MarchState]:
    after = replace(state, phase="play", on_turn=move.seat)
    return Step(_remembered(after), (announce("DM2", "begins", move.seat),))


def _draw_wanted(state: s.MarchState, move: Draw) -> Step[s.MarchState]:
    wanting = (*state.draw, move.seat)
    playing = [seat for seat in state.seats if s.has_dice(state, seat)]
    after = replace(state, draw=wanting)
    if all(seat in wanting for seat in playing):
        after = s.over(after, state.seats, "A-DM5")
        return Step(after, end_notes(s.outcome(after)))
    return Step(after, (announce("A-DM5", "offers_draw", move.seat),))


def _turned(state: s.MarchState, move: Turn) -> Step[s.MarchState]:
    """DM13: the die stays in its funnel, and a turn never makes anybody compete (DM5)."""
    lying = die(s.colour(state, move.seat), move.faces)
    return _turn_over(replace(state, pyramid=with_dice(state.pyramid, [move.cell], lying)))


def _tipped(state: s.MarchState, move: Tip) -> Step[s.MarchState]:
    """DM4: the die lies in its new funnel; A-DM2: perhaps the mover has to say how it goes on."""
    axis = s.axis_of(state, move.seat)
    arrival = arrive(state.pyramid, move.cell, move.to, axis, state.options, move.first)
    after = replace(state, pyramid=arrival.standing, picked=None, front=None)
    if move.to[axis] > move.cell[axis]:
        after = replace(after, repeated={})  # nothing that was before can come again
    note = _tip_note(state, move, arrival)
    asked = not arrival.in_the_goal and orders_that_differ(arrival.standing, move.to, state.options)
    if asked and move.first is None:
        return Step(replace(after, phase="order", picked=move.to), (note,))
    return _competed(after, move.to, move.first).after(note)


def _competed(state: s.MarchState, tipped: Cell, first: Cell | None) -> Step[s.MarchState]:
    """DM5, DM12: what the funnels of the *tipped* die bring, and whether it has reached its goal."""
    arrival = compete(state.pyramid, tipped, s.axis_of(state, state.on_turn), state.options, first)
    after = replace(_with_losses(state, arrival), phase="play", picked=None)
    if arrival.losses.gone:
        after = replace(after, repeated={})
    notes = _fight_notes(state, arrival)
    if arrival.in_the_goal:
        # DM1: the first die in its goal wins at once
        after = s.over(replace(after, recent=_latest(after)), (state.on_turn,), "DM1")
        return Step(after, (*notes, *end_notes(s.outcome(after))))
    return _turn_over(after).after(*notes)


def _with_losses(state: s.MarchState, arrival: Arrival) -> s.MarchState:
    """DM7, DM8, DM17: who has won dice, whose dice are out."""
    won, removed, captured = state.won, state.removed, state.captured
    of = replace(state, pyramid=arrival.standing)
    for letter, cells in arrival.losses.captured.items():
        won = gained(won, state.seats[COLOURS.index(letter)], len(cells))
        for cell in cells:
            captured = gained(captured, s.owner(of, cell))
    for cell in arrival.losses.removed:
        removed = gained(removed, s.owner(of, cell))
    return replace(state, pyramid=arrival.pyramid, won=won, removed=removed, captured=captured)


def _turn_over(state: s.MarchState) -> Step[s.MarchState]:
    after = replace(state, recent=_latest(state), draw=(), picked=None, front=None)
    if not after.pyramid:
        after = s.emptied(after)
        return Step(after, end_notes(s.outcome(after)))
    after = _remembered(_passed_on(after))
    if state.options.repetition == "threefold" and max(after.repeated.values(), default=0) >= 3:
        after = s.over(after, state.seats, "A-DM5")
    return Step(after, end_notes(s.outcome(after)))


def _latest(state: s.MarchState) -> tuple[str, ...]:
    return (state.on_turn, *(seat for seat in state.recent if seat != state.on_turn))


def _passed_on(state: s.MarchState) -> s.MarchState:
    return replace(state, on_turn=s.next_with_dice(state, state.on_turn) or state.on_turn)


def _remembered(state: s.MarchState) -> s.MarchState:
    """A-DM5: counts the position, where repetition matters."""
    if state.options.repetition != "threefold":
        return state
    key = s.position_key(state.pyramid, s.axis_of(state, state.on_turn))
    return replace(state, repeated=gained(state.repeated, key))


# --- what is announced ---


def _tip_note(state: s.MarchState, move: Tip, arrival: Arrival) -> Note:
    """DM4: what the die must show now, so that a die rolled over the ridge is noticed."""
    return tell("DM4", "tipped", move.seat, cell=cell_says(move.to), **_by_side(state, arrival.faces))


def _fight_notes(state: s.MarchState, arrival: Arrival) -> tuple[Note, ...]:
    notes = (_fight_note(state, one, arrival) for one in arrival.losses.fights if one.result != OWN)
    return tuple(note for note in notes if note)


def _fight_note(state: s.MarchState, one: Fight, arrival: Arrival) -> Note | None:
    numbers = " – ".join(str(number) for number in one.numbers)
    if one.result == TIE:
        return announce("DM8", "fight_tie", numbers=numbers, cells=[cell_says(c) for c in one.lost])
    winner = state.seats[COLOURS.index(one.result)]
    taken = [cell for cell in arrival.losses.captured.get(one.result, ()) if cell in one.lost]
    if not taken:
        return None  # its only prey fell in the other funnel
    args = {"numbers": numbers, "n": len(taken), "cells": [cell_says(c) for c in taken]}
    return announce("DM7", "fight_won", winner, **args).with_points({winner: len(taken)})


RULES = Rules[s.MarchState](
    _first,
    {
        Begin: (_refuse_begin, _begun),
        Turn: (_refuse_die, _refuse_turn, _turned),
        Tip: (_refuse_die, _refuse_tip, _tipped),
        First: (
            _refuse_order,
            lambda now, move: _competed(now, now.picked or move.funnel, move.funnel),
        ),
        Pick: (_refuse_die, lambda state, move: Step(replace(state, picked=move.cell, front=move.front))),
        Draw: (_refuse_draw, _draw_wanted),
        Agree: (_refuse_agreement, _agreed),
    },
)
