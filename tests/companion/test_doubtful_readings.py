"""Doubtful readings (T14): what cannot lie there is no reading, and only what matters is asked about."""

import pytest

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.games.abstrac.melds import DECK
from companion.journal import Journal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table

PACK = list(DECK.cards())


@pytest.fixture
def table():
    """Abstrac, and the row is to be laid."""
    clock = HandClock(10**9)
    table = Table.start(
        find_game("abstrac"), seats_named(("Ada", "Ben")), {}, Journal.open(":memory:", clock), clock
    )
    assert table.propose({"move": "lots", "dealer": "Ada"}).verdict is Verdict.ACCEPTED
    return table


def row_read_as(table, *rows):
    """What the table says to a row of which the eyes think all of *rows* possible."""
    likeliest, *others = ({"place": "row", "cards": row} for row in rows)
    ask = next(ask.id for ask in table.asks if ask.kind is Kind.CARD)
    fact = Fact(Kind.CARD, likeliest, 2 * 10**9, Source.CAMERA, ask=ask, sure=0.6, choices=tuple(others))
    return table.hear(fact)


def test_a_card_that_lies_there_twice_was_misread_and_nobody_is_asked(table):
    twice = [PACK[1], *PACK[1:]]

    assert row_read_as(table, twice, PACK).verdict is Verdict.ACCEPTED
    assert table.state.row == tuple(PACK)


def test_where_two_readings_can_lie_there_the_table_is_asked_with_both(table):
    turned_round = [PACK[1], PACK[0], *PACK[2:]]
    ruling = row_read_as(table, PACK, turned_round)

    assert (ruling.verdict, ruling.rule, len(ruling.choices)) == (Verdict.UNSURE, "T14", 2)


def test_where_no_reading_can_lie_there_it_is_refused_and_says_why(table):
    twice, thrice = [PACK[1], *PACK[1:]], [PACK[1], PACK[1], *PACK[2:]]
    ruling = row_read_as(table, twice, thrice)

    assert (ruling.verdict, ruling.why.key) == (Verdict.REFUSED, "refused.cards_twice")


@pytest.mark.parametrize("name", ["abi94", "abstrac", "wobble"])
def test_every_refusal_that_marks_a_misreading_has_its_words(name):
    from companion.words import game_words  # noqa: PLC0415

    game = find_game(name)
    assert game.cannot_lie and all(key in game_words(game) for key in game.cannot_lie)
