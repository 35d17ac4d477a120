"""The rules of Pack Rat: what is refused and why, and what each move leads to."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Rules, Step, anew, gained, next_seat, only_in
from companion.games.pack_rat import late as lateness
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.state import IN_PLAY, PackRatState, Taken, rest, side_of
from companion.games.pack_rat.takes import in_order, is_known, is_wrong, owners, seen_from, takeable
from companion.pyramid import positions
from companion.pyramid.agree import Agree, Seen, cell_says, cells_say, learnt, trouble
from companion.pyramid.cells import Cell, cells_of
from companion.pyramid.notation import UNKNOWN_DIE, name_of, shape, with_dice, without
from companion.rulings import Note, Refusal, against, announce, tell, warn

AFTER_STOP = ("audit", "roll", "settle")


# --- the pyramid as a whole ---


def _refuse_built(state: PackRatState, move: m.Built) -> Refusal | None:
    missing = (IN_PLAY & ~shape(move.pyramid)).bit_count()
    incomplete = against("PR1", "refused.not_complete", n=missing)
    return trouble(move.pyramid) or (incomplete if move.pyramid and missing else None)


def _refuse_agree(state: PackRatState, move: Agree) -> Refusal | None:
    return (None if state.phase == "build" else _not_followed(state, move)) or trouble(move.pyramid)


def _not_followed(state: PackRatState, move: Seen | Agree) -> Refusal | None:
    if state.phase == "build" or state.follow == "counts":
        return against("PR13", "refused.not_followed")
    return None


# --- the roll and the hunt ---


def _refuse_roll(state: PackRatState, move: m.Roll) -> Refusal | None:
    if state.phase in ("build", "audit", "settle"):
        return against("PR2", f"refused.roll_in_{state.phase}")
    if state.phase == "hunt":
        return against("PR7", "refused.hunt_is_on", seat=state.roller)
    if state.rounds and move.seat not in ("", state.roller):  # whoever takes the die first begins
        return against("PR9", "refused.not_your_roll", seat=move.seat, roller=state.roller)
    return None


def _refuse_stop(state: PackRatState, move: m.Stop) -> Refusal | None:
    if move.seat != state.roller:
        return against("PR7", "refused.not_your_stop", seat=move.seat, roller=state.roller)
    return None


def _refuse_take(state: PackRatState, move: m.Take) -> Refusal | None:
    if state.follow == "counts" and state.phase != "build":
        return against("PR12", "refused.take_in_counts")
    if not state.number or state.phase == "build":
        return against("PR2", "refused.take_before_roll")
    if not move.cells:
        return against("PR12", "refused.nothing_taken")
    if state.phase == "hunt" and move.t and move.t + move.within < state.rolled_t:
        return against("PR2", "refused.take_too_early", cells=cells_say(move.cells))
    return _refuse_places(state, move.cells) or _refuse_number(state, move)


def _refuse_places(state: PackRatState, cells: tuple[Cell, ...]) -> Refusal | None:
    waiting = [cell for cell in cells if cell in state.returning]
    if waiting:
        return against("PR8", "refused.must_return", cells=cells_say(waiting))
    missing = [cell for cell in cells if name_of(cell) not in state.pyramid]
    if missing or len(set(cells)) < len(cells):
        return against("PR12", "refused.nothing_there", cells=cells_say(missing or cells[:1]))
    if in_order(state.pyramid, cells) is None:
        return against("PR11", "refused.not_free", cells=cells_say(cells))
    return None


def _refuse_number(state: PackRatState, move: m.Take) -> Refusal | None:
    """PR11: a die whose number fits nobody, or another seat than the one that names itself."""
    side = side_of(state, move.seat) if move.seat else None
    wrong = [cell for cell in move.cells if is_wrong(state.pyramid[name_of(cell)], state.number, side)]
    if not wrong or (move.seat and state.options.wrong_take == "penalty"):
        return None  # A-PR2 as a house rule: accepted, and paid for
    args = {"cell": cell_says(wrong[0]), "number": state.number, "seat": move.seat}
    owner = owners(state.pyramid[name_of(wrong[0])], state.number).only
    if owner is not None:
        return against("A-PR8", "refused.belongs_to", **args, owner=state.seats[owner])
    return against("PR11", "refused.wrong_number" if move.seat else "refused.nobodys", **args)


# --- after the Stop ---


def _open_question(state: PackRatState, cell: Cell) -> Taken | None:
    return next((taken for taken in state.taken if taken.cell == cell), None)


def _refuse_claim(state: PackRatState, move: m.Claim) -> Refusal | None:
    seat, cell = move.seat, move.cell
    taken = _open_question(state, cell)
    if taken is None or taken.seat:
        return against("PR12", "refused.no_such_question", cell=cell_says(cell))
    if seat and side_of(state, seat) not in owners(taken.die, state.number).axes:
        args = {"cell": cell_says(cell), "number": state.number, "seat": seat}
        return against("PR11", "refused.wrong_number", **args)
    if not seat and lateness.rests_on_kept(state, cell):
        return against("A-PR4", "refused.below_is_gone", cell=cell_says(cell))
    return None


def _refuse_judge(state: PackRatState, move: m.Judge) -> Refusal | None:
    cell, late = move.cell, move.late
    if state.phase not in AFTER_STOP or _open_question(state, cell) is None:
        return against("A-PR1", "refused.no_such_question", cell=cell_says(cell))
    if late and lateness.rests_on_kept(state, cell):
        return against("A-PR4", "refused.below_is_gone", cell=cell_says(cell))
    if not late and any(taken.cell == cell for taken in lateness.late_dice(state)):
        return against("A-PR4", "refused.above_was_late", cell=cell_says(cell))
    return None


def _refuse_put_back(state: PackRatState, move: m.PutBack) -> Refusal | None:
    strange = [cell for cell in move.cells if cell not in state.returning]
    if strange or not move.cells:
        return against("PR8", "refused.nothing_to_return")
    return None


def _refuse_counted(state: PackRatState, move: m.Counted) -> Refusal | None:
    if state.follow == "dice":
        return against("PR12", "refused.counted_by_place")
    if state.phase != "audit" or move.seat in state.counted or not move.seat:
        return against("PR7", "refused.count_after_stop")
    if move.dice > rest(state):
        return against("PR1", "refused.too_many", n=rest(state), seat=move.seat)
    return None


def _refuse_late(state: PackRatState, move: m.Late) -> Refusal | None:
    if state.phase not in AFTER_STOP or not state.rounds or not move.seat:
        return against("PR8", "refused.late_without_stop")
    if state.follow == "counts" and len(state.counted) < len(state.seats):
        return against("PR8", "refused.count_first")
    return None


def _refuse_base_only(state: PackRatState, move: m.BaseOnly) -> Refusal | None:
    asked = state.phase == "audit" and lateness.may_be_over(state)
    return None if asked else against("PR10", "refused.not_asked")


_refuse_settle = only_in("PR10", "goes_on", "settle")


def _refuse_complain(state: PackRatState, move: m.Complain) -> Refusal | None:
    return None if move.about in state.seats else against("PR6", "refused.no_such_seat", name=move.about)


def _refuse_waited(state: PackRatState, move: m.Waited) -> Refusal | None:
    waits = state.phase == "hunt" and state.options.empty_hint_s and not state.waited
    return None if waits else against("A-PR5", "refused.no_hint")


# --- what follows ---

NewStep = Step[PackRatState]


def _built(state: PackRatState, move: m.Built) -> NewStep:
    """A pyramid of which nothing was seen is complete all the same; its numbers stay open."""
    known = {name: die for name, die in move.pyramid.items() if name != "0,0,0"}
    pyramid = known or learnt(with_dice({}, cells_of(IN_PLAY), UNKNOWN_DIE), state.pyramid)
    followed = pyramid if move.follow == "dice" else {}
    now = replace(state, phase="roll", follow=move.follow, pyramid=followed)
    return Step(now, (announce("PR2", f"note.built.{move.follow}"),))


def _agreed(state: PackRatState, move: Agree) -> NewStep:
    notes = (tell("PR13", "note.agreed"),)
    now = replace(state, pyramid=move.pyramid)
    return Step(now, notes) if state.phase == "build" else _go_on(replace(now, returning=()), notes)


def _roll(state: PackRatState, move: m.Roll) -> NewStep:
    """PR2: from now on all three act at once. What the last round left open is closed."""
    now = anew(state, "taken returning fined counted base_only waited", number=move.number, rolled_t=move.t)
    now = replace(now, phase="hunt", roller=move.seat or state.roller, rounds=state.rounds + 1)
    return Step(now, (announce("PR2", "note.rolled", number=move.number),))


# --- taking ---


def _take(state: PackRatState, move: m.Take) -> NewStep:
    side = side_of(state, move.seat) if move.seat else None
    if any(is_wrong(state.pyramid[name_of(cell)], state.number, side) for cell in move.cells):
        return _wrong(state, move.seat, move.cells)
    cells = in_order(state.pyramid, move.cells) or ()
    dice = tuple([_attributed(state, move, cell) for cell in cells])
    counts = state.dice
    for taken in dice:
        counts = gained(counts, taken.seat, 1) if taken.seat else counts
    now = replace(state, pyramid=without(state.pyramid, cells), dice=counts, taken=(*state.taken, *dice))
    notes = tuple([_taken_note(taken, state.number) for taken in dice])
    return Step(now, notes) if state.phase == "hunt" else _go_on(now, notes)


def _attributed(state: PackRatState, move: m.Take, cell: Cell) -> Taken:
    """PR12: the die from *cell* with the seat that must have taken it, where the numbers or the seat tell."""
    die = state.pyramid[name_of(cell)]
    only = owners(die, state.number).only
    seat = move.seat or ("" if only is None else state.seats[only])
    if seat:
        die = seen_from(die, side_of(state, seat), state.number)
    return Taken(cell, die, seat, move.t, move.within)


def _taken_note(taken: Taken, number: int) -> Note:
    rule, key = ("PR3", "note.taken") if taken.seat else ("PR12", "note.whose")
    return tell(rule, key, taken.seat, number=number, cell=cell_says(taken.cell))


def _wrong(state: PackRatState, seat: str, cells: tuple[Cell, ...]) -> NewStep:
    """A-PR2 as a house rule: a wrong die goes back and costs as much as a late one."""
    paid = replace(state, dice=lateness.fine(state.dice, state.seats, seat))
    note = warn("A-PR2", "note.wrong", seat, cells=cells_say(cells))
    return Step(paid, (note.with_points(lateness.moved_dice(state, paid)),))


def _claim(state: PackRatState, move: m.Claim) -> NewStep:
    seat, cell = move.seat, move.cell
    taken = next(taken for taken in state.taken if taken.cell == cell)
    if not seat:
        note = tell("PR11", "note.goes_back", cell=cell_says(cell))
        return _go_on(lateness.put_back(state, taken), (note,))
    known = replace(taken, seat=seat, die=seen_from(taken.die, side_of(state, seat), state.number))
    dice = tuple(known if other.cell == cell else other for other in state.taken)
    note = _taken_note(known, state.number)
    return _go_on(replace(state, taken=dice, dice=gained(state.dice, seat, 1)), (note,))


# --- the Stop and what follows ---


def _stop(state: PackRatState, move: m.Stop) -> NewStep:
    seat = state.roller
    missed = state.overlooked
    if state.follow == "dice":
        for name, cells in zip(state.seats, takeable(state.pyramid, state.number), strict=True):
            missed = gained(missed, name, len(cells))
    left = next_seat(state.seats, seat)  # PR9
    now = replace(state, roller=left, phase="audit", stopped_t=move.t, overlooked=missed)
    return _go_on(now, (announce("PR7", "note.stop", seat),))


def _judged(state: PackRatState, move: m.Judge) -> NewStep:
    taken = tuple(replace(d, late=move.late) if d.cell == move.cell else d for d in state.taken)
    return _go_on(replace(state, taken=taken))


def _put_back(state: PackRatState, move: m.PutBack) -> NewStep:
    left = tuple(cell for cell in state.returning if cell not in move.cells)
    return Step(replace(state, returning=left), (tell("PR8", "note.put_back"),))


def _counted(state: PackRatState, move: m.Counted) -> NewStep:
    dice = gained(state.dice, move.seat, move.dice)
    return _go_on(replace(state, dice=dice, counted=(*state.counted, move.seat)))


def _complained(state: PackRatState, move: m.Complain) -> NewStep:
    return Step(state, (Note(Say("note.complaint", {"about": move.about}), "PR6", seat=move.about),))


def _go_on(state: PackRatState, notes: tuple[Note, ...] = ()) -> NewStep:
    """After the Stop: late dice go back, and the game goes on as soon as nothing is open any more."""
    if state.phase == "hunt":
        return Step(state, notes)
    came_from, (state, late) = state.phase, lateness.given_back(state)
    notes = (*notes, *late)
    if lateness.is_pending(state):
        return Step(replace(state, phase="audit"), notes)
    if lateness.ends(state):
        return Step(replace(state, phase="settle"), (*notes, announce("PR10", "note.only_base")))
    next_one = tell("PR9", "note.next", state.roller)
    return Step(replace(state, phase="roll"), notes if came_from == "roll" else (*notes, next_one))


def _late(state: PackRatState, move: m.Late) -> NewStep:
    """PR8 by touch: the dice are back already; what they cost is paid now, die by die (A-PR3)."""
    before, seat = state, move.seat
    for _ in range(move.dice):
        state = lateness.fined(replace(state, late=gained(state.late, seat, 1)), seat)
    note = warn("PR8", "note.late_by_touch", seat, n=move.dice)
    return Step(state, (note.with_points(lateness.moved_dice(before, state)),))


def _waited(state: PackRatState, move: m.Waited) -> NewStep:
    """A-PR5: said only if it is certain, so a die with unknown numbers keeps the companion quiet."""
    now = replace(state, waited=True)
    hidden = state.follow == "counts" or not is_known(state.pyramid, state.number)
    if hidden or any(takeable(state.pyramid, state.number)):
        return Step(now)
    return Step(now, (tell("A-PR5", "note.empty"),))


RULES = Rules[PackRatState](
    positions.whoever_sits_here(over="PR10", stranger="PR1"),
    {
        m.Built: (only_in("PR10", "built", "build"), _refuse_built, _built),
        Agree: (_refuse_agree, _agreed),
        Seen: (_not_followed, positions.refuse_reading, positions.play_reading),
        m.Roll: (_refuse_roll, _roll),
        m.Take: (_refuse_take, _take),
        m.Claim: (_refuse_claim, _claim),
        m.Stop: (only_in("PR7", "no_hunt", "hunt"), _refuse_stop, _stop),
        m.Judge: (_refuse_judge, _judged),
        m.PutBack: (_refuse_put_back, _put_back),
        m.Counted: (_refuse_counted, _counted),
        m.Late: (_refuse_late, _late),
        m.BaseOnly: (_refuse_base_only, lambda state, move: _go_on(replace(state, base_only=move.yes))),
        m.Settle: (_refuse_settle, lambda state, move: Step(replace(state, phase="over"))),
        m.Complain: (_refuse_complain, _complained),
        m.Waited: (_refuse_waited, _waited),
    },
)
