"""What a roll allows to be laid, and why something else is refused."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.abspecken.fitting import possible_sets, targets
from companion.games.abspecken.state import Rolled
from tests.tables import cases

ELFI, SERDAR = "12456", "22456"  # the booklet's example: dice 2 and 4, blue (4) is barred


@cases(
    "hand, laid, rule",
    {
        "A15 the sum with two cards": (ELFI, "51", ""),
        "A15 the sum with one card": (ELFI, "6", ""),
        "A16 one card for one die": (ELFI, "2", ""),
        "A19 the barred colour for one die": (ELFI, "4", "A19"),
        "A19 the barred colour in the sum": ("11234", "42", "A19"),
        "A16 a card that no die shows": (ELFI, "5", "A16"),
        "A16 two cards for one die": (SERDAR, "22", "A16"),
        "A17 the sum and a die at once": (ELFI, "26", "A17"),
        "A17 the sum twice": ("11556", "1515", "A17"),
        "A15 a sum that nobody rolled": (ELFI, "65", "A15"),
        "A15 nothing at all": (ELFI, "", "A15"),
        "A14 cards that are not in the hand": (ELFI, "33", "A14"),
        "A14 more than the hand has of them": (ELFI, "11", "A14"),
    },
)
def test_what_may_be_laid(referee, hand, laid, rule):
    table = referee({"E": hand, "S": SERDAR})

    assert table.refused("lay", seat="E", cards=list(laid)) == rule


@cases(
    "options, rule",
    {
        "AM-5 five cards are the most": ({}, "AM-5"),
        "AM-5 no cap agreed": ({"cap": "none"}, ""),
        "AM-5 the cap as a number": ({"cap": 5}, "AM-5"),
    },
)
def test_six_cards_for_the_sum(referee, new_game, options, rule):
    options = {"cap": str(options["cap"])} if options else {}
    table = referee({"A": ("111122", 5), "B": "34566"}, roll=((3, 5), "6"), options=options)

    assert table.refused("lay", seat="A", cards=list("111122")) == rule


@cases(
    "hand, pips, laid, rule",
    {
        "A18 one card for one die of a double": ("12333", (3, 3), "3", ""),
        "A18 two cards are the sum of a double": ("12333", (3, 3), "33", ""),
        "A18 three of them are neither": ("12333", (3, 3), "333", "A16"),
        "A15 three cards for the sum": ("12333", (3, 3), "123", ""),
        "A16 two cards for one die": ("33355", (3, 5), "33", "A16"),
        "A16 two cards for each die": ("33355", (3, 5), "3355", "A16"),
        "A15 three are no sum, and nobody takes them for dice": ("33355", (3, 5), "333", "A15"),
        "A17 the cards of both dice together, because they add up": ("23456", (2, 4), "24", ""),
    },
)
def test_several_cards(referee, hand, pips, laid, rule):
    table = referee({"A": hand, "B": "11111"}, roll=(pips, "1" if pips == (2, 4) else "6"))

    assert table.refused("lay", seat="A", cards=list(laid)) == rule


def test_the_last_card_lies_on_top(referee):
    """A20, P13: the person who lays decides about the order."""
    table = referee({"E": ELFI, "S": SERDAR}).play("lay", seat="E", cards=["5", "1"])

    assert table.state.player("E").pile == ("5", "1")
    assert table.hand("E") == "246"


@cases(
    "pips, shift, sums",
    {
        "P7 nothing at zero": ((1, 1), 2, (2, 4)),
        "P7 plus and minus": ((1, 2), 1, (2, 3, 4)),
        "P7 up to fifteen": ((6, 6), 3, (9, 12, 15)),
        "A15 without the piggy": ((2, 4), 0, (6,)),
    },
)
def test_the_sums_that_count(pips, shift, sums):
    assert targets(pips, shift) == sums


def test_the_number_of_the_piggy_is_for_the_roller_only(referee):
    """P5, P7, AM-11: Karin may lay the 4, nobody else; the plain sum still counts for her."""
    hands = {"K": {"hand": "22346", "draw": 10, "pile": "1"}, "M": ("12456", 10)}
    table = referee(hands, roll=((1, 1), "2", "+-2"), roller="K")

    assert table.refused("lay", seat="K", cards=["4"]) == ""
    assert table.refused("lay", seat="M", cards=["4"]) == "A16"
    assert table.refused("lay", seat="M", cards=["1"]) == ""


def test_a_card_that_was_laid_four_times_cannot_come_again(new_game):
    """A3, A14: hands are hidden, but a set has only four of each number."""
    table = new_game("AB").play("ready", youngest="A").play("pick", seat="A").play("pick", seat="B")
    table.play("roll", pips=[2, 2], ban="6").play("lay", seat="A", cards=["1", "1", "1", "1"])
    table.play("lay", seat="B", cards=["2"]).play("refill")
    table.play("roll", pips=[1, 2], ban="6")

    assert table.refused("lay", seat="B", cards=["1"]) == ""
    assert table.refused("lay", seat="A", cards=["1"]) == "A14"
    assert table.reason("lay", seat="A", cards=["1"]) == "cannot_be_there"


@cases(
    "hand, own, sets",
    {
        "A16 nobody knows anything of it": ("?", "?", ["1", "2", "3"]),
        "A14 it is a 1 or a 6": ("?", "16", ["1"]),
        "A14 it is the 2, the 1 lies in the piles": ("2", "12", ["2"]),
        "A15 two of a 1 and two 2s": ("??", "122", ["1", "2", "12"]),
    },
)
def test_what_an_unseen_hand_could_lay(hand, own, sets):
    """A10: what is not owned any more is not in the hand."""
    found = possible_sets(tuple(hand), tuple(own), Rolled((1, 2), "5"), 0, 5)

    assert ["".join(cards) for cards in found] == sets


ROLLS = st.builds(Rolled, st.tuples(st.integers(1, 6), st.integers(1, 6)), st.sampled_from("123456"))
HANDS = st.lists(st.sampled_from("123456"), max_size=8).map(sorted).map(tuple)


@given(HANDS, ROLLS, st.integers(0, 3), st.sampled_from([5, 15]))
def test_the_legal_sets_are_those_that_brute_force_finds(hand, rolled, shift, cap):
    """A15 to A19 written a second time, as one condition over all subsets."""
    total = sum(rolled.pips)
    sums = {total, total + shift, total - shift}
    expected = {
        s
        for n in range(1, min(cap, len(hand)) + 1)
        for s in combinations(hand, n)
        if rolled.ban not in s and (sum(map(int, s)) in sums or (n == 1 and int(s[0]) in rolled.pips))
    }

    assert set(possible_sets(hand, hand, rolled, shift, cap)) == expected


@given(HANDS, ROLLS, st.data())
def test_a_hidden_hand_can_lay_whatever_the_real_hand_can(hand, rolled, data):
    """Not knowing a card never makes an honest discard impossible."""
    seen = tuple(sorted(c if data.draw(st.booleans()) else "?" for c in hand))

    assert set(possible_sets(hand, hand, rolled, 0, 5)) <= set(possible_sets(seen, seen, rolled, 0, 5))
    assert not any(Counter(s) - Counter("123456" * 5) for s in possible_sets(seen, seen, rolled, 0, 5))
