"""W15 to W19: who throws in when, written like a protocol of the table."""

import pytest

from companion.lab.vectors import wobble as vectors

ABCD = ["A", "B", "C", "D"]


def event(t, who, what, card=""):
    return {"t": t, "who": who, "what": what, "card": card}


TOSSES = [
    ("W15 in time", [event(800, "D", "toss", "m7"), event(900, "B", "play", "m2")], ["ok", "void"], "A"),
    (
        "W16 the tie goes to the turn player",
        [event(870, "D", "toss", "m7"), event(900, "B", "play", "m2")],
        ["late", "play"],
        "C",
    ),
    (
        "W16 exactly the window is a tie",
        [event(860, "D", "toss", "m7"), event(900, "B", "play", "m2")],
        ["late", "play"],
        "C",
    ),
    (
        "W16 one millisecond more is not",
        [event(859, "D", "toss", "m7"), event(900, "B", "play", "m2")],
        ["ok", "void"],
        "A",
    ),
    (
        "W16 the touched pile closes it",
        [event(500, "B", "touch"), event(600, "D", "toss", "m7")],
        ["touch", "late"],
        "B",
    ),
    (
        "W16 a touch that came too late is void",
        [event(500, "D", "toss", "m7"), event(600, "B", "touch")],
        ["ok", "void"],
        "A",
    ),
    (
        "W19 long after being robbed it is out of turn",
        [event(500, "D", "toss", "m7"), event(1300, "B", "play", "m2")],
        ["ok", "penalty"],
        "A",
    ),
    (
        "W16 two seconds after the change it is an ordinary wrong card",
        [event(500, "B", "play", "m2"), event(2600, "D", "toss", "m7")],
        ["play", "penalty"],
        "C",
    ),
    ("W18 another card costs one", [event(500, "D", "toss", "m8")], ["penalty"], "B"),
    (
        "W17 three toss in",
        [event(500, "D", "toss", "m7"), event(510, "C", "toss", "m7"), event(520, "A", "toss", "m7")],
        ["ok", "ok", "ok"],
        "B",
    ),
]


@pytest.mark.parametrize(("name", "events", "outcome", "turn"), TOSSES, ids=[case[0] for case in TOSSES])
def test_toss_in(name, events, outcome, turn):
    expect = {"outcome": [[e["who"], o] for e, o in zip(events, outcome, strict=True)], "turn": turn}
    vector = {"kind": "toss", "order": ABCD, "turn": "B", "top": "m7", "events": events, "expect": expect}
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected
