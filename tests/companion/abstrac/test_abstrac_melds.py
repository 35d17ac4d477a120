"""AS9 to AS13 and B2 to B5: what a hand and a deal are worth."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.melds import DECK, RANKS, RUN_POINTS, SET_POINTS, SUITS, melds, points
from companion.games.abstrac.state import AbstracOptions
from tests.tables import cases

HOUSE = AbstracOptions()


@cases(
    "cards, sets, runs",
    {
        "AS9 three of a rank": ("KC KD KH", 2, 0),
        "AS9 four of a rank replace three": ("KC KD KH KS", 8, 0),
        "AS9 pairs are worth nothing": ("9C 9D TC TD JH JS", 0, 0),
        "AS10 three in a row": ("9C TC JC", 0, 3),
        "AS10 four": ("9C TC JC QC", 0, 4),
        "AS10 five": ("TC JC QC KC AC", 0, 6),
        "AS10 six, not two threes": ("9C TC JC QC KC AC", 0, 12),
        "AS10 the ace is high only": ("AC 9C TC", 0, 0),
        "AS10 nothing follows the ace": ("KD AD 9D", 0, 0),
        "AS10 mixed suits are no run": ("9C TD JH", 0, 0),
        "AS10 the nine after a gap does not join": ("AD KD QD JD 9D", 0, 4),
        "AS11 the jack counts in the set and in the run": ("JS JC JD 9D TD", 2, 3),
        "AS11 the best twelve cards": ("9C TC JC 9D TD JD 9H TH JH 9S TS JS", 24, 12),
        "AS11 twelve cards without a meld": ("9C JC QC AC 9D JD QD AD TH KH TS KS", 0, 0),
        "AS8 an empty hand": ("", 0, 0),
    },
)
def test_points_of_a_hand(cards, sets, runs):
    worth = points(cards.split(), HOUSE)
    assert (worth.sets, worth.runs, worth.combo) == (sets, runs, sets + runs)


@cases(
    "options, cards, combo",
    {
        "B2 any suits": ({"run_suit": "any"}, "9C TD JH", 3),
        "B2 two runs side by side": ({"run_suit": "any"}, "9C 9D TC TD JC JD", 6),
        "B2 no card in two runs": ({"run_suit": "any"}, "9C TC JC QC 9D TD JD", 7),
        "B3 the ace below the nine": ({"ace": "high_low"}, "AC 9C TC", 3),
        "B3 low is not round the corner": ({"ace": "high_low"}, "KD AD 9D", 0),
        "B3 the ace stands in one run only": ({"ace": "high_low"}, "AC 9C TC QC KC", 3),
        "B3 joined ends": ({"ace": "wrap"}, "KD AD 9D", 3),
        "B3 five round the corner": ({"ace": "wrap"}, "QD KD AD 9D TD", 6),
        "B4 the threes in a four count as well": ({"overlap": "all"}, "KC KD KH KS", 16),
        "B4 the short runs in a long one count as well": ({"overlap": "all"}, "9C TC JC QC", 10),
    },
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


@cases(
    "combos, cards, misere, scores",
    {
        "AS12 own points times the other's cards": ((12, 0), (15, 9), False, (108, 0)),
        "AS12 few own cards do not help by themselves": ((5, 9), (6, 18), False, (90, 54)),
        "AS12 both score": ((12, 25), (10, 14), False, (168, 250)),
        "B5 without misere nothing is swapped": ((0, 10), (14, 10), False, (0, 140)),
        "AS13 who has no meld gets the other's score": ((0, 10), (14, 10), True, (140, 0)),
        "AS13 and the other gets nothing": ((10, 0), (10, 14), True, (0, 140)),
        "AS13 nobody has a meld": ((0, 0), (12, 12), True, (0, 0)),
        "AS13 both have melds: nothing is swapped": ((3, 4), (12, 12), True, (36, 48)),
    },
)
def test_score_of_a_deal(combos, cards, misere, scores):
    assert deal_scores(combos, cards, misere) == scores
