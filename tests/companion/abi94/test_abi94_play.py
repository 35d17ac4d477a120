"""AB9 to AB21 and their switches: one round after the other, who lays what before whom."""

import pytest
from abi94_rounds import CLOSE, OK, ROUND, check

CASES = [
    pytest.param(
        {},
        [("play", "B", "B", "+1", "not_your_turn"), *ROUND, ("play", "A", "A", "+1", "not_your_turn")],
        {"turn": None},
        {},
        id="AB9 everybody lays exactly one card in turn",
    ),
    pytest.param(
        {},
        [("play", "A", "B", "XX", "refused"), ("play", "A", "Z", "+1", "refused")],
        {"turn": "A"},
        {},
        id="AB9 an unknown card, an unknown player",
    ),
    pytest.param(
        {"fronts": {"B": ["-5", "-5"], "C": ["-5"], "D": ["-5"]}},
        [("play", "A", "A", "-5", "refused"), ("play", "A", "A", "-4", OK)],
        {},
        {},
        id="AB9 a fifth card of four cannot exist",
    ),
    pytest.param(
        {"hands": {"A": ["+1", "+2"]}},
        [("play", "A", "A", "+3", "refused"), ("play", "A", "A", "+2", OK)],
        {},
        {},
        id="AB9 an open hand without that card",
    ),
    pytest.param(
        {},
        [
            ("play", "A", "B", "+1", OK),
            ("play", "B", "B", "+1", "already_received"),
            ("play", "B", "C", "+1", OK),
        ],
        {"turn": "C"},
        {},
        id="AB10 one card a round",
    ),
    pytest.param(
        {},
        [*ROUND, CLOSE, ("play", "B", "A", "+2", OK)],
        {"fronts": {"A": ["+1", "+2"]}, "round": 2},
        {},
        id="AB11 the cards of earlier rounds stay",
    ),
    pytest.param(
        {},
        [("play", "A", "B", "+1", OK), ("handin", "B", OK), ("play", "C", "B", "+1", "target_handed_in")],
        {"turn": "C"},
        {},
        id="AB14 nothing for those who are done",
    ),
    pytest.param(
        {"hands": {"B": ["-1", "-3", "+5"]}},
        [
            ("play", "A", "B", "-1", OK),
            ("play", "B", "A", "+5", "must_follow_suit"),
            ("play", "B", "A", "-3", "must_follow_suit"),
            ("play", "B", "A", "-1", OK),
        ],
        {},
        {},
        id="AB15 a known minus card is followed",
    ),
    pytest.param(
        {"hands": {"B": ["-3"], "C": ["-1", "-3", "+5"]}},
        [
            ("play", "A", "B", "-1", OK),
            ("play", "B", "A", "-3", OK),
            ("play", "C", "C", "+5", "must_follow_suit"),
            ("play", "C", "C", "-3", OK),
        ],
        {},
        {},
        id="AB17 of several minus cards any is followed",
    ),
    pytest.param(
        {"hands": {"B": ["-3"], "C": ["-1", "-3", "+5"]}},
        [
            ("play", "A", "B", "-1", OK),
            ("play", "B", "A", "-3", OK),
            ("play", "C", "C", "-3", "must_follow_suit"),
            ("play", "C", "C", "-1", OK),
        ],
        {},
        {"follow": "first"},
        id="A7 only the first is followed",
    ),
    pytest.param(
        {"hands": {"B": ["-3"], "C": ["-1", "-3", "+5"]}},
        [
            ("play", "A", "B", "-1", OK),
            ("play", "B", "A", "-3", OK),
            ("play", "C", "C", "-1", "must_follow_suit"),
            ("play", "C", "C", "-3", OK),
        ],
        {},
        {"follow": "latest"},
        id="A7 only the latest is followed",
    ),
    pytest.param(
        {},
        [
            ("play", "A", "A", "-2", OK),
            ("play", "B", "B", "+1", OK),
            ("play", "C", "C", "+1", OK),
            ("play", "D", "D", "+1", OK),
            CLOSE,
            ("play", "B", "B", "-2", OK),
        ],
        {"flags": [["B", "-2"]]},
        {},
        id="AB16 shown later without new cards in between",
    ),
    pytest.param(
        {},
        [
            ("play", "A", "A", "-2", OK),
            ("play", "B", "B", "+1", OK),
            ("play", "C", "C", "-2", OK),
            ("play", "D", "D", "+1", OK),
            CLOSE,
            ("play", "B", "B", "-3", OK),
            ("play", "C", "C", "-2", OK),
            ("play", "D", "D", "-3", OK),
        ],
        {"flags": []},
        {},
        id="AB16 nobody who followed or held another card is accused",
    ),
    pytest.param(
        {},
        [
            ("play", "A", "A", "-2", OK),
            ("play", "B", "B", "+1", OK),
            ("play", "C", "C", "+1", OK),
            ("play", "D", "D", "+1", OK),
            CLOSE,
            ("play", "B", "C", "MA", OK),
            ("play", "C", "B", "-2", OK),
        ],
        {"flags": [], "fronts": {"C": ["+1", "MA"]}},
        {},
        id="AB16 a Manta from a neighbour ends the proof",
    ),
    pytest.param(
        {"hand_counts": {"A": 1, "B": 1, "C": 1, "D": 1}},
        [
            ("play", "A", "A", "-2", OK),
            *ROUND[1:],
            CLOSE,
            ("play", "B", "B", "-2", OK),
        ],
        {"flags": [], "hand_counts": {"A": 7, "B": 6}},
        {},
        id="AB13 empty hands are refilled, which ends every proof",
    ),
    pytest.param(
        {"fronts": {"B": ["-2"]}},
        [
            ("play", "A", "B", "MP", OK),
            ("attach", "B", "-2", OK),
            ("play", "B", "A", "-1", OK),
            ("play", "C", "C", "+1", OK),
        ],
        {"nullified": {"B": ["-2"]}},
        {},
        id="AB18 a covered card is no card of this round",
    ),
    pytest.param(
        {"chips": {"B": 1}},
        [("play", "A", "B", "+4", OK)],
        {"chips": {"A": 0, "B": 3}},
        {},
        id="AB19 two chips for the receiver",
    ),
    pytest.param(
        {"chips": {"B": 1}},
        [("play", "A", "B", "-4", OK)],
        {"chips": {"B": 0}, "box": 31},
        {},
        id="AB20 one chip goes back",
    ),
    pytest.param(
        {"chips": {"B": 2}},
        [("play", "A", "B", "ME", OK)],
        {"chips": {"B": 1}},
        {},
        id="AB21 meditation returns a chip",
    ),
    pytest.param(
        {"box": 0},
        [("play", "A", "B", "+4", OK)],
        {"chips": {"B": 2}},
        {},
        id="AB41 the companion counts on",
    ),
]


@pytest.mark.parametrize(("position", "moves", "expect", "switches"), CASES)
def test_a_round(position, moves, expect, switches):
    check(position, moves, expect, **switches)
