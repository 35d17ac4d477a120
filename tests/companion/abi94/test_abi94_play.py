"""AB9 to AB21 and their switches: one round after the other, who lays what before whom."""

import pytest
from abi94_rounds import case, check

CASES = [
    case(
        "AB9 everybody lays exactly one card in turn",
        "B>B +1 (not_your_turn); ROUND; A>A +1 (not_your_turn)",
        then={"turn": None},
    ),
    case("AB9 an unknown card, an unknown player", "A>B XX (refused); A>Z +1 (refused)", then={"turn": "A"}),
    case(
        "AB9 a fifth card of four cannot exist",
        "A>A -5 (refused); A>A -4",
        fronts={"B": ["-5", "-5"], "C": ["-5"], "D": ["-5"]},
    ),
    case("AB9 an open hand without that card", "A>A +3 (refused); A>A +2", hands={"A": ["+1", "+2"]}),
    case("AB10 one card a round", "A>B +1; B>B +1 (already_received); B>C +1", then={"turn": "C"}),
    case(
        "AB11 the cards of earlier rounds stay",
        "ROUND; close; B>A +2",
        then={"fronts": {"A": ["+1", "+2"]}, "round": 2},
    ),
    case(
        "AB14 nothing for those who are done",
        "A>B +1; handin B; C>B +1 (target_handed_in)",
        then={"turn": "C"},
    ),
    case(
        "AB15 a known minus card is followed",
        "A>B -1; B>A +5 (must_follow_suit); B>A -3 (must_follow_suit); B>A -1",
        hands={"B": ["-1", "-3", "+5"]},
    ),
    case(
        "AB17 of several minus cards any is followed",
        "A>B -1; B>A -3; C>C +5 (must_follow_suit); C>C -3",
        hands={"B": ["-3"], "C": ["-1", "-3", "+5"]},
    ),
    case(
        "A7 only the first is followed",
        "A>B -1; B>A -3; C>C -3 (must_follow_suit); C>C -1",
        house={"follow": "first"},
        hands={"B": ["-3"], "C": ["-1", "-3", "+5"]},
    ),
    case(
        "A7 only the latest is followed",
        "A>B -1; B>A -3; C>C -1 (must_follow_suit); C>C -3",
        house={"follow": "latest"},
        hands={"B": ["-3"], "C": ["-1", "-3", "+5"]},
    ),
    case(
        "AB16 shown later without new cards in between",
        "A>A -2; B>B +1; C>C +1; D>D +1; close; B>B -2",
        then={"flags": [["B", "-2"]]},
    ),
    case(
        "AB16 nobody who followed or held another card is accused",
        "A>A -2; B>B +1; C>C -2; D>D +1; close; B>B -3; C>C -2; D>D -3",
        then={"flags": []},
    ),
    case(
        "AB16 a Manta from a neighbour ends the proof",
        "A>A -2; B>B +1; C>C +1; D>D +1; close; B>C MA; C>B -2",
        then={"flags": [], "fronts": {"C": ["+1", "MA"]}},
    ),
    case(
        "AB13 empty hands are refilled, which ends every proof",
        "A>A -2; B>B +1; C>C +1; D>D +1; close; B>B -2",
        then={"flags": [], "hand_counts": {"A": 7, "B": 6}},
        hand_counts={"A": 1, "B": 1, "C": 1, "D": 1},
    ),
    case(
        "AB18 a covered card is no card of this round",
        "A>B MP; attach B -2; B>A -1; C>C +1",
        then={"nullified": {"B": ["-2"]}},
        fronts={"B": ["-2"]},
    ),
    case("AB19 two chips for the receiver", "A>B +4", then={"chips": {"A": 0, "B": 3}}, chips={"B": 1}),
    case("AB20 one chip goes back", "A>B -4", then={"chips": {"B": 0}, "box": 31}, chips={"B": 1}),
    case("AB21 meditation returns a chip", "A>B ME", then={"chips": {"B": 1}}, chips={"B": 2}),
    case("AB41 the companion counts on", "A>B +4", then={"chips": {"B": 2}}, box=0),
]


@pytest.mark.parametrize(("moves", "then", "house", "before"), CASES)
def test_a_round(moves, then, house, before):
    check(moves, then, house, before)
