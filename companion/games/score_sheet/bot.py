"""A seat at the score sheet where nobody sits: it cannot play the other game, so it makes its points up."""

from random import Random

from companion.asks import Say
from companion.games.score_sheet.state import MOST, Finish, SheetMove, SheetState, Write, pending

_USUAL = 10  # points, while nobody has written any
_ENOUGH = 20  # rounds
_BETTER = {"random": 0.9, "easy": 0.9, "medium": 1.0, "strong": 1.2}


def choose(state: SheetState, seat: str, level: str, random: Random, nodes: int = 0) -> SheetMove | None:
    """Points like those that are written, the end of a game that nobody has set one, or None if it waits."""
    endless = not (state.options.rounds or state.options.target)
    if endless and len(state.rounds) >= _ENOUGH and state.phase == "write" and not state.row:
        return Finish(seat=seat)
    if state.phase != "write" or seat not in pending(state):
        return None
    written = [abs(n) for row in (*state.rounds, state.row) for n in row.values()] or [_USUAL]
    share = _BETTER[level] * random.uniform(0.7, 1.3)
    share = share if state.options.wins == "most" else 1 / share
    return Write(seat=seat, points=min(MOST, round(share * sum(written) / len(written))))


def in_words(state: SheetState, move: SheetMove) -> Say | None:
    return Say("bot.number", {"n": move.points}) if isinstance(move, Write) else None
