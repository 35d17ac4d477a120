"""Searches of Sums for its tests: somebody has rolled, and all look for a funnel."""

from companion.games.sums import GAME
from companion.games.sums import moves as m
from companion.lab.short_pyramid import read_position, read_pyramid
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
after, refused, ask, told = _referee.after, _referee.refused, _referee.ask, _referee.told

SEATS = ("Ann", "Ben", "Cleo")
FIFTEEN = {"8,0,0": [4, 1, 2], "7,1,0": [3, 5, 6], "7,0,1": [3, 5, 6]}  # 4 + 5 + 6 look into (7,0,0)
THREE = [[8, 0, 0], [7, 1, 0], [7, 0, 1]]
HERE = (7, 0, 0)


def search(roll=(4, 5, 6), supply=(10, 10, 10), ori=FIFTEEN, **more):
    """Three dice round one funnel, and everybody searches."""
    pyramid = read_pyramid({"plus": THREE, "ori": ori})
    position = {"seats": SEATS, "phase": "search", "roll": roll, "rounds": 1, "roller": "Ann"}
    counts = dict(zip(SEATS, supply, strict=True))
    return read_position(GAME, {**position, "supply": counts, "pyramid": pyramid, **more})


def supply(state):
    return tuple(state.supply.values())


def stopped(state, seat="Ann", cell=HERE):
    return after(state, m.Stop(seat=seat), m.Show(seat=seat, cell=cell))
