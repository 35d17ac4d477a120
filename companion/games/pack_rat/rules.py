"""What is refused in Pack Rat, and why."""

from companion.asks import Say
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.late import late_dice, may_be_over, rests_on_kept
from companion.games.pack_rat.state import IN_PLAY, PackRatState, Taken, rest, roller, side_of
from companion.games.pack_rat.takes import in_order, is_wrong, owners
from companion.pyramid.agree import Agree, cell_says, cells_say, trouble
from companion.pyramid.cells import Cell
from companion.pyramid.learning import Seen, refuse_seen
from companion.pyramid.notation import name_of, shape
from companion.rulings import Refusal

AFTER_STOP = ("audit", "roll", "settle")


def refuse(state: PackRatState, move: m.PackRatMove) -> Refusal | None:  # noqa: PLR0912  (a case per move)
    """The first rule that *move* breaks, or None if it may stand."""
    if state.phase == "over":
        return Refusal("PR10", Say("refused.over"))
    if move.seat and move.seat not in state.seats:
        return Refusal("PR1", Say("refused.no_such_seat", {"name": move.seat}))
    match move:
        case m.Built():
            return _refuse_built(state, move)
        case Agree(pyramid=pyramid):
            followed = None if state.phase == "build" else _refuse_agree(state)
            return followed or trouble(pyramid)
        case Seen(pyramid=pyramid):
            return _refuse_agree(state) or refuse_seen(state.pyramid, pyramid)
        case m.Roll(seat=seat):
            return _refuse_roll(state, seat)
        case m.Take():
            return _refuse_take(state, move)
        case m.Claim(seat=seat, cell=cell):
            return _refuse_claim(state, seat, cell)
        case m.Stop(seat=seat):
            return _refuse_stop(state, seat)
        case m.Judge(cell=cell, late=late):
            return _refuse_judge(state, cell, late)
        case m.PutBack(cells=cells):
            return _refuse_put_back(state, cells)
        case m.Counted(seat=seat, dice=dice):
            return _refuse_counted(state, seat, dice)
        case m.Late(seat=seat):
            return _refuse_late(state, seat)
        case m.BaseOnly():
            return _refuse_base_only(state)
        case m.Settle():
            return None if state.phase == "settle" else Refusal("PR10", Say("refused.goes_on"))
        case m.Complain(about=about):
            return _refuse_complaint(state, about)
        case m.Waited():
            waits = state.phase == "hunt" and state.options.empty_hint_s and not state.waited
            return None if waits else Refusal("A-PR5", Say("refused.no_hint"))


# --- the pyramid as a whole ---


def _refuse_built(state: PackRatState, move: m.Built) -> Refusal | None:
    if state.phase != "build":
        return Refusal("PR10", Say("refused.built"))
    missing = (IN_PLAY & ~shape(move.pyramid)).bit_count()
    if move.pyramid and missing:
        return trouble(move.pyramid) or Refusal("PR1", Say("refused.not_complete", {"n": missing}))
    return trouble(move.pyramid)


def _refuse_agree(state: PackRatState) -> Refusal | None:
    if state.phase == "build" or state.follow == "counts":
        return Refusal("PR13", Say("refused.not_followed"))
    return None


# --- the roll and the hunt ---


def _refuse_roll(state: PackRatState, seat: str) -> Refusal | None:
    if state.phase in ("build", "audit", "settle"):
        return Refusal("PR2", Say(f"refused.roll_in_{state.phase}"))
    if state.phase == "hunt":
        return Refusal("PR7", Say("refused.hunt_is_on", {"seat": roller(state)}))
    if state.rounds and seat not in ("", roller(state)):  # whoever takes the die first begins
        return Refusal("PR9", Say("refused.not_your_roll", {"seat": seat, "roller": roller(state)}))
    return None


def _refuse_stop(state: PackRatState, seat: str) -> Refusal | None:
    if state.phase != "hunt":
        return Refusal("PR7", Say("refused.no_hunt"))
    if seat != roller(state):
        return Refusal("PR7", Say("refused.not_your_stop", {"seat": seat, "roller": roller(state)}))
    return None


def _refuse_take(state: PackRatState, move: m.Take) -> Refusal | None:
    if state.follow == "counts" and state.phase != "build":
        return Refusal("PR12", Say("refused.take_in_counts"))
    if not state.number or state.phase == "build":
        return Refusal("PR2", Say("refused.take_before_roll"))
    if not move.cells:
        return Refusal("PR12", Say("refused.nothing_taken"))
    if state.phase == "hunt" and move.t and move.t + move.within < state.rolled_t:
        return Refusal("PR2", Say("refused.take_too_early", {"cells": cells_say(move.cells)}))
    return _refuse_missing(state, move.cells) or _refuse_covered(state, move) or _refuse_number(state, move)


