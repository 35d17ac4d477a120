"""What a bot does in Forced Memory: what it keeps in mind, when it rolls anew, and which die it lifts."""

from itertools import product
from random import Random

import pytest

from companion.bots import LEVELS
from companion.games.forced_memory import GAME
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.bot import CHANCE, choose, remembered
from companion.games.forced_memory.state import COVERS, unread_pyramid
from companion.lab.short_pyramid import read_position
from companion.pyramid.cells import cells_of
from companion.pyramid.notation import name_of
from tests.companion.luck import HIGH, LOW, Luck
from tests.tables import cases

SEATS = ("Ann", "Ben", "Cleo")
FUNNELS = cells_of(COVERS)
HERE, THERE, THIRD = FUNNELS[0], FUNNELS[5], FUNNELS[20]


def turn(shown=(), phase="lift", roll=(4, 5, 6), reveals=10, at=10, **more):
    """Ann's turn; *shown* tells the sums of funnels that were revealed, all at the reveal *at*."""
    notes = {name_of(cell): {"sum": total, "at": at} for cell, total in dict(shown).items()}
    position = {"seats": SEATS, "phase": phase, "on_turn": "Ann", "roll": roll, "rolls": 1}
    position |= {"pyramid": unread_pyramid(), "shown": notes, "reveals": reveals}
    return read_position(GAME, {**position, **more})


# --- memory ---


@pytest.mark.parametrize(
    ("level", "after_ten", "after_twenty", "after_five"),
    [("random", 0, 0, 0), ("easy", 50, 25, 71), ("medium", 85, 72, 92), ("strong", 100, 100, 100)],
)
def test_it_forgets_as_people_do(level, after_ten, after_twenty, after_five):
    """Of 100 funnels that were shown so many reveals ago."""

    def kept(ago):
        known = [
            len(remembered(turn(dict.fromkeys(FUNNELS, 9), reveals=n + ago, at=n), "Ann", level))
            for n in range(1, 31)
        ]
        return 100 * sum(known) / (len(FUNNELS) * len(known))

    for ago, wanted in ((10, after_ten), (20, after_twenty), (5, after_five)):
        assert abs(kept(ago) - wanted) <= 4 * (level not in ("random", "strong"))


@pytest.mark.parametrize("level", ["easy", "medium", "strong"])
def test_what_was_shown_just_now_everybody_knows(level):
    assert remembered(turn({HERE: 7, THERE: 12}), "Ann", level) == {HERE: 7, THERE: 12}


def test_nobody_remembers_what_was_not_shown():
    """Nor what is not covered any more."""
    pyramid = {name: lying for name, lying in unread_pyramid().items() if name != name_of(THERE)}
    state = turn({HERE: 7, THERE: 12}, pyramid=pyramid)

    assert remembered(turn(), "Ann", "strong") == {}
    assert remembered(state, "Ann", "strong") == {HERE: 7}


def test_each_seat_forgets_something_else():
    state = turn(dict.fromkeys(FUNNELS, 9), reveals=20)
    known = [set(remembered(state, seat, "easy")) for seat in SEATS]

    assert len(set(map(frozenset, known))) == 3
    assert known[0] == set(remembered(state, "Ann", "easy"))


def test_hidden_numbers_do_not_change_what_it_does():
    """The referee may know what lies under every die; a bot knows what was revealed."""
    read = {**unread_pyramid(), "8,0,0": "y412", "7,1,0": "y356", "7,0,1": "y356"}
    for phase in ("choose", "lift"):
        blind, seeing = turn({THERE: 8}, phase), turn({THERE: 8}, phase, pyramid=read)
        for number in range(40):
            moves = [choose(s, "Ann", "strong", Random(number)) for s in (blind, seeing)]
            assert moves[0] == moves[1]


# --- lifting ---


@pytest.mark.parametrize("luck", [LOW, HIGH])
def test_fm7_it_lifts_what_it_remembers_to_match(luck):
    state = turn({HERE: 9, THERE: 15, THIRD: 15})
    assert choose(state, "Ann", "strong", luck) == m.Lift(seat="Ann", cell=THERE if luck is LOW else THIRD)


def test_where_nothing_matches_it_lifts_what_it_does_not_know():
    state = turn({FUNNELS[0]: 9, FUNNELS[-1]: 8})

    assert choose(state, "Ann", "strong", LOW).cell == FUNNELS[1]
    assert choose(state, "Ann", "strong", HIGH).cell == FUNNELS[-2]


