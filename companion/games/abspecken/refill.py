"""Drawing back to five after the takes (A22, A25, A27 to A29, AM-3, AM-17, P10)."""

from msgspec.structs import replace

from companion import cards
from companion.game import Step
from companion.games.abspecken import knowledge
from companion.games.abspecken.moves import Refill
from companion.games.abspecken.pieces import HAND
from companion.games.abspecken.rounds import next_playthrough
from companion.games.abspecken.state import AbspeckenState, Phase
from companion.games.abspecken.turn import no_such_seat, not_now
from companion.rulings import Refusal, against, tell


def due(state: AbspeckenState, seat: str) -> int:
    """How many cards *seat* may draw: A25 callers none, A28 none from five on, A29 as far as piles reach."""
    player = state.player(seat)
    if not player.laid or player.refilled:
        return 0
    wanted = HAND - len(player.hand)
    if state.options.refill == "by_discards" and not (player.gifted and wanted <= 0):  # AM-3, P10
        wanted = len(player.laid)
    return max(0, min(wanted, player.in_piles))


def still_to_refill(state: AbspeckenState) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if due(state, seat))


def refuse(state: AbspeckenState, move: Refill) -> Refusal | None:
    """A22: nobody draws before the takes are finished."""
    if move.seat and (refusal := no_such_seat(state, move.seat)):
        return refusal
    if state.phase in (Phase.READ, Phase.PIG, Phase.ACT, Phase.TAKE):
        return against("A22", "refill_later", seat=move.seat)
    if state.phase is not Phase.REFILL:
        return not_now("A27", move.seat)
    if not move.seat:
        return against("A27", "one_by_one") if move.cards else None
    return _refuse_seat(state, move)


def _refuse_seat(state: AbspeckenState, move: Refill) -> Refusal | None:
    player, n = state.player(move.seat), due(state, move.seat)
    if n == 0 and state.called(move.seat):
        return against("A25", "callers_do_not_refill", seat=move.seat)
    if n == 0:
        return against("A28", "hand_is_full", seat=move.seat, n=len(player.hand))
    if move.cards and len(move.cards) != n:
        return against("A27", "draw_exactly", seat=move.seat, n=n, shown=len(move.cards))
    if move.cards and not knowledge.can_be_there(state, move.seat, (*cards.shown(player.hand), *move.cards)):
        return against("A29", "not_in_piles", seat=move.seat, cards=list(move.cards))
    return None


def play(state: AbspeckenState, move: Refill) -> Step[AbspeckenState]:
    """A27: the piles are chosen freely; without a seat everybody draws, unseen."""
    seats = (move.seat,) if move.seat else still_to_refill(state)
    notes = []
    for seat in seats:
        n = due(state, seat)
        player = state.player(seat).draws(move.cards or cards.hidden(n))
        state = state.with_player(seat, replace(player, refilled=True))
        notes.append(tell("A27", "refilled", seat, n=n))
    if still_to_refill(state):
        return Step(state, tuple(notes))
    return next_playthrough(state).after(*notes)
