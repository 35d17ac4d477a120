"""Yacht at the table: what each box gives, what may be done when, and how a turn and the game end."""

from random import Random

import pytest

from companion.asks import Kind
from companion.bots import LEVELS
from companion.games.yacht import GAME
from companion.games.yacht import bot as bots
from companion.games.yacht.scoring import worth
from companion.games.yacht.state import BOXES, LOWER, Keep, Roll, Write
from tests.companion.at_the_table import AtTheTable
from tests.companion.yacht.claims import filled, keep, played, roll, write


def options(**wanted):
    return GAME.read_options(wanted)


@pytest.mark.parametrize(
    ("dice", "box", "house", "points"),
    [
        pytest.param("11345", "ones", {}, 2, id="YT4 ones"),
        pytest.param("66661", "sixes", {}, 24, id="YT4 sixes"),
        pytest.param("12345", "sixes", {}, 0, id="YT4 no sixes"),
        pytest.param("33312", "three", {}, 12, id="YT4 three alike count all dice"),
        pytest.param("33122", "three", {}, 0, id="YT4 two and two are not three alike"),
        pytest.param("44442", "four", {}, 18, id="YT4 four alike"),
        pytest.param("44452", "four", {}, 0, id="YT4 three are not four"),
        pytest.param("55555", "four", {}, 25, id="YT4 five are four, too"),
        pytest.param("12346", "small", {}, 30, id="YT4 four in a row"),
        pytest.param("34456", "small", {}, 30, id="YT4 with one twice"),
        pytest.param("12356", "small", {}, 0, id="YT4 three in a row are none"),
        pytest.param("23456", "large", {}, 40, id="YT4 five in a row"),
        pytest.param("12346", "large", {}, 0, id="YT4 four are no large one"),
        pytest.param("22222", "yacht", {}, 50, id="YT4 a yacht"),
        pytest.param("22223", "yacht", {}, 0, id="YT4 four alike are no yacht"),
        pytest.param("13466", "chance", {}, 20, id="YT4 chance"),
        pytest.param("22555", "full", {}, 25, id="YT6 a full house"),
        pytest.param("22555", "full", {"full_house": "sum"}, 19, id="YT6 as its sum"),
        pytest.param("55555", "full", {}, 0, id="YT6 five alike are none without a joker"),
    ],
)
def test_what_a_box_gives(dice, box, house, points):
    assert worth(played(options(**house), roll(*map(int, dice))), box) == points


THREE = (roll(1, 2, 3, 4, 6), roll(1, 2, 3, 4, 6), roll(1, 2, 3, 4, 6))


@pytest.mark.parametrize(
    ("before", "move", "rule"),
    [
        pytest.param((), roll(1, 2, 3, 4), "YT3", id="YT3 one die too few"),
        pytest.param((), roll(1, 2, 3, 4, 5, seat="Ben"), "YT2", id="YT2 not the turn"),
        pytest.param((), keep(1), "YT2", id="YT2 nothing is rolled"),
        pytest.param((), write("ones"), "YT2", id="YT2 nothing is rolled, so nothing is written"),
        pytest.param((roll(1, 2, 3, 4, 6),), keep(5), "YT3", id="YT3 there is no five"),
        pytest.param((roll(1, 2, 3, 4, 6),), keep(1, 1), "YT3", id="YT3 nor two ones"),
        pytest.param((roll(1, 2, 3, 4, 6), keep(1, 2)), roll(1, 2, 3, 4, 6), "YT3", id="YT3 three are left"),
        pytest.param((roll(1, 2, 3, 4, 6), keep(1, 2)), roll(5, 5, 5), None, id="YT3 those three"),
        pytest.param((roll(1, 2, 3, 4, 6), keep(1, 2, 3, 4, 6)), roll(1), "YT3", id="YT3 all are kept"),
        pytest.param(THREE[:2], roll(1, 2, 3, 4, 6), None, id="YT2 the third throw"),
        pytest.param(THREE, roll(1, 2, 3, 4, 6), "YT2", id="YT2 not a fourth"),
        pytest.param(THREE, keep(1), "YT2", id="YT2 nothing to keep for"),
        pytest.param(THREE, write("yacht"), None, id="YT4 nothing may be written, too"),
    ],
)
def test_what_may_be_done(before, move, rule):
    refusal = GAME.refuse(played(options(), *before), move)
    assert (refusal and refusal.rule) == rule


