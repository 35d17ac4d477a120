"""Decks of Abi '94 that a family brings: what keeps them from being played, to the card."""

import msgspec
import pytest
from abi94_evenings import position, refused, started
from test_abi94_scoring import changed

from companion.games.abi94 import moves as m
from companion.games.abi94.deck import problems, read_deck, shipped
from companion.games.abi94.state import can_draw, draw_cards
from tests.tables import cases


def found(kinds):
    return {says.key: says.args for says in problems(kinds)}


@cases(
    "kinds, key, n",
    {
        "89 cards: three are missing": (changed("+1", count=7), "deck.too_few", 3),
        "97 cards: five too many": (changed("+1", count=15), "deck.too_many", 5),
    },
)
def test_how_many_cards_are_missing_or_too_many(kinds, key, n):
    assert found(kinds)[key]["n"] == n


@cases(
    "card, changes, key, wrong",
    {
        "AB15 minus five is the lowest": ("-5", {"value": -5}, "deck.value", False),
        "AB15 minus six is too low": ("-5", {"value": -6}, "deck.value", True),
        "AB10 five is the highest": ("+5", {"value": 5}, "deck.value", False),
        "AB10 six is too high": ("+5", {"value": 6}, "deck.value", True),
        "AB15 two can follow each other": ("-5", {"count": 2}, "deck.lonely_minus", False),
        "AB15 one cannot": ("-5", {"count": 1}, "deck.lonely_minus", True),
        "AB15 nobody follows an action card": ("ME", {"count": 1}, "deck.lonely_minus", False),
        "one card is a card": ("ME", {"count": 1}, "deck.count", False),
        "AB43 an action card has no subject": ("ME", {"subject": ""}, "deck.subject", False),
        "no name": ("+1", {"id": ""}, "deck.name", True),
        "A3 a name like a marked card": ("+1", {"id": "+9*"}, "deck.name", True),
    },
)
def test_what_is_wrong_with_a_card(card, changes, key, wrong):
    assert (key in found(changed(card, **changes))) is wrong


@pytest.mark.parametrize(("subjects", "wrong"), [(2, True), (3, False)], ids=["AB43 two", "AB43 three"])
def test_an_exam_needs_three_subjects(subjects, wrong):
    plus = [kind.id for kind in shipped("a") if kind.value > 0]
    of = {name: "xyz"[at % subjects] for at, name in enumerate(plus)}
    kinds = [msgspec.structs.replace(kind, subject=of.get(kind.id, "")) for kind in shipped("a")]

    told = found(kinds)

    assert ("deck.subjects" in told) is wrong
    assert not wrong or told["deck.subjects"]["n"] == subjects


def test_a_subject_of_the_ones_alone_is_a_subject():
    """AB43: two on the higher cards, the third on the ones."""
    of = {"+1": "z", "+2": "x", "+3": "x", "+4": "y", "+5": "y"}
    kinds = [msgspec.structs.replace(kind, subject=of.get(kind.id, "")) for kind in shipped("a")]

    assert "deck.subjects" not in found(kinds)


@pytest.mark.parametrize("text", ['[[card]]\nid = "+1"\ncount = 1\nink = "red"', "card = []\nname = 1"])
def test_a_deck_file_has_no_other_words(text):
    with pytest.raises(msgspec.ValidationError):
        read_deck(text)


# --- piles and hands ---


@cases(
    "draw, thrown, count, left",
    {
        "AB7 just enough": (5, 4, 5, (0, 4)),
        "AB7 what was thrown away is shuffled in": (5, 4, 6, (3, 0)),
        "AB7 not even then": (1, 1, 6, (0, 0)),
    },
)
def test_drawing(draw, thrown, count, left):
    state = msgspec.structs.replace(started(), draw=draw, discard=("?",) * thrown)

    after = draw_cards(state, count)

    assert (after.draw, len(after.discard)) == left


@cases(
    "deck_empty, draw, discard, enough",
    {
        "A16 with what was thrown away": ("reshuffle", 2, 3, True),
        "A16 not even so": ("reshuffle", 2, 2, False),
        "A16 just enough": ("end", 5, 0, True),
        "A16 what was thrown away stays away": ("end", 4, 9, False),
    },
)
def test_whether_there_are_enough_cards(deck_empty, draw, discard, enough):
    state = msgspec.structs.replace(started(deck_empty=deck_empty), draw=draw, discard=("?",) * discard)

    assert can_draw(state, 5) is enough


def test_ab16_what_is_known_of_a_hand_is_not_seen_elsewhere():
    """AB16: all four of the minus fives are in this hand."""
    state = position(Ben={"hand": ["-5"] * 4 + ["?"]})

    assert refused(state, m.Open(seat="Ben", cards=("-5",) * 4 + ("+1",))) is None
    assert refused(state, m.Open(seat="Ben", cards=("-5",) * 5)) == ("AB16", "all_copies_seen")
