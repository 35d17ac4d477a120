"""Decks of Abi '94 that a family brings: what keeps them from being played, to the card."""

import msgspec
import pytest
from abi94_evenings import position, refused, started
from test_abi94_scoring import changed

from companion.games.abi94 import moves as m
from companion.games.abi94.deck import problems, read_deck, shipped
from companion.games.abi94.state import can_draw, draw_cards


def found(kinds):
    return {says.key: says.args for says in problems(kinds)}


@pytest.mark.parametrize(
    ("kinds", "key", "n"),
    [
        pytest.param(changed("+1", count=7), "deck.too_few", 3, id="89 cards: three are missing"),
        pytest.param(changed("+1", count=15), "deck.too_many", 5, id="97 cards: five too many"),
    ],
)
def test_how_many_cards_are_missing_or_too_many(kinds, key, n):
    assert found(kinds)[key]["n"] == n


@pytest.mark.parametrize(
    ("card", "changes", "key", "wrong"),
    [
        pytest.param("-5", {"value": -5}, "deck.value", False, id="AB15 minus five is the lowest"),
        pytest.param("-5", {"value": -6}, "deck.value", True, id="AB15 minus six is too low"),
        pytest.param("+5", {"value": 5}, "deck.value", False, id="AB10 five is the highest"),
        pytest.param("+5", {"value": 6}, "deck.value", True, id="AB10 six is too high"),
        pytest.param("-5", {"count": 2}, "deck.lonely_minus", False, id="AB15 two can follow each other"),
        pytest.param("-5", {"count": 1}, "deck.lonely_minus", True, id="AB15 one cannot"),
        pytest.param("ME", {"count": 1}, "deck.lonely_minus", False, id="AB15 nobody follows an action card"),
        pytest.param("ME", {"count": 1}, "deck.count", False, id="one card is a card"),
        pytest.param("ME", {"subject": ""}, "deck.subject", False, id="AB43 an action card has no subject"),
        pytest.param("+1", {"id": ""}, "deck.name", True, id="no name"),
        pytest.param("+1", {"id": "+9*"}, "deck.name", True, id="A3 a name like a marked card"),
    ],
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


@pytest.mark.parametrize(
    ("draw", "thrown", "count", "left"),
    [
        pytest.param(5, 4, 5, (0, 4), id="AB7 just enough"),
        pytest.param(5, 4, 6, (3, 0), id="AB7 what was thrown away is shuffled in"),
        pytest.param(1, 1, 6, (0, 0), id="AB7 not even then"),
    ],
)
def test_drawing(draw, thrown, count, left):
    state = msgspec.structs.replace(started(), draw=draw, discard=("?",) * thrown)

    after = draw_cards(state, count)

    assert (after.draw, len(after.discard)) == left


@pytest.mark.parametrize(
    ("deck_empty", "draw", "discard", "enough"),
    [
        pytest.param("reshuffle", 2, 3, True, id="A16 with what was thrown away"),
        pytest.param("reshuffle", 2, 2, False, id="A16 not even so"),
        pytest.param("end", 5, 0, True, id="A16 just enough"),
        pytest.param("end", 4, 9, False, id="A16 what was thrown away stays away"),
    ],
)
def test_whether_there_are_enough_cards(deck_empty, draw, discard, enough):
    state = msgspec.structs.replace(started(deck_empty=deck_empty), draw=draw, discard=("?",) * discard)

    assert can_draw(state, 5) is enough


def test_ab16_what_is_known_of_a_hand_is_not_seen_elsewhere():
    """AB16: all four of the minus fives are in this hand."""
    state = position(Ben={"hand": ["-5"] * 4 + ["?"]})

    assert refused(state, m.Open(seat="Ben", cards=("-5",) * 4 + ("+1",))) is None
    assert refused(state, m.Open(seat="Ben", cards=("-5",) * 5)) == ("AB16", "all_copies_seen")
