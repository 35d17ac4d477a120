"""Which ask a fact answers, and what is said where it answers none (T1, T2, T16, T17)."""

import pytest

from companion.asks import Ask, Choice, Say
from companion.facts import LONGEST, Fact, Kind, Source, plain_value
from companion.table.answers import answers, is_meant, reading, seat_of_hand, why_no_ask
from tests.tables import cases

DICE = Ask("roll", Kind.DICE, ("Ann",), Say("ask.roll"), "A11", dice={"pips": 2, "colour": 1})
ANY_DICE = Ask("roll", Kind.DICE, (), Say("ask.roll"), "A11")
CARDS = Ask("discard:Ann", Kind.CARD, ("Ann",), Say("ask.lay"), "A12", place="discard:Ann")
SOMEWHERE = Ask("lay", Kind.CARD, (), Say("ask.lay"), "W9")
YES_OR_NO = Ask("piggy", Kind.CHOICE, (), Say("ask"), "P4", (Choice(True, Say("y")), Choice(0, Say("n"))))
ANYTHING = Ask("free", Kind.CHOICE, (), Say("ask"), "P4")
NUMBER = Ask("count", Kind.NUMBER, (), Say("ask"), "A32", low=2, high=12)
SURE = Ask("read", Kind.CONFIRM, ("Ann", "Ben"), Say("ask"), "A12")
CALL = Ask("cannot", Kind.CALL, ("Ann",), Say("ask"), "A21", call="cannot")


def fact(kind, value, seat="", ask=""):
    return Fact(kind, value, 0, Source.TOUCH, seat, ask)


# --- is it about this? ---


@pytest.mark.parametrize(
    ("ask", "said", "meant"),
    [
        pytest.param(SURE, fact(Kind.CONFIRM, True), True, id="T1 the same kind"),
        pytest.param(SURE, fact(Kind.DICE, True), False, id="T1 another kind"),
        pytest.param(SURE, fact(Kind.CONFIRM, True, ask="read"), True, id="T1 by its name"),
        pytest.param(SURE, fact(Kind.CONFIRM, True, ask="refill"), False, id="T1 a button that has vanished"),
        pytest.param(SURE, fact(Kind.TIME, "read"), True, id="T1 its time is over"),
        pytest.param(SURE, fact(Kind.TIME, "roll"), False, id="T1 the time of another one"),
        pytest.param(CALL, fact(Kind.CALL, "cannot"), True, id="T1 the call"),
        pytest.param(CALL, fact(Kind.CALL, "toss"), False, id="T1 another call"),
        pytest.param(CARDS, fact(Kind.CARD, {"place": "discard:Ann"}), True, id="T1 the place"),
        pytest.param(CARDS, fact(Kind.CARD, {"place": "discard:Ben"}), False, id="T1 another place"),
        pytest.param(CARDS, fact(Kind.CARD, {"cards": []}), True, id="T1 nobody said where"),
        pytest.param(CARDS, fact(Kind.CARD, "nonsense"), True, id="T1 not even an object"),
        pytest.param(SOMEWHERE, fact(Kind.CARD, {"place": "discard:Ann"}), True, id="T1 any place"),
    ],
)
def test_whether_a_fact_is_about_an_ask(ask, said, meant):
    assert is_meant(ask, said) is meant


# --- is it an answer? ---


@pytest.mark.parametrize(
    ("ask", "value", "fits"),
    [
        pytest.param(DICE, {"pips": [1, 2], "colour": ["blue"]}, True, id="T2 so many dice of each kind"),
        pytest.param(DICE, {"pips": (1, 2), "colour": ["blue"], "piggy": []}, True, id="T2 none of a third"),
        pytest.param(DICE, {"pips": [1], "colour": ["blue"]}, False, id="T2 one is missing"),
        pytest.param(DICE, {"pips": [1, 2]}, False, id="T2 a kind is missing"),
        pytest.param(DICE, {"pips": 3}, False, id="T2 a number is no list of dice"),
        pytest.param(DICE, [1, 2], False, id="T2 a list tells no kinds"),
        pytest.param(ANY_DICE, {"pips": [1]}, True, id="T2 any dice"),
        pytest.param(ANY_DICE, "pips", False, id="T2 a word is no dice"),
        pytest.param(CARDS, {"cards": ["5", "1"]}, True, id="T2 cards"),
        pytest.param(CARDS, {"cards": ("5",)}, True, id="T2 cards as a tuple"),
        pytest.param(CARDS, {"cards": [5]}, False, id="T2 a number is no card"),
        pytest.param(CARDS, {"cards": "51"}, False, id="T2 a word is no list of cards"),
        pytest.param(CARDS, "51", False, id="T2 nor is it here"),
        pytest.param(YES_OR_NO, True, True, id="T2 one of the choices"),
        pytest.param(YES_OR_NO, "True", False, id="T2 none of them"),
        pytest.param(ANYTHING, "whatever", True, id="T2 no choices are named"),
        pytest.param(NUMBER, 2, True, id="T2 the lowest"),
        pytest.param(NUMBER, 12, True, id="T2 the highest"),
        pytest.param(NUMBER, 1, False, id="T2 below it"),
        pytest.param(NUMBER, 13, False, id="T2 above it"),
        pytest.param(NUMBER, True, False, id="T2 yes is no number"),
        pytest.param(NUMBER, "2", False, id="T2 nor is a word"),
        pytest.param(SURE, True, True, id="T2 yes"),
        pytest.param(SURE, False, False, id="T2 no is no confirmation"),
        pytest.param(SURE, 1, False, id="T2 one is not yes"),
        pytest.param(CALL, "cannot", True, id="T2 the call"),
    ],
)
def test_whether_a_value_can_be_an_answer(ask, value, fits):
    assert answers(ask, fact(ask.kind, value)) is fits


