"""When Dice March is over, who has won and what the sheet says (DM1, DM14, A-DM3, A-DM5)."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Outcome
from companion.games.dice_march.state import EndRule, MarchState


def scores(state: MarchState) -> dict[str, int]:
    """DM14: dice won less own dice removed; A-DM3: a table may count captured dice as removed as well."""
    return {seat: score(state, seat, state.options.score) for seat in state.seats}


def score(state: MarchState, seat: str, counting: str) -> int:
    lost = state.removed.get(seat, 0)
    if counting == "all":
        lost += state.captured.get(seat, 0)
    return state.won.get(seat, 0) - lost


def highest(points: Mapping[str, int], recent: tuple[str, ...]) -> str:
    """The seat with the most points; among equals the one whose turn was the latest (DM14)."""
    best = max(points.values())
    tied = [seat for seat in points if points[seat] == best]
    return next((seat for seat in recent if seat in tied), tied[0])


def reached(state: MarchState, seat: str) -> MarchState:
    """DM1: the first die in its goal wins at once."""
    return _over(state, (seat,), "DM1")


def emptied(state: MarchState) -> MarchState:
    """DM14: no dice are left on the base form."""
    return _over(state, (highest(scores(state), state.recent),), "DM14")


def drawn(state: MarchState) -> MarchState:
    """A-DM5: the third repetition, or the table wants it."""
    return _over(state, state.seats, "A-DM5")


def _over(state: MarchState, winners: tuple[str, ...], rule: EndRule) -> MarchState:
    return replace(state, phase="over", winners=winners, end_rule=rule)


def outcome(state: MarchState) -> Outcome | None:
    """How the game ended, or None."""
    if state.phase != "over":
        return None
    says = Say(f"won.{state.end_rule}", {"seat": state.winners[0]})
    return Outcome(state.winners, scores(state), state.end_rule, says)
