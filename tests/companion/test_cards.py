"""Cards as far as a table can know them."""

import doctest
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import cards
from companion.lab.audit import audit
from tests.tables import cases

KINDS = "123456"
HANDS = st.lists(st.sampled_from(KINDS), max_size=9).map(cards.hand)


def test_the_examples_in_the_docs_are_true():
    assert doctest.testmod(cards).failed == 0


@cases(
    "held, wanted, may, surely",
    {
        "a known card": ("125", "5", True, True),
        "an unknown card can be any": ("12?", "5", True, False),
        "one unknown card cannot be two": ("12?", "56", False, False),
        "one known, one unknown": ("12?", "11", True, False),
        "two cards unseen": ("12", "??", True, False),
        "more than there are": ("12", "???", False, False),
        "nothing of nothing": ("", "", True, True),
        "the unknown one is the five, the unseen one the one": ("1?", "5?", True, False),
        "no six in a known hand": ("15", "6?", False, False),
    },
)
def test_what_a_hand_may_hold(held, wanted, may, surely):
    assert cards.may_hold(cards.hand(held), tuple(wanted)) == may
    assert cards.surely_holds(cards.hand(held), tuple(wanted)) == surely


some_kinds = st.lists(st.sampled_from("1234"), max_size=5).map(tuple)


@given(
    st.lists(st.sampled_from("1234?"), max_size=7).map(cards.hand),
    st.lists(some_kinds, max_size=8).map(tuple),
)
def test_many_choices_are_judged_like_each_of_them(held, choices):
    expected = tuple(wanted for wanted in choices if cards.may_hold(held, wanted))
    assert cards.those_it_may_hold(held, choices) == expected


def test_an_audit_counts_unseen_cards_too():
    found = audit({"1": 2, "5": 2}, {"hand": ("1", "?", "?"), "pile": ("5",)})

    assert (found.cards, found.unknown, found.wrong, found.ok) == (4, 2, {}, True)


def test_a_card_that_is_not_in_the_box_is_one_too_many():
    assert cards.unseen({"1": 2}, {"hand": ("9", "1")}) == {"1": 1, "9": -1}
    assert audit({"1": 1}, {"hand": ("1", "9")}).wrong == {"9": 1}


def test_a_card_that_leaves_unseen_takes_certainty_with_it():
    assert cards.without(cards.hand("2"), ("?",)) == ()
    assert cards.without(cards.hand("55"), ("?",)) == ("5",)
    assert cards.without(cards.hand("25"), ("?",)) == ("?",)


def test_a_card_that_cannot_be_there_is_an_error():
    with pytest.raises(ValueError, match="can be in the hand"):
        cards.without(cards.hand("25"), ("6",))


@given(HANDS, st.data())
def test_what_is_known_of_a_hand_is_always_true(real, data):
    """However little was seen and whatever leaves: the real hand always fits what is known."""
    known = cards.hand(c if data.draw(st.booleans()) else "?" for c in real)
    while real:
        leaving = data.draw(st.sampled_from(real))
        seen = data.draw(st.booleans())
        real = cards.without(real, (leaving,))
        known = cards.without(known, (leaving if seen else "?",))
        assert len(known) == len(real)
        assert not Counter(cards.shown(known)) - Counter(real)


def test_the_last_card_of_a_pile_is_on_top():
    pile = ("1", "2", "3")

    assert cards.top(pile) == "3"


def test_a_transfer_moves_cards_from_hand_to_hand():
    places = {"A": cards.hand("15"), "B": cards.hand("?")}

    assert cards.transfer(places, "A", "B", ("5",)) == {"A": ("1",), "B": ("5", "?")}


CENSUS = {"1": 2, "2": 2}


@cases(
    "places, wrong",
    {
        "all there": ({"A": "12", "B": "12"}, {}),
        "unknown cards fill the gaps": ({"A": "1?", "B": "?2"}, {}),
        "a two misread as a one": ({"A": "11", "B": "12"}, {"1": 1, "2": -1}),
        "one missing": ({"A": "12", "B": "1"}, {"2": -1}),
        "a stranger in the deck": ({"A": "12", "B": "13"}, {"2": -1, "3": 1}),
    },
)
def test_the_audit_says_what_is_wrong(places, wrong):
    assert audit(CENSUS, {place: tuple(held) for place, held in places.items()}).wrong == wrong


def test_a_card_that_cannot_exist_any_more_is_named():
    places = {"pile": ("1", "1"), "A": ("?",)}

    assert cards.too_many(CENSUS, places, ("1", "2")) == ("1",)
    assert cards.too_many(CENSUS, places, ("2",)) == ()


@given(st.lists(HANDS, max_size=4), HANDS)
def test_one_kind_is_found_too_many_wherever_all_kinds_are_counted(held, laid):
    places = {str(number): one for number, one in enumerate(held)}
    every = [card for card in cards.too_many(CENSUS, places, laid) if card in laid]

    assert cards.one_too_many(CENSUS, places.values(), laid) == (every[0] if every else "")


def could_hold(census, places):
    return {place: cards.could_hold_at(census, places, place) for place in places}


def test_who_could_hold_what():
    places = {"pile": ("1",), "A": ("?", "?"), "B": ("?",)}

    bounds = could_hold(CENSUS, places)

    assert bounds["A"] == {"1": (0, 1), "2": (1, 2)}
    assert bounds["B"] == {"1": (0, 1), "2": (0, 1)}


@given(st.data())
def test_the_bounds_always_hold_the_truth(data):
    deck = data.draw(st.permutations(list("111222333")))
    cuts = sorted(data.draw(st.lists(st.integers(0, 9), min_size=2, max_size=2)))
    truth = {"A": deck[: cuts[0]], "B": deck[cuts[0] : cuts[1]], "C": deck[cuts[1] :]}
    known = {p: cards.hand(c if data.draw(st.booleans()) else "?" for c in held) for p, held in truth.items()}

    bounds = could_hold(Counter(deck), known)

    for place, held in truth.items():
        for kind in "123":
            low, high = bounds[place][kind]
            assert low <= held.count(kind) <= high
