"""AS9 to AS13 and B2 to B5: what a hand and a deal are worth."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.melds import DECK, RANKS, RUN_POINTS, SET_POINTS, SUITS, melds, points
from companion.games.abstrac.state import AbstracOptions

HOUSE = AbstracOptions()


@pytest.mark.parametrize(
    ("cards", "sets", "runs"),
    [
        pytest.param("KC KD KH", 2, 0, id="AS9 three of a rank"),
        pytest.param("KC KD KH KS", 8, 0, id="AS9 four of a rank replace three"),
        pytest.param("9C 9D TC TD JH JS", 0, 0, id="AS9 pairs are worth nothing"),
        pytest.param("9C TC JC", 0, 3, id="AS10 three in a row"),
        pytest.param("9C TC JC QC", 0, 4, id="AS10 four"),
        pytest.param("TC JC QC KC AC", 0, 6, id="AS10 five"),
        pytest.param("9C TC JC QC KC AC", 0, 12, id="AS10 six, not two threes"),
        pytest.param("AC 9C TC", 0, 0, id="AS10 the ace is high only"),
        pytest.param("KD AD 9D", 0, 0, id="AS10 nothing follows the ace"),
        pytest.param("9C TD JH", 0, 0, id="AS10 mixed suits are no run"),
        pytest.param("AD KD QD JD 9D", 0, 4, id="AS10 the nine after a gap does not join"),
        pytest.param("JS JC JD 9D TD", 2, 3, id="AS11 the jack counts in the set and in the run"),
        pytest.param("9C TC JC 9D TD JD 9H TH JH 9S TS JS", 24, 12, id="AS11 the best twelve cards"),
        pytest.param("9C JC QC AC 9D JD QD AD TH KH TS KS", 0, 0, id="AS11 twelve cards without a meld"),
        pytest.param("", 0, 0, id="AS8 an empty hand"),
    ],
)
def test_points_of_a_hand(cards, sets, runs):
    worth = points(cards.split(), HOUSE)
    assert (worth.sets, worth.runs, worth.combo) == (sets, runs, sets + runs)


@pytest.mark.parametrize(
    ("options", "cards", "combo"),
    [
        pytest.param({"run_suit": "any"}, "9C TD JH", 3, id="B2 any suits"),
        pytest.param({"run_suit": "any"}, "9C 9D TC TD JC JD", 6, id="B2 two runs side by side"),
        pytest.param({"run_suit": "any"}, "9C TC JC QC 9D TD JD", 7, id="B2 no card in two runs"),
        pytest.param({"ace": "high_low"}, "AC 9C TC", 3, id="B3 the ace below the nine"),
        pytest.param({"ace": "high_low"}, "KD AD 9D", 0, id="B3 low is not round the corner"),
        pytest.param({"ace": "high_low"}, "AC 9C TC QC KC", 3, id="B3 the ace stands in one run only"),
        pytest.param({"ace": "wrap"}, "KD AD 9D", 3, id="B3 joined ends"),
        pytest.param({"ace": "wrap"}, "QD KD AD 9D TD", 6, id="B3 five round the corner"),
        pytest.param({"overlap": "all"}, "KC KD KH KS", 16, id="B4 the threes in a four count as well"),
        pytest.param(
            {"overlap": "all"}, "9C TC JC QC", 10, id="B4 the short runs in a long one count as well"
        ),
    ],
)
def test_house_rules_for_melds(options, cards, combo):
    assert points(cards.split(), AbstracOptions(**options)).combo == combo


HOUSES = [
    AbstracOptions(run_suit=suit, ace=ace, overlap=overlap)
    for suit in ("same", "any")
    for ace in ("high", "high_low", "wrap")
    for overlap in ("once", "all")
]


@given(st.sets(st.sampled_from(DECK.cards())), st.sampled_from(HOUSES))
def test_as11_the_melds_shown_are_the_points_scored(cards, house):
    found = melds(cards, house)
    assert sum(meld.points for meld in found) == points(cards, house).combo
    assert all(set(meld.cards) <= cards for meld in found)
    if house.overlap == "once":
        for kind in ("set", "run"):
            used = [card for meld in found if meld.kind == kind for card in meld.cards]
            assert len(used) == len(set(used))


def every_meld(cards):
    """All legal melds inside *cards*, by the words of the rules alone."""
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        for size, worth in SET_POINTS.items():
            yield from (("set", frozenset(group), worth) for group in combinations(same, size))
    for suit in SUITS:
        for size, worth in RUN_POINTS.items():
            for start in range(len(RANKS) - size + 1):
                run = {rank + suit for rank in RANKS[start : start + size]}
                if run <= cards:
                    yield "run", frozenset(run), worth


def best_choice(found, used_in_sets=frozenset(), used_in_runs=frozenset()):
    if not found:
        return 0
    (kind, cards, worth), rest = found[0], found[1:]
    best = best_choice(rest, used_in_sets, used_in_runs)
    if kind == "set" and not cards & used_in_sets:
        best = max(best, worth + best_choice(rest, used_in_sets | cards, used_in_runs))
    if kind == "run" and not cards & used_in_runs:
        best = max(best, worth + best_choice(rest, used_in_sets, used_in_runs | cards))
    return best


@given(st.sets(st.sampled_from(DECK.cards()), max_size=11))
def test_as11_no_other_choice_of_melds_is_worth_more(cards):
    assert points(cards, HOUSE).combo == best_choice(list(every_meld(cards)))


@pytest.mark.parametrize(
    ("combos", "cards", "misere", "scores"),
    [
        pytest.param((12, 0), (15, 9), False, (108, 0), id="AS12 own points times the other's cards"),
        pytest.param((5, 9), (6, 18), False, (90, 54), id="AS12 few own cards do not help by themselves"),
        pytest.param((12, 25), (10, 14), False, (168, 250), id="AS12 both score"),
        pytest.param((0, 10), (14, 10), False, (0, 140), id="B5 without misere nothing is swapped"),
        pytest.param((0, 10), (14, 10), True, (140, 0), id="AS13 who has no meld gets the other's score"),
        pytest.param((10, 0), (10, 14), True, (0, 140), id="AS13 and the other gets nothing"),
        pytest.param((0, 0), (12, 12), True, (0, 0), id="AS13 nobody has a meld"),
        pytest.param((3, 4), (12, 12), True, (36, 48), id="AS13 both have melds: nothing is swapped"),
    ],
)
def test_score_of_a_deal(combos, cards, misere, scores):
    assert deal_scores(combos, cards, misere) == scores
