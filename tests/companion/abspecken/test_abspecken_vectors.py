"""ABspecken: vectors, and what a vector may ask of the real rules."""

import json
import os
from pathlib import Path

import pytest

from companion.lab.conform import run_file


@pytest.mark.skipif(
    "COMPANION_VECTORS" not in os.environ, reason="COMPANION_VECTORS names no folder of vectors"
)
def test_all_vectors_hold():
    results = list(run_file(Path(os.environ["COMPANION_VECTORS"]) / "abspecken.json"))

    assert [result for result in results if not result.passed] == []
    assert results


ABLE, UNABLE = [2, 3, 4, 5, 6], [5, 5, 5, 6, 6]


def playthrough(expect, **more):
    """Two people after the roll 1 and 5 with the 5 barred."""
    vector = {
        "id": "x",
        "kind": "playthrough",
        "seats": ["A", "B"],
        "players": {"A": {"hand": ABLE, "draw": 9}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
        "roll": {"dice": [1, 5], "ban": 5, "roller": "A"},
        "discards": {"A": [6], "B": [1]},
        "expect": expect,
    }
    return {**vector, **more}


VECTORS = [
    pytest.param(playthrough({"errors": [], "next_roller": "B"}), id="A12 all is well"),
    pytest.param(playthrough({"errors": ["ILLEGAL_DISCARD:A"]}, discards={"A": [5], "B": [1]}), id="A19"),
    pytest.param(
        playthrough({"errors": ["COULD_DISCARD:A"]}, discards={"B": [1]}, cannot=[["A", 5]]), id="A13"
    ),
    pytest.param(
        playthrough({"errors": []}, discards={"B": [1]}, cannot=[["A", 5]], rules={"challenge": False}),
        id="AM-7 on honour",
    ),
    pytest.param(
        playthrough(
            {"errors": ["EARLY:A"], "take_order": ["A"]},
            players={"A": {"hand": [2, 2, 3, 5, 5], "draw": 9}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
            discards={"B": [1]},
            cannot=[["A", -20], ["A", 400]],
        ),
        id="A21 early, and once more in time",
    ),
    pytest.param(
        playthrough(
            {"errors": ["TAKE_NOT_POSSIBLE:B"]}, takes=[{"by": "B", "from": "A", "card": 2}]
        ),
        id="A23 a take without a call",
    ),
    pytest.param(
        playthrough(
            {"errors": ["PIG_NOT_ALLOWED:A"]}, roll={"dice": [1, 5], "ban": 5, "roller": "A", "pig": 2}
        ),
        id="P3",
    ),
    pytest.param(
        playthrough(
            {"errors": ["GIFT_NOT_POSSIBLE:A"]},
            players={"A": {"hand": ABLE, "draw": 9, "pile": [1]}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
            roll={"dice": [1, 5], "ban": 5, "roller": "A", "pig": "smile"},
            gift={"to": "A", "card": 2},
        ),
        id="P8",
    ),
    pytest.param(
        {"id": "x", "kind": "order", "seats": ["A", "B"], "roller": "A", "tie_ms": 1,
         "cannot": [["B", 10], ["A", 20]], "expect": ["B", "A"]},
        id="AM-8 the window is a switch",
    ),
    pytest.param(
        {"id": "x", "kind": "score", "limit": 10, "prev": {"A": 9}, "remaining": {"A": [1], "B": []},
         "expect": {"game_over": True, "winners": ["B"]}},
        id="A34",
    ),
    pytest.param(
        {"id": "x", "kind": "legal", "hand": [1, 1, 1, 1, 2, 2], "dice": [3, 5], "ban": 6,
         "switches": {"cap": "none"}, "legal": [[1, 1, 1, 1, 2, 2]]},
        id="AM-5",
    ),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS)
def test_vectors_go_through_the_real_rules(vector, tmp_path):
    file = tmp_path / "abspecken.json"
    file.write_text(json.dumps([vector]), "utf-8")

    (result,) = run_file(file)

    assert (result.trouble, result.got) == ("", result.expected)
