"""Calls and times of Pack Rat and Sums at a real table: buttons, ties, limits, the wrong seat."""

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.pack_rat import GAME as PACK_RAT
from companion.games.sums import GAME as SUMS
from companion.pyramid.cells import BASE
from companion.pyramid.positions import mixed
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.tables import cases

NAMES = ("Ann", "Ben", "Cleo")


@pytest.fixture
def sums():
    sitting = AtTheTable(SUMS, NAMES)
    sitting.propose(move="built", pyramid=mixed(1, BASE, {"m": 45}))
    sitting.propose(move="roll", seat="Ann", dice=[4, 5, 6])
    return sitting


@cases(
    "presses, caller",
    {
        "SU4 the first button": ([("Ann", 0), ("Ben", 40)], "Ann"),
        "A-SU5 a tie goes to the roller's left": ([("Ann", 0), ("Cleo", 0.4)], "Cleo"),
        "A-SU5 the nearest at the left": ([("Cleo", 0), ("Ben", 0.4), ("Ann", 0.2)], "Ben"),
    },
)
def test_who_called_first(sums, presses, caller):
    for seat, after_ms in presses:
        sums.press(seat, after_ms)
    sums.wait(500)

    assert (sums.table.state.phase, sums.table.state.caller) == ("show", caller)


def test_a_su4_when_the_time_to_show_is_over_the_call_was_wrong(sums):
    sums.press("Ben")
    sums.wait(5_500)

    assert sums.table.state.supply == {"Ann": 19, "Ben": 22, "Cleo": 19}
    assert sums.table.state.roller == "Ben"


def test_su6_a_button_then_niete(sums):
    sums.press("Ben")
    sums.wait(500)
    sums.hear(Kind.CHOICE, "niete", "Ben")

    assert sums.table.state.supply == {"Ann": 19, "Ben": 22, "Cleo": 19}  # one would have matched


def test_pr7_a_stop_from_the_wrong_seat_changes_nothing_and_is_told():
    sitting = AtTheTable(PACK_RAT, NAMES)
    sitting.propose(move="built", pyramid=mixed(1))
    sitting.propose(move="roll", seat="Ann", number=3)

    sitting.press("Ben")
    sitting.wait(500)
    assert sitting.table.state.phase == "hunt"
    assert sitting.refusals

    sitting.press("Ann")
    sitting.wait(500)
    assert (sitting.table.state.phase, sitting.table.state.roller) == ("roll", "Ben")


def test_a_pr1_the_time_of_the_stop_is_that_of_the_button():
    """A frame that was taken before the Stop and read after it: the die counts."""
    sitting = AtTheTable(PACK_RAT, NAMES)
    sitting.propose(move="built", pyramid=mixed(1))
    sitting.propose(move="roll", seat="Ann", number=int(mixed(1)["1,0,0"][2]))
    frame = sitting.clock.now()
    sitting.wait(100)
    sitting.press("Ann")
    sitting.wait(500)

    fact = Fact(Kind.PYRAMID, {"taken": ["1,0,0"]}, frame, Source.CAMERA, uncertainty=30 * MS)
    assert sitting.table.hear(fact).verdict is Verdict.ACCEPTED

    assert sitting.table.state.dice == {"Ann": 0, "Ben": 1, "Cleo": 0}


def test_pr8_a_die_that_vanishes_after_the_stop_is_late():
    sitting = AtTheTable(PACK_RAT, NAMES)
    sitting.propose(move="built", pyramid=mixed(1))
    sitting.propose(move="roll", seat="Ann", number=int(mixed(1)["1,0,0"][2]))
    sitting.press("Ann")
    sitting.wait(1_000)

    fact = Fact(Kind.PYRAMID, {"taken": ["1,0,0"]}, sitting.clock.now(), Source.CAMERA, uncertainty=30 * MS)
    sitting.table.hear(fact)

    assert sitting.table.state.late == {"Ben": 1}
    assert sitting.table.state.returning == ((1, 0, 0),)
