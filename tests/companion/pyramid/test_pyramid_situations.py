"""Situations of the pyramid and its six games, worked out by hand, through the adapters of the vectors."""

import pytest

from companion.lab.conform import adapters, switches_in

S = [[2, 2, 3], [3, 2, 3], [2, 3, 3], [2, 2, 4]]  # a start pyramid of Squeeze Play

SITUATIONS = [
    ("free", {"plus": [[8, 0, 0], [7, 0, 1]]}, [[7, 0, 1], [8, 0, 0]]),
    ("triple", {"cells": [[8, 0, 0], [7, 1, 0], [6, 2, 0]]}, None),
    ("triple", {"cells": [[7, 0, 0], [6, 1, 0], [6, 0, 1]]}, {"saddle": [6, 0, 0]}),
    ("valid_ori", {"ori": [2, 3, 1]}, False),
    ("freesides", {"full": True, "cell": [0, 4, 4]}, "A"),
    ("freesides", {"full": True, "cell": [0, 0, 8]}, "AB"),
    (
        "sp_legal",
        {
            "plus": S,
            "own": S,
            "new": [[3, 1, 3], [4, 1, 3], [3, 1, 4], [1, 3, 3], [1, 4, 3], [1, 3, 4]],
            "mode": "touching",
        },
        "ok",
    ),
    ("sp_legal", {"plus": S, "own": S, "new": [[0, 0, 8], [1, 0, 7], [0, 1, 7], [0, 0, 7]]}, "rule2"),
    ("sp_start", {"apex": [2, 2, 3], "centre": "central"}, True),
    ("sp_start", {"apex": [1, 1, 5], "centre": "central"}, False),
    ("sp_bonus", {"new": [[0, 2, 2], [1, 2, 2], [2, 2, 2], [3, 2, 2], [4, 2, 2]]}, 2),
    (
        "sp_turn",
        {
            "player": 2,
            "roll": 2,
            "supply": [9, 9, 30],
            "full": True,
            "minus": [[0, 0, 0]],
            "own": [[0, 4, 4]],
        },
        {"end": "hidden", "winners": [0, 1]},
    ),
    (
        "sp_turn",
        {
            "player": 2,
            "roll": 30,
            "supply": [9, 12, 30],
            "full": True,
            "minus": [[0, 0, 0]],
            "own": [[0, 4, 4]],
            "order": "enclosed",
        },
        {"end": "hidden", "winners": [0]},
    ),
    (
        "sp_turn",
        {
            "player": 2,
            "roll": 6,
            "supply": [9, 12, 6],
            "full": True,
            "minus": [[0, 0, 0]],
            "own": [[0, 4, 4]],
        },
        {"end": "roll", "winners": [2]},
    ),
    ("pr_attr", {"ori": [1, 3, 2], "roll": 4}, None),
    ("pr_attr", {"ori": [None, 3, 2], "roll": 1}, "A"),
    ("pr_late", {"count": {"A": 2, "B": 0, "C": 0}, "offender": "A"}, {"A": 0, "B": 1, "C": 1}),
    ("pr_end", {"layers": [], "plus": []}, True),
    ("sum", {"ori": {"8,0,0": [6, 2, 3], "7,1,0": [3, 6, 2]}, "cell": [7, 0, 0]}, None),
    (
        "su_call",
        {
            "plus": [[8, 0, 0], [7, 1, 0], [7, 0, 1]],
            "ori": {"8,0,0": [4, 1, 2], "7,1,0": [3, 5, 6], "7,0,1": [3, 5, 6]},
            "roll": [5, 5, 5],
            "call": "niete",
            "who": "P1",
            "supply": {"P1": 2, "P2": 1, "P3": 1},
        },
        {"right": False, "supply": {"P1": 4, "P2": 0, "P3": 0}, "winners": ["P2", "P3"]},
    ),
    (
        "cb_take",
        {
            "full": True,
            "minus": [
                [0, 0, 0],
                [1, 0, 0],
                [2, 0, 0],
                [3, 0, 0],
                [4, 0, 0],
                [5, 0, 0],
                [6, 0, 0],
                [7, 0, 0],
                [8, 0, 0],
            ],
        },
        [[0, 8, 0], [7, 1, 0], [7, 0, 1], [0, 0, 8]],
    ),
    ("cb_end", {"players": 4, "kept": {"P1": "rrrrrrrrrr"}}, True),
    ("cb_end", {"players": 4, "kept": {"P1": "rrrrrrrrr"}}, False),
    ("cb_end", {"players": 6, "kept": {"P1": "rrryyy"}}, False),
    (
        "cb_put",
        {"layers": [8], "col": {"8,0,0": "r", "7,1,0": "y", "7,0,1": "m"}, "cell": [7, 0, 0], "die": "r"},
        "row",
    ),
    ("cb_put", {"full": True, "cell": [0, 0, 0], "die": "r"}, "no-funnel"),
    (
        "cb_put",
        {"layers": [8], "fill": "m", "col": {"8,0,0": "r"}, "cell": [7, 0, 0], "die": "r"},
        "two-colour",
    ),
    (
        "cb_put",
        {
            "full": True,
            "minus": [[0, 0, 0]],
            "fill": "r",
            "col": {"0,1,0": "y", "0,0,1": "m"},
            "cell": [0, 0, 0],
            "die": "r",
        },
        "row",
    ),
    (
        "cb_put",
        {
            "full": True,
            "minus": [[0, 0, 0]],
            "fill": "r",
            "col": {"0,1,0": "y", "0,0,1": "m", "5,0,0": "y"},
            "cell": [0, 0, 0],
            "die": "r",
        },
        "ok",
    ),
    ("cb_slide", {"layers": [8], "take": [[8, 0, 0]]}, {"vacated": [[8, 0, 0]], "ambiguous": False}),
    ("fm_goal", {"players": 2}, 8),
    ("fm_goal", {"players": 8}, 6),
    ("fm_safe", {"players": 8}, False),
    ("fm_safe", {"players": 4}, True),
    (
        "dm_setup",
        {"seat": "B"},
        {
            "cells": [[2, 0, 6], [3, 0, 5], [4, 0, 4], [5, 0, 3], [6, 0, 2]],
            "ori": [1, 3, 2],
            "goal": [0, 8, 0],
        },
    ),
    ("dm_dist", {"seat": "A", "cell": [8, 0, 0]}, 0),
    (
        "dm_score",
        {"won_removed": {"A": [0, 3], "B": [3, 2], "C": [1, 1]}, "recent": ["C", "A", "B"]},
        {"score": {"A": -3, "B": 1, "C": 0}, "winner": "B"},
    ),
    (
        "dm_tip",
        {
            "seat": "A",
            "cell": [2, 3, 3],
            "dir": "forward-right",
            "board": {"2,3,3": ["A", [6, 5, 4]], "4,3,1": ["A", [6, 3, 5]], "3,4,1": ["B", [3, 5, 6]]},
        },
        {"captured": {"A": [[3, 4, 1]]}, "removed": []},
    ),
]


def adapter_for(op):
    return next(adapter for adapter in adapters().values() if op in adapter.HANDLES)


@pytest.mark.parametrize(("op", "given", "expect"), SITUATIONS)
def test_what_the_rules_say(op, given, expect):
    told = adapter_for(op).answer({"op": op, "in": given, "expect": expect}, {})
    assert told.got == told.expected


@pytest.mark.parametrize(
    "given",
    [
        {"minrow": 3},
        {"minRow": 3},
        {"switch": {"minrow": 3}},
        {"switches": {"cb.minRow": 3}},
        {"rules": {"minRow": 3}},
    ],
)
def test_a_house_rule_is_heard_wherever_it_stands(given):
    row = {"layers": [8], "col": {"8,0,0": "r", "7,1,0": "y", "7,0,1": "m"}, "cell": [7, 0, 0], "die": "r"}
    vector = {"op": "cb_put", "in": {**row, **given}, "expect": "ok"}
    assert adapter_for("cb_put").answer(vector, {}).got == "ok"
    assert adapter_for("cb_put").answer({**vector, "in": row}, {}).got == "row"


def test_the_nearest_word_wins():
    assert switches_in({"linked": True, "switches": {"sp.linked": False}})["linked"] is False
