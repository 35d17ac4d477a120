"""Moves worth trying in Pack Rat."""

from collections.abc import Sequence

from companion.games.pack_rat import moves as m
from companion.games.pack_rat.game import PackRat
from companion.games.pack_rat.late import may_be_over
from companion.games.pack_rat.state import PackRatState, rest, side_of
from companion.games.pack_rat.takes import owners
from companion.lab.candidates import Candidates
from companion.pyramid.cells import Cell, cells_of
from companion.pyramid.notation import Pyramid, name_of, shape
from companion.pyramid.shape import free_lying

MOST_IN_A_ROUND = 20  # more dice than anybody takes in one round


def candidates(state: PackRatState, seat: str) -> Sequence[m.PackRatMove]:
    match state.phase:
        case "build":
            seen = [m.Built(seat=seat, pyramid=built) for built in PackRat.examples.pyramids()]
            return [*seen, m.Built(seat=seat), m.Built(seat=seat, follow="counts")]
        case "roll" if not state.rounds or seat == state.roller:
            return [m.Roll(seat=seat, number=number) for number in range(1, 7)]
        case "hunt":
            cells, stop = _may_take(state, seat), [m.Stop(seat=seat)] if seat == state.roller else []
            return Candidates(lambda cell: m.Take(seat=seat, cells=(cell,)), cells, *stop)
        case "audit":
            return _answers(state, seat)
        case "settle":
            return [m.Settle(seat=seat)]
    return []


def _may_take(state: PackRatState, seat: str) -> tuple[Cell, ...]:
    """What *seat* may take: surely, or as far as unknown numbers allow (PR3)."""
    if state.follow == "counts":
        return ()
    return possible(state.pyramid, state.number, side_of(state, seat))


def possible(pyramid: Pyramid, number: int, side: int) -> tuple[Cell, ...]:
    """The free lying dice of which nothing known says that they do not show *number* to *side*."""
    free = cells_of(free_lying(shape(pyramid)))
    return tuple([cell for cell in free if side in owners(pyramid[name_of(cell)], number).axes])


def _answers(state: PackRatState, seat: str) -> list[m.PackRatMove]:
    if state.follow == "counts":
        most = min(rest(state), MOST_IN_A_ROUND)
        if may_be_over(state):
            return [m.BaseOnly(seat=seat, yes=yes) for yes in (True, False)]
        return [] if seat in state.counted else [m.Counted(seat=seat, dice=n) for n in range(most + 1)]
    open_dice = [taken for taken in state.taken if not taken.seat]
    judged = [taken for taken in state.taken if taken.seat]
    claims: list[m.PackRatMove] = [m.Claim(seat=seat, cell=taken.cell) for taken in open_dice]
    return [*claims, *(m.Judge(seat=seat, cell=t.cell, late=late) for t in judged for late in (True, False))]
