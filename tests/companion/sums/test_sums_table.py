"""Sums round about the search: house rules, unread numbers, the beginning and the end."""

import pytest

from companion.asks import MS, Source
from companion.games.sums import GAME
from companion.games.sums import moves as m
from companion.games.sums.rules import penalty, without_dice
from companion.games.sums.state import SumsOptions, fair_share
from companion.lab.short_pyramid import read_position
from companion.pyramid.agree import Agree, Built
from companion.pyramid.cells import BASE
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.sums.searches import HERE, SEATS, after, ask, refused, search, stopped, supply, told
from tests.tables import cases

# --- house rules ---


def test_a_su1_the_others_search_after_a_niete():
    """A-SU1."""
    state = after(search((5, 5, 5), options={"niete_judge": "players"}), m.Niete(seat="Ben"))
    assert (state.phase, ask(state, "stand").within_ms) == ("check", 30_000)
    assert refused(state, m.Show(seat="Ben", cell=HERE)) == ("A-SU1", "refused.others_search")

    found = after(state, told(state, "found", {"cells": [[7, 0, 0]]}, seat="Cleo"))
    stood = after(state, told(state, "stand", True))
    time_over = after(state, m.TimeOver())

    assert supply(found) == (9, 12, 9)
    assert stood.phase == time_over.phase == "place"  # even though one would have matched


def test_a_su1_a_funnel_that_does_not_match_proves_nothing():
    """A-SU1."""
    state = after(search((1, 1, 1), options={"niete_judge": "players"}), m.Niete(seat="Ben"))

    assert refused(state, m.Show(seat="Cleo", cell=HERE)) == ("A-SU1", "refused.no_match")
    assert refused(state, m.Show(seat="Cleo", cell=(3, 3, 1))) == ("SU11", "refused.no_funnel")
    assert refused(search(), m.Stand()) == ("A-SU1", "refused.no_niete")


def test_a_su2_all_may_give_up_without_a_penalty():
    """A-SU2."""
    step = GAME.play(search(), told(search(), "give_up", True))

    assert supply(step.state) == (10, 10, 10)
    assert step.state.roller == "Ben"
    assert (step.notes[0].says.key, step.state.overlooked) == ("note.gave_up_missed", 1)
    assert refused(search(options={"all_pass": False}), m.GiveUp()) == ("A-SU2", "refused.no_passing")


def test_a_su8_placed_is_placed_unless_the_house_rule_says_otherwise():
    """A-SU8."""

    def placed(**options):
        state = stopped(search(options=options))
        return after(state, m.Place(cell=HERE, die="?132"))

    turned = {"turned": {"7,0,0": "?321"}}
    strict, free = placed(), placed(touch_move=False)
    move = told(free, "look", turned, Source.CAMERA)

    assert refused(strict, move) == ("A-SU8", "refused.placed_is_placed")
    assert after(free, move).pyramid["7,0,0"] == "?321"
    later = after(free, m.Roll(dice=(1, 1, 1)), m.GiveUp())
    assert refused(later, move) == ("A-SU8", "refused.too_late_to_turn")


# --- nobody has read the numbers ---


def test_su10_unread_numbers_are_added_up_by_the_table_once():
    """SU10."""
    state = stopped(search(ori={}))
    assert state.phase == "add"

    right, wrong = after(state, told(state, "add", 15)), after(state, told(state, "add", 14))

    assert right.phase == "place"
    assert supply(wrong) == (12, 9, 9)
    again = stopped(after(wrong, m.Roll(dice=(4, 4, 6))), seat="Cleo")
    assert again.phase == "place"  # 14 is not asked again
    assert refused(search(), m.Summed(sum=9)) == ("SU10", "refused.nothing_to_add")


def test_a_su1_a_niete_over_unread_funnels_is_left_to_the_players():
    """A-SU1."""
    state = after(search(ori={}), m.Niete(seat="Ben"))

    assert state.phase == "check"


# --- the beginning and the end ---


@pytest.mark.parametrize(
    ("players", "dice"),
    [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10)],
    ids=[f"A-SU7 {n}" for n in range(2, 7)],
)
def test_equal_supplies(players, dice):
    state = GAME.start(tuple("ABCDEF"[:players]), SumsOptions())

    assert fair_share(players) * players == 60
    assert set(state.supply.values()) == {dice}


@cases(
    "moves, winners",
    {
        "SU1": ([m.Stop(seat="Ann"), m.Show(seat="Ann", cell=HERE), m.Place(cell=HERE)], ("Ann",)),
        "SU9 a penalty can make others win": ([m.Niete(seat="Ann")], ("Ben", "Cleo")),
    },
)
def test_the_end(moves, winners):
    state = after(search(supply=(1, 1, 1)), *moves)

    assert GAME.outcome(state).winners == winners
    assert refused(state, m.Roll(dice=(1, 1, 1))) == ("SU9", "refused.over")


