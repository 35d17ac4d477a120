"""AB23: from a look at the ten-sided die to the ruling in Abi '94, through watch, lookout and table."""

import pytest

from companion.asks import MS, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.rulings import Verdict
from companion.sightings import DieSeen, Seen, Sighting
from tests.companion.at_the_table import AtTheTable
from tests.tables import cases
from tests.vision.reports import looking
from vision.scene.scene import Scene
from vision.scene.tray import AT_MOST, ENOUGH

SEATS = ("Ada", "Ben", "Cleo", "Dora")
HERE, THERE = (100.0, 100.0, 30.0, 30.0), (400.0, 200.0, 30.0, 30.0)


def d10(value, *choices, box=HERE):
    return DieSeen("d10", value, box, 0.97 if value else 0.5, choices=choices)


class Watched(AtTheTable):
    """A class whose tray somebody watches."""

    def __init__(self):
        super().__init__(GAME, SEATS)
        self.watch, self.lookout, self.heard = Scene(), looking(), []
        self.move(m.Deal(), *(m.Swap(seat=seat, count=0) for seat in SEATS), m.Lead(leader="Ada"))
        self.move(*(m.Play(seat=seat, target=seat, card="+5") for seat in SEATS))
        self.wait(11_000)

    def cleo_dares(self):
        """She copies a +5 of Ben's: with 5 or less on the die she is caught."""
        self.move(
            m.Play(seat="Ben", target="Cleo", card="CH"), m.Name(seat="Cleo", neighbour="Ben", card="+5")
        )
        self.look()

    def look(self, *dice, times=ENOUGH):
        """So many looks at these dice in the tray; what they tell goes to the table."""
        for _ in range(times):
            self.wait(50)
            self.lookout.expect(self.table.asks)
            seen = Sighting(self.clock.now(), Seen.SETTLED if dice else Seen.EMPTY, dice)
            self.watch, events = self.watch.after(seen, self.lookout.wanted(None).dice)
            for fact in self.lookout.see(seen, events):
                assert fact.source is Source.CAMERA and seen.t - fact.t < 1_000 * MS
                ruling = self.table.hear(fact)
                self.lookout.ruled(fact, ruling)
                self.heard.append(ruling)
        return self.heard[-1] if self.heard else None


@pytest.fixture
def at():
    table = Watched()
    table.cleo_dares()
    return table


def test_the_eyes_are_told_to_look_for_a_ten_sided_die(at):
    assert [ask.dice for ask in at.table.asks if ask.dice] == [{"d10": 1}]


@cases(
    "value, copied",
    {"6 is above the +5": ("6", (5,)), "5 is caught": ("5", ()), "A1 the face 0 counts ten": ("0", (5,))},
)
def test_a_roll_that_was_seen_is_ruled_on(at, value, copied):
    assert at.look(d10(value)).verdict is Verdict.ACCEPTED
    assert at.state.pupils["Cleo"].copied == copied
    assert len(at.heard) == 1


def test_other_dice_in_the_tray_do_not_matter(at):
    pips = DieSeen("pips", "2", THERE, 0.99)
    assert at.look(d10("6"), pips).verdict is Verdict.ACCEPTED
    assert at.state.pupils["Cleo"].copied == (5,)


def test_a_doubtful_die_is_asked_about_only_if_it_matters(at):
    asked = at.look(d10("", "5", "6"), times=AT_MOST)
    assert asked.verdict is Verdict.UNSURE
    assert [choice.value for choice in asked.choices] == [{"d10": [5]}, {"d10": [6]}]
    at.said(asked)
    assert at.hear(at.table.asks[0].kind, asked.choices[1].value, "Cleo").verdict is Verdict.ACCEPTED
    assert at.state.pupils["Cleo"].copied == (5,)


def test_nobody_is_asked_where_both_readings_are_the_same_to_the_rules(at):
    """6 and 9 are easily mixed up, and both are above the +5."""
    assert at.look(d10("", "6", "9"), times=AT_MOST).verdict is Verdict.ACCEPTED


def test_an_unreadable_die_is_typed(at):
    told = at.look(d10(""), times=AT_MOST)
    assert told.verdict is not Verdict.ACCEPTED
    at.said(told)
    typed = next(ask for ask in at.table.asks if ask.id.endswith(":typed"))
    assert at.hear(typed.kind, 6, "Cleo", ask=typed.id).verdict is Verdict.ACCEPTED


def test_a_die_that_goes_on_lying_there_is_no_second_roll(at):
    at.look(d10("6"))
    at.look(d10("6"), times=AT_MOST)
    assert len(at.heard) == 1
