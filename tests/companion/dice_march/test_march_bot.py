"""What a bot does in Dice March: how it sees the dice, and what it must do and never does."""

from random import Random

import pytest
from march_positions import SEATS, position

from companion.bots import LEVELS
from companion.games.dice_march import GAME
from companion.games.dice_march.bot import NODES, STRONG_WAYS, Action, Marching, Position, choose, in_words
from companion.games.dice_march.moves import Begin, Tip, Turn
from companion.games.dice_march.state import MarchOptions, start_pyramid
from companion.pyramid.dice import ORIENTATIONS
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW
from tests.tables import cases

RULES = Marching(MarchOptions())
SKILLED = ("easy", "medium", "strong")
ONE_STEP = {"7,1,0": "r321", "0,4,4": "r321", "2,0,6": "y132", "4,4,0": "m213"}  # Elfi's goal is (8,0,0)

# --- what a position is worth ---


@cases(
    "dice, worth",
    {
        # a die is worth 4, each step 5, each eye it shows 0.1; the last three steps count more and more
        "five steps to go": ({"3,5,0": "r321"}, 4 + 5 * 3 + 0.6),
        "four": ({"4,4,0": "r321"}, 4 + 5 * 4 + 0.6),
        "three": ({"5,3,0": "r321"}, 4 + 5 * 5 + 0.6 + 1.5),
        "two": ({"6,2,0": "r321"}, 4 + 5 * 6 + 0.6 + 6),
        "one": ({"7,1,0": "r321"}, 4 + 5 * 7 + 0.6 + 13.5),
        "high numbers threaten": ({"4,4,0": "r654"}, 4 + 5 * 4 + 1.5),
        "the second die counts a step": ({"4,4,0": "r321", "3,5,0": "r321"}, 8 + 5 * 4 + 3 + 1.2),
        "the third is just there": ({"4,4,0": "r321", "3,5,0": "r321", "0,0,8": "r321"}, 12 + 23 + 1.8),
    },
)
def test_dm15_how_far_it_is_ahead(dice, worth):
    """Nobody else has a die left: the others stand at -60, the better of them counts most."""
    assert RULES.worth(Position(dice, 0), 0) == pytest.approx(worth + 60 + 12)


def test_a_dm7_a_die_in_the_way_of_the_goal_costs_as_much_as_a_die():
    free, blocked = ({"4,4,0": "r321", where: "y321"} for where in ("7,1,0", "8,0,0"))
    yellow = 4 + 5 * 1 + 0.6, 4 + 5 * 0 + 0.6  # how Tom stands with a die that is 7 or 8 steps from his goal

    assert RULES.worth(Position(free, 0), 0) == pytest.approx(24.6 - yellow[0] + 12)
    assert RULES.worth(Position(blocked, 0), 0) == pytest.approx(24.6 - 4 - yellow[1] + 12)


def test_the_better_of_the_others_counts_most():
    dice = {"4,4,0": "r321", "4,0,4": "m321", "3,5,0": "y321"}
    tom, uli = 4 + 25 + 0.6 + 1.5, 4 + 20 + 0.6

    assert RULES.worth(Position(dice, 0), 0) == pytest.approx(24.6 - tom - 0.2 * uli)


def test_dm7_won_dice_count_even_if_none_is_left():
    dice = {"4,4,0": "r321"}
    none, two = (Position(dice, 0, (gain, gain, 0)) for gain in (0, 2))

    assert RULES.worth(none, 0) == pytest.approx(24.6 + 60 + 12)
    assert RULES.worth(two, 0) == pytest.approx(24.6 + 4 + 56 + 0.2 * 60)


def test_dm1_a_win_is_worth_more_than_anything():
    won = Position(ONE_STEP, 1, winner=0)
    assert [RULES.worth(won, axis) for axis in range(3)] == [1000, -1000, -1000]


# --- what it could do ---