@cases(
    "pyramid, rule",
    {
        "G2 a die in the air": ({"7,0,0": "m???"}, "G2"),
        "SU11 the base is not full": ({"8,0,0": "m???"}, "SU11"),
        "G1 45 red": ({name: "r" + die[1:] for name, die in mixed(1, BASE, {"m": 45}).items()}, "G1"),
    },
)
def test_bases_that_cannot_be(pyramid, rule):
    assert refused(GAME.start(SEATS, SumsOptions()), Built(pyramid=pyramid))[0] == rule


def test_su2_the_base_is_read_or_only_confirmed():
    """SU2."""
    state = GAME.start(SEATS, SumsOptions())
    base = mixed(1, BASE, {"m": 45})

    seen = after(state, told(state, "look", {"dice": base}, Source.CAMERA))
    confirmed = after(state, told(state, "built", True))

    assert seen.pyramid == base
    assert set(confirmed.pyramid.values()) == {"????"}
    first = told(confirmed, "roll", {"pips": [1, 2, 3]}, seat="Cleo")
    assert after(confirmed, first).roller == "Cleo"
    assert isinstance(told(confirmed, "roll", {"pips": [1, 2]}, seat="Cleo"), Question)


def test_su5_the_camera_sees_where_the_die_is_put():
    """SU5."""
    state = stopped(search())

    seen = told(state, "placed", {"placed": {"7,0,0": "y132"}}, Source.CAMERA)
    knocked = told(state, "placed", {"taken": ["8,0,0"]}, Source.CAMERA)

    assert after(state, seen).pyramid["7,0,0"] == "y132"
    assert isinstance(knocked, Question)


def test_agreeing_on_the_pyramid_costs_nobody_a_die():
    state = search()
    move = Agree(pyramid={})

    assert supply(after(state, move)) == supply(state)
    assert refused(GAME.start(SEATS, SumsOptions()), move) == ("SU2", "refused.not_built")


def test_the_drawn_pyramid_has_no_numbers():
    detail = GAME.view(search()).detail

    assert set(detail["pyramid"].values()) == {"????"}


# --- what a call is worth ---


@cases(
    "supply, after_it",
    {
        "SU7 one each": ({"Ann": 3, "Ben": 1, "Cleo": 2}, {"Ann": 2, "Ben": 0, "Cleo": 4}),
        "SU7 who has any": ({"Ann": 3, "Ben": 0, "Cleo": 2}, {"Ann": 2, "Ben": 0, "Cleo": 3}),
        "SU7 who is not named has none": ({"Ann": 3}, {"Ann": 2, "Ben": 0, "Cleo": 1}),
    },
)
def test_su7_nobody_gives_what_they_have_not(supply, after_it):
    assert penalty(supply, SEATS, "Cleo") == after_it


def test_su9_who_is_not_named_has_no_dice_left():
    """SU9."""
    assert without_dice({"Ann": 3}, SEATS) == ("Ben", "Cleo")
    assert GAME.scores(read_position(GAME, {"seats": SEATS})) == {"Ann": 0, "Ben": 0, "Cleo": 0}


def test_a_right_call_is_told_by_its_own_rule():
    """SU5 for a Stop, SU6 for a Niete."""
    shown = m.Show(seat="Ann", cell=HERE)
    stop = GAME.play(after(search(), m.Stop(seat="Ann")), shown).notes[0]
    niete = GAME.play(search((1, 1, 1)), m.Niete(seat="Ann")).notes[0]

    assert (stop.says.key, stop.rule) == ("note.stop_right", "SU5")
    assert (niete.says.key, niete.rule) == ("note.niete_right", "SU6")


@pytest.mark.parametrize(("called_ms", "took"), [(3500, 2500), (900, 0)], ids="SU2 called at {}".format)
def test_the_time_to_a_right_call_is_counted(called_ms, took):
    """SU2: from the roll on; the camera may notice that later than the button its press."""
    call = m.Stop(seat="Ben", t=called_ms * MS)
    state = after(search(rolled_t=1000 * MS), call, m.Show(seat="Ben", cell=HERE))

    assert state.reaction_ms == {"Ben": took}


def test_su8_the_first_seat_rolls_where_nothing_is_said():
    """SU8."""
    state = read_position(GAME, {"seats": SEATS, "phase": "roll", "rounds": 1})

    assert refused(state, m.Roll(seat="Ben", dice=(1, 2, 3))) == ("SU8", "refused.not_your_roll")
    assert refused(state, m.Roll(seat="Ann", dice=(1, 2, 3))) is None


@cases(
    "supply, told",
    {
        "SU9 one has won": ({"Ann": 0, "Ben": 1, "Cleo": 1}, "outcome.won"),
        "SU9 two have won": ({"Ann": 0, "Ben": 1, "Cleo": 0}, "outcome.shared"),
    },
)
def test_how_the_end_is_told(supply, told):
    state = read_position(GAME, {"seats": SEATS, "phase": "over", "supply": supply})

    assert GAME.outcome(state).says.key == told
