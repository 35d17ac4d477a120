"""What a bot does in Sums: when it calls and what, which funnel it shows, and how it turns its die."""

from random import Random

import pytest

from companion.bots import LEVELS
from companion.games.sums import GAME
from companion.games.sums import moves as m
from companion.games.sums.bot import choose, delay_ms, in_words
from companion.games.sums.state import matching, sum_in
from companion.pyramid.cells import BASE
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import die, name_of, open_funnels
from companion.pyramid.positions import mixed
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW, Luck
from tests.companion.sums.searches import HERE, search
from tests.tables import cases

BASE_DICE = mixed(1, BASE, {"m": 45})
WRONG, RIGHT = (3, 3, 3), (4, 5, 6)  # what is rolled where the only funnel adds up to 15
SKILLED = ("easy", "medium", "strong")


def searching(total, **more):
    """Everybody searches the 36 funnels of a whole base for *total*."""
    rolls = {n: (1, max(1, n - 7), n - 1 - max(1, n - 7)) for n in range(3, 14)}
    roll = rolls.get(total, (6, 6, total - 12))
    return search(**{"roll": roll, "pyramid": BASE_DICE, **more})


SUMS_THERE = {sum_in(BASE_DICE, cell) for cell in open_funnels(BASE_DICE)}
ONCE = next(total for total in SUMS_THERE if total and len(matching(BASE_DICE, total)) == 1)


# --- calling ---


@pytest.mark.parametrize("level", SKILLED)
def test_su3_it_calls_stop_where_a_funnel_fits_and_niete_where_none_does(level):
    assert choose(search(roll=RIGHT), "Ben", level, HIGH) == m.Stop(seat="Ben")
    assert choose(search(roll=WRONG), "Ben", level, HIGH) == m.Niete(seat="Ben")


@pytest.mark.parametrize(("level", "errs"), [("easy", 50), ("medium", 20), ("strong", 0)])
def test_how_often_it_adds_up_wrongly(level, errs):
    """Of 1,000 calls."""
    random = Random(5)
    calls = [choose(search(roll=RIGHT), "Ben", level, random) for _ in range(1000)]

    assert abs(sum(isinstance(call, m.Niete) for call in calls) - errs) <= errs * 0.4


def test_the_strong_one_never_errs():
    """Even when chance would have it: it sees the funnel and shows it."""
    assert choose(search(roll=RIGHT), "Ben", "strong", LOW) == m.Stop(seat="Ben")
    assert choose(search(roll=WRONG), "Ben", "strong", LOW) == m.Niete(seat="Ben")
    state = searching(ONCE, phase="show", call="stop", caller="Ben")
    assert choose(state, "Ben", "strong", LOW).cell in matching(BASE_DICE, ONCE)


def test_the_easy_one_errs_when_chance_would_have_it():
    assert choose(search(roll=RIGHT), "Ben", "easy", LOW) == m.Niete(seat="Ben")
    assert choose(search(roll=WRONG), "Ben", "easy", LOW) == m.Stop(seat="Ben")


def test_a_random_one_tosses_a_coin():
    assert choose(search(roll=WRONG), "Ben", "random", Luck(0.49)) == m.Stop(seat="Ben")
    assert choose(search(roll=RIGHT), "Ben", "random", Luck(0.5)) == m.Niete(seat="Ben")


# --- rolling, showing, checking ---


@pytest.mark.parametrize("level", LEVELS)
@cases(
    "given, seat",
    {
        "SU2 somebody else rolls": ({"phase": "roll"}, "Ben"),
        "SU4 who calls shows": ({"phase": "show", "call": "stop", "caller": "Ann"}, "Ben"),
        "A-SU3 own button": ({"phase": "show", "call": "niete", "caller": "Ann"}, "Ann"),
        "SU10 people add up": ({"phase": "add", "call": "stop", "caller": "Ann", "shown": HERE}, "Ann"),
        "A-SU1 the others check": ({"phase": "check", "call": "niete", "caller": "Ann"}, "Ann"),
        "SU5 the caller places": ({"phase": "place", "call": "stop", "caller": "Ann"}, "Ben"),
        "SU1 people build": ({"phase": "build"}, "Ann"),
        "SU9 it is over": ({"phase": "over"}, "Ann"),
    },
)
def test_when_a_bot_waits(level, given, seat):
    assert choose(search(**given), seat, level, Random(1)) is None


def test_su2_three_dice_from_1_to_6():
    state = search(phase="roll")
    assert choose(state, "Ann", "easy", LOW).dice == (1, 1, 1)
    assert choose(state, "Ann", "easy", HIGH).dice == (6, 6, 6)


@pytest.mark.parametrize("level", SKILLED)
def test_su4_it_shows_a_funnel_that_fits(level):
    state = searching(ONCE, phase="show", call="stop", caller="Ben")
    assert choose(state, "Ben", level, HIGH).cell in matching(BASE_DICE, ONCE)


@pytest.mark.parametrize("level", ["random", "easy", "medium"])
def test_it_may_show_one_that_does_not(level):
    """Chance chooses the first of all funnels."""
    state = searching(ONCE, phase="show", call="stop", caller="Ben")
    assert choose(state, "Ben", level, LOW).cell == open_funnels(BASE_DICE)[0]


def test_it_shows_something_though_nothing_fits():
    """Who has called must show, even after a slip."""
    state = searching(3, phase="show", call="stop", caller="Ben")
    assert not matching(BASE_DICE, 3)
    assert choose(state, "Ben", "strong", HIGH).cell in open_funnels(BASE_DICE)


