"""A pyramid that stands otherwise than it counts is told once, and is never forgotten."""

import pytest

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.layout import Layout
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.sightings import PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.changes import changes
from vision.report.pyramid import PAUSE, WHILE, PyramidReport
from vision.scene.events import Crooked, Rebuilt

BUILD = Ask("built", Kind.PYRAMID, ("Ada",), Say("build"), "G1")
TAKE = Ask("take", Kind.PYRAMID, (), Say("take"), "PR3", optional=True)
ACCEPTED, REFUSED = Ruling(Verdict.ACCEPTED), refused(Refusal("PR3", Say("no")))
COLOURS = {"r": "red", "y": "yellow", "m": "white"}
WHOLE = {"8,0,0": "r623", "7,1,0": "y514", "7,0,1": "m321"}


def without(*cells, **now):
    return {name: die for name, die in WHOLE.items() if name not in cells} | now


def seen(pyramid):
    """The eyes' view of *pyramid*, of which every die lies in the lowest layer and is seen."""
    dice = []
    for name, die in pyramid.items():
        cell = tuple(map(int, name.split(",")))
        faces = tuple(None if n == "?" else int(n) for n in die[1:])
        dice.append(PyramidDieSeen(cell, COLOURS[die[0]], faces, 1.0, (True, True, True)))
    return PyramidSeen(tuple(dice), tuple(die.cell for die in dice))


class At:
    """A report, and time that goes on."""

    def __init__(self, counts=WHOLE):
        self.report, self.t, self.before = PyramidReport(), 0, None
        self.expect(TAKE, counts=counts)

    def expect(self, *asks, counts):
        self.counts = counts
        self.report.expect(asks, Layout(pyramid=counts))

    def shows(self, pyramid, wait=2 * PAUSE):
        """What is told of *pyramid* once it stands so, and after a while."""
        self.t += 100 * MS
        changed, now = changes(self.before or {}, seen(pyramid))
        event = Rebuilt(self.t, now, changed, seen(pyramid), self.t - 50 * MS, self.before is None)
        self.before = now
        facts = [*self.sees(pyramid, event)]
        self.t += wait
        return [*facts, *self.sees(pyramid)]

    def sees(self, pyramid, *events):
        return self.report.see(Sighting(self.t, Seen.WAITING, pyramid=seen(pyramid)), events)


@pytest.fixture
def at():
    """The whole pyramid stands as it counts."""
    report = At()
    report.shows(WHOLE)
    return report


def cells_of(fact):
    return {",".join(map(str, cell["ijk"])) for cell in fact.value["cells"]}


def test_g1_what_is_built_is_told_whole():
    at = At(counts=None)
    at.report.expect((BUILD,), Layout())
    (fact,) = at.shows(WHOLE)
    assert fact.value == {"dice": WHOLE} and fact.ask == "built"


def test_a_die_that_goes_is_told_at_once_and_only_once(at):
    (fact,) = at.shows(without("8,0,0"))
    assert cells_of(fact) == {"7,1,0", "7,0,1"} and fact.t == at.t - 2 * PAUSE
    assert at.shows(without("8,0,0")) == []


def test_nothing_is_told_while_dice_hang_or_lean(at):
    list(at.sees(WHOLE, Crooked(at.t, ((7, 1, 0),))))
    assert at.shows(without("8,0,0")) == [] and at.report.trouble.key == "crooked"
    (fact,) = at.sees(without("8,0,0"), Crooked(at.t, ()))
    assert cells_of(fact) == {"7,1,0", "7,0,1"}


@pytest.mark.parametrize("ruling", [ACCEPTED, REFUSED])
def test_what_was_ruled_on_is_not_told_again_and_its_way_back_is(at, ruling):
    (fact,) = at.shows(without("8,0,0"))
    at.report.ruled(fact, ruling)
    at.expect(TAKE, counts=without("8,0,0") if ruling is ACCEPTED else WHOLE)
    assert at.shows(without("8,0,0")) == []
    assert len(at.shows(WHOLE)) == (ruling is ACCEPTED)


def test_a_change_that_nobody_waited_for_is_told_as_soon_as_somebody_does(at):
    at.expect(counts=WHOLE)
    assert at.shows(without("8,0,0"), wait=WHILE + MS) == []
    assert at.report.trouble.key == "amiss.pyramid"
    at.expect(TAKE, counts=WHOLE)
    assert at.report.trouble is None
    (fact,) = at.sees(without("8,0,0"))
    assert cells_of(fact) == {"7,1,0", "7,0,1"}


def test_what_is_put_right_is_no_trouble_and_no_news(at):
    at.expect(counts=WHOLE)
    at.shows(without("8,0,0"), wait=WHILE + MS)
    at.shows(WHOLE)
    at.expect(TAKE, counts=WHOLE)
    assert at.report.trouble is None and list(at.sees(WHOLE)) == []


def test_what_a_finger_told_is_no_news_when_the_eyes_see_it(at):
    at.report.ruled(Fact(Kind.CHOICE, "8,0,0", 0, Source.TOUCH), ACCEPTED)
    at.expect(TAKE, counts=without("8,0,0"))
    assert list(at.sees(WHOLE)) == [], "it lies there still: the finger was quicker"
    assert at.shows(without("8,0,0")) == []
    (fact,) = at.shows(without("8,0,0", "7,0,1"))
    assert cells_of(fact) == {"7,1,0"}


def test_a_die_that_a_finger_took_while_nobody_is_asked_is_no_trouble_and_any_other_is(at):
    at.expect(counts=without("8,0,0"))
    assert at.shows(WHOLE, wait=WHILE + MS) == []
    assert at.report.trouble is None, "it is taken in a moment"
    assert at.shows(without("7,0,1"), wait=WHILE + MS) == []
    assert at.report.trouble.key == "amiss.pyramid"


def test_an_undone_take_is_not_told_once_more(at):
    (fact,) = at.shows(without("8,0,0"))
    at.report.ruled(fact, ACCEPTED)
    at.expect(TAKE, counts=without("8,0,0"))
    at.expect(TAKE, counts=WHOLE)
    assert list(at.sees(without("8,0,0"))) == []
    assert at.shows(WHOLE) == []


@pytest.mark.parametrize(("unsure", "told"), [("?", 0), ("r???", 1), ("????", 1)])
def test_what_the_referee_does_not_know_is_no_difference_and_its_numbers_are_told_once(unsure, told):
    at = At(counts=without("8,0,0", **{"8,0,0": unsure}))
    assert len(at.shows(WHOLE)) == told
    at.expect(TAKE, counts=without("8,0,0", **{"8,0,0": unsure}))
    assert at.shows(WHOLE) == [] and at.report.trouble is None


def test_numbers_that_come_to_light_below_a_taken_die_are_told_after_it():
    hidden = without("7,1,0", **{"7,1,0": "y???"})
    at = At(counts=hidden)
    at.shows(hidden)
    (taken,) = at.shows({name: die for name, die in WHOLE.items() if name != "8,0,0"})
    at.report.ruled(taken, ACCEPTED)
    at.expect(TAKE, counts={name: die for name, die in hidden.items() if name != "8,0,0"})
    (read,) = at.sees(without("8,0,0"))
    assert read.value["cells"][0]["faces"] == {"-i": 5, "-j": 1, "-k": 4}
    assert list(at.sees(without("8,0,0"))) == []
