"""Who may act: all at once, one action each (A12), after gifts and grim faces; then the callers, in order."""

from companion.calls.buttons import Fairness, Press
from companion.calls.evidence import rank
from companion.game import Judge, clockwise_from
from companion.games.abspecken.state import GRIM, SMILE, AbspeckenState, Phase
from companion.rulings import Refusal, against

ACTING = (Phase.READ, Phase.PIG, Phase.ACT)


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
    if must_settle_piggy(state) and state.rolled:
        if state.rolled.pig == SMILE and (seat == state.roller or state.options.gift_first):
            return against("AM-6", "gift_comes_first", seat=seat, roller=state.roller)
        if state.rolled.pig == GRIM and seat == state.roller:  # P5: the others need not wait for it
            return against("P11", "top_card_comes_first", seat=seat, roller=state.roller)
    if state.phase not in ACTING:
        early = state.phase in (Phase.SETUP, Phase.PICK, Phase.ROLL_OFFER, Phase.ROLLING)
        return against("A12", "wait_for_the_dice" if early else "playthrough_is_over", seat=seat)
    if state.player(seat).laid:
        return against("A12", "has_discarded", seat=seat)
    if state.called(seat):
        return against("A12", "has_called", seat=seat)
    return None


def acting(state: AbspeckenState) -> Phase:
    """The step in which people act, once somebody has: a gift or a top card may still be due."""
    return Phase.PIG if must_settle_piggy(state) else Phase.ACT


def only_in(rule: str, *phases: Phase) -> Judge:
    """Judges a move that is for these *phases* alone."""
    return lambda state, move: None if state.phase in phases else not_now(rule, move.seat)


def not_now(rule: str, seat: str = "") -> Refusal:
    """A move that the table does not wait for."""
    return against(rule, "not_now", seat=seat)


# --- who could not discard: in which order they take, and from whom they may (A23, A24, AM-1, AM-8) ---

TOUCH_TIE_MS = 20  # AM-8: a touched panel or a keyboard cannot tell less apart


def take_order(state: AbspeckenState) -> tuple[str, ...]:
    """A24: the callers, earliest first; a tie goes clockwise from the roller (AM-8)."""
    if len(state.calls) < 2:
        return tuple(call.seat for call in state.calls)
    window = state.options.tie_ms
    fairness = Fairness(button_ms=window, touch_ms=max(window, TOUCH_TIE_MS))
    presses = [Press(c.seat, c.t, c.source, c.uncertainty) for c in state.calls]
    return tuple(seat for group in rank(presses, fairness) for seat in clockwise(state, group.seats))


def clockwise(state: AbspeckenState, seats: tuple[str, ...]) -> tuple[str, ...]:
    """AM-8: *seats* in the order in which they sit, beginning with the roller."""
    return tuple(seat for seat in clockwise_from(state.seats, state.roller) if seat in seats)


def waiting(state: AbspeckenState) -> tuple[str, ...]:
    """The callers who have not been served yet, in order."""
    unserved = {call.seat for call in state.calls if not call.served}
    return tuple(seat for seat in take_order(state) if seat in unserved)


def victims(state: AbspeckenState, caller: str) -> tuple[str, ...]:
    """AM-1: from whom *caller* may take: an empty hand cannot be chosen, and nobody robs himself."""
    holders = [seat for seat in state.seats if seat != caller and state.player(seat).hand]
    discarders = tuple(seat for seat in holders if state.player(seat).laid)
    match state.options.take_sources:
        case "anyone":
            return tuple(holders)
        case "fallback" if not discarders:
            return tuple(holders)
    return discarders