def _refuse_missing(state: PackRatState, cells: tuple[Cell, ...]) -> Refusal | None:
    waiting = [cell for cell in cells if cell in state.returning]
    if waiting:
        return Refusal("PR8", Say("refused.must_return", {"cells": cells_say(waiting)}))
    missing = [cell for cell in cells if name_of(cell) not in state.pyramid]
    if missing or len(set(cells)) < len(cells):
        return Refusal("PR12", Say("refused.nothing_there", {"cells": cells_say(missing or cells[:1])}))
    return None


def _refuse_covered(state: PackRatState, move: m.Take) -> Refusal | None:
    if in_order(state.pyramid, move.cells) is None:
        return Refusal("PR11", Say("refused.not_free", {"cells": cells_say(move.cells)}))
    return None


def _refuse_number(state: PackRatState, move: m.Take) -> Refusal | None:
    """PR11: a die whose number fits nobody, or another seat than the one that names itself."""
    side = side_of(state, move.seat) if move.seat else None
    wrong = [cell for cell in move.cells if is_wrong(state.pyramid[name_of(cell)], state.number, side)]
    if not wrong or (move.seat and state.options.wrong_take == "penalty"):
        return None  # A-PR2 as a house rule: accepted, and paid for
    told = {"cell": cell_says(wrong[0]), "number": state.number, "seat": move.seat}
    owner = owners(state.pyramid[name_of(wrong[0])], state.number).only
    if owner is not None:
        return Refusal("A-PR8", Say("refused.belongs_to", {**told, "owner": state.seats[owner]}))
    return Refusal("PR11", Say("refused.wrong_number", told) if move.seat else Say("refused.nobodys", told))


# --- after the Stop ---


def _open_question(state: PackRatState, cell: Cell) -> Taken | None:
    return next((taken for taken in state.taken if taken.cell == cell), None)


def _refuse_claim(state: PackRatState, seat: str, cell: Cell) -> Refusal | None:
    taken = _open_question(state, cell)
    if taken is None or taken.seat:
        return Refusal("PR12", Say("refused.no_such_question", {"cell": cell_says(cell)}))
    if seat and side_of(state, seat) not in owners(taken.die, state.number).axes:
        told = {"cell": cell_says(cell), "number": state.number, "seat": seat}
        return Refusal("PR11", Say("refused.wrong_number", told))
    if not seat and rests_on_kept(state, cell):
        return Refusal("A-PR4", Say("refused.below_is_gone", {"cell": cell_says(cell)}))
    return None


def _refuse_judge(state: PackRatState, cell: Cell, late: bool) -> Refusal | None:
    if state.phase not in AFTER_STOP or _open_question(state, cell) is None:
        return Refusal("A-PR1", Say("refused.no_such_question", {"cell": cell_says(cell)}))
    if late and rests_on_kept(state, cell):
        return Refusal("A-PR4", Say("refused.below_is_gone", {"cell": cell_says(cell)}))
    if not late and any(taken.cell == cell for taken in late_dice(state)):
        return Refusal("A-PR4", Say("refused.above_was_late", {"cell": cell_says(cell)}))
    return None


def _refuse_put_back(state: PackRatState, cells: tuple[Cell, ...]) -> Refusal | None:
    strange = [cell for cell in cells if cell not in state.returning]
    if strange or not cells:
        return Refusal("PR8", Say("refused.nothing_to_return"))
    return None


def _refuse_counted(state: PackRatState, seat: str, dice: int) -> Refusal | None:
    if state.follow == "dice":
        return Refusal("PR12", Say("refused.counted_by_place"))
    if state.phase != "audit" or seat in state.counted or not seat:
        return Refusal("PR7", Say("refused.count_after_stop"))
    if dice > rest(state):
        return Refusal("PR1", Say("refused.too_many", {"n": rest(state), "seat": seat}))
    return None


def _refuse_late(state: PackRatState, seat: str) -> Refusal | None:
    if state.phase not in AFTER_STOP or not state.rounds or not seat:
        return Refusal("PR8", Say("refused.late_without_stop"))
    if state.follow == "counts" and len(state.counted) < len(state.seats):
        return Refusal("PR8", Say("refused.count_first"))
    return None


def _refuse_base_only(state: PackRatState) -> Refusal | None:
    if state.phase != "audit" or not may_be_over(state):
        return Refusal("PR10", Say("refused.not_asked"))
    return None


def _refuse_complaint(state: PackRatState, about: str) -> Refusal | None:
    if about not in state.seats:
        return Refusal("PR6", Say("refused.no_such_seat", {"name": about}))
    return None