def test_dm3_forward_tips_first_then_turns():
    """The farthest first, among equals with the die that is nearest to the goal; strong ways to lie last."""
    found = RULES.actions(Position({"5,3,0": "r321", "4,0,4": "r654"}, 0))

    tips = [(action.cell, action.to) for action in found if action.to]
    assert tips == [
        ((5, 3, 0), (6, 2, 0)),
        ((5, 3, 0), (5, 2, 1)),
        ((4, 0, 4), (5, 0, 3)),
        ((4, 0, 4), (4, 1, 3)),
    ]
    assert found[len(tips) :] == tuple(Action((5, 3, 0), faces=faces) for faces in STRONG_WAYS)
    assert all(sorted(faces) == [4, 5, 6] for faces in STRONG_WAYS)


def test_dm1_after_a_win_there_is_nothing_to_do():
    assert not RULES.actions(Position(ONE_STEP, 1, winner=0))


def test_dm4_a_tip_turns_the_die_and_hands_over_the_turn():
    after = RULES.after(Position(ONE_STEP, 0), Action((0, 4, 4), to=(1, 3, 4)))

    assert after.on_turn == 1
    assert after.winner is None
    assert set(after.pyramid) == {"7,1,0", "1,3,4", "2,0,6", "4,4,0"}
    assert after.gains == (0, 0, 0)


def test_dm1_a_tip_into_the_goal_wins():
    assert RULES.after(Position(ONE_STEP, 0), Action((7, 1, 0), to=(8, 0, 0))).winner == 0


def test_dm4_a_turned_die_lies_as_it_was_turned():
    after = RULES.after(Position(ONE_STEP, 2), Action((4, 4, 0), faces=(6, 5, 4)))

    assert after == Position({**ONE_STEP, "4,4,0": "m654"}, 0)


def test_a_dm8_who_has_no_dice_is_passed_over():
    dice = {"7,1,0": "r321", "4,4,0": "m213"}
    after = RULES.after(Position(dice, 0), Action((7, 1, 0), faces=(6, 5, 4)))
    alone = RULES.after(Position({"7,1,0": "r321"}, 0), Action((7, 1, 0), faces=(6, 5, 4)))

    assert after.on_turn == 2
    assert alone.on_turn == 0


def test_dm7_taken_dice_are_counted_for_who_takes_them():
    """The booklet's tip: at one funnel red takes a die, at the other nobody wins."""
    dice = {"2,3,3": "r654", "4,3,1": "r213", "3,4,1": "y356", "4,2,2": "y546", "3,2,3": "m451"}
    after = RULES.after(Position(dice, 0, (0, 0, 3)), Action((2, 3, 3), to=(3, 3, 2)))

    assert set(after.pyramid) == {"4,3,1"}
    assert after.gains == (1, 0, 3)


# --- choosing ---


def march(dice, **more):
    return position(dice, **more)


@pytest.mark.parametrize("level", ["medium", "strong"])
def test_dm1_it_tips_into_the_goal(level):
    assert choose(march(ONE_STEP), "Elfi", level, Random(1)) == Tip(cell=(7, 1, 0), to=(8, 0, 0), seat="Elfi")


def test_dm1_the_easy_one_wins_if_it_sees_it():
    """Of a position with so many moves it sees six."""
    moves = [choose(march(ONE_STEP), "Elfi", "easy", Random(n)) for n in range(400)]
    wins = sum(isinstance(move, Tip) and move.to == (8, 0, 0) for move in moves)

    actions = len(RULES.actions(Position(ONE_STEP, 0)))
    assert actions > 6
    assert wins == pytest.approx(len(moves) * 6 / actions, abs=25)
    assert choose(march(ONE_STEP), "Elfi", "easy", LOW).to == (8, 0, 0)


def test_the_easy_one_takes_the_best_that_it_sees():
    """Three ways on for a die that already shows 15; the two into the middle are forward."""
    state = march({"4,4,0": "r654", "1,1,6": "y132", "1,6,1": "m213"})
    assert choose(state, "Elfi", "easy", Random(1)).to == (5, 3, 0)


