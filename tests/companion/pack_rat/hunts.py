"""Hunts of Pack Rat for its tests."""

from companion.asks import MS
from companion.games.pack_rat import GAME
from companion.lab.short_pyramid import read_position, read_pyramid
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
after, refused, notes, ask, told = (
    _referee.after,
    _referee.refused,
    _referee.notes,
    _referee.ask,
    _referee.told,
)

SEATS = ("Ann", "Ben", "Cleo")  # at the sides A, B and C
FIRST_THREE = {"1,0,0": [1, 3, 2], "0,1,0": [2, 1, 3], "0,0,1": [3, 2, 1]}
SECOND = 1000 * MS


def hunt(number=1, ori=FIRST_THREE, **more):
    """A complete pyramid without its top die, and the turquoise die has just shown *number*."""
    pyramid = read_pyramid({"full": True, "minus": [[0, 0, 0]], "ori": ori})
    position = {"seats": SEATS, "phase": "hunt", "number": number, "pyramid": pyramid, "rounds": 1}
    return read_position(GAME, {**position, **more})
