"""The rules of Sums: what is refused and why, and what each move leads to."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.asks import Say
from companion.facts import MS
from companion.game import Step, certain, clockwise_from, gained
from companion.games.sums import moves as m
from companion.games.sums.state import (
    NOTHING,
    STOCK,
    Sums,
    SumsState,
    all_sums,
    dice_left,
    is_open,
    matching,
    next_round,
    sum_in,
)
from companion.pyramid.agree import Agree, Built, Seen, cell_says, learnt, refuse_seen, trouble
from companion.pyramid.cells import BASE, Cell, cells_of, exists
from companion.pyramid.dice import is_a_die
from companion.pyramid.notation import (
    UNKNOWN_DIE,
    DieName,
    Pyramid,
    faces_of,
    name_of,
    open_funnels,
    shape,
    updated,
    with_dice,
)
from companion.rulings import Importance, Note, Refusal


def refuse(state: SumsState, move: m.SumsMove) -> Refusal | None:  # noqa: PLR0912  (a case per move)
    """The first rule that *move* breaks, or None if it may stand."""
    if state.phase == "over":
        return Refusal("SU9", Say("refused.over"))
    if move.seat and move.seat not in state.seats:
        return Refusal("SU1", Say("refused.no_such_seat", {"name": move.seat}))
    match move:
        case m.Roll(seat=seat):
            return _refuse_roll(state, seat)
        case m.Place():
            return _refuse_place(state, move)
        case Built(pyramid=pyramid):
            return _refuse_built(state, pyramid)
        case Seen(pyramid=pyramid):
            return refuse_seen(state.pyramid, pyramid)
        case Agree(pyramid=pyramid):
            early = Refusal("SU2", Say("refused.not_built")) if state.phase == "build" else None
            return early or trouble(pyramid, STOCK)
        case m.Niete(seat=seat, t=t) if _names_the_call(state, seat):
            return _refuse_late_niete(state, t)
        case m.Stop(seat=seat) | m.Niete(seat=seat):
            return _refuse_call(state, seat)
        case m.Show(seat=seat, cell=cell):
            return _refuse_show(state, seat, cell)
        case m.Summed():
            return None if state.phase == "add" else Refusal("SU10", Say("refused.nothing_to_add"))
        case m.TimeOver():
            return None if state.phase in ("show", "check") else Refusal("A-SU4", Say("refused.no_clock"))
        case m.Stand(seat=seat):
            return _refuse_stand(state, seat)
        case m.Turn(cell=cell, die=die):
            return _refuse_turn(state, cell, die)
        case m.GiveUp():
            return _refuse_give_up(state)


# --- the pyramid as a whole ---


def _refuse_built(state: SumsState, pyramid: Pyramid) -> Refusal | None:
    if state.phase != "build":
        return Refusal("SU2", Say("refused.built"))
    other = pyramid and shape(pyramid) != BASE
    return trouble(pyramid, STOCK) or (Refusal("SU11", Say("refused.not_the_base")) if other else None)


# --- the roll and the calls ---


def _refuse_roll(state: SumsState, seat: str) -> Refusal | None:
    if state.phase != "roll":
        return Refusal("SU8", Say(f"refused.roll_in_{state.phase}", {"seat": state.caller}))
    if state.rounds and seat not in ("", state.roller):  # whoever takes the dice first begins
        return Refusal("SU8", Say("refused.not_your_roll", {"seat": seat, "roller": state.roller}))
    return None


def _names_the_call(state: SumsState, seat: str) -> bool:
    """With one button for both calls, who was first says only then that it is a Niete (SU6)."""
    return state.phase == "show" and state.options.niete_button == "same" and seat == state.caller


def _refuse_late_niete(state: SumsState, t: int) -> Refusal | None:
    """A-SU10: a press locks the others out, so nobody presses first and searches afterwards."""
    if not t or t - state.called_t <= 1000 * MS * state.options.niete_s:
        return None
    args = {"seat": state.caller, "n": state.options.niete_s}
    return Refusal("A-SU10", Say("refused.late_niete", args))


def _refuse_stand(state: SumsState, seat: str) -> Refusal | None:
    """A-SU1: the others let a Niete stand, not whoever has called it."""
    if state.phase != "check":
        return Refusal("A-SU1", Say("refused.no_niete"))
    if seat == state.caller:
        return Refusal("A-SU1", Say("refused.others_search", {"seat": seat}))
    return None


def _refuse_call(state: SumsState, seat: str) -> Refusal | None:
    """SU4: one call a round; the roller may call like everybody else (SU12)."""
    if not seat:
        return Refusal("SU4", Say("refused.who_calls"))
    if state.phase in ("build", "roll"):
        return Refusal("SU2", Say("refused.call_before_roll", {"seat": seat}))
    if state.phase != "search":
        return Refusal("SU4", Say("refused.second_call", {"seat": seat, "caller": state.caller}))
    return None


def _refuse_show(state: SumsState, seat: str, cell: Cell) -> Refusal | None:
    if not exists(cell):
        return Refusal("SU10", Say("refused.no_such_place"))
    if state.phase == "check":
        if seat == state.caller:
            return Refusal("A-SU1", Say("refused.others_search", {"seat": seat}))
        return _refuse_finding(state, cell)
    if state.phase != "show":
        return Refusal("SU4", Say("refused.nothing_to_show"))
    if seat != state.caller:
        return Refusal("SU4", Say("refused.caller_shows", {"seat": seat, "caller": state.caller}))
    return None


def _refuse_finding(state: SumsState, cell: Cell) -> Refusal | None:
    """A-SU1: what is shown against a Niete must be a funnel that may match."""
    if not is_open(state.pyramid, cell):
        return Refusal("SU11", Say("refused.no_funnel", _at(cell)))
    if judge_stop(state.pyramid, sum(state.roll), cell, state.added) is False:
        return Refusal("A-SU1", Say("refused.no_match", _at(cell)))
    return None


def _refuse_give_up(state: SumsState) -> Refusal | None:
    if not state.options.all_pass:
        return Refusal("A-SU2", Say("refused.no_passing"))
    return None if state.phase == "search" else Refusal("A-SU2", Say("refused.nothing_to_give_up"))


# --- placing ---


def _refuse_place(state: SumsState, move: m.Place) -> Refusal | None:
    if state.phase != "place":
        return Refusal("SU5", Say("refused.no_placing"))
    if move.seat not in ("", state.caller):
        args = {"seat": move.seat, "caller": state.caller}
        return Refusal("SU5", Say("refused.caller_places", args))
    if not exists(move.cell):
        return Refusal("SU10", Say("refused.no_such_place"))
    if state.shown is not None and move.cell != state.shown:
        args = {**_at(move.cell), **_at(state.shown, "right"), "seat": state.caller}
        return Refusal("SU5", Say("refused.other_funnel", args))
    if not is_open(state.pyramid, move.cell):
        return Refusal("SU6", Say("refused.no_funnel", _at(move.cell)))
    return _refuse_faces(move.cell, move.die)


def _refuse_turn(state: SumsState, cell: Cell, die: DieName) -> Refusal | None:
    """A-SU8: a placed die is final, or may be turned until the next roll."""
    if state.options.touch_move:
        return Refusal("A-SU8", Say("refused.placed_is_placed", _at(cell)))
    if state.phase != "roll" or cell != state.placed:
        return Refusal("A-SU8", Say("refused.too_late_to_turn", _at(cell)))
    return _refuse_faces(cell, die)


def _refuse_faces(cell: Cell, die: DieName) -> Refusal | None:
    if is_a_die(faces_of(die)):
        return None
    shown = dict(zip("abc", die[1:], strict=True))
    return Refusal("G16", Say("impossible_faces", {**_at(cell), **shown}))


def _at(cell: Cell, key: str = "cell") -> dict[str, Any]:
    return {key: cell_says(cell)}


# --- what follows ---

NewStep = Step[SumsState]


def play(state: SumsState, move: m.SumsMove) -> NewStep:  # noqa: PLR0912  (a case per move)
    """The table after *move*."""
    match move:
        case Built(pyramid=pyramid):
            return _built(state, pyramid or with_dice({}, cells_of(BASE)))
        case Seen(pyramid=pyramid):
            return Step(replace(state, pyramid=learnt(state.pyramid, pyramid)))
        case Agree(pyramid=pyramid):
            return Step(replace(state, pyramid=pyramid), (Note(Say("note.agreed"), "SU11"),))
        case m.Roll(dice=dice, t=t):
            return _roll(replace(state, roller=move.seat or state.roller), dice, t)
        case m.Stop(seat=seat, t=t):
            return _stop(state, seat, t)
        case m.Niete(seat=seat, t=t):
            return _niete(state, seat, t)
        case m.Show(cell=cell):
            return _show(state, cell)
        case m.Summed(sum=total):
            return _summed(state, total)
        case m.TimeOver():
            return _wrong(state, "note.too_slow") if state.phase == "show" else _right(state)
        case m.Stand():
            return _right(state)
        case m.Place(cell=cell, die=die):
            return _place(state, cell, die)
        case m.Turn(cell=cell, die=die):
            turned = with_dice(state.pyramid, [cell], updated(state.pyramid[name_of(cell)], die))
            return Step(replace(state, pyramid=turned), (Note(Say("note.turned"), "A-SU8"),))
        case m.GiveUp():
            return _give_up(state)


def _built(state: SumsState, pyramid: dict[str, str]) -> NewStep:
    args = {"n": dice_left(state, state.roller)}
    now = replace(state, phase="roll", pyramid=pyramid)
    return Step(now, (Note(Say("note.built", args), "SU2", Importance.ANNOUNCE),))


def _roll(state: SumsState, dice: tuple[int, int, int], t: int) -> NewStep:
    """SU2: everybody adds up for themselves, so the sum is not said."""
    now = replace(state, phase="search", roll=dice, rolled_t=t, placed=None, rounds=state.rounds + 1)
    return Step(now, (Note(Say("note.rolled", {"dice": [str(number) for number in dice]}), "SU2"),))


# --- calls ---


def _stop(state: SumsState, seat: str, t: int) -> NewStep:
    now = replace(state, phase="show", caller=seat, call="stop", called_t=t)
    return Step(now, (Note(Say("note.stop", {"seat": seat}), "SU4", Importance.ANNOUNCE, seat),))


def _niete(state: SumsState, seat: str, t: int) -> NewStep:
    """SU6; where the list cannot decide or may not, the others search (A-SU1)."""
    named = state.phase == "show"  # the button was pressed before, and that time counts
    now = replace(state, phase="check", caller=seat, call="niete", called_t=state.called_t if named else t)
    verdict = judge_niete(state.pyramid, sum(state.roll), state.added)
    if state.options.niete_judge == "players" or verdict is None:
        return Step(now, (Note(Say("note.niete", {"seat": seat}), "A-SU1", Importance.ANNOUNCE, seat),))
    if verdict:
        return _right(now)
    found = matching(state.pyramid, sum(state.roll), state.added)[0]
    return _wrong(replace(now, shown=found), "note.niete_wrong")


def _show(state: SumsState, cell: Cell) -> NewStep:
    """SU5, SU7: the funnel shown first is judged (A-SU3); a place that is no funnel does not match."""
    now = replace(state, shown=cell)
    verdict = judge_stop(state.pyramid, sum(state.roll), cell, state.added)
    if verdict is None:
        return Step(replace(now, phase="add"))
    return _verdict(now, verdict)


def _summed(state: SumsState, total: int) -> NewStep:
    """What the table has added up once is not asked again, as long as the funnel is open."""
    now = replace(state, added={**state.added, name_of(certain(state.shown)): total})
    return _verdict(now, total == sum(state.roll))


def _verdict(state: SumsState, matches: bool) -> NewStep:
    """What a shown funnel means: a Stop is right if it matches, a Niete is wrong if it does."""
    if state.call == "stop":
        return _right(state) if matches else _wrong(state, "note.stop_wrong")
    if matches:
        return _wrong(state, "note.niete_wrong")
    return Step(replace(state, phase="check", shown=None), (Note(Say("note.no_match"), "A-SU1"),))


def _right(state: SumsState) -> NewStep:
    seat, now = state.caller, replace(state, right=gained(state.right, state.caller), phase="place")
    took = max(0, state.called_t - state.rolled_t) // MS
    now = replace(now, reaction_ms={**state.reaction_ms, seat: state.reaction_ms.get(seat, 0) + took})
    if state.call == "niete":  # A-SU9: nobody has to agree
        now = replace(now, shown=None)
        if not open_funnels(state.pyramid):
            return Step(next_round(now), (Note(Say("note.no_funnel"), "SU6"),))
    key, rule = ("note.stop_right", "SU5") if state.call == "stop" else ("note.niete_right", "SU6")
    return Step(now, (Note(Say(key, {"seat": seat}), rule, Importance.ANNOUNCE, seat),))


def _wrong(state: SumsState, key: str) -> NewStep:
    """SU7: nothing is placed, and everybody else gives the caller a die."""
    seat = state.caller
    supply = penalty(state.supply, state.seats, seat)
    points = {name: supply[name] - dice_left(state, name) for name in state.seats}
    args: dict[str, object] = {"seat": seat}
    if state.shown is not None:
        args |= {"cell": cell_says(state.shown)}
    rule = "A-SU4" if key == "note.too_slow" else "SU7"
    note = Note(Say(key, args), rule, Importance.ANNOUNCE, seat, {n: p for n, p in points.items() if p})
    now = replace(state, supply=supply, wrong=gained(state.wrong, seat))
    return _go_on(now, (note,))


# --- the end of a round ---


def _place(state: SumsState, cell: Cell, die: str) -> NewStep:
    seat = state.caller
    now = replace(
        state,
        pyramid=with_dice(state.pyramid, [cell], updated(UNKNOWN_DIE, die)),
        supply={**state.supply, seat: dice_left(state, seat) - 1},
        added={name: total for name, total in state.added.items() if name != name_of(cell)},
        placed=cell,
    )
    args = {"seat": seat, "n": dice_left(now, seat)}
    return _go_on(now, (Note(Say("note.placed", args), "SU5", seat=seat),))


def _go_on(state: SumsState, notes: tuple[Note, ...]) -> NewStep:
    """SU8, SU9: the next round, unless somebody has no dice left."""
    if without_dice(state.supply, state.seats):
        return Step(replace(state, phase="over"), notes)
    after = next_round(state)
    return Step(after, (*notes, Note(Say("note.next", {"seat": after.roller}), "SU8", seat=after.roller)))


def _give_up(state: SumsState) -> NewStep:
    """A-SU2: no penalty, even if something was there."""
    missed = matching(state.pyramid, sum(state.roll), state.added)
    now = replace(state, overlooked=state.overlooked + len(missed))
    key = "note.gave_up_missed" if missed else "note.gave_up"
    return _go_on(now, (Note(Say(key, {"n": len(missed)}), "A-SU2"),))


# --- whether a call was right, and what a wrong one costs ---


def judge_stop(pyramid: Pyramid, total: int, cell: Cell, added: Sums = NOTHING) -> bool | None:
    """Whether the funnel at *cell* has the sum *total*; None if nobody has read its faces."""
    if not is_open(pyramid, cell):
        return False
    found = sum_in(pyramid, cell, added)
    return None if found is None else found == total


def judge_niete(pyramid: Pyramid, total: int, added: Sums = NOTHING) -> bool | None:
    """Whether no funnel has the sum *total*; None if that depends on faces that nobody has read."""
    sums = all_sums(pyramid, added)
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
