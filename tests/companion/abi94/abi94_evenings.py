"""Evenings of Abi '94 for its tests: begun, in the middle, before the exam."""

import msgspec

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from tests.companion.referee_of import RefereeOf

SEATS = ("Ada", "Ben", "Cleo", "Dora")
_referee = RefereeOf(GAME)
after = _referee.after
REPLACE = msgspec.structs.replace


def started(seats=SEATS, **options):
    return GAME.start(seats, GAME.options(**options))


def refused(state, move):
    """Why *move* may not stand, as (rule, key without "refused."), or None."""
    told = _referee.refused(state, move)
    return told and (told[0], told[1].removeprefix("refused."))


def turning(**options):
    """The first round of the first Klausur; Ada leads."""
    state = after(started(**options), m.Deal())
    state = after(state, *(m.Swap(seat=seat, count=0) for seat in SEATS))
    return after(state, m.Lead(leader="Ada"))


def position(project=1, **pupils):
    value = {"seats": SEATS, "phase": "turn", "project": project, "leader": "Ada", "pupils": pupils}
    return GAME.read_position(value)


def scored(state, *results):
    """Ends the project that goes on: everybody keeps a card and hands in with these points before them."""
    fronts = {0: (), 4: ("+4",), 5: ("+5",), 9: ("+5", "+4"), 12: ("+5", "+4", "+3")}
    players = state.starters
    pupils = {
        seat: REPLACE(state.pupils[seat], before=fronts[points], now="ME", received=True, played=True)
        for seat, points in zip(players, results, strict=True)
    }
    state = REPLACE(state, pupils={**state.pupils, **pupils}, phase="window", turn="")
    state = after(state, *(m.HandIn(seat=seat, sure=True) for seat in players))
    return after(state, m.Close())


def calm(state):
    """Everybody rolls above the chips."""
    while state.phase == "stress":
        seat = next(s for s in SEATS if state.pupils[s].standing != "out" and not state.pupils[s].tested)
        state = after(state, m.Test(seat=seat, face=9))
    return state


def next_turn(state, swaps=True):
    state = after(state, m.Deal())
    if swaps:
        state = after(state, *(m.Swap(seat=seat, count=0) for seat in state.starters))
    return state


def before_the_exam(**options):
    state = turning(**options)
    for number in range(3):
        state = calm(scored(state, 12, 9, 5, 4 if number else 5))
        if number < 2:
            state = next_turn(state)
    return state
