"""Games of the past for tests, without a journal."""

from companion.people.past import Call, PastGame
from companion.seats import Seat


def game(winners, scores, number=1, people=None, name="abspecken", **more):
    """A game that was played to its end, unless it is said otherwise."""
    seated = tuple(people or (Seat(seat) for seat in scores))
    given = {"finished": True, "left": False, "minutes": 1.0, "versions": 0, **more}
    return PastGame(number, 0, name, seated, scores, tuple(winners), **given)


def called(*seats, lead_ms=10.0, took_ms=None):
    """The calls of one moment, the quickest first."""
    return tuple(
        Call(seat, "cannot", place, lead_ms if place > 1 else 0.0, took_ms)
        for place, seat in enumerate(seats, 1)
    )
