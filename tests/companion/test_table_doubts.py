"""T14: what the eyes are not sure of is asked about only if it matters."""

import pytest

from companion.facts import MS, Fact, Kind, Source
from companion.rulings import Verdict

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


def test_t14_where_all_readings_lead_to_the_same_nobody_is_asked(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [3], "colour": []}))

    assert ruling.verdict is Verdict.ACCEPTED


def test_t14_what_may_be_none_of_the_readings_is_asked_about_even_if_all_lead_to_the_same(at):
    ruling = at.table.hear(eyes({"pips": [9]}, {"pips": [8]}, sure=0.4))

    assert (ruling.verdict, ruling.rule) == (Verdict.UNSURE, "T14")


def test_t14_readings_that_cannot_be_are_no_choice(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [3, 4]}, {"colour": ["red"]}))

    assert ruling.verdict is Verdict.ACCEPTED


def test_t14_a_reading_that_would_break_a_rule_is_asked_about_and_never_waved_through(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [9]}))

    assert ruling.verdict is Verdict.UNSURE


def test_t14_readings_that_end_alike_are_one_choice(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [9]}, {"pips": [3], "colour": []}, {"pips": [8]}))

    assert [choice.value for choice in ruling.choices] == [{"pips": [3]}, {"pips": [9]}]


def test_t14_eyes_that_are_sure_are_believed(at):
    assert at.table.hear(eyes({"pips": [3]}, {"pips": [5]}, sure=0.95)).verdict is Verdict.ACCEPTED


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
