"""Rounds of Abi '94 for its tests, written like a protocol of the table.

"A>B +4; handin B; ROUND; close (round_not_complete)": A lays a +4 before B, B hands in, everybody gets
a plain card, and the round is closed too early. In brackets stands the answer; without it the move stands.
"""

from typing import Any

import pytest

from companion.lab.vectors import abi94 as vectors

ROUND = "A>A +1; B>B +1; C>C +1; D>D +1"
NOBODY: dict[str, Any] = {}


def case(name: str, moves: str, then: Any = NOBODY, house: Any = NOBODY, **before: Any) -> Any:
    """*before*: what lies there and who leads; *house*: the switches; *then*: what is so afterwards."""
    return pytest.param(moves, then, house, before, id=name)


def check(moves: str, then: dict[str, Any], house: dict[str, Any], before: dict[str, Any]) -> None:
    """Play the moves: each has its answer, and afterwards it is as expected."""
    told = [move.partition(" (") for move in moves.replace("ROUND", ROUND).split("; ")]
    vector = {
        "kind": "play",
        "position": {"players": ["A", "B", "C", "D"], "leader": "A", **before},
        "moves": [_read(move) for move, _, _ in told],
        "switches": house,
        "expect": {**then, "results": [result.rstrip(")") or "ok" for _, _, result in told]},
    }
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


def _read(move: str) -> tuple[Any, ...]:
    first, *more = move.split()
    if ">" in first:
        return ("play", *first.split(">"), *more)
    return (first, *(int(word) if word.isdigit() else word for word in more))
