"""Hunts of Pack Rat for its tests."""

from companion.asks import Ask
from companion.facts import MS, Fact, Source
from companion.games.pack_rat import GAME
from companion.pyramid.notation import read_pyramid

SEATS = ("Ann", "Ben", "Cleo")  # at the sides A, B and C
FIRST_THREE = {"1,0,0": [1, 3, 2], "0,1,0": [2, 1, 3], "0,0,1": [3, 2, 1]}
SECOND = 1000 * MS


def hunt(number=1, ori=FIRST_THREE, **more):
    """A complete pyramid without its top die, and the turquoise die has just shown *number*."""
    pyramid = read_pyramid({"full": True, "minus": [[0, 0, 0]], "ori": ori})
    position = {"seats": SEATS, "phase": "hunt", "number": number, "pyramid": pyramid, "rounds": 1}
    return GAME.read_position({**position, **more})


def after(state, *moves):
    for move in moves:
        refusal = GAME.refuse(state, move)
        assert refusal is None, refusal
        state = GAME.play(state, move).state
    return state


def refused(state, move):
    refusal = GAME.refuse(state, move)
    return (refusal.rule, refusal.says.key) if refusal else None


def notes(state, move):
    return [note.says.key for note in GAME.play(state, move).notes]


def ask(state, name) -> Ask:
    return next(one for one in GAME.asks(state) if one.id.partition(":")[0] == name)


def told(state, name, value, **more):
    wanted = ask(state, name)
    fact = Fact(wanted.kind, value, more.pop("t", 0), more.pop("source", Source.TOUCH), **more)
    return GAME.understand(state, wanted, fact)
