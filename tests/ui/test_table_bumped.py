"""Somebody bumps into the table: the picture is elsewhere, nothing was rolled or laid, the game goes on."""

import pytest
from gazed_table import GazedTable, told

from companion.asks import Ask, Kind, Say
from tests.at_first import quick

ADA = "discard:Ada"
ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2, "colour": 1})
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
PILE = Ask("lay", Kind.CARD, ("Ada", "Ben"), Say("lay"), "W9", deck="wobble", place="discard", cards=(1, 2))
SHOW = Ask("show:Ada", Kind.CARD, ("Ada",), Say("show"), "W33", deck="wobble", place="hand:Ada", cards=(2, 2))
BUMPS = [(2.0, 1.0, 0.0), (5.5, 2.0, 0.0), (7.0, 2.0, 1.0), (-9.0, 4.0, -1.0), (16.0, 6.0, 1.0)]


@pytest.mark.parametrize(("right", "down", "turn"), quick(BUMPS[2:] + BUMPS[:2], 0, 1))
def test_after_a_bump_nothing_has_been_rolled_or_laid_and_the_next_things_are_told(right, down, turn):
    at = GazedTable(ROLL)
    (rolled,) = at.happens(at.stage.roll({"pips": [3, 5], "colour": ["pink"]}))
    at.ruled(rolled)
    at.expect(LAY)
    (laid,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(laid)
    at.expect(ROLL, LAY)  # whatever is told now would count

    at.bump(right, down, turn)
    assert at.rest(20) == []
    assert at.trouble == ""

    assert told(at.happens(at.stage.lay(ADA, ["2"]))) == [({"place": ADA, "cards": ["2"]}, 1.0)]
    (rolled,) = at.happens(at.stage.roll({"pips": [6, 1], "colour": ["blue"]}))
    assert sorted(rolled.value["pips"]) == [1, 6] and rolled.value["colour"] == ["blue"]


@pytest.mark.parametrize(("right", "down", "turn"), quick(BUMPS[3:0:-1], 0, 1))
def test_the_pile_of_all_is_the_same_pile_after_a_bump(right, down, turn):
    at = GazedTable(PILE, deck="wobble")
    for card in ("g4", "m4"):
        (fact,) = at.happens(at.stage.lay("discard", [card]))
        at.ruled(fact)
    at.bump(right, down, turn)
    assert at.rest(20) == []

    at.expect(SHOW)
    hand = at.happens(at.stage.spread("scan", ["c2", "y7"]), rest=20)
    assert told(hand) == [({"place": "hand:Ada", "cards": ["c2", "y7"]}, 1.0)]
