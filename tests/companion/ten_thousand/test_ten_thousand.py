"""Ten Thousand at the table: what counts, what may be set aside, and how a turn and the game end."""

from random import Random

import pytest

from companion.asks import Kind
from companion.bots import LEVELS
from companion.games.ten_thousand import GAME
from companion.games.ten_thousand import bot as bots
from companion.games.ten_thousand.scoring import settable, worth
from companion.games.ten_thousand.state import Keep, Roll
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.companion.ten_thousand.claims import bank, keep, played, roll


def options(**wanted):
    return GAME.read_options(wanted)


@pytest.mark.parametrize(
    ("dice", "house", "points"),
    [
        pytest.param("1", {}, 100, id="TT3 a one"),
        pytest.param("115", {}, 250, id="TT3 two ones and a five"),
        pytest.param("2", {}, 0, id="TT3 a two alone"),
        pytest.param("152", {}, 0, id="TT8 a two among others"),
        pytest.param("222", {}, 200, id="TT4 three twos"),
        pytest.param("111", {}, 1000, id="TT4 three ones"),
        pytest.param("111", {"three_ones": 300}, 300, id="TT4 three ones as singles"),
        pytest.param("555", {}, 500, id="TT4 rather than three fives"),
        pytest.param("2225", {}, 250, id="TT4 and a five"),
        pytest.param("222333", {}, 500, id="TT4 twice, less than three pairs"),
        pytest.param("3333", {}, 600, id="TT5 four alike double"),
        pytest.param("666666", {}, 4800, id="TT5 six alike double three times"),
        pytest.param("1111", {"more_alike": "fixed"}, 1100, id="TT5 the best way: three ones and a one"),
        pytest.param("3333", {"more_alike": "none"}, 0, id="TT5 four alike do not count"),
        pytest.param("333333", {"more_alike": "none", "three_pairs": 0}, 600, id="TT5 but three twice do"),
        pytest.param("123456", {}, 1500, id="TT6 one to six"),
        pytest.param("123456", {"straight": 0}, 0, id="TT6 not played"),
        pytest.param("223344", {}, 750, id="TT7 three pairs"),
        pytest.param("222244", {}, 750, id="TT7 four and two are three pairs"),
        pytest.param("224466", {"three_pairs": 0}, 0, id="TT7 not played"),
    ],
)
def test_what_dice_are_worth(dice, house, points):
    assert worth(tuple(map(int, dice)), options(**house)) == points


@pytest.mark.parametrize(
    ("before", "move", "rule"),
    [
        pytest.param((), roll(1, 2, 3, 4, 5), "TT2", id="TT2 one die too few"),
        pytest.param((), roll(1, 2, 3, 4, 5, 6, seat="Ben"), "TT2", id="TT2 not the turn"),
        pytest.param((), keep(1), "TT2", id="TT2 nothing is rolled"),
        pytest.param((), bank(), "TT11", id="TT11 nothing is rolled"),
        pytest.param((roll(1, 1, 2, 3, 4, 6),), roll(2, 3, 4, 6), "TT8", id="TT8 nothing is set aside"),
        pytest.param((roll(1, 1, 2, 3, 4, 6),), keep(2), "TT8", id="TT8 a two counts for nothing"),
        pytest.param((roll(1, 1, 2, 3, 4, 6),), keep(1, 2), "TT8", id="TT8 nor beside a one"),
        pytest.param((roll(1, 1, 2, 3, 4, 6),), keep(5), "TT8", id="TT8 there is no five"),
        pytest.param((roll(1, 1, 2, 3, 4, 6),), bank(), "TT8", id="TT8 nothing is set aside to be counted"),
        pytest.param((roll(1, 1, 2, 3, 4, 6), keep(1)), bank(), "TT11", id="TT11 too little to open"),
        pytest.param((roll(1, 1, 2, 3, 4, 6), keep(1)), roll(1, 2, 3, 4), "TT2", id="TT2 five are left"),
        pytest.param((roll(1, 1, 2, 3, 4, 6), keep(1)), roll(1, 2, 3, 4, 6), None, id="TT2 those five"),
        pytest.param((roll(1, 1, 1, 2, 2, 3), keep(1), keep(1)), keep(1), None, id="TT8 one after the other"),
    ],
)  # fmt: skip
def test_what_may_be_done(before, move, rule):
    refusal = GAME.refuse(played(options(), *before), move)
    assert (refusal and refusal.rule) == rule