@pytest.mark.parametrize("level", LEVELS)
def test_a_su1_it_checks_a_niete(level):
    """The funnel that was overlooked is shown; where there is none the Niete stands."""
    fits = searching(ONCE, phase="check", call="niete", caller="Ann")
    none = searching(3, phase="check", call="niete", caller="Ann")

    assert choose(fits, "Ben", level, HIGH) == m.Show(seat="Ben", cell=matching(BASE_DICE, ONCE)[0])
    assert choose(none, "Ben", level, HIGH) == m.Stand(seat="Ben")


# --- placing ---


def placing(shown, **more):
    return searching(ONCE, phase="place", call="stop", caller="Ben", shown=shown, **more)


TWO_MORE = {**BASE_DICE, "6,1,0": "r321", "5,2,0": "y412"}  # a third at (5,1,1) makes a funnel above them


def spread_of(state, cell, way):
    """How far the sums of all funnels lie from the middle when the die lies at *cell* like *way*."""
    after = {**state.pyramid, name_of(cell): way}
    sums = [sum_in(after, funnel) for funnel in open_funnels(after)]
    return sum(abs(total - 10.5) for total in sums if total is not None)


@pytest.mark.parametrize("level", ["medium", "strong"])
@pytest.mark.parametrize("nodes", [0, 96, 1000])
def test_it_turns_the_die_so_that_rare_sums_appear(level, nodes):
    """All 24 ways to lie in the shown funnel are looked at."""
    state, cell = placing((5, 1, 1), pyramid=TWO_MORE), (5, 1, 1)
    move = choose(state, "Ben", level, Random(2), nodes)

    assert move.cell == cell
    spreads = [spread_of(state, cell, die("?", faces)) for faces in ORIENTATIONS]
    assert len(set(spreads)) > 1
    assert spread_of(state, cell, move.die) == max(spreads)


@pytest.mark.parametrize("level", ["random", "easy"])
def test_a_weak_one_lays_the_die_as_it_comes(level):
    first, last = (choose(placing((7, 0, 0)), "Ben", level, luck).die for luck in (LOW, HIGH))

    assert (first, last) == (die("?", ORIENTATIONS[0]), die("?", ORIENTATIONS[-1]))


def test_su6_after_a_right_niete_any_open_funnel_will_do():
    """And the best of those that it looks at is taken."""
    state = searching(3, phase="place", call="niete", caller="Ben")
    cells = [choose(state, "Ben", "easy", luck).cell for luck in (LOW, HIGH)]

    assert cells == [open_funnels(BASE_DICE)[0], open_funnels(BASE_DICE)[-1]]
    assert GAME.refuse(state, choose(state, "Ben", "strong", Random(1))) is None


@pytest.mark.parametrize(("nodes", "looked"), [(0, 96), (10, 24), (60, 60), (10_000, 24 * 36)])
def test_how_many_ways_it_looks_at(nodes, looked):
    counted = []

    class Counts(Random):
        def sample(self, things, count):
            counted.append((len(things), count))
            return super().sample(things, count)

    choose(searching(3, phase="place", call="niete", caller="Ben"), "Ben", "strong", Counts(1), nodes)
    assert counted == [(24 * 36, looked)]


def test_what_a_hand_has_to_do():
    state = placing(HERE)
    place = m.Place(seat="Ben", cell=HERE, die="?412")

    assert sentence(in_words(state, place)).endswith("a=4 b=1 c=2")
    assert in_words(state, m.Stop(seat="Ben")) is None


# --- how long it takes ---


def test_it_needs_its_time_for_each_funnel_that_it_adds_up():
    """With luck it finds the only one that fits first, else last; a third quicker or slower."""
    state, funnels = searching(ONCE), 36

    assert delay_ms(state, "Ben", "strong", LOW) == round(600 * 0.7)
    assert delay_ms(state, "Ben", "strong", Luck(0.5)) == 600 * (funnels // 2 + 1)
    assert delay_ms(state, "Ben", "strong", Luck(0.999999)) == round(600 * funnels * 1.3)


def test_for_a_niete_it_adds_up_all_of_them():
    assert delay_ms(searching(3), "Ben", "strong", LOW) == round(600 * 36 * 0.7)


def test_where_several_fit_the_first_of_them_ends_the_search():
    """Among many that fit one is found soon; the strong one adds up fastest."""
    often = max(SUMS_THERE - {None}, key=lambda total: len(matching(BASE_DICE, total)))
    assert len(matching(BASE_DICE, often)) >= 4

    def mean(total, level="strong"):
        return sum(delay_ms(searching(total), "Ben", level, Random(n)) for n in range(200)) / 200

    assert mean(often) < mean(ONCE) / 2
    times = [mean(ONCE, level) for level in ("strong", "medium", "easy")]
    assert times == sorted(times)


def test_without_a_search_it_only_needs_a_moment():
    state = search(phase="check", call="niete", caller="Ann")
    assert [delay_ms(state, "Ben", level, HIGH) for level in LEVELS] == [1500, 1800, 1100, 600]


def test_before_there_is_any_funnel_it_does_not_stumble():
    assert delay_ms(search(ori={}, pyramid={}), "Ben", "medium", LOW) == 0
    assert delay_ms(searching(3), "Ben", "easy", LOW) >= 10_000, "somebody new has to look first"
