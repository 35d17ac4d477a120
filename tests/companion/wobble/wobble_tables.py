"""Tables of Wobble for its tests, and what the referee says to single moves."""

from companion.games.wobble import GAME
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
move, after = _referee.move, _referee.after

SEATS = ("A", "B", "C")


def table(**position):
    given = {"seats": SEATS, "phase": "turn", "turn": "A", "discard": ["m5"], "active": ["m"], **position}
    return GAME.read_position(given)


def lay(seat, *cards, t=0):
    return move("lay", seat, cards=list(cards), t=t)


def rule(state, one):
    """The rule that the move breaks, or None."""
    refused = _referee.refused(state, one)
    return refused and refused[0]