@pytest.mark.parametrize("level", ["medium", "strong"])
@cases(
    "dice, cell, to",
    {
        "A-DM7 a die stands in his goal": (
            {"1,7,0": "y654", "1,2,5": "r315", "0,7,1": "r356", "6,2,0": "y236", "0,2,6": "m426"},
            (0, 7, 1),
            (0, 8, 0),
        ),
        "DM7 his die is taken": (
            {"1,7,0": "y213", "2,6,0": "r465", "0,6,2": "r654", "7,0,1": "y321", "4,4,0": "m412"},
            (0, 6, 2),
            (1, 6, 1),
        ),
    },
)
def test_dm1_it_stops_who_is_about_to_win(dice, cell, to, level):
    """Tom is one tip from his goal (0,8,0), and only one move keeps him out of it."""
    assert choose(march(dice), "Elfi", level, Random(1)) == Tip(cell=cell, to=to, seat="Elfi")


@pytest.mark.parametrize(("level", "looked"), [("easy", 6), ("medium", 100), ("strong", 800)])
def test_how_many_positions_it_looks_at(level, looked, monkeypatch):
    counted, original = [], Marching.after
    monkeypatch.setattr(Marching, "after", lambda *args: counted.append(args) or original(*args))
    choose(march(None), "Elfi", level, Random(1), 800)

    assert len(counted) == looked
    assert NODES == 3000


def test_a_random_one_does_anything():
    """Tips, and turns to any of the 23 other ways to lie."""
    state = march({"4,4,0": "r321", "3,3,2": "y132", "0,0,8": "m213"})
    first, last = (choose(state, "Elfi", "random", luck) for luck in (LOW, HIGH))
    seen = {choose(state, "Elfi", "random", Random(n)) for n in range(600)}

    assert isinstance(first, Tip)
    assert last == Turn(cell=(4, 4, 0), faces=ORIENTATIONS[-1], seat="Elfi")
    tips = [action for action in RULES.actions(Position(state.pyramid, 0)) if action.to]
    assert len(seen) == len(tips) + 23
    assert not any(isinstance(move, Turn) and move.faces == (3, 2, 1) for move in seen)


@pytest.mark.parametrize("level", LEVELS)
def test_dm3_a_die_that_can_neither_tip_nor_rise_is_turned(level):
    """It shows 4, 5 and 6, and other dice stand all around."""
    state = march({"4,4,0": "r654", "5,3,0": "y321", "4,3,1": "m321"})
    assert not RULES.actions(Position(state.pyramid, 0))

    move = choose(state, "Elfi", level, Random(1))
    assert isinstance(move, Turn)
    assert move.faces != (6, 5, 4)
    assert GAME.refuse(state, move) is None


@pytest.mark.parametrize("level", LEVELS)
def test_when_a_bot_waits(level):
    over = march(ONE_STEP, phase="over", winners=["Tom"], end_rule="DM1")

    assert choose(march(ONE_STEP), "Tom", level, Random(1)) is None
    assert choose(over, "Elfi", level, Random(1)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_anybody_may_begin(level):
    start = GAME.start(SEATS, GAME.options())
    assert choose(start, "Uli", level, Random(1)) == Begin(seat="Uli")


def test_everybody_has_own_dice():
    """Each seat moves its own colour only."""
    for axis, seat in enumerate(SEATS):
        state = march(start_pyramid(), on_turn=seat)
        move = choose(state, seat, "easy", Random(2))
        assert state.pyramid[",".join(map(str, move.cell))][0] == "rym"[axis]


def test_what_a_hand_has_to_do():
    tip = in_words(march(ONE_STEP), Tip(cell=(7, 1, 0), to=(8, 0, 0), seat="Elfi"))
    turn = in_words(march(ONE_STEP), Turn(cell=(7, 1, 0), faces=(6, 5, 4), seat="Elfi"))

    assert sentence(tip).startswith("bot.tip")
    assert sentence(turn).startswith("bot.turn")
    assert sentence(turn).endswith("a=6 b=5 c=4")
    assert in_words(march(ONE_STEP), Begin(seat="Elfi")) is None
