"""Dice that are slid out of the tray are an answer, where it is asked which are set aside (TT8)."""

import pytest
from msgspec.structs import replace

from companion.asks import Ask, Choice, Kind, Say, Source
from tests.at_first import quick
from tests.vision.reports import die, looking, see
from vision.report.report import WHILE
from vision.scene.events import Miscounted, Rolled

LYING = ("1", "2", "2", "2", "4", "6")
COUNTING = ([1], [2, 2, 2], [1, 2, 2, 2])
CHOICES = tuple(Choice(list(dice), Say("keep")) for dice in COUNTING)
KEEP = Ask(
    "keep:1:0", Kind.CHOICE, ("Ada",), Say("keep"), "TT8", CHOICES, dice={"pips": len(LYING)}, lies=LYING
)
ROLL = Ask("roll:1", Kind.DICE, ("Ada",), Say("roll"), "TT2", dice={"pips": len(LYING)})
AGAIN = replace(ROLL, id="roll:2", dice={"pips": 5})


def left(*faces):
    return Miscounted(7, tuple(map(die, faces)), {"pips": len(LYING)})


def lookout(*asks):
    looks = looking(ROLL)
    see(looks, Rolled(5, tuple(map(die, LYING))), t=5)
    looks.expect(asks, dice={"pips": LYING})
    return looks


@pytest.mark.parametrize(
    ("lies", "told"),
    quick(
        [
            pytest.param("2 2 2 4 6", [1], id="one die"),
            pytest.param("4 6", [1, 2, 2, 2], id="several at once"),
            pytest.param("6 4 1", [2, 2, 2], id="in whatever order the others lie"),
            pytest.param("1 2 2 4 6", None, id="half a slide: one of three alike has left"),
            pytest.param("1 2 2 2 4", None, id="what is missing counts for nothing"),
            pytest.param("2 2 2 5 6", None, id="another was turned over meanwhile"),
            pytest.param("", None, id="all are taken up, perhaps to be rolled"),
        ]
    ),
)
def test_tt8_what_has_left_the_tray_is_set_aside_if_it_counts(lies, told):
    facts = see(lookout(KEEP), left(*lies.split()), t=9)
    assert [(fact.ask, fact.value, fact.source, fact.t) for fact in facts] == (
        [("keep:1:0", told, Source.CAMERA, 7)] if told else []
    )


def test_tt8_one_that_cannot_be_read_is_never_taken_for_set_aside():
    doubtful = replace(left("2", "2", "4", "6"), dice=(*map(die, ("2", "2", "4", "6")), die("", "1", "2")))
    assert see(lookout(KEEP), doubtful, t=9) == ()


def test_tt8_a_slide_is_told_once_it_is_whole():
    looks = lookout(KEEP)
    assert see(looks, left("1", "2", "2", "4", "6"), t=9) == ()
    (fact,) = see(looks, left("1", "4", "6"), t=12)
    assert fact.value == [2, 2, 2]


@pytest.mark.parametrize(
    "asks", quick([pytest.param((replace(KEEP, optional=True), AGAIN)), pytest.param((KEEP,))])
)
def test_tt8_one_that_counts_for_nothing_is_missed_aloud(asks):
    looks = lookout(*asks)
    see(looks, left("1", "2", "2", "2", "4"), t=9)
    see(looks, t=9 + 2 * WHILE)
    assert looks.trouble is not None and looks.trouble.key == "amiss.die_missing"
