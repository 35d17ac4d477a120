"""Runs the vectors of ABspecken through the real rules; there cards are numbers and times milliseconds."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.asks import MS
from companion.games.abspecken import fitting, knowledge, scoring, turn
from companion.games.abspecken.game import read_position
from companion.games.abspecken.lab import odds
from companion.games.abspecken.moves import Close
from companion.games.abspecken.state import (
    AbspeckenOptions,
    AbspeckenState,
    Call,
    Phase,
    Player,
    Rolled,
    points_of,
)
from companion.lab.audit import audit
from companion.lab.conform import Answer, in_order, only_expected
from companion.lab.vectors import abspecken_playthroughs as playthroughs

TIE_MS = 30  # the window that the vectors assume where they do not name one
UNORDERED = ("errors", "out", "winners")

Vector = Mapping[str, Any]


def recognises(vector: Vector) -> bool:
    """Whether a vector whose kind other games have as well is about this one."""
    if vector.get("kind") == "order":
        return "cannot" in vector
    if vector.get("kind") == "score":
        return "remaining" in vector
    return vector.get("kind") != "audit" or "players" in vector


def answer(vector: Vector, defaults: Vector) -> Answer:
    """What is expected of *vector* and what the rules say."""
    return _ANSWERS[vector["kind"]](vector, _options(vector, defaults))


def _options(vector: Vector, defaults: Vector) -> AbspeckenOptions:
    """The switches in force: those of the vectors' notation, of the file, and of the vector itself."""
    given = {"hands": "open", "tie_ms": TIE_MS, **_switches(defaults), **_switches(vector)}
    return msgspec.convert(given, AbspeckenOptions)


def _switches(vector: Vector) -> dict[str, Any]:
    """House rules stand in `rules`, in `switches` or beside the situation; a cap from 15 on is none."""
    beside = {key: vector[key] for key in AbspeckenOptions.__struct_fields__ if key in vector}
    named = {**beside, **vector.get("rules", {}), **vector.get("switches", {})}
    switches = {_SHORT.get(name, name): value for name, value in named.items()}
    if "cap" in switches:
        switches["cap"] = "5" if switches["cap"] in (5, "5") else "none"
    return {
        key: _ON_OFF.get(value, value) if isinstance(value, str) else value for key, value in switches.items()
    }


_ON_OFF = {"on": True, "off": False, "honour": False}
_SHORT = {"tie_window": "tie_ms", "tie_window_ms": "tie_ms"}


def _names(numbers: Any) -> tuple[str, ...]:
    return tuple(str(number) for number in numbers)


def _legal(vector: Vector, options: AbspeckenOptions) -> Answer:
    hand = tuple(sorted(_names(vector["hand"])))
    rolled = Rolled(tuple(vector["dice"]), str(vector["ban"]))
    sets = fitting.possible_sets(hand, hand, rolled, vector.get("mod", 0), fitting.cap_of(options))
    return Answer(in_order(vector["legal"]), in_order([[int(card) for card in s] for s in sets]))


def _count(vector: Vector, options: AbspeckenOptions) -> Answer:
    hand = tuple(sorted(_names(vector["hand"])))
    got = odds.rolls_with_a_discard(hand, vector.get("mod", 0), fitting.cap_of(options))
    return Answer(vector["rolls_with_a_discard"], got)


def _order(vector: Vector, options: AbspeckenOptions) -> Answer:
    """A21: a press before the dice were read does not count."""
    calls = tuple(Call(seat, round(ms * MS)) for seat, ms in vector["cannot"] if ms >= 0)
    seats = tuple(vector["seats"])
    state = AbspeckenState(seats=seats, options=options, roller=vector["roller"], calls=calls)
    return Answer(vector["expect"], list(turn.take_order(state)))


def _playthrough(vector: Vector, options: AbspeckenOptions) -> Answer:
    return _compared(vector["expect"], playthroughs.judged(vector, options))


def _compared(expect: Any, got: Any) -> Answer:
    """Both cut down to what is expected; lists without an order in a fixed one."""
    return Answer(_settled(expect), _settled(only_expected(expect, got)))


def _settled(value: Mapping[str, Any]) -> dict[str, Any]:
    def settled(key: str, part: Any) -> Any:
        if key in UNORDERED and isinstance(part, list):
            return in_order(part)
        if key == "hand_before_refill" and isinstance(part, dict):
            return {seat: in_order(hand) for seat, hand in part.items() if hand is not None}
        return part

    return {key: settled(key, part) for key, part in value.items()}


def _score(vector: Vector, options: AbspeckenOptions) -> Answer:
    """A32 to A35: the cards left over, on top of what was on the sheet."""
    before = vector.get("prev", {})
    remaining = {seat: _left_over(left) for seat, left in vector["remaining"].items()}
    players = {
        seat: Player(hand=left, own=left, total=before.get(seat, 0)) for seat, left in remaining.items()
    }
    out = tuple(seat for seat, left in remaining.items() if not left)
    state = AbspeckenState(
        seats=tuple(remaining),
        options=options,
        phase=Phase.SCORE,
        players=players,
        roller=next(iter(remaining)),
        out=out,
    )
    return _compared(vector["expect"], _scored(scoring.play_close(state, Close()).state))


def _left_over(left: Any) -> tuple[str, ...]:
    """The cards in hand and draw piles, written as one list or as two."""
    return _names([*left.get("hand", ()), *left.get("draw", ())] if isinstance(left, dict) else left)


def _scored(state: AbspeckenState) -> dict[str, Any]:
    outcome = scoring.outcome(state)
    return {
        "round": state.sheet[-1],
        "total": scoring.totals(state),
        "game_over": outcome is not None,
        "winners": list(outcome.winners) if outcome else [],
        "round_winners": [seat for seat, points in state.sheet[-1].items() if points == 0],
    }


def _audit(vector: Vector, options: AbspeckenOptions) -> Answer:
    state = read_position({"players": vector["players"]})
    found = audit(knowledge.census(state), knowledge.places(state))
    points = sum(points_of(lying) for lying in knowledge.places(state).values())
    got = {
        "ok": found.ok,
        "cards": found.cards,
        "points": points,
        "wrong": found.wrong,
    }
    return _compared(vector["expect"], got)


_ANSWERS: dict[str, Callable[[Vector, AbspeckenOptions], Answer]] = {
    "legal": _legal,
    "count": _count,
    "order": _order,
    "playthrough": _playthrough,
    "score": _score,
    "audit": _audit,
}
HANDLES = frozenset(_ANSWERS)
