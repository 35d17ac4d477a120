"""Vector files: what cannot be asked is a failing vector with its reason, however much it asks for."""

import json

import pytest

from companion import conform

ENDLESS = 10**20


def results(tmp_path, *vectors):
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps(vectors))
    return list(conform.run_file(file))


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        pytest.param(
            {"op": "sp_count", "in": {"plus": [[8, 0, 0]], "k": [7]}},
            "expected 1 to 6",
            id="SP4 no die shows 7",
        ),
        pytest.param(
            {"op": "pr_late", "in": {"count": {"A": 9, "B": 0}, "offender": "A", "dice": ENDLESS}},
            "expected 0 to 164",
            id="PR8 more late dice than there are",
        ),
        pytest.param({"kind": "half", "hand": 9, "n": ENDLESS}, "expected 0 to 2", id="W36 more than a pair"),
        pytest.param(
            {"kind": "solve", "position": {"row_left_to_right": "9C TC " * 13}},
            "expected 0 to 24",
            id="AS1 more cards than the pack has",
        ),
        pytest.param({"kind": "no such kind"}, "no game has vectors", id="no such kind"),
        pytest.param("nonsense", "expected an object", id="not a vector"),
    ],
)
def test_what_asks_for_too_much_is_told_at_once(tmp_path, vector, says):
    asked = {**vector, "expect": {}} if isinstance(vector, dict) else vector
    good = {"op": "sp_first", "in": {}, "expect": [4]}

    bad, after_it = results(tmp_path, asked, good)

    assert not bad.passed and says in bad.trouble
    assert after_it.passed


def test_a_file_without_a_list_is_an_error(tmp_path):
    file = tmp_path / "vectors.json"
    file.write_text('{"vectors": 3}')

    with pytest.raises(ValueError, match="expected a list"):
        list(conform.run_file(file))