def test_tt8_dice_of_one_roll_count_together_however_they_are_slid_out():
    one_by_one = played(options(), roll(1, 1, 1, 2, 2, 3), keep(1), keep(1), keep(1), bank())
    assert one_by_one.points["Ada"] == 1000


def test_tt8_dice_of_two_rolls_do_not():
    state = played(options(opening=0), roll(1, 1, 2, 3, 4, 6), keep(1, 1), roll(1, 2, 3, 4), keep(1), bank())
    assert state.points["Ada"] == 300


def test_tt9_a_roll_in_which_nothing_counts_takes_what_was_at_stake():
    """TT9."""
    state = played(options(), roll(1, 1, 1, 2, 3, 4), keep(1, 1, 1), roll(2, 3, 4))
    assert (state.turn, state.points["Ada"], state.earned, state.dice) == ("Ben", 0, 0, (2, 3, 4))


def test_tt10_all_six_are_rolled_again_and_what_is_at_stake_stays():
    state = played(options(), roll(1, 2, 3, 4, 5, 6), keep(1, 2, 3, 4, 5, 6), roll(5, 2, 2, 3, 4, 6), keep(5))
    assert (
        played(
            options(), bank(), **{name: getattr(state, name) for name in ("phase", "dice", "aside", "earned")}
        ).points["Ada"]
        == 1550
    )


def test_tt12_everybody_else_has_one_more_turn_and_tt13_the_most_points_win():
    """TT12, TT13."""
    rich = {"Ada": 9_900, "Ben": 9_800, "Cem": 0}
    ben = [roll(1, 1, 1, 2, 3, 4, seat="Ben"), keep(1, 1, 1, seat="Ben"), bank("Ben")]
    cem = [roll(2, 2, 3, 3, 4, 6, seat="Cem")]
    state = played(options(), roll(1, 2, 3, 4, 6, 6), keep(1), bank(), *ben, *cem, points=rich)
    assert GAME.outcome(state).winners == ("Ben",)


def at_the_table(**house):
    return AtTheTable(GAME, ("Ada", "Ben"), **house)


def told(at, kind, value, name, seat="Ada"):
    ask = next(ask.id for ask in at.table.asks if ask.id.partition(":")[0] == name)
    return at.hear(kind, value, seat, ask=ask)


def test_a_turn_is_told_by_dice_by_touch_and_by_a_button():
    at = at_the_table(opening=0)
    told(at, Kind.DICE, {"pips": [1, 5, 2, 3, 4, 4]}, "roll", "")
    told(at, Kind.CHOICE, [1, 5], "keep")
    assert {ask.id.partition(":")[0] for ask in at.table.asks} == {"roll", "bank"}, "nothing else counts"
    at.press("Ada", after_ms=300)
    at.wait(500)
    assert (at.state.points, at.state.turn) == ({"Ada": 150, "Ben": 0}, "Ben")


def test_too_many_dice_are_no_roll():
    at = at_the_table()
    ruling = told(at, Kind.DICE, {"pips": [1] * 7}, "roll", "")
    assert ruling.verdict is not Verdict.ACCEPTED and at.state.rolls == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_sets_aside_what_counts_and_always_goes_on(level):
    random = Random(3)
    state = GAME.start(("Ada", "Ben"), options())
    for _ in range(300):
        if state.phase == "over":
            return
        move = bots.choose(state, state.turn, level, random)
        assert GAME.refuse(state, move) is None
        state = GAME.play(state, move).state
    assert state.rolls > 50


def test_a_strong_bot_rolls_five_dice_and_not_a_single_one():
    five = played(options(opening=0), roll(1, 2, 3, 4, 4, 6), keep(1))
    one = played(options(opening=0), roll(1, 1, 1, 5, 5, 2), keep(1, 1, 1, 5, 5))
    asked = [bots.choose(state, "Ada", "strong", Random(1)) for state in (five, one)]
    assert isinstance(asked[0], Roll) and asked[1] == bank()
    assert isinstance(
        bots.choose(played(options(), roll(1, 2, 2, 3, 4, 6)), "Ada", "strong", Random(1)), Keep
    )


def test_what_is_offered_begins_with_the_best():
    offered = settable((1, 1, 1, 2, 3, 5), (), options())
    assert offered[0] == ((1, 1, 1, 5), 1050)
    assert [ask.choices[0].value for ask in GAME.asks(played(options(), roll(1, 1, 1, 2, 3, 5)))] == [
        [1, 1, 1, 5]
    ]
