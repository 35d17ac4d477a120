"""What a bot does in Pack Rat: which die it takes, and when it says Stop."""

from random import Random

import pytest

from companion.bots import LEVELS
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.bot import choose, delay_ms, in_words
from companion.games.pack_rat.takes import takeable
from companion.pyramid.notation import without
from tests.at_first import quick
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW, Luck
from tests.companion.pack_rat.hunts import SEATS, hunt
from tests.tables import cases

TAKES_A = {"1,0,0": [1, 3, 2], "0,1,0": [2, 1, 3], "0,0,1": [1, 3, 2]}  # two ones for Ann, one for Ben
NONE = {"1,0,0": [6, 5, 4], "0,1,0": [6, 5, 4], "0,0,1": [6, 5, 4]}


@pytest.mark.parametrize("level", LEVELS)
@cases(
    "given, seat",
    {
        "PR2 somebody else rolls": ({"phase": "roll", "number": 0}, "Ben"),
        "PR1 people build": ({"phase": "build", "number": 0}, "Ann"),
        "PR11 people check": ({"phase": "audit"}, "Ann"),
        "PR14 it is over": ({"phase": "over"}, "Ann"),
        "PR6 nothing to take, and only who rolled says Stop": ({"ori": NONE}, "Ben"),
    },
)
def test_when_a_bot_waits(level, given, seat):
    assert choose(hunt(**given), seat, level, LOW) is None


def test_pr2_one_die_from_1_to_6():
    state = hunt(phase="roll", number=0)
    assert choose(state, "Ann", "easy", LOW) == m.Roll(seat="Ann", number=1)
    assert choose(state, "Ann", "easy", HIGH) == m.Roll(seat="Ann", number=6)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", SEATS)
def test_pr3_it_takes_a_die_of_its_own_side(level, seat):
    """FIRST_THREE shows the rolled 1 to each side once."""
    state = hunt()
    own = takeable(state.pyramid, 1)[SEATS.index(seat)]

    assert choose(state, seat, level, LOW) == m.Take(seat=seat, cells=own)


def test_a_weak_one_takes_any_of_them():
    state = hunt(ori=TAKES_A)
    own = takeable(state.pyramid, 1)[0]

    assert len(own) == 2
    assert [choose(state, "Ann", "medium", luck).cells for luck in (LOW, Luck(0.7))] == [(own[0],), (own[1],)]


@pytest.mark.parametrize(
    ("level", "seen"), quick([("random", 50), ("strong", 100), ("easy", 70), ("medium", 85)], more=1)
)
def test_how_often_it_notices_a_die(level, seen):
    """Of 100 looks on average; the strong one sees every die whatever chance says."""
    random = Random(8)
    looks = [choose(hunt(), "Ben", level, random) for _ in range(400)]

    assert abs(sum(look is not None for look in looks) / 4 - seen) <= 5 * (level != "strong")


# --- the strong one: PR5, a die that is taken may free others ---


def freeing(first, second, below):
    """Ann may take (1,0,0) or (0,0,1); what lies below each of them looks to Ann or to others.

    *below* says what a die shows that only the take of one of them sets free.
    """
    lying = {"1,0,0": first, "0,1,0": [6, 5, 4], "0,0,1": second}
    return hunt(ori={**lying, **below})


ONE_FOR_ANN, ONE_FOR_BEN, ONE_FOR_NOBODY = [1, 3, 2], [2, 1, 3], [6, 5, 4]
UNDER_FIRST, UNDER_SECOND = "2,0,0", "0,0,2"  # free once (1,0,0), or (0,0,1), has gone


@cases(
    "under_first, under_second, takes",
    {
        "what frees one more of mine": (ONE_FOR_ANN, ONE_FOR_NOBODY, (1, 0, 0)),
        "on the other side": (ONE_FOR_NOBODY, ONE_FOR_ANN, (0, 0, 1)),
        "nothing for others": (ONE_FOR_BEN, ONE_FOR_NOBODY, (0, 0, 1)),
        "the other way round": (ONE_FOR_NOBODY, ONE_FOR_BEN, (1, 0, 0)),
        "mine rather than theirs": (ONE_FOR_ANN, ONE_FOR_BEN, (1, 0, 0)),
    },
)
def test_pr5_the_strong_one_frees_its_own_dice(under_first, under_second, takes):
    state = freeing(ONE_FOR_ANN, ONE_FOR_ANN, {UNDER_FIRST: under_first, UNDER_SECOND: under_second})
    assert {(1, 0, 0), (0, 0, 1)} <= set(takeable(state.pyramid, 1)[0])
    assert UNDER_FIRST in state.pyramid
    freed = takeable(without(state.pyramid, [(1, 0, 0)]), 1)
    assert ((2, 0, 0) in freed[0]) == (under_first == ONE_FOR_ANN)

    assert choose(state, "Ann", "strong", Random(1)).cells == (takes,)


# --- Stop ---


def empty(ann=0, ben=0):
    """Nothing left for anybody."""
    return hunt(ori=NONE, dice={"Ann": ann, "Ben": ben, "Cleo": 0})


def test_pr7_the_strong_one_says_stop_when_nothing_is_left_for_it():
    assert choose(empty(0, 9), "Ann", "strong", HIGH) == m.Stop(seat="Ann")


def test_nobody_stops_while_it_sees_a_die():
    assert isinstance(choose(hunt(), "Ann", "strong", LOW), m.Take)


@pytest.mark.parametrize("level", ["random", "easy"])
def test_a_weak_one_stops_every_other_time(level):
    assert choose(empty(), "Ann", level, Luck(0.499)) == m.Stop(seat="Ann")
    assert choose(empty(), "Ann", level, Luck(0.5)) is None


@cases(
    "ann, ben, hesitates",
    {"it leads": (3, 2, False), "nobody has more": (3, 3, False), "somebody has more": (2, 3, True)},
)
def test_a_medium_one_that_leads_always_hurries(ann, ben, hesitates):
    """Who is behind waits once in five times."""
    assert (choose(empty(ann, ben), "Ann", "medium", Luck(0.8)) is None) == hesitates
    assert choose(empty(ann, ben), "Ann", "medium", Luck(0.79)) == m.Stop(seat="Ann")


# --- words and times ---


def test_what_a_hand_has_to_do():
    assert "cells" in sentence(in_words(hunt(), m.Take(seat="Ann", cells=((1, 0, 0),))))
    assert in_words(hunt(), m.Stop(seat="Ann")) is None


@pytest.mark.parametrize(
    ("level", "times"),
    [("random", (900, 2700)), ("easy", (700, 2100)), ("medium", (450, 1350)), ("strong", (250, 750))],
)
def test_one_look_to_five_looks(level, times):
    assert tuple(delay_ms(hunt(), "Ann", level, luck) for luck in (LOW, Luck(0.5))) == times
