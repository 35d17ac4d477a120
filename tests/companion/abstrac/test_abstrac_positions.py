"""Abstrac: what is left out of a position follows from what is given, and what is given stays."""

from companion.games.abstrac import GAME
from tests.tables import cases

ROW = ["9C", "TC", "JD"]


@cases(
    "position, expected",
    {
        "AS5 nothing is said": ({}, {"turn": "A", "first": "A", "dealer": "B"}),
        "AS4 who is on began": ({"turn": "B"}, {"turn": "B", "first": "B", "dealer": "B"}),
        "AS4 who began is on": ({"first": "B"}, {"turn": "B", "first": "B"}),
        "AS4 both are said": ({"first": "B", "turn": "A"}, {"turn": "A", "first": "B"}),
        "AS3 who deals": ({"dealer": "A"}, {"dealer": "A"}),
        "AS2 what lies there was dealt": ({}, {"dealt": tuple(ROW)}),
        "AS5 one was taken already": ({"dealt": [*ROW, "QH"]}, {"dealt": (*ROW, "QH")}),
        "AS14 nothing is on the sheet": ({}, {"totals": {"A": 0, "B": 0}}),
        "AS14 one has points": ({"totals": {"B": 7}}, {"totals": {"A": 0, "B": 7}}),
        "AS7 nobody has taken anything": ({}, {"hands": {"A": (), "B": ()}}),
    },
)
def test_a_position_while_cards_are_taken(position, expected):
    state = GAME.read_position({"seats": ["A", "B"], "phase": "take", "row": ROW, **position})

    assert {key: getattr(state, key) for key in expected} == expected
    assert GAME.scores(state) == state.totals


def test_before_the_row_is_read_nobody_is_on():
    """AS2: and nothing has been dealt that anybody knows."""
    state = GAME.read_position({"seats": ["A", "B"], "phase": "read"})

    assert (state.turn, state.first, state.dealt, state.dealer) == ("", "", (), "B")
