"""Positions of Squeeze Play for its tests, and the referee's word on single moves."""

from companion.games.squeeze_play import GAME
from companion.lab.short_pyramid import read_position
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
move, refusal, play = _referee.move, _referee.refusal, _referee.play

SEATS = ("Elfi", "Tom", "Uli")
START = [(2, 2, 3), (3, 2, 3), (2, 3, 3), (2, 2, 4)]
TRIPLE = [(3, 1, 3), (4, 1, 3), (3, 1, 4)]  # beside the start pyramid
AWAY = [(5, 1, 1), (6, 1, 1), (5, 2, 1), (5, 1, 2)]  # beside nothing
BUILD_3 = {"phase": "build", "rolled": 3}


def written(cells, colour):
    return {",".join(map(str, cell)): f"{colour}???" for cell in cells}


def position(**given):
    """A position after the start pyramid of Elfi, Tom on turn, unless it is said otherwise."""
    plain = {
        "seats": SEATS,
        "phase": "roll",
        "on_turn": "Tom",
        "starter": "Elfi",
        "start": START,
        "pyramid": written(START, "r"),
    }
    return read_position(GAME, {**plain, **given})


FULL_BUT_TOP = {"full": True, "minus": [[0, 0, 0]], "fill": "m"}
