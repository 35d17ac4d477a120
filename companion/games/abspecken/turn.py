"""Whether a seat may act now: one common, simultaneous action each (A12), after gifts and grim faces."""

from companion.asks import Say
from companion.games.abspecken.pieces import GRIM, SMILE
from companion.games.abspecken.state import AbspeckenState, Phase
from companion.rulings import Refusal

ACTING = (Phase.READ, Phase.PIG, Phase.ACT)


def no_such_seat(state: AbspeckenState, seat: str) -> Refusal | None:
    """A1: only who sits at the table plays."""
    if seat in state.players:
        return None
    return Refusal("A1", Say("no_such_seat", {"seat": seat or "?", "seats": list(state.seats)}))


def must_settle_piggy(state: AbspeckenState) -> bool:
    """P8, P11: a card has to move before anybody acts; AM-18: from an empty hand no gift is due."""
    if state.rolled is None or state.phase not in (Phase.READ, Phase.PIG):
        return False
    roller = state.player(state.roller)
    return (state.rolled.pig == SMILE and bool(roller.hand)) or (
        state.rolled.pig == GRIM and bool(roller.pile)
    )


def refuse_to_act(state: AbspeckenState, seat: str) -> Refusal | None:
    """Why *seat* may neither discard nor call now."""
    if refusal := no_such_seat(state, seat):
        return refusal
    if must_settle_piggy(state) and state.rolled:
        if state.rolled.pig == SMILE and (seat == state.roller or state.options.gift_first):
            return Refusal("AM-6", Say("gift_comes_first", {"seat": seat, "roller": state.roller}))
        if state.rolled.pig == GRIM and seat == state.roller:  # P5: the others need not wait for it
            return Refusal("P11", Say("top_card_comes_first", {"seat": seat, "roller": state.roller}))
    if state.phase not in ACTING:
        early = state.phase in (Phase.SETUP, Phase.PICK, Phase.ROLL_OFFER, Phase.ROLLING)
        return Refusal("A12", Say("wait_for_the_dice" if early else "playthrough_is_over", {"seat": seat}))
    if state.player(seat).laid:
        return Refusal("A12", Say("has_discarded", {"seat": seat}))
    if state.called(seat):
        return Refusal("A12", Say("has_called", {"seat": seat}))
    return None


def acting(state: AbspeckenState) -> Phase:
    """The step in which people act, once somebody has: a gift or a top card may still be due."""
    return Phase.PIG if must_settle_piggy(state) else Phase.ACT


def not_now(rule: str, seat: str = "") -> Refusal:
    """A move that the table does not wait for."""
    return Refusal(rule, Say("not_now", {"seat": seat}))
