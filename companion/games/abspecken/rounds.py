"""Setting up, picking hands, and what comes after a playthrough or a round (A1, A3, A8 to A11, A36, A37)."""

from msgspec.structs import replace

from companion import cards
from companion.game import Step, anew, clockwise_from, next_seat
from companion.games.abspecken.moves import Pick, Ready
from companion.games.abspecken.pieces import HAND
from companion.games.abspecken.state import AbspeckenState, Phase, fresh_player
from companion.games.abspecken.turn import no_such_seat, not_now
from companion.rulings import Note, Refusal, against, announce, tell


def refuse_ready(state: AbspeckenState, move: Ready) -> Refusal | None:
    """A11: before the first round somebody has to be the youngest."""
    if state.phase is not Phase.SETUP:
        return not_now("A5", move.seat)
    if not state.youngest and move.youngest not in state.players:
        return against("A11", "who_is_youngest", seats=list(state.seats))
    return None


def play_ready(state: AbspeckenState, move: Ready) -> Step[AbspeckenState]:
    youngest = state.youngest or move.youngest
    roller = state.roller or youngest
    ready = replace(state, phase=Phase.PICK, youngest=youngest, roller=roller)
    return Step(ready, (announce("A9", "pick_five"),))


def refuse_pick(state: AbspeckenState, move: Pick) -> Refusal | None:
    """A9: five cards of one's own set; A10: once picked, they stay."""
    if refusal := no_such_seat(state, move.seat):
        return refusal
    if state.phase is not Phase.PICK:
        return not_now("A9", move.seat)
    if state.player(move.seat).hand:
        return against("A10", "hand_is_fixed", seat=move.seat)
    if move.cards and len(move.cards) != HAND:
        return against("A9", "pick_exactly_five", seat=move.seat, n=len(move.cards))
    if not cards.may_hold(state.player(move.seat).own, move.cards):
        return against("A3", "four_of_each", seat=move.seat)
    return None


def play_pick(state: AbspeckenState, move: Pick) -> Step[AbspeckenState]:
    picked = state.player(move.seat).draws(move.cards or cards.hidden(HAND))
    after = state.with_player(move.seat, picked)
    note = tell("A9", "picked", move.seat)
    if not all(player.hand for player in after.players.values()):
        return Step(after, (note,))
    after = to_roll(after)
    return Step(after, (note, _rolls(after)))


def to_roll(state: AbspeckenState) -> AbspeckenState:
    """The roller is to roll; with a discard pile the Piggy Die is offered first."""
    offered = state.options.piggy and may_use_piggy(state)
    return replace(state, phase=Phase.ROLL_OFFER if offered else Phase.ROLLING, piggy=False)


def may_use_piggy(state: AbspeckenState) -> bool:
    """P3, AM-10: a card lies on the roller's pile at this moment; or one was laid there in this round."""
    roller = state.player(state.roller)
    return bool(roller.pile) or (state.options.piggy_pile == "once" and roller.has_laid)


def turn_rule(state: AbspeckenState) -> str:
    """The rule by which the roller changes: P2 is one of the Piggy Die."""
    return "P2" if state.options.piggy else "A37"


def next_playthrough(state: AbspeckenState) -> Step[AbspeckenState]:
    """P2, A37, AM-9: the roller changes clockwise; the base game does not say."""
    players = {
        seat: replace(player, laid=(), robbed=0, gifted=False, refilled=False)
        for seat, player in state.players.items()
    }
    after = anew(state, "rolled calls chosen challenged", players=players, roller=state.next_roller())
    after = to_roll(replace(after, playthrough=state.playthrough + 1))
    return Step(after, (_rolls(after),))


def _rolls(state: AbspeckenState) -> Note:
    return announce(turn_rule(state), "your_roll", state.roller)


def next_round(state: AbspeckenState) -> AbspeckenState:
    """A36: all cards are sorted into sets again."""
    players = {seat: fresh_player(player.total) for seat, player in state.players.items()}
    begun = "phase playthrough rolled calls chosen challenged counts out"
    return anew(state, begun, players=players, roller=first_roller(state), round=state.round + 1)


def first_roller(state: AbspeckenState) -> str:
    """AM-9: who rolls first in the round after this one."""
    match state.options.first_roller:
        case "youngest":
            return state.youngest or state.seats[0]
        case "winner" if state.out:
            return next(seat for seat in clockwise_from(state.seats, state.roller) if seat in state.out)
    return next_seat(state.seats, state.roller)
