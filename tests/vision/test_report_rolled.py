"""Dice that have come to rest become a roll: told once, and only where one is asked for (A9)."""

from companion.asks import Fact, Kind, Source
from tests.tables import cases
from tests.vision.reports import ACCEPTED, LAY, MAT, REFUSED, ROLL, die, looking, see
from vision.report.facts import DOUBTED
from vision.scene.events import Nudged, Rolled


@cases(
    "dice, value, choices",
    {
        "sure": ((die("3"), die("5")), [3, 5], ()),
        "one doubtful": ((die("", "3", "2"), die("5")), [3, 5], ({"pips": [2, 5]},)),
        "unreadable": ((die(""), die("5")), ["?", 5], ()),
    },
)
def test_a_roll_is_told_at_once(dice, value, choices):
    (fact,) = see(looking(ROLL), Rolled(7, dice), t=9)
    assert (fact.ask, fact.t, fact.source, fact.value) == ("roll", 7, Source.CAMERA, {"pips": value})
    assert fact.choices == choices


def rolled_by_touch(*pips):
    return Fact(Kind.DICE, {"pips": list(pips)}, 0, Source.TOUCH, "Ada", "roll")


@cases(
    "dice, is_new",
    {
        "it comes to light": ((die("3"), die("5")), False),
        "in whatever order": ((die("5"), die("3")), False),
        "one of them in doubt": ((die("5"), die("", "3", "2")), False),
        "another roll": ((die("5"), die("4")), True),
        "one face twice": ((die("3"), die("3")), True),
    },
)
def test_a9_a_roll_that_the_eyes_did_not_see_is_no_new_one_when_it_comes_to_light(dice, is_new):
    lookout = looking(ROLL)
    lookout.ruled(rolled_by_touch(3, 5), ACCEPTED)

    assert bool(see(lookout, Rolled(7, dice), t=9)) is is_new
    assert see(lookout, Rolled(8, (die("3"), die("5"))), t=10), "once"


def test_a_roll_by_touch_that_ended_the_turn_is_not_the_next_ones_when_it_comes_to_light():
    lookout = looking(ROLL)
    lookout.report.ruled(rolled_by_touch(3, 5), ACCEPTED)  # what counts never shows it
    lookout.expect((ROLL,))

    assert see(lookout, Rolled(7, (die("3"), die("5"))), t=9) == ()
    assert see(lookout, Rolled(8, (die("3"), die("5"))), t=10), "once"


ROLLED = Rolled(7, (die("3"), die("5")))
DOUBTED_ROLL = Rolled(6, (die("", "3", "2"), die("5")))


@cases(
    "asks, before, ruling, told",
    {
        "A9 a roll that was refused lies nowhere": ((), None, REFUSED, True),
        "A9 what was only asked about was seen": ((), DOUBTED_ROLL, ACCEPTED, True),
        "A9 what was knocked was none": ((LAY,), Rolled(5, (die("1"), die("1"))), ACCEPTED, False),
    },
)
def test_a9_whether_a_roll_told_by_touch_was_seen(asks, before, ruling, told):
    lookout = looking(ROLL)
    lookout.expect(asks or (ROLL,))
    if before:
        see(lookout, before, t=6)
    lookout.expect((ROLL,))
    lookout.ruled(rolled_by_touch(3, 5), ruling)

    assert bool(see(lookout, ROLLED, t=9)) is told


@cases(
    "asks, dice",
    {
        "too few": ((ROLL,), (die("3"),)),
        "too many": ((ROLL,), (die("3"), die("3"), die("3"))),
        "nobody is to roll": ((LAY,), (die("3"), die("5"))),
    },
)
def test_no_roll(asks, dice):
    assert see(looking(*asks), Rolled(0, dice)) == ()


@cases(
    "before, event, sure",
    {
        "one as before": ("15", Nudged(8, (die("3"), die("5")), (die("3"),)), [DOUBTED]),
        "only pushed": ("35", Nudged(8, (die("3"), die("5")), (die("3"),)), []),
        "put back": ("15", Nudged(8, (die("3"), die("5")), ()), []),
        "too few": ("15", Nudged(8, (die("3"),), (die("3"),)), []),
    },
)
def test_a_roll_in_which_by_chance_a_die_lies_and_shows_as_before_is_asked_about(before, event, sure):
    lookout = looking(ROLL)
    see(lookout, Rolled(7, tuple(map(die, before))), t=7)
    lookout.expect((ROLL,))
    assert [fact.sure for fact in see(lookout, event, t=9)] == sure


def test_rolled_dice_are_watched_on_while_cards_are_laid():
    lookout = looking(ROLL)
    lookout.expect((LAY,))
    wanted = lookout.wanted(MAT)
    assert (wanted.tray, wanted.cards, wanted.dice) == (True, True, {"pips": 2})
