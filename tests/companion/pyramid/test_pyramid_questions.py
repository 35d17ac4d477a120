"""What is asked about a pyramid, and how much of it is told at once (G1, G2)."""

import msgspec
import pytest

from companion.asks import Choice, Say
from companion.pyramid.agree import Agree, Built, Difference
from companion.pyramid.positions import check
from companion.pyramid.questions import as_built, differs, few, few_cells, heard, who_began
from companion.rulings import Question
from tests.tables import cases

ONE = {"8,0,0": "r623"}
TWO = {**ONE, "7,1,0": "y???"}


# --- what is heard ---


@cases(
    "fact, means",
    {
        "one more than believed": ({"dice": TWO}, Difference(placed={"7,1,0": "y???"})),
        "as it was believed": ({"dice": ONE}, Difference()),
        "the table agrees": ({"agreed": {"dice": TWO}}, Agree(pyramid=TWO)),
    },
)
def test_what_a_fact_about_the_pyramid_means(fact, means):
    assert heard(fact, ONE) == means


def test_g2_what_contradicts_itself_is_asked_about():
    asked = heard({"taken": ["0,0,8"]}, ONE)

    assert isinstance(asked, Question)
    assert (asked.rule, asked.choices) == ("G2", ())


@cases(
    "fact, built",
    {"seen by the eyes": ({"dice": TWO}, TWO), "agreed on at the table": ({"agreed": {"dice": TWO}}, TWO)},
)
def test_a_pyramid_that_was_just_built(fact, built):
    assert as_built(fact) == Built(pyramid=built)


def test_a_built_pyramid_that_cannot_be_read_is_asked_about():
    asked = as_built({"cells": 5})

    assert isinstance(asked, Question)
    assert asked.says.key == "unreadable_pyramid"


# --- what is asked ---


def test_table_or_memory_one_of_both_is_right():
    asked = differs(ONE, {"dice": TWO}, "SP3")

    assert (asked.says.key, asked.rule) == ("differs", "SP3")
    assert [choice.says.key for choice in asked.choices] == ["as_remembered", "as_it_lies"]
    assert [choice.value for choice in asked.choices] == [
        {"agreed": {"dice": ONE}},
        {"agreed": {"dice": TWO}},
    ]


@cases(
    "shown, stock, rule",
    {
        "G2 a die in the air": ({"7,0,0": "r???"}, {"r": 9}, "G2"),
        "G1 more than there are": ({"8,0,0": "r???", "7,1,0": "r???"}, {"r": 1}, "G1"),
    },
)
def test_what_no_table_can_show_is_not_offered_as_right(shown, stock, rule):
    asked = differs(ONE, {"dice": shown}, "SP3", stock)

    assert asked.rule == rule
    assert [choice.says.key for choice in asked.choices] == ["as_remembered"]


def test_whoever_began_is_asked_for_by_name():
    value = {"placed": ONE}

    asked = who_began(("Ann", "Ben"), value, "SP2")

    assert [(choice.value, choice.seat) for choice in asked.choices] == [(value, "Ann"), (value, "Ben")]
    assert isinstance(asked.choices[0], Choice)


# --- how much is told at once ---


@pytest.mark.parametrize(
    ("steps", "told", "more"),
    [(0, 0, None), (4, 4, None), (5, 5, None), (6, 4, 2), (9, 4, 5)],
    ids="of {} steps".format,
)
def test_five_things_are_told_at_most(steps, told, more):
    """The last of them says how many more there are."""
    says = [Say("take_away", {"n": number}) for number in range(steps)]
    cells = [(8 - number, number, 0) for number in range(steps)]

    for short, key in ((few(says), "more_steps"), (few_cells(cells), "more_places")):
        assert [say.key == key for say in short] == [False] * told + [True] * (more is not None)
        assert more is None or short[-1].args == {"n": more}
    assert few(says)[:told] == says[:told]


# --- positions ---


@cases(
    "players, seats, wanted",
    {
        "A-SU7 one is too few": ((2, 6), ["Ann"], "2 to 6 seats"),
        "G20 two are too few": ((3, 3), ["Ann", "Ben"], "expected 3 seats"),
        "the same name twice": ((2, 6), ["Ann", "Ann"], "2 to 6 seats"),
    },
)
def test_how_many_are_wanted_is_told(players, seats, wanted):
    with pytest.raises(msgspec.ValidationError, match=wanted):
        check({}, seats, players, ())


def test_strangers_are_named():
    with pytest.raises(msgspec.ValidationError, match="got Yan, Zoe"):
        check({}, ["Ann", "Ben"], (2, 6), ["Zoe", "", "Ann", "Yan"])