@pytest.mark.parametrize(
    ("seat", "may"),
    [pytest.param("Ann", True, id="T16"), pytest.param("", True, id="T16 nobody"), ("Ben", False)],
)
def test_who_may_answer(seat, may):
    assert answers(CALL, fact(Kind.CALL, "cannot", seat)) is may
    assert answers(ANY_DICE, fact(Kind.DICE, {"pips": [1]}, seat))


def test_the_time_of_an_ask_is_over_for_all():
    assert answers(CALL, fact(Kind.TIME, "cannot", "Ben"))
    assert not answers(CALL, fact(Kind.TIME, "roll"))


# --- why not? ---


@cases(
    "asks, said, rule, key, args",
    {
        "T17 it is over": ((), fact(Kind.CONFIRM, True), "T17", "table.over", {}),
        "T1 not asked": ((SURE,), fact(Kind.DICE, {}), "T1", "table.not_asked", {"waiting": SURE.prompt}),
        "T16 somebody else is asked": (
            (CALL, SURE),
            fact(Kind.CALL, "cannot", "Ben"),
            "T16",
            "table.not_your_turn",
            {"seat": "Ben", "who": ["Ann"]},
        ),
        "T2 which dice are wanted": (
            (DICE,),
            fact(Kind.DICE, {"pips": [1]}),
            "T2",
            "table.dice_count",
            {"wanted": [Say("die.pips", {"n": 2}), Say("die.colour", {"n": 1})]},
        ),
        "T2 no dice at all": (
            (DICE,),
            fact(Kind.DICE, 3),
            "T2",
            "table.not_understood",
            {"prompt": DICE.prompt},
        ),
        "T2 bounds": ((NUMBER,), fact(Kind.NUMBER, 1), "T2", "table.number_range", {"low": 2, "high": 12}),
        "T2 the choices": (
            (YES_OR_NO,),
            fact(Kind.CHOICE, "?"),
            "T2",
            "table.not_a_choice",
            {"choices": [Say("y"), Say("n")]},
        ),
    },
)
def test_what_is_said_to_a_fact_that_answers_nothing(asks, said, rule, key, args):
    why = why_no_ask(asks, said)

    assert (why.rule, why.says) == (rule, Say(key, args))


# --- in words ---


@cases(
    "kind, value, what",
    {
        "T14 dice": (Kind.DICE, {"pips": [3], "colour": ["blue"]}, ["@pips.3|3", "@colour.blue|blue"]),
        "T14 cards": (Kind.CARD, {"cards": ["5", "1"]}, ["@card.5|5", "@card.1|1"]),
        "T14 no cards": (Kind.CARD, {"cards": 5}, "@choice.{'cards': 5}|{'cards': 5}"),
        "T14 no dice": (Kind.DICE, 3, "@choice.3|3"),
        "T14 a choice": (Kind.CHOICE, "Ann", "@choice.Ann|Ann"),
    },
)
def test_t14_a_reading_in_words(kind, value, what):
    assert reading(kind, value) == Say("table.reading", {"what": what})


@pytest.mark.parametrize(
    ("value", "seat"),
    [({"place": "hand:Ann"}, "Ann"), ({"place": "discard:Ann"}, ""), ({}, ""), ("hand:Ann", ""), (None, "")],
)
def test_whose_hand_it_is(value, seat):
    assert seat_of_hand(value) == seat


@pytest.mark.parametrize(
    ("letters", "kept"),
    [
        pytest.param(LONGEST - 2, True, id="the longest that is kept; two marks belong to it"),
        pytest.param(LONGEST - 1, False, id="one letter more"),
    ],
)
def test_how_much_a_fact_may_say(letters, kept):
    """What is too long for the journal is told by its beginning."""
    said = "x" * letters

    assert plain_value(said) == (said if kept else "'" + "x" * 199)
