"""The rules of Sums: what is refused and why, and what each move leads to."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.asks import MS
from companion.game import Rules, Step, certain, clockwise_from, gained, only_in
from companion.games.sums import moves as m
from companion.games.sums import state as s
from companion.pyramid import notation, positions
from companion.pyramid.agree import Agree, Built, Seen, cell_says, trouble
from companion.pyramid.cells import BASE, Cell, cells_of, exists
from companion.pyramid.dice import is_a_die
from companion.rulings import Note, Refusal, against, announce, tell

# --- the pyramid as a whole ---


def _refuse_built(state: s.SumsState, move: Built) -> Refusal | None:
    other = move.pyramid and notation.shape(move.pyramid) != BASE
    return trouble(move.pyramid, s.STOCK) or (against("SU11", "refused.not_the_base") if other else None)


# --- the roll and the calls ---


def _refuse_roll(state: s.SumsState, move: m.Roll) -> Refusal | None:
    if state.phase != "roll":
        return against("SU8", f"refused.roll_in_{state.phase}", seat=state.caller)
    if state.rounds and move.seat not in ("", state.roller):  # whoever takes the dice first begins
        return against("SU8", "refused.not_your_roll", seat=move.seat, roller=state.roller)
    return None


def _refuse_niete(state: s.SumsState, move: m.Niete) -> Refusal | None:
    """A-SU10: a press locks the others out, so nobody presses first and searches afterwards.

    With one button for both calls, who was first says only then that it is a Niete (SU6).
    """
    names_it = state.phase == "show" and state.options.niete_button == "same" and move.seat == state.caller
    if not names_it:
        return _refuse_call(state, move)
    if not move.t or move.t - state.called_t <= 1000 * MS * state.options.niete_s:
        return None
    return against("A-SU10", "refused.late_niete", seat=state.caller, n=state.options.niete_s)


def _refuse_stand(state: s.SumsState, move: m.Stand) -> Refusal | None:
    """A-SU1: the others let a Niete stand, not whoever has called it."""
    if move.seat == state.caller:
        return against("A-SU1", "refused.others_search", seat=move.seat)
    return None


def _refuse_call(state: s.SumsState, move: m.Stop | m.Niete) -> Refusal | None:
    """SU4: one call a round; the roller may call like everybody else (SU12)."""
    if not move.seat:
        return against("SU4", "refused.who_calls")
    if state.phase in ("build", "roll"):
        return against("SU2", "refused.call_before_roll", seat=move.seat)
    if state.phase != "search":
        return against("SU4", "refused.second_call", seat=move.seat, caller=state.caller)
    return None


def _refuse_show(state: s.SumsState, move: m.Show) -> Refusal | None:
    if not exists(move.cell):
        return against("SU10", "refused.no_such_place")
    if state.phase == "check":
        if move.seat == state.caller:
            return against("A-SU1", "refused.others_search", seat=move.seat)
        return _refuse_finding(state, move.cell)
    if state.phase != "show":
        return against("SU4", "refused.nothing_to_show")
    if move.seat != state.caller:
        return against("SU4", "refused.caller_shows", seat=move.seat, caller=state.caller)
    return None


def _refuse_finding(state: s.SumsState, cell: Cell) -> Refusal | None:
    """A-SU1: what is shown against a Niete must be a funnel that may match."""
    if not s.is_open(state.pyramid, cell):
        return against("SU11", "refused.no_funnel", **_at(cell))
    if judge_stop(state.pyramid, sum(state.roll), cell, state.added) is False:
        return against("A-SU1", "refused.no_match", **_at(cell))
    return None


def _refuse_give_up(state: s.SumsState, move: m.GiveUp) -> Refusal | None:
    if not state.options.all_pass:
        return against("A-SU2", "refused.no_passing")
    return None if state.phase == "search" else against("A-SU2", "refused.nothing_to_give_up")


# --- placing ---


def _refuse_place(state: s.SumsState, move: m.Place) -> Refusal | None:
    if move.seat not in ("", state.caller):
        args = {"seat": move.seat, "caller": state.caller}
        return against("SU5", "refused.caller_places", **args)
    if not exists(move.cell):
        return against("SU10", "refused.no_such_place")
    if state.shown is not None and move.cell != state.shown:
        args = {**_at(move.cell), **_at(state.shown, "right"), "seat": state.caller}
        return against("SU5", "refused.other_funnel", **args)
    if not s.is_open(state.pyramid, move.cell):
        return against("SU6", "refused.no_funnel", **_at(move.cell))
    return _refuse_faces(move.cell, move.die)


def _refuse_turn(state: s.SumsState, move: m.Turn) -> Refusal | None:
    """A-SU8: a placed die is final, or may be turned until the next roll."""
    if state.options.touch_move:
        return against("A-SU8", "refused.placed_is_placed", **_at(move.cell))
    if state.phase != "roll" or move.cell != state.placed:
        return against("A-SU8", "refused.too_late_to_turn", **_at(move.cell))
    return _refuse_faces(move.cell, move.die)


def _refuse_faces(cell: Cell, die: notation.DieName) -> Refusal | None:
    if is_a_die(notation.faces_of(die)):
        return None
    shown = dict(zip("abc", die[1:], strict=True))
    return against("G16", "impossible_faces", **_at(cell), **shown)


def _at(cell: Cell, key: str = "cell") -> dict[str, Any]:
    return {key: cell_says(cell)}


# --- what follows ---

NewStep = Step[s.SumsState]


def _built(state: s.SumsState, move: Built) -> NewStep:
    now = replace(state, phase="roll", pyramid=move.pyramid or notation.with_dice({}, cells_of(BASE)))
    return Step(now, (announce("SU2", "note.built", n=s.dice_left(state, state.roller)),))


def _roll(state: s.SumsState, move: m.Roll) -> NewStep:
    """SU2: everybody adds up for themselves, so the sum is not said."""
    now = replace(state, roller=move.seat or state.roller, rounds=state.rounds + 1)
    now = replace(now, phase="search", roll=move.dice, rolled_t=move.t, placed=None)
    return Step(now, (tell("SU2", "note.rolled", dice=[str(number) for number in move.dice]),))


# --- calls ---


def _stop(state: s.SumsState, move: m.Stop) -> NewStep:
    now = replace(state, phase="show", caller=move.seat, call="stop", called_t=move.t)
    return Step(now, (announce("SU4", "note.stop", move.seat),))


def _niete(state: s.SumsState, move: m.Niete) -> NewStep:
    """SU6; where the list cannot decide or may not, the others search (A-SU1)."""
    t = state.called_t if state.phase == "show" else move.t  # the button was pressed before, and that counts
    now = replace(state, phase="check", caller=move.seat, call="niete", called_t=t)
    verdict = judge_niete(state.pyramid, sum(state.roll), state.added)
    if state.options.niete_judge == "players" or verdict is None:
        return Step(now, (announce("A-SU1", "note.niete", move.seat),))
    if verdict:
        return _right(now)
    found = s.matching(state.pyramid, sum(state.roll), state.added)[0]
    return _wrong(replace(now, shown=found), "note.niete_wrong")


def _show(state: s.SumsState, move: m.Show) -> NewStep:
    """SU5, SU7: the funnel shown first is judged (A-SU3); a place that is no funnel does not match."""
    now = replace(state, shown=move.cell)
    verdict = judge_stop(state.pyramid, sum(state.roll), move.cell, state.added)
    if verdict is None:
        return Step(replace(now, phase="add"))
    return _verdict(now, verdict)


def _summed(state: s.SumsState, move: m.Summed) -> NewStep:
    """What the table has added up once is not asked again, as long as the funnel is open."""
    now = replace(state, added={**state.added, notation.name_of(certain(state.shown)): move.sum})
    return _verdict(now, move.sum == sum(state.roll))


def _time_over(state: s.SumsState, move: m.TimeOver) -> NewStep:
    return _wrong(state, "note.too_slow") if state.phase == "show" else _right(state)


def _verdict(state: s.SumsState, matches: bool) -> NewStep:
    """What a shown funnel means: a Stop is right if it matches, a Niete is wrong if it does."""
    if state.call == "stop":
        return _right(state) if matches else _wrong(state, "note.stop_wrong")
    if matches:
        return _wrong(state, "note.niete_wrong")
    return Step(replace(state, phase="check", shown=None), (tell("A-SU1", "note.no_match"),))


def _right(state: s.SumsState) -> NewStep:
    seat, now = state.caller, replace(state, right=gained(state.right, state.caller), phase="place")
    took = max(0, state.called_t - state.rolled_t) // MS
    now = replace(now, reaction_ms={**state.reaction_ms, seat: state.reaction_ms.get(seat, 0) + took})
    if state.call == "niete":  # A-SU9: nobody has to agree
        now = replace(now, shown=None)
        if not notation.open_funnels(state.pyramid):
            return Step(s.next_round(now), (tell("SU6", "note.no_funnel"),))
    key, rule = ("note.stop_right", "SU5") if state.call == "stop" else ("note.niete_right", "SU6")
    return Step(now, (announce(rule, key, seat),))


def _wrong(state: s.SumsState, key: str) -> NewStep:
    """SU7: nothing is placed, and everybody else gives the caller a die."""
    seat = state.caller
    supply = penalty(state.supply, state.seats, seat)
    points = {name: supply[name] - s.dice_left(state, name) for name in state.seats}
    where = _at(state.shown) if state.shown is not None else {}
    note = announce("A-SU4" if key == "note.too_slow" else "SU7", key, seat, **where)
    note = note.with_points({name: n for name, n in points.items() if n})
    now = replace(state, supply=supply, wrong=gained(state.wrong, seat))
    return _go_on(now, (note,))


# --- the end of a round ---


def _place(state: s.SumsState, move: m.Place) -> NewStep:
    seat, cell = state.caller, move.cell
    die = notation.updated(notation.UNKNOWN_DIE, move.die)
    added = {name: total for name, total in state.added.items() if name != notation.name_of(cell)}
    now = replace(state, pyramid=notation.with_dice(state.pyramid, [cell], die), added=added, placed=cell)
    now = replace(now, supply={**state.supply, seat: s.dice_left(state, seat) - 1})
    return _go_on(now, (tell("SU5", "note.placed", seat, n=s.dice_left(now, seat)),))


def _turn(state: s.SumsState, move: m.Turn) -> NewStep:
    turned = notation.updated(state.pyramid[notation.name_of(move.cell)], move.die)
    after = replace(state, pyramid=notation.with_dice(state.pyramid, [move.cell], turned))
    return Step(after, (tell("A-SU8", "note.turned"),))


def _go_on(state: s.SumsState, notes: tuple[Note, ...]) -> NewStep:
    """SU8, SU9: the next round, unless somebody has no dice left."""
    if without_dice(state.supply, state.seats):
        return Step(replace(state, phase="over"), notes)
    after = s.next_round(state)
    return Step(after, (*notes, tell("SU8", "note.next", after.roller)))


def _give_up(state: s.SumsState, move: m.GiveUp) -> NewStep:
    """A-SU2: no penalty, even if something was there."""
    missed = s.matching(state.pyramid, sum(state.roll), state.added)
    now = replace(state, overlooked=state.overlooked + len(missed))
    key = "note.gave_up_missed" if missed else "note.gave_up"
    return _go_on(now, (tell("A-SU2", key, n=len(missed)),))


# --- whether a call was right, and what a wrong one costs ---


def judge_stop(pyramid: notation.Pyramid, total: int, cell: Cell, added: s.Sums = s.NOTHING) -> bool | None:
    """Whether the funnel at *cell* has the sum *total*; None if nobody has read its faces."""
    if not s.is_open(pyramid, cell):
        return False
    found = s.sum_in(pyramid, cell, added)
    return None if found is None else found == total


def judge_niete(pyramid: notation.Pyramid, total: int, added: s.Sums = s.NOTHING) -> bool | None:
    """Whether no funnel has the sum *total*; None if that depends on faces that nobody has read."""
    sums = s.all_sums(pyramid, added)
    if total in sums:
        return False
    return None if None in sums else True


def penalty(supply: Mapping[str, int], seats: Sequence[str], caller: str) -> dict[str, int]:
    """SU7: *caller* takes one die from each opponent; any die will do (A-SU6)."""
    paying = [seat for seat in seats if seat != caller and supply.get(seat, 0) > 0]
    after = {seat: supply.get(seat, 0) - (seat in paying) for seat in seats}
    return {**after, caller: after[caller] + len(paying)}


def without_dice(supply: Mapping[str, int], seats: Sequence[str]) -> tuple[str, ...]:
    """SU1, SU9: who has no dice left and so wins."""
    return tuple([seat for seat in seats if supply.get(seat, 0) == 0])


def tie_order(seats: Sequence[str], roller: str, calling: Sequence[str]) -> tuple[str, ...]:
    """A-SU5: *calling* in their order round the table, beginning at the left of *roller*, who comes last."""
    order = (*clockwise_from(seats, roller)[1:], roller)
    return tuple(seat for seat in order if seat in calling)


RULES = Rules[s.SumsState](
    positions.whoever_sits_here(over="SU9", stranger="SU1"),
    {
        Built: (only_in("SU2", "built", "build"), _refuse_built, _built),
        Seen: (positions.refuse_reading, positions.play_reading),
        Agree: (positions.once_built("SU2", s.STOCK), positions.lies_as_agreed("SU11")),
        m.Roll: (_refuse_roll, _roll),
        m.Stop: (_refuse_call, _stop),
        m.Niete: (_refuse_niete, _niete),
        m.Show: (_refuse_show, _show),
        m.Summed: (only_in("SU10", "nothing_to_add", "add"), _summed),
        m.TimeOver: (only_in("A-SU4", "no_clock", "show", "check"), _time_over),
        m.Stand: (
            only_in("A-SU1", "no_niete", "check"),
            _refuse_stand,
            lambda state, _: _right(state),
        ),
        m.Place: (only_in("SU5", "no_placing", "place"), _refuse_place, _place),
        m.Turn: (_refuse_turn, _turn),
        m.GiveUp: (_refuse_give_up, _give_up),
    },
)
