"""Dice that are laid out to be counted: what lies there is told once, when nothing more is laid."""

import pytest
from msgspec.structs import replace

from companion.asks import MS, Ask, Kind, Say
from companion.sightings import Seen, Sighting
from tests.vision.reports import BOX, die, looking
from vision.report.dice import PAUSE

COUNT, COUNT_BEN = (
    Ask(f"seen:{name}", Kind.DICE, (name,), Say("seen"), "SC3", place=f"score:{name}")
    for name in ("Ada", "Ben")
)
LOOK = 200 * MS
ENOUGH = PAUSE // LOOK + 1  # looks


def at(number, value, *choices):
    """A die in the place with that *number*."""
    x, y, wide, tall = BOX
    return replace(die(value, *choices), box=(x + 20 * number, y, wide, tall))


THREE, SIX = at(0, "3"), at(1, "6")


class Table:
    """Looks at what lies there, one after the other."""

    def __init__(self, *asks):
        self.lookout, self.t = looking(*asks), 0

    def looks(self, *dice, many=ENOUGH, state=Seen.WAITING):
        told = []
        for _ in range(many):
            self.t += LOOK
            told += self.lookout.see(Sighting(self.t, state, dice), ())
        return [(fact.ask, fact.value["pips"]) for fact in told]


def test_what_lies_there_is_told_once():
    table = Table(COUNT)
    assert table.looks(THREE, SIX, many=6) == []
    assert table.lookout.next_look == LOOK + PAUSE
    assert table.looks(THREE, SIX, many=20) == [("seen:Ada", [3, 6])]


def test_dice_that_are_laid_one_after_the_other_are_told_together():
    table = Table(COUNT)
    assert table.looks(THREE, many=4) == []
    assert table.looks(THREE, state=Seen.HAND, many=1) == []
    assert table.looks(THREE, SIX) == [("seen:Ada", [3, 6])]


def test_what_lay_there_before_anybody_asked_is_told_at_once():
    table = Table()
    assert table.looks(THREE, SIX) == []
    table.lookout.expect((COUNT,))
    assert table.looks(THREE, SIX, many=1) == [("seen:Ada", [3, 6])]


def test_dice_are_not_those_of_the_next_one_too_until_they_are_taken_away():
    table = Table(COUNT)
    assert table.looks(THREE)
    table.lookout.expect((COUNT_BEN,))
    assert table.looks(THREE, state=Seen.HAND, many=1) == table.looks(THREE) == []
    assert table.looks(many=1) == []
    assert table.looks(THREE) == [("seen:Ben", [3])]


@pytest.mark.parametrize(
    ("dice", "value"), [((at(0, "", "3", "2"), SIX), [3, 6]), ((at(0, ""), SIX), ["?", 6])], ids=str
)
def test_a_die_that_is_not_read_is_a_question(dice, value):
    assert Table(COUNT).looks(*dice) == [("seen:Ada", value)]
