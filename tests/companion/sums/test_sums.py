"""SU1 to SU12: funnels that match, who called what, and how long there is."""

from itertools import product

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.sums import GAME
from companion.games.sums import moves as m
from companion.games.sums.rules import penalty
from companion.games.sums.state import SumsOptions, is_open, matching, sum_in
from companion.lab.short_pyramid import read_pyramid
from companion.pyramid.agree import Built, Seen
from companion.pyramid.cells import BASE
from companion.pyramid.notation import name_of, open_funnels
from companion.pyramid.positions import mixed
from tests.companion.sums.searches import (
    FIFTEEN,
    HERE,
    SEATS,
    THREE,
    after,
    ask,
    refused,
    search,
    stopped,
    supply,
    told,
)
from tests.tables import cases

# --- funnels ---


@pytest.mark.parametrize("gone", [(), ((0, 0, 0),), ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((8, 0, 0),)])
def test_a_funnel_is_open_exactly_where_it_is_listed(gone):
    """SU11."""
    pyramid = {name: die for name, die in mixed(2).items() if name not in {name_of(cell) for cell in gone}}
    places = [cell for cell in product(range(-1, 10), repeat=3) if sum(cell) < 11]

    assert {cell for cell in places if is_open(pyramid, cell)} == set(open_funnels(pyramid))


@cases(
    "ori, total",
    {
        "SU10 one face of each die": (FIFTEEN, 15),
        "SU10 three sixes": ({"8,0,0": [6, 2, 3], "7,1,0": [3, 6, 2], "7,0,1": [3, 5, 6]}, 18),
        "SU10 a third face follows from the others": ({**FIFTEEN, "8,0,0": [None, 1, 2]}, 15),
        "SU10 unread": ({"8,0,0": [4, 1, 2]}, None),
    },
)
def test_sum_of_a_funnel(ori, total):
    seen = Seen(pyramid=read_pyramid({"plus": THREE, "ori": ori}))

    assert sum_in(after(search(ori={}), seen).pyramid, HERE) == total


def test_su11_only_complete_funnels_count_and_new_ones_appear():
    """SU11."""
    base = mixed(1, BASE, {"m": 45})
    assert len(open_funnels(base)) == 36
    three = {**base, "7,0,0": "?132", "6,1,0": "?132", "6,0,1": "?132"}

    assert (6, 0, 0) in open_funnels(three)
    assert (7, 0, 0) not in open_funnels(three)


def test_su3_every_funnel_with_the_sum_is_found():
    """SU3."""
    base = mixed(2, BASE, {"m": 45})

    found = [cell for total in range(3, 19) for cell in matching(base, total)]

    assert sorted(found) == sorted(open_funnels(base))


# --- calls ---


def test_su5_a_right_stop_places_a_die_in_that_funnel():
    """SU5."""
    state = stopped(search())
    assert refused(state, m.Place(cell=(6, 0, 0))) == ("SU5", "refused.other_funnel")
    assert refused(state, m.Place(seat="Ben", cell=HERE)) == ("SU5", "refused.caller_places")
    assert refused(state, m.Place(cell=HERE, die="?162")) == ("G16", "impossible_faces")

    state = after(state, told(state, "place", True))

    assert supply(state) == (9, 10, 10)
    assert "7,0,0" in state.pyramid
    assert GAME.outcome(state) is None


@cases(
    "roll, cell",
    {
        "SU7 another sum": ((1, 1, 1), HERE),
        "SU7 no funnel at all": ((4, 5, 6), (3, 3, 1)),
        "SU7 a die lies there": ((4, 5, 6), (8, 0, 0)),
    },
)
def test_a_wrong_stop_costs_a_die_from_everybody(roll, cell):
    state = stopped(search(roll), cell=cell)

    assert supply(state) == (12, 9, 9)
    assert state.phase == "roll"


def test_su7_six_players_give_five():
    """SU7."""
    seats = tuple("ABCDEF")
    after_it = penalty(dict.fromkeys(seats, 10), seats, "C")

    assert after_it == {"A": 9, "B": 9, "C": 15, "D": 9, "E": 9, "F": 9}


def test_a_su6_any_die_will_do_so_only_numbers_change():
    """A-SU6."""
    assert stopped(search((1, 1, 1))).pyramid == search((1, 1, 1)).pyramid


def test_su6_a_right_niete_fills_any_funnel():
    """SU6."""
    state = after(search((1, 1, 1)), m.Niete(seat="Ben"))
    assert state.phase == "place"  # A-SU9: nobody else has to agree
    assert refused(state, m.Place(seat="Ben", cell=(3, 3, 1))) == ("SU6", "refused.no_funnel")

    state = after(state, told(state, "place", {"cells": [[7, 0, 0]]}, seat="Ben"))

    assert supply(state) == (10, 9, 10)


def test_su7_a_wrong_niete_is_judged_at_once_and_the_funnel_is_shown():
    """SU7."""
    step = GAME.play(search((5, 5, 5)), m.Niete(seat="Ben"))

    assert supply(step.state) == (9, 12, 9)
    assert step.notes[0].says.key == "note.niete_wrong"
    assert step.notes[0].points == {"Ann": -1, "Ben": 2, "Cleo": -1}


