"""AB22 to AB40 and their switches: what cards do, how a project is handed in, and what the exam changes."""

import pytest
from abi94_rounds import case, check

CASES = [
    case(
        "A9 what is left in the box",
        "A>B +4; B>C +4",
        then={"chips": {"B": 1, "C": 0}, "box": 0},
        house={"chips": "hard_limit"},
        box=1,
    ),
    case(
        "A3 only the marked card",
        "A>B +4*; B>C +4",
        then={"chips": {"B": 2, "C": 0}},
        house={"hard_learning": "single"},
    ),
    case(
        "AB22 at once, own choice, the pair counts nothing",
        "A>B MP; B>C +1 (resolve_pending); attach B -2 (no_such_minus); attach C -5 (no_mamapapa); "
        "handin B (resolve_pending); attach B -5; handin B",
        then={"scores": {"B": -1}},
        fronts={"B": ["-5", "-1"]},
    ),
    case(
        "AB23 nobody must cheat",
        "A>B CH; nocheat B; nocheat C (no_cheating)",
        then={"turn": "B", "cheat": {"B": []}},
        fronts={"A": ["+5"], "B": ["+2"]},
    ),
    case(
        "AB23 a copied +4 brings no chips, and the card stays",
        "A>B CH; cheat B A +5 9 (no_such_answer); cheat B C +5 9 (no_such_answer); "
        "cheat B D +5 9 (not_a_neighbour); cheat B A +4 5",
        then={"cheat": {"B": [4]}, "chips": {"B": 0}, "fronts": {"A": ["+4"]}},
        fronts={"A": ["+4"]},
    ),
    case("AB23 nothing to copy, nothing to decide", "A>B CH; B>A +1", then={"turn": "C"}),
    case(
        "AB24 the next one who is still there",
        "A>A +1; handin A; B>B CH; cheat B A +1 9 (not_a_neighbour); cheat B D +3 4",
        then={"cheat": {"B": [3]}},
        fronts={"A": ["+1"], "D": ["+3"]},
    ),
    case(
        "AB25 the points so far are gone",
        "A>B CH; cheat B A +5 5",
        then={"fronts": {"B": ["-1", "CH"]}, "caught": {"B": 1}, "turn": "B"},
        fronts={"A": ["+5"], "B": ["+3", "-1"]},
    ),
    case(
        "A4 everything goes",
        "A>B CH; cheat B A +5 5; handin B",
        then={"fronts": {"B": []}, "scores": {"B": 0}},
        house={"caught_resets": "everything"},
        fronts={"A": ["+5"], "B": ["+3", "-1"]},
    ),
    case(
        "AB26, A19 the second time ends the Klausur",
        "A>B CH; cheat B A +5 1",
        then={"scores": {"B": 0}, "active": ["A", "C", "D"], "turn": "C"},
        fronts={"A": ["+5"]},
        caught={"B": 1},
    ),
    case(
        "AB27 once in the exam",
        "A>B CH; cheat B A +5 5",
        then={"scores": {"B": "ejected"}, "active": ["A", "C", "D"]},
        fronts={"A": ["+5"]},
        phase="abitur",
    ),
    case(
        "AB28 a new hand of the same size, then a card",
        "A>A MA; A>B +3",
        then={"hand_counts": {"A": 3}, "fronts": {"A": []}, "turn": "B"},
        hand_counts={"A": 4},
    ),
    case(
        "A6 a full hand",
        "A>A MA",
        then={"hand_counts": {"A": 7}},
        house={"manta_draw": "full"},
        hand_counts={"A": 4},
    ),
    case(
        "AB29 the victim has a new hand and no free place",
        "A>B MA; B>B +1 (already_received); B>C +5",
        then={"turn": "C", "hand_counts": {"B": 1}},
        hands={"B": ["-1", "+2"]},
    ),
    case("AB30 not on somebody who has a card", "A>B +1; B>B MA (already_received)"),
    case("AB30 not on somebody who has laid one", "A>B +1; B>A MA (target_already_played)"),
    case(
        "A5 whoever has laid may be hit",
        "A>B +1; B>A MA; C>C +1",
        then={"turn": "D"},
        house={"manta_target": "received_only"},
    ),
    case(
        "A5 whoever has a card may be hit",
        "A>B +1; B>A MA (target_already_played); B>B MA",
        then={"turn": "B"},
        house={"manta_target": "played_only"},
    ),
    case(
        "AB31 the victim may hand in before the turn",
        "A>B MA; handin B; C>C +1",
        then={"scores": {"B": 0}, "turn": "D"},
    ),
    case(
        "AB32 with other cards in hand it stays there",
        "A>B +1; B>A +1; C>D +1; D>C MA (refused); D>C +1",
        hand_counts={"D": 2},
    ),
    case(
        "AB32 nothing but Mantas: laid without effect",
        "A>B +1; B>A +1; C>D +1; D>C MA; handin C (no_card_this_round); close",
        then={"round": 2, "fronts": {"C": []}},
        hands={"D": ["MA", "MA"]},
    ),
    case(
        "AB33 AB34 only with a card, also before the own turn",
        "A>B +5; handin C (no_card_this_round); handin B",
        then={"scores": {"B": 5}, "turn": "C"},
    ),
    case("AB33 not after the round", "ROUND; close; handin A (no_card_this_round)"),
    case(
        "A12 a card is still owed",
        "A>B +5; handin B; C>C +1 (not_your_turn); B>C +1; C>D +1",
        then={"scores": {"B": 5}, "turn": "D", "hand_counts": {"B": 0}},
        house={"handin_before_play": "owes_card"},
    ),
    case("AB36 only once", "A>B +5; handin B; handin B (already_handed_in)"),
    case(
        "AB38 two may press in the same moment",
        "ROUND; handin D; handin A; close",
        then={"over": False, "active": ["B", "C"], "leader": "B"},
    ),
    case("AB38 not before all have laid", "A>A +1; close (round_not_complete)", then={"round": 1}),
    case(
        "AB37 the last one is scored with the round",
        "ROUND; handin A; handin B; handin C; close",
        then={"over": True, "scores": {"A": 1, "B": 1, "C": 1, "D": 1}},
    ),
    case(
        "AB37 all in the same round",
        "ROUND; handin A; handin B; handin C; handin D; close",
        then={"over": True, "scores": {"D": 1}},
    ),
    case(
        "AB40 no chips in the exam",
        "A>B +4; B>C -4; C>D ME",
        then={"chips": {"B": 2, "C": 0}},
        phase="abitur",
        chips={"B": 2},
    ),
    case(
        "AB12 the lead skips those who are done",
        "A>B +1; handin B; C>C +1; D>D +1; close",
        then={"leader": "C", "turn": "C"},
    ),
]


@pytest.mark.parametrize(("moves", "then", "house", "before"), CASES)
def test_a_round(moves, then, house, before):
    check(moves, then, house, before)