def test_yt3_kept_dice_and_those_rolled_count_together():
    state = played(options(), roll(6, 6, 1, 2, 3), keep(6, 6), roll(6, 4, 1), write("full"))
    assert state.sheets["Ada"] == {"full": 0}
    state = played(options(), roll(6, 6, 1, 2, 3), keep(6, 6), roll(4, 4, 4), write("full"))
    assert (state.sheets["Ada"], state.turn, state.kept) == ({"full": 25}, "Ben", ())


def test_yt4_a_box_is_filled_once():
    refusal = GAME.refuse(played(options(), roll(1, 1, 2, 3, 4), sheets=filled(3, "ones")), write("ones"))
    assert refusal.rule == "YT4"


def test_yt9_the_most_points_win_when_all_boxes_are_filled():
    """YT9."""
    sheets = {"Ada": dict.fromkeys(BOXES[:-1], 10), "Ben": dict.fromkeys(BOXES, 5)}
    state = played(options(), roll(1, 2, 3, 4, 6), write("chance"), sheets=sheets)
    assert state.phase == "over" and GAME.outcome(state).winners == ("Ada",)


def told(at, kind, value, name, seat="Ada"):
    ask = next(ask.id for ask in at.table.asks if ask.id.partition(":")[0] == name)
    return at.hear(kind, value, seat, ask=ask)


def test_a_turn_is_told_by_dice_and_by_touch():
    at = AtTheTable(GAME, ("Ada", "Ben"))
    told(at, Kind.DICE, {"pips": [1, 5, 5, 3, 4]}, "roll", "")
    told(at, Kind.CHOICE, [5, 5], "keep")
    assert {ask.id.partition(":")[0] for ask in at.table.asks} == {"roll", "keep", "write"}
    told(at, Kind.DICE, {"pips": [5, 2, 2]}, "roll", "")
    told(at, Kind.CHOICE, "full", "write")
    assert (at.state.sheets, at.state.turn) == ({"Ada": {"full": 25}}, "Ben")


def test_yt4_every_open_box_is_offered_with_what_it_gives():
    state = played(options(), roll(2, 2, 2, 3, 3), sheets=filled(0, "chance"))
    (ask,) = [ask for ask in GAME.asks(state) if ask.id.startswith("write")]
    offered = {choice.value: choice.says.args["n"] for choice in ask.choices}
    assert len(offered) == 12 and (offered["full"], offered["twos"], offered["large"]) == (25, 6, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_fills_its_sheet(level):
    """YT1: thirteen boxes each, clockwise."""
    random, state = Random(3), GAME.start(("Ada", "Ben"), options())
    for _ in range(400):
        if state.phase == "over":
            break
        move = bots.choose(state, state.turn, level, random)
        assert GAME.refuse(state, move) is None
        state = GAME.play(state, move).state
    assert state.phase == "over"


@pytest.mark.parametrize(
    ("moves", "move"),
    [
        ((roll(6, 6, 6, 1, 2),), keep(6, 6, 6)),
        ((roll(2, 3, 4, 5, 5),), keep(2, 3, 4, 5)),
        ((roll(2, 3, 4, 5, 6),), write("large")),
        ((roll(6, 6, 6, 1, 2), keep(6, 6, 6)), Roll),
    ],
)
def test_a_strong_bot_keeps_what_is_worth_it(moves, move):
    chosen = bots.choose(played(options(), *moves), "Ada", "strong", Random(1))
    assert isinstance(chosen, Keep | Roll | Write)
    assert isinstance(chosen, Roll) if move is Roll else chosen == move


def test_a_forced_joker_goes_below_only_where_its_number_is_filled():
    state = played(options(), roll(4, 4, 4, 4, 4), sheets=filled(0, "yacht", "fours", *LOWER[:2]))
    assert [box for box in BOXES if GAME.refuse(state, write(box)) is None] == [
        "full",
        "small",
        "large",
        "chance",
    ]
