"""When Squeeze Play is over and who has won (SP16 to SP18, A-SP6, A-SP7)."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Outcome, clockwise_from
from companion.games.squeeze_play.state import EndRule, SqueezeState, is_enclosed, supply_of


def after_roll(state: SqueezeState, seat: str) -> SqueezeState:
    """*state* with an end if the roll of *seat* brings one, in the order that the table plays (A-SP6)."""
    if state.options.order == "enclosed" and (first := enclosed(state, seat)).phase == "over":
        return first
    if state.rolled >= supply_of(state, seat):
        return won_by_roll(state, seat)
    return enclosed(state, seat)


def won_by_roll(state: SqueezeState, seat: str) -> SqueezeState:
    """SP16: a roll of at least the own supply wins at once, whatever could be built."""
    return _over(state, (seat,), "SP16")


def used_up(state: SqueezeState, seat: str) -> SqueezeState:
    """SP18: the last die was a bonus die."""
    return state if supply_of(state, seat) else _over(state, (seat,), "SP18")


def enclosed(state: SqueezeState, seat: str) -> SqueezeState:
    """SP17: who has nowhere to build ends the game; the smallest supply wins."""
    if not is_enclosed(state, seat):
        return state
    return _over(state, fewest_left(state, seat), "SP17")


def fewest_left(state: SqueezeState, enclosed_seat: str) -> tuple[str, ...]:
    """The winners when *enclosed_seat* is enclosed; ties by the table's own rule (A-SP7)."""
    fewest = min(supply_of(state, seat) for seat in state.seats)
    tied = tuple(seat for seat in state.seats if supply_of(state, seat) == fewest)
    if state.options.tie == "turns":
        least = min(state.turns.get(seat, 0) for seat in tied)
        return tuple(seat for seat in tied if state.turns.get(seat, 0) == least)
    if state.options.tie == "after":
        around = (*clockwise_from(state.seats, enclosed_seat)[1:], enclosed_seat)
        return (next(seat for seat in around if seat in tied),)
    return tied


def _over(state: SqueezeState, winners: tuple[str, ...], rule: EndRule) -> SqueezeState:
    return replace(state, phase="over", winners=winners, end_rule=rule)


def outcome(state: SqueezeState) -> Outcome | None:
    """How the game ended, or None."""
    if state.phase != "over":
        return None
    says = Say(f"won.{state.end_rule}", {"seats": list(state.winners), "n": len(state.winners)})
    return Outcome(state.winners, scores(state), state.end_rule, says)


def scores(state: SqueezeState) -> dict[str, int]:
    """How many of its dice each seat has used up (SP1)."""
    return {seat: 55 - supply_of(state, seat) for seat in state.seats}
