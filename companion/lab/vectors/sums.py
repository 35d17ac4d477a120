"""Runs the vectors of Sums through the real rules (see `companion.lab.conform`)."""

from typing import Any

from companion.asks import JSON
from companion.games.sums import moves as m
from companion.games.sums.rules import RULES, without_dice
from companion.games.sums.state import SumsOptions, SumsState, fair_share
from companion.lab.conform import Answer, only_expected
from companion.lab.vectors.pyramid import situation
from companion.pyramid.notation import open_funnels


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    return Answer(_in_order(expected), _in_order(only_expected(expected, got)))


def _in_order(result: JSON) -> JSON:
    return {**result, "winners": sorted(result["winners"])} if "winners" in result else result


def _supply(given: JSON) -> JSON:
    return {str(players): fair_share(players) for players in range(2, 7)}


def _call(given: JSON) -> JSON:
    """Plays the call through; a right one is followed by the die in its funnel."""
    state = _position(given)
    caller = given["who"]
    call = m.Stop(seat=caller) if given["call"] == "stop" else m.Niete(seat=caller)
    state = RULES.play(state, call).state
    if given["call"] == "stop":
        cell = given["cell"]
        state = RULES.play(state, m.Show(seat=caller, cell=(cell[0], cell[1], cell[2]))).state
    if state.phase == "check":  # the others find nothing that can be read
        state = RULES.play(state, m.Stand()).state
    if state.phase == "add":  # faces that nobody can read do not match
        state = RULES.play(state, m.Summed(sum=3 if sum(state.roll) != 3 else 18)).state
    if state.phase == "place":
        cell = state.shown or open_funnels(state.pyramid)[0]
        state = RULES.play(state, m.Place(seat=caller, cell=cell)).state
    winners = without_dice(state.supply, state.seats)
    return {"right": bool(state.right.get(caller)), "supply": state.supply, "winners": list(winners)}


def _position(given: JSON) -> SumsState:
    seats = tuple(given["supply"])
    return SumsState(
        seats=seats,
        options=SumsOptions(),
        phase="search",
        pyramid=situation(given),
        supply=given["supply"],
        roller=seats[0],
        roll=tuple(given["roll"]),
        rounds=1,
    )


HANDLES = {"su_supply": _supply, "su_call": _call}
