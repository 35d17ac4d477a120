"""Taking a card after a "cannot" (A22 to A25, AM-1, AM-2, AM-15)."""

from msgspec.structs import replace

from companion import cards
from companion.game import Step
from companion.games.abspecken import flow, knowledge
from companion.games.abspecken.moves import Choose, Take
from companion.games.abspecken.piggy import refuse_to_give_to
from companion.games.abspecken.state import AbspeckenState, Phase
from companion.games.abspecken.turn import victims, waiting
from companion.rulings import Refusal, against, tell


def refuse(state: AbspeckenState, move: Take) -> Refusal | None:
    """The first rule that this take breaks."""
    if refusal := refuse_to_take_from(state, move.seat, move.victim):
        return refusal
    known = knowledge.can_be_there(state, move.victim, (move.card,))
    if not (known and cards.may_hold(state.player(move.victim).hand, (move.card,))):
        return against("A23", "taken_cannot_be_there", seat=move.victim, card=move.card)
    return None


def refuse_to_take_from(state: AbspeckenState, seat: str, victim: str) -> Refusal | None:
    if state.phase is not Phase.TAKE:
        return against("A22", "takes_come_later", seat=seat)
    if state.challenged:
        return against("AM-7", "doubt_comes_first", seat=state.challenged)
    if flow.nobody_takes(state):
        return against("AM-1", "nobody_to_take_from", seat=seat)
    if seat != (turn := waiting(state)[0]):
        return against("A24", "somebody_takes_first", seat=seat, first=turn)
    if victim not in victims(state, seat):  # whoever takes his turn has somebody to choose
        return against("AM-1", "cannot_be_chosen", seat=seat, seats=list(victims(state, seat)))
    return None


def play(state: AbspeckenState, move: Take) -> Step[AbspeckenState]:
    """A25: the taker does not refill; the victim may be chosen again."""
    victim = state.player(move.victim)
    robbed = replace(victim.loses(move.card), robbed=victim.robbed + 1)
    taker = state.player(move.seat).receives(move.card)
    people = {**state.players, move.victim: robbed, move.seat: taker}
    moved = replace(state, players=people, chosen="", challenged="")
    served = flow.serve(flow.served(moved, move.seat))
    return served.after(tell("A23", "took", move.seat, victim=move.victim))


def refuse_choose(state: AbspeckenState, move: Choose) -> Refusal | None:
    """AM-15: where cards are shown to the companion, the person is chosen before the card."""
    if state.phase is Phase.TAKE:
        return refuse_to_take_from(state, move.seat, move.whom)
    return refuse_to_give_to(state, move.seat, move.whom)
