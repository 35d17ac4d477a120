"""Games with what one has at home: courses that were worked out by hand, as `companion conform` runs them."""

import json
from pathlib import Path

import pytest

from companion.lab.conform import run_file

GAMES = Path(__file__).parents[2] / "companion" / "games"
FILES = {file.parents[1].name: file for file in sorted(GAMES.glob("*/lab/vectors.json"))}


@pytest.mark.parametrize("name", ["buzzer", "liars_dice", "mau_mau", "score_sheet", "ten_thousand", "yacht"])
def test_every_course_ends_as_it_was_worked_out(name):
    results = list(run_file(FILES[name]))
    assert len(results) >= 9 and [one for one in results if not one.passed] == []


def test_a_course_that_is_told_wrongly_fails_with_its_reason(tmp_path):
    (right, *_) = json.loads(FILES["yacht"].read_text("utf-8"))
    wrong = [
        {**right, "id": "score", "expect": {"scores": {"Ada": 19, "Ben": 0}}},
        {**right, "id": "move", "moves": [{"move": "write", "seat": "Ada", "box": "ones"}, *right["moves"]]},
        {**right, "id": "key", "option": {}},
    ]
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps(wrong), "utf-8")
    score, move, key = run_file(file)
    assert score.got == {"scores": {"Ada": 18, "Ben": 0}} and not score.passed
    assert "was refused (YT2" in move.trouble and "did you mean options?" in key.trouble
