"""T14: what the eyes are not sure of is asked about only if it matters."""

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.rulings import Verdict
from tests.tables import cases

# --- being unsure (T14) ---


def touch(kind, value, at):
    return Fact(kind, value, at.clock.now(), Source.TOUCH)


def eyes(value, *others, sure=0.6):
    return Fact(Kind.DICE, value, 1_000 * MS, Source.CAMERA, sure=sure, choices=others)


def test_t14_where_it_matters_there_is_one_question_with_the_plausible_readings(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [5]}))

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.UNSURE, "T14", "table.which")
    assert [choice.value for choice in ruling.choices] == [{"pips": [3]}, {"pips": [5]}]
    assert at.table.question == ruling
    assert at.table.state.die == 0


@cases(
    "readings, sure, verdict",
    {
        "T14 all lead to the same": ([{"pips": [3]}, {"pips": [3], "colour": []}], 0.6, "accepted"),
        "T14 or to none of them": ([{"pips": [9]}, {"pips": [8]}], 0.4, "unsure"),
        "T14 what cannot be is no choice": (
            [{"pips": [3]}, {"pips": [3, 4]}, {"colour": ["red"]}],
            0.6,
            "accepted",
        ),
        "T14 what would break a rule is never waved through": ([{"pips": [3]}, {"pips": [9]}], 0.6, "unsure"),
        "T14 eyes that are sure are believed": ([{"pips": [3]}, {"pips": [5]}], 0.95, "accepted"),
    },
)
def test_when_it_is_asked_which_reading_is_meant(at, readings, sure, verdict):
    ruling = at.table.hear(eyes(*readings, sure=sure))

    assert ruling.verdict == verdict
    assert verdict == "accepted" or ruling.rule == "T14"


def test_t14_readings_that_end_alike_are_one_choice(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [9]}, {"pips": [3], "colour": []}, {"pips": [8]}))

    assert [choice.value for choice in ruling.choices] == [{"pips": [3]}, {"pips": [9]}]


def test_t14_a_very_doubtful_reading_without_alternatives_is_asked_about(at):
    doubtful = Fact(Kind.DICE, {"pips": [3]}, at.clock.now(), Source.CAMERA, sure=0.3)

    ruling = at.table.hear(doubtful)

    assert (ruling.verdict, ruling.why.key, len(ruling.choices)) == (Verdict.UNSURE, "table.is_it", 1)


@pytest.mark.parametrize("value", [{"pips": ["?"]}, {"pips": [3, "?"]}], ids=["no die", "one of two"])
def test_t14_dice_that_cannot_be_read_are_asked_for_and_not_refused(at, value):
    ruling = at.table.hear(eyes(value))

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.UNSURE, "T14", "table.unread")
    assert not ruling.choices
    assert at.table.hear(touch(Kind.DICE, {"pips": [3]}, at)).verdict is Verdict.ACCEPTED


def test_t14_what_a_finger_tells_is_never_unread(at):
    assert at.table.hear(touch(Kind.DICE, {"pips": ["?"]}, at)).verdict is Verdict.REFUSED


def test_t14_the_answer_is_an_ordinary_fact_and_closes_the_question(at):
    choice = at.table.hear(eyes({"pips": [3]}, {"pips": [5]})).choices[1]

    ruling = at.hear(Kind.DICE, choice.value)

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.die == 5
    assert at.table.question is None


def test_t14_an_open_question_is_still_open_after_a_pulled_plug(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [5]}))

    assert at.resumed().question.choices == ruling.choices
