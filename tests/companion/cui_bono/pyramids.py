"""Pyramids of Cui bono? for its tests, and what the referee says to single moves."""

from companion.games.cui_bono import GAME
from companion.lab.short_pyramid import read_position, read_pyramid
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
after, refused, ask, told = _referee.after, _referee.refused, _referee.ask, _referee.told
notes = _referee.notes

SEATS = ("Ann", "Ben", "Cleo")
CORNERS = ((0, 0, 8), (0, 8, 0), (8, 0, 0))
TOP = (0, 0, 0)


def at(phase="take", fill="y", col=None, minus=(), **more):
    """A complete pyramid of one colour, with exceptions, in which Ann is on turn."""
    pyramid = read_pyramid({"full": True, "fill": fill, "col": col or {}, "minus": [list(c) for c in minus]})
    position = {"seats": SEATS, "phase": phase, "on_turn": "Ann", "turns": 1, "pyramid": pyramid}
    return read_position(GAME, {**position, **more})
