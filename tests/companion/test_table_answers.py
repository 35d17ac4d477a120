"""Which ask a fact answers, and what is said where it answers none (T1, T2, T16, T17)."""

import pytest

from companion.asks import LONGEST, Ask, Choice, Fact, Kind, Say, Source, plain_value
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


@cases(
    "ask, said, meant",
    {
        "T1 the same kind": (SURE, fact(Kind.CONFIRM, True), True),
        "T1 another kind": (SURE, fact(Kind.DICE, True), False),
        "T1 by its name": (SURE, fact(Kind.CONFIRM, True, ask="read"), True),
        "T1 a button that has vanished": (SURE, fact(Kind.CONFIRM, True, ask="refill"), False),
        "T1 its time is over": (SURE, fact(Kind.TIME, "read"), True),
        "T1 the time of another one": (SURE, fact(Kind.TIME, "roll"), False),
        "T1 the call": (CALL, fact(Kind.CALL, "cannot"), True),
        "T1 another call": (CALL, fact(Kind.CALL, "toss"), False),
        "T1 the place": (CARDS, fact(Kind.CARD, {"place": "discard:Ann"}), True),
        "T1 another place": (CARDS, fact(Kind.CARD, {"place": "discard:Ben"}), False),
        "T1 nobody said where": (CARDS, fact(Kind.CARD, {"cards": []}), True),
        "T1 not even an object": (CARDS, fact(Kind.CARD, "nonsense"), True),
        "T1 any place": (SOMEWHERE, fact(Kind.CARD, {"place": "discard:Ann"}), True),
    },
)
def test_whether_a_fact_is_about_an_ask(ask, said, meant):
    assert is_meant(ask, said) is meant


# --- is it an answer? ---


@cases(
    "ask, value, fits",
    {
        "T2 so many dice of each kind": (DICE, {"pips": [1, 2], "colour": ["blue"]}, True),
        "T2 none of a third": (DICE, {"pips": (1, 2), "colour": ["blue"], "piggy": []}, True),
        "T2 one is missing": (DICE, {"pips": [1], "colour": ["blue"]}, False),
        "T2 a kind is missing": (DICE, {"pips": [1, 2]}, False),
        "T2 a number is no list of dice": (DICE, {"pips": 3}, False),
        "T2 a list tells no kinds": (DICE, [1, 2], False),
        "T2 any dice": (ANY_DICE, {"pips": [1]}, True),
        "T2 a word is no dice": (ANY_DICE, "pips", False),
        "T2 cards": (CARDS, {"cards": ["5", "1"]}, True),
        "T2 cards as a tuple": (CARDS, {"cards": ("5",)}, True),
        "T2 a number is no card": (CARDS, {"cards": [5]}, False),
        "T2 a word is no list of cards": (CARDS, {"cards": "51"}, False),
        "T2 nor is it here": (CARDS, "51", False),
        "T2 one of the choices": (YES_OR_NO, True, True),
        "T2 none of them": (YES_OR_NO, "True", False),
        "T2 no choices are named": (ANYTHING, "whatever", True),
        "T2 the lowest": (NUMBER, 2, True),
        "T2 the highest": (NUMBER, 12, True),
        "T2 below it": (NUMBER, 1, False),
        "T2 above it": (NUMBER, 13, False),
        "T2 yes is no number": (NUMBER, True, False),
        "T2 nor is a word": (NUMBER, "2", False),
        "T2 yes": (SURE, True, True),
        "T2 no is no confirmation": (SURE, False, False),
        "T2 one is not yes": (SURE, 1, False),
        "T2 the call": (CALL, "cannot", True),
    },
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


@cases(
    "letters, kept",
    {
        "the longest that is kept; two marks belong to it": (LONGEST - 2, True),
        "one letter more": (LONGEST - 1, False),
    },
)
def test_how_much_a_fact_may_say(letters, kept):
    """What is too long for the journal is told by its beginning."""
    said = "x" * letters

    assert plain_value(said) == (said if kept else "'" + "x" * 199)
