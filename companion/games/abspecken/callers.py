"""Who could not discard: in which order they take, and from whom they may (A23, A24, AM-1, AM-8)."""

from companion.calls import Fairness, Press, rank
from companion.game import clockwise_from
from companion.games.abspecken.state import AbspeckenState

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
