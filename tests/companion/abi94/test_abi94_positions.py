"""Positions that are partly written down: who leads, and which covered cards can be."""

import msgspec
import pytest

from companion.games import find_game
from tests.tables import cases

ABI = find_game("abi94")
SEATS = ["Anna", "Ben", "Clara", "Dennis"]


def read(**value):
    return ABI.read_position({"seats": SEATS, "phase": "turn", "turn": "Anna", **value})


@cases(
    "told, leader",
    {
        "nobody is named: the first": ({}, "Anna"),
        "who is named": ({"leader": "Clara"}, "Clara"),
        "the first still in": ({"pupils": {"Anna": {"standing": "out"}}, "turn": "Ben"}, "Ben"),
    },
)
def test_who_leads(told, leader):
    assert read(**told).leader == leader


@pytest.mark.parametrize(
    ("lies", "covered", "can_be"),
    [
        (["-1"], [], True),
        (["-1"], ["-1"], True),
        (["-1", "-1"], ["-1"], True),
        (["-1"], ["-1", "-1"], False),
        (["-2"], ["-1"], False),
    ],
)
def test_a_covered_card_lies_there(lies, covered, can_be):
    """AB22: a MamaPapa covers minus cards that lie before that player."""
    pupils = {"Ben": {"before": lies, "covered": covered}}
    if can_be:
        assert read(pupils=pupils).pupils["Ben"].covered == tuple(covered)
    else:
        with pytest.raises(msgspec.ValidationError, match="covered cards that lie before Ben"):
            read(pupils=pupils)
