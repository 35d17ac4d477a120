"""Positions of Dice March for its tests, and the referee's word on single moves."""

from companion.asks import Fact, Kind, Source
from companion.games.dice_march import GAME
from companion.games.dice_march.state import start_pyramid
from companion.lab.short_pyramid import read_position
from companion.table.judge import judge
from tests.companion.referee_of import RefereeOf

_referee = RefereeOf(GAME)
move, refusal, play = _referee.move, _referee.refusal, _referee.play

SEATS = ("Elfi", "Tom", "Uli")
RED, YELLOW, PEARL = "r", "y", "m"  # Elfi, Tom and Uli, at sides A, B and C


def position(pyramid=None, **given):
    """A march under way with Elfi on turn; all dice at their start, unless it is said otherwise."""
    dice = start_pyramid() if pyramid is None else pyramid
    return read_position(GAME, {"seats": SEATS, "phase": "play", "on_turn": "Elfi", "pyramid": dice, **given})


BOOKLET = {"2,3,3": "r654", "4,3,1": "r213", "3,4,1": "y356", "4,2,2": "y546", "3,2,3": "m451"}
TIP = {"cell": (2, 3, 3), "to": (3, 3, 2)}


def hear(state, ask, value, seat=""):
    """What the referee says to a fact, as the table asks it."""
    kind = Kind.PYRAMID if ask in ("move", "set-up", "order") else Kind.CHOICE
    return judge(GAME, state, GAME.asks(state), Fact(kind, value, 1, Source.CAMERA, seat, ask))
