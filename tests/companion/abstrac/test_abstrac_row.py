"""AS1, AS2: the row of 24 from one look at it; what the eyes could not read is asked for card by card."""

import pytest

from companion.asks import Kind, Source
from companion.games.abstrac import GAME
from companion.games.abstrac.melds import DECK
from companion.games.abstrac.rules import MOST_UNREAD
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable

SEATS = ("Elfi", "Bo")
ROW = DECK.cards()


@pytest.fixture
def at():
    table = AtTheTable(GAME, SEATS)
    table.propose(move="lots", dealer="Bo")
    return table


def unread(*places, row=ROW):
    """*row* of which the cards at *places*, counted from the left, could not be read."""
    return ["?" if place in places else card for place, card in enumerate(row, 1)]


def look(at, cards, source=Source.CAMERA):
    at.wait(1_000)
    return at.hear(Kind.CARD, {"place": "row", "cards": list(cards)}, source=source)


def asked_for(at):
    """The place that is asked about, and the cards that it may be."""
    ask = next(ask for ask in at.table.asks if ask.id.startswith("unread:"))
    at.in_words(ask.prompt)
    return int(ask.id.partition(":")[2]), [choice.value for choice in ask.choices]


def tap(at, card):
    at.wait(1_000)
    return at.hear(Kind.CHOICE, card)


@pytest.mark.parametrize("places", [(), (7,)], ids=("all read", "AS1 one is the missing one"))
def test_a_row_that_is_read_is_proposed_at_once(at, places):
    assert look(at, unread(*places)).verdict is Verdict.ACCEPTED
    assert (at.state.phase, at.state.row) == ("agree", ROW)


def test_unread_cards_are_asked_for_one_by_one_and_the_last_is_no_question(at):
    look(at, unread(2, 9, 24))
    assert at.state.phase == "read"
    assert asked_for(at) == (2, [ROW[1], ROW[8], ROW[23]])

    assert tap(at, ROW[1]).verdict is Verdict.ACCEPTED
    assert asked_for(at) == (9, [ROW[8], ROW[23]])
    tap(at, ROW[8])
    assert (at.state.phase, at.state.row, at.state.dealt) == ("agree", ROW, ROW)


def test_a_card_that_lies_in_the_row_cannot_be_the_unread_one(at):
    look(at, unread(2, 9, 24))
    before = at.state
    told = tap(at, ROW[0])
    assert told.verdict is Verdict.REFUSED
    at.said(told)
    assert at.state == before


@pytest.mark.parametrize(("many", "phase"), [(MOST_UNREAD, "read"), (MOST_UNREAD + 1, "deal")])
def test_of_a_row_that_can_hardly_be_read_another_look_is_wanted(at, many, phase):
    row = unread(*range(1, many + 1))
    told = look(at, row)
    assert at.state.phase == phase
    if phase == "deal":
        assert (told.verdict, told.rule) == (Verdict.UNSURE, "T14")
        told = look(at, row, Source.TOUCH)
        assert (told.rule, told.why.key) == ("AS1", "refused.row_unclear")
        at.said(told)


def test_a_card_twice_beside_unread_ones_is_no_row(at):
    row = [ROW[0], *unread(5, 6, 7)[1:-1], ROW[0]]
    told = look(at, row)
    assert (told.verdict, told.rule) == (Verdict.UNSURE, "T14"), "one of the two may have been misread"
    told = look(at, row, Source.TOUCH)
    assert (told.verdict, told.rule) == (Verdict.REFUSED, "AS1")


def test_the_row_is_resumed_and_written_while_it_is_read(at):
    look(at, unread(2, 9, 24))
    written = GAME.write_position(at.state)
    assert GAME.read_position(written) == at.state