def test_a_su9_a_niete_needs_no_consent():
    """A-SU9."""
    assert [one.id for one in GAME.asks(after(search((1, 1, 1)), m.Niete(seat="Ben")))] == ["place", "placed"]


@pytest.mark.parametrize("call", [m.Stop(seat="Cleo"), m.Niete(seat="Cleo")], ids=["SU4 Stop", "SU4 Niete"])
def test_su4_the_first_call_locks_the_round(call):
    """SU4."""
    assert refused(after(search(), m.Stop(seat="Ann")), call) == ("SU4", "refused.second_call")


def test_su4_only_the_caller_shows():
    """SU4."""
    state = after(search(), m.Stop(seat="Ann"))

    assert refused(state, m.Show(seat="Ben", cell=HERE)) == ("SU4", "refused.caller_shows")
    assert refused(search(), m.Show(seat="Ben", cell=HERE)) == ("SU4", "refused.nothing_to_show")
    assert refused(state, m.Show(seat="Ann", cell=(9, 9, 9))) == ("SU10", "refused.no_such_place")


def test_su2_nobody_calls_before_the_roll():
    """SU2."""
    state = after(GAME.start(SEATS, SumsOptions()), Built())

    assert refused(state, m.Stop(seat="Ann")) == ("SU2", "refused.call_before_roll")
    assert refused(state, m.Stop()) == ("SU4", "refused.who_calls")


def test_su8_one_round_each_and_the_dice_go_left():
    """SU8."""
    state = stopped(search((1, 1, 1)), seat="Cleo")

    assert state.roller == "Ben"
    assert refused(state, m.Roll(seat="Ann", dice=(1, 2, 3))) == ("SU8", "refused.not_your_roll")
    assert refused(search(), m.Roll(seat="Ann", dice=(1, 2, 3))) == ("SU8", "refused.roll_in_search")


def test_su12_the_roller_may_call():
    """SU12."""
    assert refused(search(roller="Ann"), m.Stop(seat="Ann")) is None


def test_a_su3_any_matching_funnel_counts():
    """A-SU3."""
    cells = open_funnels(mixed(1, BASE, {"m": 45}))
    state = search(pyramid=mixed(1, BASE, {"m": 45}))
    total = sum(state.roll)

    right = [cell for cell in cells if stopped(state, cell=cell).phase == "place"]

    assert right == list(matching(state.pyramid, total))
    assert right


def test_su6_one_button_for_both_calls():
    """SU6, A-SU3: who was first with the button shows a funnel or names it a Niete."""
    first = after(search((1, 1, 1)), m.Stop(seat="Ben", t=700))
    own_button = after(search((1, 1, 1), options={"niete_button": "own"}), m.Stop(seat="Ben"))

    named = after(first, told(first, "show", "niete", seat="Ben"))

    assert (named.phase, named.call, named.called_t) == ("place", "niete", 700)
    assert refused(first, m.Niete(seat="Ann")) == ("SU4", "refused.second_call")
    assert refused(own_button, m.Niete(seat="Ben")) == ("SU4", "refused.second_call")


@pytest.mark.parametrize(("seconds", "later", "late"), [(2, 2.0, False), (2, 2.1, True), (5, 4.8, False)])
def test_a_press_is_no_leave_to_search(seconds, later, late):
    """A-SU10: the one button locks the others out, so a Niete is named soon after it."""
    pressed = after(search((1, 1, 1), options={"niete_s": seconds}), m.Stop(seat="Ben", t=700))
    niete = m.Niete(seat="Ben", t=700 + int(later * 1000 * MS))

    assert refused(pressed, niete) == (("A-SU10", "refused.late_niete") if late else None)
    assert after(pressed, m.Show(seat="Ben", cell=HERE)).phase != "show", "a funnel can still be shown"


def test_the_caller_does_not_let_the_own_niete_stand():
    """A-SU1."""
    waits = after(search((1, 1, 1), options={"niete_judge": "players"}), m.Niete(seat="Ben"))
    assert refused(waits, m.Stand(seat="Ben")) == ("A-SU1", "refused.others_search")
    assert after(waits, m.Stand(seat="Cleo")).phase == "place"


# --- times ---


def test_a_su4_five_seconds_to_show_then_it_is_wrong():
    """A-SU4."""
    state = after(search(), m.Stop(seat="Ann"))
    assert ask(state, "show").within_ms == 5000
    time = GAME.understand(state, ask(state, "show"), Fact(Kind.TIME, "show", 0, Source.CLOCK))

    step = GAME.play(state, time)

    assert (step.notes[0].rule, supply(step.state)) == ("A-SU4", (12, 9, 9))
    assert refused(search(), m.TimeOver()) == ("A-SU4", "refused.no_clock")


@cases(
    "tie, order",
    {
        "A-SU5 from the roller's left, the roller last": ("left", ("Ben", "Cleo", "Ann")),
        "A-SU5 who has most dice first": ("most_dice", ("Cleo", "Ben", "Ann")),
    },
)
def test_calls_at_the_same_moment(tie, order):
    state = search(supply=(3, 3, 9), options={"tie": tie})

    assert GAME.break_tie(state, "stop", ("Ann", "Cleo", "Ben")) == order
