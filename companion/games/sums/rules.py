"""What is refused in Sums, and why."""

from typing import Any

from companion.asks import Say
from companion.facts import MS
from companion.games.sums import moves as m
from companion.games.sums.calls import judge_stop
from companion.games.sums.funnels import is_open
from companion.games.sums.state import STOCK, SumsState, roller
from companion.pyramid.agree import Agree, cell_says, trouble
from companion.pyramid.cells import BASE, Cell, exists
from companion.pyramid.dice import is_a_die
from companion.pyramid.learning import Seen, refuse_seen
from companion.pyramid.notation import DieName, Pyramid, faces_of, shape
from companion.rulings import Refusal


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
        case m.Built(pyramid=pyramid):
            return _refuse_built(state, pyramid)
        case Seen(pyramid=pyramid):
            return refuse_seen(state.pyramid, pyramid)
        case Agree(pyramid=pyramid):
            return _refuse_agree(state) or trouble(pyramid, STOCK)
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
    wrong = shape(pyramid) ^ BASE
    if pyramid and wrong:
        return trouble(pyramid, STOCK) or Refusal("SU11", Say("refused.not_the_base"))
    return trouble(pyramid, STOCK)


def _refuse_agree(state: SumsState) -> Refusal | None:
    return Refusal("SU2", Say("refused.not_built")) if state.phase == "build" else None


# --- the roll and the calls ---


def _refuse_roll(state: SumsState, seat: str) -> Refusal | None:
    if state.phase != "roll":
        return Refusal("SU8", Say(f"refused.roll_in_{state.phase}", {"seat": state.caller}))
    if state.rounds and seat not in ("", roller(state)):  # whoever takes the dice first begins
        return Refusal("SU8", Say("refused.not_your_roll", {"seat": seat, "roller": roller(state)}))
    return None


def _names_the_call(state: SumsState, seat: str) -> bool:
    """With one button for both calls, who was first says only then that it is a Niete (SU6)."""
    return state.phase == "show" and state.options.niete_button == "same" and seat == state.caller


def _refuse_late_niete(state: SumsState, t: int) -> Refusal | None:
    """A-SU10: a press locks the others out, so nobody presses first and searches afterwards."""
    if not t or t - state.called_t <= 1000 * MS * state.options.niete_s:
        return None
    told = {"seat": state.caller, "n": state.options.niete_s}
    return Refusal("A-SU10", Say("refused.late_niete", told))


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
        told = {"seat": move.seat, "caller": state.caller}
        return Refusal("SU5", Say("refused.caller_places", told))
    if not exists(move.cell):
        return Refusal("SU10", Say("refused.no_such_place"))
    if state.shown is not None and move.cell != state.shown:
        told = {**_at(move.cell), **_at(state.shown, "right"), "seat": state.caller}
        return Refusal("SU5", Say("refused.other_funnel", told))
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
