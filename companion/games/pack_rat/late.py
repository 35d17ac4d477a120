"""Dice taken after the Stop: which they are, where they go, and what they cost (PR8, A-PR1 to A-PR4)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.asks import MS
from companion.game import gained
from companion.games.pack_rat.state import PackRatState, Taken, has, only_base_left, rest
from companion.pyramid.agree import cell_says
from companion.pyramid.cells import BASE, Cell, resting_on
from companion.pyramid.notation import with_dice
from companion.rulings import Note, warn

Lateness = Literal["in time", "late", "doubt"]


def lateness(state: PackRatState, taken: Taken) -> Lateness:
    """A-PR1: whether a die was taken after the Stop and its grace, as far as the times tell."""
    if taken.late is not None:
        return "late" if taken.late else "in time"
    end = state.stopped_t + state.options.grace_ms * MS
    if state.phase == "hunt" or taken.t + taken.within <= end:
        return "in time"
    return "late" if taken.t - taken.within > end else "doubt"


def fine(dice: Mapping[str, int], seats: Sequence[str], offender: str) -> dict[str, int]:
    """PR8: *offender* gives each other seat one die, or nobody any if there are not enough for all."""
    others = [seat for seat in seats if seat != offender]
    after = {seat: dice.get(seat, 0) for seat in seats}
    if after[offender] < len(others):
        return after
    return {seat: n - len(others) if seat == offender else n + 1 for seat, n in after.items()}


def fined(state: PackRatState, offender: str) -> PackRatState:
    """*state* after *offender* has paid for one late die (PR8, A-PR3)."""
    if not state.options.per_die and offender in state.fined:
        return state
    paid = fine(state.dice, state.seats, offender)
    return replace(state, dice=paid, fined=(*state.fined, offender))


def is_pending(state: PackRatState) -> bool:
    """Whether something about the last round is still to be said."""
    if state.follow == "counts":
        return len(state.counted) < len(state.seats) or may_be_over(state)
    return any(not taken.seat or lateness(state, taken) == "doubt" for taken in state.taken)


def may_be_over(state: PackRatState) -> bool:
    """Whether only the table can say if nothing but base dice is left, because few enough are."""
    return state.follow == "counts" and state.base_only is None and 0 < rest(state) <= BASE.bit_count()


def late_dice(state: PackRatState) -> tuple[Taken, ...]:
    """The dice that must go back, the first taken first. A die below a late one was taken later still."""
    late: list[Taken] = []
    for taken in state.taken:
        above = set(resting_on(taken.cell))
        if lateness(state, taken) == "late" or any(other.cell in above for other in late):
            late.append(taken)
    return tuple(late)


def given_back(state: PackRatState) -> tuple[PackRatState, tuple[Note, ...]]:
    """*state* with all late dice back in their places and paid for, once all their takers are known.

    The reverse order of taking lets each of them find its funnel again (A-PR4); they are paid for in
    the order in which they were taken (A-PR3).
    """
    late = late_dice(state)
    if not all(taken.seat for taken in late):
        return state, ()
    for taken in reversed(late):
        state = replace(put_back(state, taken), returning=(*state.returning, taken.cell))
    notes = []
    for taken in late:
        before, state = state, fined(replace(state, late=gained(state.late, taken.seat, 1)), taken.seat)
        points = moved_dice(before, state)
        key = "note.late" if points else "note.late_free"
        notes.append(warn("PR8", key, taken.seat, cell=cell_says(taken.cell)).with_points(points))
    return state, tuple(notes)


def moved_dice(before: PackRatState, after: PackRatState) -> dict[str, int]:
    """How many dice more or fewer each seat has, if any."""
    changes = {seat: has(after, seat) - has(before, seat) for seat in before.seats}
    return {seat: n for seat, n in changes.items() if n}


def put_back(state: PackRatState, taken: Taken) -> PackRatState:
    """*state* with a taken die in its place again; whoever had it has it no more."""
    return replace(
        state,
        pyramid=with_dice(state.pyramid, [taken.cell], taken.die),
        dice=gained(state.dice, taken.seat, -1) if taken.seat else state.dice,
        taken=tuple(other for other in state.taken if other.cell != taken.cell),
    )


def rests_on_kept(state: PackRatState, cell: Cell) -> bool:
    """Whether the die from *cell* cannot go back, because one below it was taken in time (A-PR4)."""
    kept = (t.cell for t in state.taken if t.cell != cell and t.seat and lateness(state, t) == "in time")
    return any(cell in resting_on(other) for other in kept)


def ends(state: PackRatState) -> bool:
    """PR10: whether all that is left lies directly on the base, even if some of it could be taken (A-PR7)."""
    if state.follow == "counts":
        return bool(state.base_only) or rest(state) == 0
    return only_base_left(state.pyramid)