def test_where_it_knows_all_and_nothing_matches_it_lifts_any():
    state = turn(dict.fromkeys(FUNNELS, 9))

    assert [choose(state, "Ann", "strong", luck).cell for luck in (LOW, HIGH)] == [FUNNELS[0], FUNNELS[-1]]


def test_a_random_one_lifts_blindly():
    assert choose(turn({THERE: 15}), "Ann", "random", LOW).cell == FUNNELS[0]


# --- rolling ---


def test_the_chance_of_each_sum():
    ways = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    assert {total: round(216 * chance) for total, chance in CHANCE.items()} == {
        total: ways.count(total) for total in range(3, 19)
    }


@pytest.mark.parametrize("level", ["medium", "strong"])
@cases(
    "shown, roll, anew",
    {
        "FM6 the dice as they lie match": ({HERE: 15}, (4, 5, 6), False),
        "even the rarest sum": ({HERE: 3}, (1, 1, 1), False),
        "a match is likelier with a new roll": ({HERE: 10, THERE: 11}, (1, 1, 1), True),
        "the one lying there matches": ({HERE: 10, THERE: 11, THIRD: 9}, (3, 3, 4), False),
        "10 comes so often that any funnel may match": ({HERE: 3}, (3, 3, 4), False),
        "4 is hardly anywhere": ({HERE: 3}, (1, 1, 2), True),
        "nothing known, and 6 is rare": ({}, (2, 2, 2), True),
        "nothing known, and 8 is not": ({}, (2, 2, 4), False),
    },
)
def test_fm6_whether_it_rolls_anew(shown, roll, anew, level):
    move = choose(turn(shown, "choose", roll), "Ann", level, Random(3))
    assert isinstance(move, m.Roll) == anew


def test_fm6_where_the_line_is_drawn():
    """With nothing in mind a new roll matches what is lifted as often as two rolls are alike."""
    alike = sum(chance**2 for chance in CHANCE.values())
    assert CHANCE[7] < alike < CHANCE[8]

    moves = [choose(turn((), "choose", roll), "Ann", "strong", LOW) for roll in ((2, 2, 3), (2, 2, 4))]
    assert [type(move) for move in moves] == [m.Roll, m.Lift]


def test_a_random_one_rolls_anew_every_other_time():
    state = turn({HERE: 15}, "choose")
    assert isinstance(choose(state, "Ann", "random", Luck(0.499)), m.Roll)
    assert isinstance(choose(state, "Ann", "random", Luck(0.5)), m.Lift)


@pytest.mark.parametrize("luck", [LOW, HIGH])
def test_fm2_three_dice_from_1_to_6(luck):
    rolled = m.Roll(seat="Ann", dice=(1, 1, 1) if luck is LOW else (6, 6, 6))

    assert choose(turn(phase="roll"), "Ann", "easy", luck) == rolled
    assert choose(turn(phase="choose", roll=(1, 1, 1)), "Ann", "easy", luck) == rolled


def test_a_fm1_with_one_die_only_the_others_stay():
    state = turn(phase="choose", roll=(1, 1, 2), options={"reroll": "one"})

    assert choose(state, "Ann", "strong", Luck(0.9)).dice == (1, 1, 6)
    seen = {choose(state, "Ann", "strong", Random(n)).dice for n in range(300)}
    assert seen == {
        tuple(new if place == at else old for at, old in enumerate((1, 1, 2)))
        for place in range(3)
        for new in range(1, 7)
    }


# --- when it does nothing, and training ---


@pytest.mark.parametrize("level", LEVELS)
@cases(
    "given, seat",
    {
        "FM5 somebody else is on turn": ({}, "Ben"),
        "FM7 people read what lies there": ({"phase": "read", "lifted": HERE}, "Ann"),
        "FM1 people build": ({"phase": "build"}, "Ann"),
        "FM4 it is over": ({"phase": "over"}, "Ann"),
    },
)
def test_when_a_bot_waits(level, given, seat):
    assert choose(turn(**given), seat, level, Random(1)) is None


def test_before_the_first_roll_anybody_may_begin():
    state = turn(phase="roll", rolls=0)
    assert choose(state, "Cleo", "easy", LOW) == m.Roll(seat="Cleo", dice=(1, 1, 1))


def test_fm11_what_it_says_in_training():
    """What it remembers, or else the sum in the middle."""
    given = {"phase": "say", "lifted": THERE, "options": {"training": True}}

    assert choose(turn({THERE: 17}, **given), "Ann", "strong", LOW) == m.Say(seat="Ann", sum=17)
    assert choose(turn({HERE: 17}, **given), "Ann", "strong", LOW) == m.Say(seat="Ann", sum=10)
