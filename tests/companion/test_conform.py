"""Vector files: what cannot be asked is a failing vector with its reason, however much it asks for."""

import json

import pytest

from companion.lab import conform
from tests.tables import cases

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
        *(
            pytest.param(
                {"op": op, "in": {key: [[8 * 10**9, 1, 1]], **more}}, "places of the pyramid", id=f"G1 {key}"
            )
            for op, key, more in (
                ("sp_count", "own", {}),
                ("sp_count", "start", {}),
                ("sp_legal", "new", {}),
                ("sp_bonus", "new", {}),
                ("dm_moves", "occ", {"cell": [8, 0, 0], "seat": "A"}),
            )
        ),
        pytest.param(
            {"op": "freesides", "in": {"cell": [8 * 10**9, 1, 1]}},
            "places of the pyramid",
            id="G9 a far cell",
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


GOOD = {"op": "sp_first", "in": {}, "expect": [4]}


@cases("expected, passed", {"as the rules say": ([4], True), "not": ([5], False)})
def test_a_vector_passes_if_the_rules_say_what_it_expects(tmp_path, expected, passed):
    (result,) = results(tmp_path, {**GOOD, "id": "first", "expect": expected})

    assert (result.id, result.passed, result.trouble) == ("first", passed, "")
    assert (result.expected, result.got) == (expected, [4])


def test_vectors_without_a_name_are_counted(tmp_path):
    assert [result.id for result in results(tmp_path, GOOD, "nonsense", GOOD)] == ["#0", "#1", "#2"]


def test_a_file_may_say_what_holds_for_all_its_vectors(tmp_path):
    """AM-8: the window for ties, for instance; the vectors then stand in a list of their own."""
    order = {"kind": "order", "seats": ["A", "B"], "roller": "A", "cannot": [["B", 10], ["A", 20]]}
    file = tmp_path / "vectors.json"
    for window, expected in ((1, ["B", "A"]), (30, ["A", "B"])):
        file.write_text(json.dumps({"tie_ms": window, "vectors": [{**order, "expect": expected}]}))
        (result,) = conform.run_file(file)
        assert result.passed, result


@pytest.mark.parametrize(
    ("game", "passed"), [("squeeze_play", True), ("Squeeze-Play", True), ("", True), ("abspecken", False)]
)
def test_the_game_may_be_named(tmp_path, game, passed):
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps([GOOD]))

    assert [result.passed for result in conform.run_file(file, game)] == [passed]


@cases(
    "score",
    {
        "A32 ABspecken": {"remaining": {"A": [], "B": [1, 6]}, "expect": {"round": {"A": 0, "B": 7}}},
        "W33 Wobble": {"hands": {"A": [], "B": ["NM"]}, "expect": {"round": {"A": 0, "B": 70}}},
    },
)
def test_a_kind_that_two_games_have_goes_to_the_one_that_it_is_about(tmp_path, score):
    (result,) = results(tmp_path, {"kind": "score", **score})

    assert result.passed, result


@cases(
    "position",
    {
        "numbers are no hands": {"hands": [8, 250]},
        "a number is no list": {"hands": 7},
        "nor are these cards": {"cards": 7},
        "a list is no position": [1, 2],
        "nothing at all": None,
    },
)
def test_a_vector_that_is_put_together_wrongly_spoils_no_other(tmp_path, position):
    """Whose it is cannot be told from what it says; it fails, and the others are answered."""
    wrong, good = results(tmp_path, {"kind": "deal_score_cards", "position": position}, GOOD)

    assert wrong.trouble
    assert good.passed


def test_lists_without_an_order_are_alike_all_the_way_down():
    assert conform.in_order([[2, 1], [3]]) == conform.in_order([[3], [1, 2]])
    assert conform.in_order([[2, 1]]) != conform.in_order([[2, 2]])


def test_a_game_without_vectors_is_an_error(tmp_path):
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps([GOOD]))

    with pytest.raises(KeyError, match=r"no vectors for a game 'chess' .*abspecken"):
        list(conform.run_file(file, "chess"))


@pytest.mark.parametrize(("number", "fits"), [(0, False), (1, True), (6, True), (7, False)], ids=str)
def test_so_many_as_somebody_can_have(number, fits):
    if fits:
        assert conform.so_many(number, 1, 6) == number
    else:
        with pytest.raises(ValueError, match=f"expected 1 to 6, got {number}"):
            conform.so_many(number, 1, 6)


@cases(
    "expected, got, left",
    {
        "only what is expected": ({"a": 1}, {"a": 1, "b": 2}, {"a": 1}),
        "what is missing is nothing": ({"a": 1}, {}, {"a": None}),
        "also further in": ({"a": {"x": 1}}, {"a": {"x": 2, "y": 3}}, {"a": {"x": 2}}),
        "a list against an object": ([1], {"a": 1}, {"a": 1}),
        "an object against a list": ({"a": 1}, [1], [1]),
    },
)
def test_only_what_is_expected_counts(expected, got, left):
    assert conform.only_expected(expected, got) == left


def test_a_file_without_a_list_is_an_error(tmp_path):
    file = tmp_path / "vectors.json"
    file.write_text('{"vectors": 3}')

    with pytest.raises(ValueError, match="expected a list"):
        list(conform.run_file(file))


@cases(
    "more, says",
    {
        "mode": ({"mode": "hidden"}, "unknown in a vector of the kind 'legal': mode (did you mean mod?)"),
        "nearly a key": ({"hnad": [1]}, "hnad (did you mean hand?)"),
        "two of them": ({"who": "A", "first": "B"}, "who, first"),
        "words for people": ({"note": "for people", "why": "A15"}, ""),
    },
)
def test_a_key_that_nobody_looks_at_is_an_error_with_a_hint(tmp_path, more, says):
    """Else a mode that the rules do not know would just be ignored."""
    vector = {"id": "v", "kind": "legal", "hand": [1], "dice": [1, 1], "ban": 2, "legal": [[1]]}
    (result,) = results(tmp_path, {**vector, **more})

    assert says in result.trouble and bool(says) is bool(result.trouble)


def test_a_key_that_is_missing_is_named(tmp_path):
    (result,) = results(tmp_path, {"id": "v", "kind": "legal", "dice": [1, 1], "ban": 2, "legal": []})

    assert result.trouble == "'hand' is missing, or not known, in the kind 'legal'"


def test_an_unknown_key_of_the_situation_is_found_as_well(tmp_path):
    vector = {
        "id": "v",
        "kind": "stress",
        "position": {"chips": 3, "roll": 4, "redraw": 2},
        "expect": {"pill": False},
    }
    (result,) = results(tmp_path, vector)

    assert "redraw" in result.trouble


def test_a_house_rule_that_an_op_does_not_know_is_an_error(tmp_path):
    tip = {"seat": "A", "cell": [7, 0, 1], "dir": "forward-right", "board": {"7,0,1": ["A", [3, 2, 1]]}}
    good, bad = results(
        tmp_path,
        {"op": "dm_tip", "in": {**tip, "switch": {"ownTie": "literal"}}, "expect": {"to": [8, 0, 0]}},
        {"op": "dm_tip", "in": {**tip, "switch": {"mode": "literal"}}, "expect": {"to": [8, 0, 0]}},
    )

    assert good.passed and "mode" in bad.trouble
