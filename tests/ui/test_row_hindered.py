"""A thing upon Abstrac's row of cards, through drawn pictures: it has taken none, and it is told in words."""

import pytest
from gazed_table import GazedTable, told_by_eyes
from spoilt import cloth, cup, middle, paper, phone

from companion.asks import Ask, Kind, Say
from companion.games.abstrac.melds import DECK
from tests.at_first import quick

NAMES = tuple(DECK.cards())
ROW = Ask("row:1", Kind.CARD, ("Ada", "Ben"), Say("row"), "AS1", deck=DECK.name, place="row", cards=(24, 24))
LEFT = Ask("left", Kind.CARD, ("Ada",), Say("left"), "AS6", deck=DECK.name, place="row", cards=(0, 24),
           lies=NAMES, optional=True, spoken=False)  # fmt: skip


def with_a_row():
    """Abstrac's row lies out as it was accepted, and somebody is to take from its right end."""
    at = GazedTable(ROW, deck=DECK.name)
    (fact,) = at.happens(at.stage.spread("scan", NAMES))
    at.ruled(fact)
    at.expect(LEFT)
    return at


@pytest.mark.parametrize("count", quick([3, 1], 0, more=1))
def test_cards_taken_from_a_row_are_told_where_the_table_comes_to_light(count):
    at = with_a_row()
    (fact,) = at.happens(at.stage.leave("scan", NAMES[:-count]))
    assert (tuple(fact.value["cards"]), at.trouble) == (NAMES[:-count], "")


@pytest.mark.parametrize(
    ("thing", "which"), quick([(cloth, 0), (phone, -2), (paper, 5), (cup, 12), (cup, -2), (paper, -1)], 0, 1)
)
def test_a_thing_upon_a_row_has_taken_no_card_and_what_was_taken_is_told_once_it_is_away(thing, which):
    at = with_a_row()
    cards = at.last.sighting.cards
    (x, y), end = middle(cards[which]), middle(cards[-1])
    at.spoil = lambda picture: thing(picture, x, y)
    assert at.rest(20) == []
    told_by_eyes(at, of="amiss.row_hidden")

    at.spoil = lambda picture: picture
    assert at.rest(20) == [] and at.trouble == ""
    at.spoil = lambda picture: (cloth if thing is cloth else paper)(picture, *end)
    assert at.happens(at.stage.leave("scan", NAMES[:-2]), rest=20) == []
    at.spoil = lambda picture: picture
    (fact,) = at.rest(20)
    assert (tuple(fact.value["cards"]), at.trouble) == (NAMES[:-2], "")


@pytest.mark.parametrize("thing", quick([phone, cup], 0, 0))
def test_a_thing_set_upon_the_middle_of_a_row_while_cards_are_taken_from_its_end_has_taken_none(thing):
    at = with_a_row()
    x, y = middle(at.last.sighting.cards[6])
    at.spoil = lambda picture: thing(picture, x, y + 25)
    assert at.happens(at.stage.leave("scan", NAMES[:-8]), rest=20) == []
    told_by_eyes(at, of="amiss.row_hidden")

    at.spoil = lambda picture: picture
    (fact,) = at.rest(20)
    assert (tuple(fact.value["cards"]), at.trouble) == (NAMES[:-8], "")
