"""Rounds of Abi '94 for its tests, written like a protocol of the table."""

from companion.lab.vectors import abi94 as vectors

ABCD = ["A", "B", "C", "D"]


def check(position, moves, expect, **switches):
    """Plays the moves, each written with its result, and compares what is expected afterwards."""
    told = [line[:-1] for line in moves]
    vector = {
        "kind": "play",
        "position": {"players": ABCD, "leader": "A", **position},
        "moves": told,
        "switches": switches,
        "expect": {**expect, "results": [line[-1] for line in moves]},
    }
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


OK = "ok"
ROUND = [  # A, B, C and D each get a plain card
    ("play", "A", "A", "+1", OK),
    ("play", "B", "B", "+1", OK),
    ("play", "C", "C", "+1", OK),
    ("play", "D", "D", "+1", OK),
]
CLOSE = ("close", OK)
