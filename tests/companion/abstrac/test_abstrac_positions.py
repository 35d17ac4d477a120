"""Abstrac: what is left out of a position follows from what is given, and what is given stays."""

import pytest

from companion.games.abstrac import GAME

ROW = ["9C", "TC", "JD"]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        pytest.param({}, {"turn": "A", "first": "A", "dealer": "B"}, id="AS5 nothing is said"),
        pytest.param({"turn": "B"}, {"turn": "B", "first": "B", "dealer": "B"}, id="AS4 who is on began"),
        pytest.param({"first": "B"}, {"turn": "B", "first": "B"}, id="AS4 who began is on"),
        pytest.param({"first": "B", "turn": "A"}, {"turn": "A", "first": "B"}, id="AS4 both are said"),
        pytest.param({"dealer": "A"}, {"dealer": "A"}, id="AS3 who deals"),
        pytest.param({}, {"dealt": tuple(ROW)}, id="AS2 what lies there was dealt"),
        pytest.param({"dealt": [*ROW, "QH"]}, {"dealt": (*ROW, "QH")}, id="AS5 one was taken already"),
        pytest.param({}, {"totals": {"A": 0, "B": 0}}, id="AS14 nothing is on the sheet"),
        pytest.param({"totals": {"B": 7}}, {"totals": {"A": 0, "B": 7}}, id="AS14 one has points"),
        pytest.param({}, {"hands": {"A": (), "B": ()}}, id="AS7 nobody has taken anything"),
    ],
)
def test_a_position_while_cards_are_taken(position, expected):
    state = GAME.read_position({"seats": ["A", "B"], "phase": "take", "row": ROW, **position})

    assert {key: getattr(state, key) for key in expected} == expected
    assert GAME.scores(state) == state.totals


def test_before_the_row_is_read_nobody_is_on():
    """AS2: and nothing has been dealt that anybody knows."""
    state = GAME.read_position({"seats": ["A", "B"], "phase": "read"})

    assert (state.turn, state.first, state.dealt, state.dealer) == ("", "", (), "B")
