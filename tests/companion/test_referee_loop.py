"""The referee over JSON lines: one line in, one line out, whatever comes in."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.lab.referee_loop import RefereeLoop
from companion.table import CannotStart
from tests.companion.small_game import GAME
from tests.tables import cases


@pytest.fixture
def loop():
    return RefereeLoop(GAME, ["Ana", "Ben"])


def ask(loop, **line):
    return json.loads(loop.answer(json.dumps(line)))


def test_a_game_from_the_first_line_to_the_last(loop):
    ask(loop, do="start", seats=["Ana", "Ben", "Cem"], options={"goal": 4})
    moves = [
        {"move": "roll", "seat": "Ana", "pips": 5},
        {"move": "mine", "seat": "Cem"},
        {"move": "mine", "seat": "Ben"},
        {"move": "keep", "seat": "Cem", "keeps": True},
    ]

    answers = [ask(loop, do="move", move=move) for move in moves]

    assert [answer["ruling"] for answer in answers] == ["accepted"] * 4
    assert answers[0]["notes"] == [{"says": "A 5.", "rule": "R1"}]
    assert answers[-1]["asks"] == []
    assert ask(loop, do="scores")["scores"] == {"Ana": 0, "Ben": 1, "Cem": 5}
    assert ask(loop, do="scores")["outcome"]["says"] == "Cem won."


def test_a_refusal_names_its_rule_and_says_why(loop):
    answer = ask(loop, do="move", move={"move": "roll", "seat": "Ana", "pips": 9})

    assert (answer["ruling"], answer["rule"]) == ("refused", "R1")
    assert answer["why"] == "A die has no such side. Please look again."
    assert answer["asks"][0]["id"] == "roll"


def test_moves_are_tried_without_being_made(loop):
    before = ask(loop, do="position")
    moves = [{"move": "roll", "seat": "Ana", "pips": 9}, {"move": "roll", "seat": "Ana", "pips": 5}, 7]

    rulings = ask(loop, do="try", moves=moves)["rulings"]

    assert [(ruling["ruling"], ruling["rule"]) for ruling in rulings] == [
        ("refused", "R1"), ("accepted", ""), ("refused", "T2"),
    ]  # fmt: skip
    assert rulings[0]["why"] == "A die has no such side. Please look again."
    assert ask(loop, do="position") == before
    assert ask(loop, do="try", moves={})["rule"] == "T2"


def test_in_german():
    loop = RefereeLoop(GAME, language="de")

    assert ask(loop, do="asks")["asks"][0]["prompt"] == "Bitte würfle."


@pytest.mark.parametrize(
    "line",
    [
        {"do": "fact", "kind": "dice", "value": {"pips": [3]}},
        {"do": "fact", "fact": {"kind": "dice", "value": {"pips": [3]}}},
        {"do": "move", "move": {"do": "fact", "kind": "dice", "value": {"pips": [3]}}},
    ],
)
def test_facts_are_heard_as_at_the_table(loop, line):
    assert ask(loop, **line)["ruling"] == "accepted"
    assert ask(loop, do="position")["position"]["die"] == 3


def test_t14_an_unsure_fact_is_answered_with_a_question(loop):
    answer = ask(loop, do="fact", kind="dice", value={"pips": [3]}, sure=0.5, choices=[{"pips": [5]}])

    assert (answer["ruling"], answer["rule"]) == ("unsure", "T14")
    assert [choice["says"] for choice in answer["choices"]] == ["3", "5"]


def test_legal_moves_of_a_seat_and_of_all(loop):
    assert len(ask(loop, do="legal", seat="Ana")["legal"]) == 6
    assert {seat: len(moves) for seat, moves in ask(loop, do="legal")["legal"].items()} == {
        "Ana": 6,
        "Ben": 0,
    }


def test_a_partial_position_takes_its_defaults(loop):
    assert ask(loop, do="set", position={"phase": "call", "die": 2})["ruling"] == "accepted"

    position = ask(loop, do="position")["position"]

    assert (position["phase"], position["die"], position["seats"]) == ("call", 2, ["Ana", "Ben"])
    assert (position["goal"], position["callers"]) == (10, [])


def test_undo_goes_back_over_moves_and_positions(loop):
    before = ask(loop, do="position")
    ask(loop, do="move", move={"move": "roll", "seat": "Ana", "pips": 2})
    ask(loop, do="set", position={"die": 5})

    assert ask(loop, do="undo")["ruling"] == "accepted"
    assert ask(loop, do="position")["position"]["die"] == 2
    ask(loop, do="undo")
    assert ask(loop, do="position") == before
    assert ask(loop, do="undo")["why"] == "There is nothing to take back."


def test_what_else_can_be_asked(loop):
    assert "move" in ask(loop, do="notation")["notation"]
    assert ask(loop, do="view")["view"]["panels"][0]["seat"] == "Ana"
    assert {"start", "set", "move", "legal", "asks", "position", "undo", "scores"} <= set(
        ask(loop, do="help")["commands"]
    )


@cases(
    "line, rule",
    {
        "nothing": ("", "T2"),
        "half a line": ("{", "T2"),
        "a list": ("[1, 2]", "T2"),
        "null": ("null", "T2"),
        "nothing to do": ("{}", "T2"),
        "something nobody knows": ('{"do": "fly"}', "T2"),
        "a list to do": ('{"do": ["move"]}', "T2"),
        "no move": ('{"do": "move"}', "T2"),
        "a move nobody knows": ('{"do": "move", "move": {"move": "fly"}}', "T2"),
        "a word for a number": ('{"do": "move", "move": {"move": "roll", "pips": "x"}}', "T2"),
        "an empty fact": ('{"do": "fact"}', "T2"),
        "no fact": ('{"do": "fact", "fact": 3}', "T2"),
        "no dice": ('{"do": "fact", "kind": "dice", "value": {}}', "T2"),
        "a stranger": ('{"do": "fact", "kind": "dice", "value": {"pips": [1]}, "seat": "Zoe"}', "T16"),
        "no position": ('{"do": "set", "position": {"die": "x"}}', "T2"),
        "nothing to set": ('{"do": "set"}', "T2"),
        "a position nobody can play": ('{"do": "set", "position": {"phase": "keep"}}', "T2"),
        "too few": ('{"do": "start", "seats": ["Ana"]}', "T2"),
        "seats that are none": ('{"do": "start", "seats": 4}', "T2"),
        "options that are none": ('{"do": "start", "options": {"goal": "x"}}', "T2"),
        "a list of options": ('{"do": "start", "options": []}', "T2"),
        "legal moves of a stranger": ('{"do": "legal", "seat": "Zoe"}', "T2"),
        "legal moves of nothing": ('{"do": "legal", "seat": {}}', "T2"),
        "brackets without end": ("[" * 100_000, "T2"),
        "a deep move": ('{"do": "move", "move": ' + "[" * 900 + "]" * 900 + "}", "T2"),
        "halves of characters": ("\ud800\x00", "T2"),
        "half a character in a word": ('{"do": "m\\ud800ve"}', "T2"),
        "a number without end": ('{"do": "move", "move": {"move": "roll", "pips": 1e400}}', "T2"),
    },
)
def test_whatever_comes_in_the_answer_says_what_helps_and_nothing_changes(loop, line, rule):
    before = ask(loop, do="position")

    answer = json.loads(loop.answer(line))

    assert (answer["ruling"], answer["rule"]) == ("refused", rule)
    assert answer["why"].endswith((".", "}.", ".”"))
    assert not re.search(r"\{\w+\}", answer["why"])
    assert ask(loop, do="position") == before


@cases(
    "line, why",
    {
        "a word is no list of seats": ({"do": "start", "seats": "Ana"}, "a list of names"),
        "a number is no name": ({"do": "start", "seats": ["Ana", 7]}, "a list of names"),
        "no object": ({"do": "set", "position": 3}, "expected an object, got int"),
    },
)
def test_what_was_expected_is_told(loop, line, why):
    assert why in ask(loop, **line)["why"]


@pytest.mark.parametrize(
    "line", [{"do": "fly" * 20}, {"do": "legal", "seat": "fly" * 20}], ids=["word", "name"]
)
def test_what_is_too_long_is_cut(loop, line):
    told = ask(loop, **line)["why"]

    assert ("fly" * 20)[:40] in told
    assert ("fly" * 20)[:41] not in told


def test_a_position_that_the_rules_stumble_over_is_told_by_the_kind_of_slip(loop, monkeypatch):
    def stumbles(self, state):
        raise ZeroDivisionError

    monkeypatch.setattr(type(GAME), "view", stumbles)

    assert "ZeroDivisionError" in ask(loop, do="set", position={"die": 2})["why"]


def test_without_names_as_few_as_may_sit_down_are_called_by_letters():
    loop = RefereeLoop(GAME)

    assert ask(loop, do="position")["position"]["seats"] == list("ABC"[: GAME.about.seats[0]])


def test_choices_are_told_where_there_are_some_and_a_fact_needs_no_time(loop):
    (roll,) = ask(loop, do="asks")["asks"]
    assert "choices" not in roll
    ask(loop, do="set", position={"phase": "keep", "die": 2, "callers": ["Ben", "Ana"]})

    (keep,) = ask(loop, do="asks")["asks"]
    assert [choice["value"] for choice in keep["choices"]] == [True, False]
    assert all(isinstance(choice["says"], str) for choice in keep["choices"])


def test_a_slip_in_a_games_code_is_no_traceback(loop, monkeypatch):
    monkeypatch.setattr(type(GAME), "scores", lambda self, state: 1 / 0)

    assert ask(loop, do="scores")["rule"] == "T2"


def test_a_game_that_cannot_begin_is_told_when_it_is_made():
    with pytest.raises(CannotStart):
        RefereeLoop(GAME, ["Ana"])


def test_long_answers_are_whole():
    loop = RefereeLoop(GAME, ["A" * 30_000, "B" * 30_000])

    assert ask(loop, do="position")["position"]["seats"][1] == "B" * 30_000


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
commands = st.sampled_from(
    ["start", "set", "move", "fact", "legal", "asks", "position", "undo", "scores", "view", "help", "?"]
)
fields = st.dictionaries(
    st.sampled_from(
        ["seat", "seats", "options", "position", "move", "fact", "kind", "value", "t", "sure", "choices"]
    ),
    json_values | st.sampled_from(["Ana", "dice", "call", "mine"]),
)


@settings(deadline=None)
@given(
    st.lists(
        st.text() | st.builds(lambda do, more: json.dumps({"do": do, **more}), commands, fields), max_size=8
    )
)
def test_one_line_in_one_line_out(lines):
    loop = RefereeLoop(GAME, ["Ana", "Ben"])
    for line in lines:
        answer = loop.answer(line)
        assert "\n" not in answer
        answer.encode()
        assert isinstance(json.loads(answer), dict)
