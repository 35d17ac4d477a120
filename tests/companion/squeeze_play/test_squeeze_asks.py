"""Squeeze Play: what is asked at each step, how answers are understood, and what a screen shows."""

import pytest
from squeeze_positions import BUILD_3, FULL_BUT_TOP, SEATS, START, TRIPLE, position, written

from companion.asks import Fact, Source
from companion.games.squeeze_play import GAME
from companion.games.squeeze_play.moves import Build, Pass, Roll, Tap
from companion.lab.short_pyramid import read_position
from companion.layout import Die
from companion.pyramid.agree import Agree
from companion.rulings import Question
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.tables import cases

BUILD = position(**BUILD_3)
BONUS = position(phase="bonus", bonus=1)
OVER = position(phase="over", winners=["Tom"], end_rule="SP16", turns={"Elfi": 3})
TOO_LOW = position(phase="build", rolled=6, pyramid=FULL_BUT_TOP)
TRIPLES = "/".join(  # three dice in a row of funnels beside the start pyramid
    [
        "1,2,4+1,2,5+1,3,4",
        "1,3,3+1,3,4+1,4,3",
        "2,1,4+2,1,5+3,1,4",
        "2,3,2+2,4,2+3,3,2",
        "3,1,3+3,1,4+4,1,3",
        "3,2,2+3,3,2+4,2,2",
    ]
)
START_BUILD = read_position(GAME, {"seats": SEATS, "phase": "start build", "on_turn": "Tom", "rolled": 5})


# --- what is asked ---


@cases(
    "state, asks",
    {
        "SP2 who begins": (GAME.start(SEATS, GAME.options()), ["roll, Elfi, 1 pips"]),
        "SP4 one die": (position(), ["roll, Tom, 1 pips"]),
        "SP4 every build": (BUILD, ["build, Tom, silent", f"build:touch, Tom, {TRIPLES}"]),
        "SP11 a gift may be left": (BONUS, ["build, Tom, silent", "build:touch, Tom, pass"]),
        "SP10 nothing fits": (TOO_LOW, ["build, Tom, silent", "build:touch, Tom, pass"]),
        "A-SP9 who can build may pass": (
            position(**BUILD_3, options={"mustBuild": "may"}),
            ["build, Tom, silent", f"build:touch, Tom, {TRIPLES}/pass"],
        ),
        "SP4 one die is tapped: the rest of it, or start over": (
            position(**BUILD_3, tapped=[(3, 1, 3)]),
            ["build, Tom, silent", "build:touch, Tom, 3,1,3+3,1,4+4,1,3/{'tapped': []}"],
        ),
        "SP16 nothing more": (OVER, []),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompts",
    {
        "SP2": (GAME.start(SEATS, GAME.options()), {"roll": "SP2 roll_for_start seat=Elfi n=55"}),
        "SP3 a start pyramid, whatever was rolled": (
            START_BUILD,
            {
                "build": "SP3 start_build seat=Tom n=4 colour=colour.yellow",
                "build:touch": "SP3 start_build_touch seat=Tom n=4 colour=colour.yellow",
            },
        ),
        "SP4 the dice that are left": (position(), {"roll": "SP4 roll seat=Tom n=55"}),
        "SP4 as many as were rolled": (
            BUILD,
            {
                "build": "SP4 build seat=Tom n=3 colour=colour.yellow",
                "build:touch": "SP4 build_touch seat=Tom n=3 colour=colour.yellow",
            },
        ),
        "SP11 bonus dice": (
            BONUS,
            {
                "build": "SP11 bonus seat=Tom n=1 colour=colour.yellow",
                "build:touch": "SP11 bonus_touch seat=Tom n=1 colour=colour.yellow",
            },
        ),
        "SP4 the next die is tapped": (
            position(**BUILD_3, tapped=[(3, 1, 3)]),
            {"build": "SP4 build seat=Tom n=3 colour=colour.yellow", "build:touch": "SP4 and_then"},
        ),
    },
)
def test_how_it_is_asked(state, prompts):
    assert prompted(GAME, state) == prompts


@pytest.mark.parametrize(
    ("state", "says"),
    [(BONUS, "no_bonus"), (TOO_LOW, "no_build"), (position(**BUILD_3, tapped=[(3, 1, 3)]), "start_over")],
)
def test_sp10_sp11_how_the_last_choice_is_called(state, says):
    _seen, touched = GAME.asks(state)

    assert touched.choices[-1].says.key == says


# --- what is understood ---


def heard(state, value, name="build:touch", seat=""):
    """What the game understands when *value* answers the ask of this *name*."""
    wanted = next(one for one in GAME.asks(state) if one.id == name)
    return GAME.understand(state, wanted, Fact(wanted.kind, value, 1, Source.TOUCH, seat=seat))


@cases(
    "value, move",
    {
        "SP4": ({"cells": [list(c) for c in TRIPLE]}, Build(seat="Tom", cells=tuple(TRIPLE))),
        "SP4 a beginning": ({"tapped": [[3, 1, 3]]}, Tap(seat="Tom", cells=((3, 1, 3),))),
        "SP4 start over": ({"tapped": []}, Tap(seat="Tom")),
        "SP10 no build": ("pass", Pass(seat="Tom")),
    },
)
def test_a_tap_is_a_move(value, move):
    assert heard(BUILD, value) == move


def test_sp4_a_tap_that_names_no_cells_is_asked_again():
    """SP4."""
    question = heard(BUILD, "nonsense")

    assert (question.rule, question.says.key) == ("SP4", "tap_the_cells")
    assert question.choices == GAME.asks(BUILD)[1].choices


@pytest.mark.parametrize("number", [1, 6])
def test_sp4_a_roll(number):
    """SP4: of who is on turn, unless a name is said, which the rules will look at."""
    assert heard(position(), {"pips": [number]}, "roll") == Roll(seat="Tom", number=number)
    assert heard(position(), {"pips": [number]}, "roll", "Uli") == Roll(seat="Uli", number=number)


@pytest.mark.parametrize("value", [{"pips": [0]}, {"pips": [7]}, {"pips": [1, 2]}, {"pips": 3}, {}, 3])
def test_sp4_what_is_no_roll_is_asked_again(value):
    """SP4: with the six numbers to choose from."""
    question = heard(position(), value, "roll")

    assert (question.rule, question.says.key) == ("SP4", "one_die")
    assert [choice.value for choice in question.choices] == [{"pips": [n]} for n in range(1, 7)]
    assert [choice.says.args for choice in question.choices] == [{"number": n} for n in range(1, 7)]


LYING = written(START, "r")


@cases(
    "value, understood",
    {
        "SP4 the own colour": (
            {"placed": written(TRIPLE, "y")},
            Build(seat="Tom", cells=tuple(sorted(TRIPLE))),
        ),
        "SP4 an unread one": (
            {"placed": written(TRIPLE, "?")},
            Build(seat="Tom", cells=tuple(sorted(TRIPLE))),
        ),
        "SP4 two of another colour": (
            {"placed": {**written(TRIPLE[:1], "y"), **written(TRIPLE[1:], "m")}},
            "SP4 wrong_colour seat=Tom colour=colour.yellow n=2",
        ),
        "G2 another one's die in the air": ({"placed": written([(1, 1, 1)], "m")}, "G2 hangs"),
        "SP4 nothing has been built": ({"dice": LYING}, "SP4 nothing_new seat=Tom"),
        "SP14 numbers do not matter": ({"dice": {**LYING, "2,2,3": "r123"}}, "SP4 nothing_new seat=Tom"),
        "SP1 a die is gone": ({"taken": ["2,2,3"]}, "SP1 differs"),
        "SP1 another colour": ({"dice": {**LYING, "2,2,3": "m???"}}, "SP1 differs"),
        "SP1 what the table agreed on": ({"agreed": {"dice": LYING}}, Agree(pyramid=LYING)),
    },
)
def test_what_the_eyes_see(value, understood):
    found = heard(BUILD, value, "build")

    if isinstance(found, Question):
        assert f"{found.rule} {sentence(found.says)}".startswith(understood)
    else:
        assert found == understood


# --- what is shown ---


def test_sp1_the_panels_and_the_sheet():
    """SP1: dice that are built, dice that are left, and on how many of the own ones can be built."""
    view = GAME.view(position(supply={"Uli": 50}, turns={"Elfi": 3}))

    assert sentence(view.phase) == "phase.roll seat=Tom"
    assert panels(view) == [
        "Elfi 4 colour.red=51 stat.open=4",
        "Tom 0 colour.yellow=55 stat.open=0 turn",
        "Uli 5 colour.pearl=50 stat.open=0",
    ]
    assert sheet(view) == ["sheet.left: 51 55 50", "sheet.turns: 3 0 0"]


def test_sp16_after_the_end_it_is_nobodys_turn():
    """SP16."""
    view = GAME.view(OVER)

    assert sentence(view.phase) == "phase.over seat=Tom"
    assert not any(panel.turn for panel in view.panels)
    assert sentence(GAME.view(START_BUILD).phase) == "phase.start_build seat=Tom"


def test_sp4_the_die_is_shown_as_long_as_it_counts():
    """SP4."""
    assert GAME.view(BUILD).dice == (Die("pips", "3"),)
    assert GAME.view(position()).dice == ()


@cases(
    "dice, number",
    {
        "SP7 a corner of the base": ({"8,0,0": "r???"}, 1),
        "SP17 a corner has one place above it": ({"8,0,0": "r???", "7,0,0": "y???"}, 0),
        "SP7 an edge has two": ({"4,4,0": "r???"}, 1),
        "SP17 all are taken": ({"4,4,0": "r???", "3,4,0": "y???", "4,3,0": "y???"}, 0),
        "SP17 one is left": ({"4,4,0": "r???", "3,4,0": "y???"}, 1),
        "SP17 the third one": ({"3,3,2": "r???", "2,3,2": "y???", "3,2,2": "y???"}, 1),
        "SP17 the second one": ({"3,3,2": "r???", "2,3,2": "y???", "3,3,1": "y???"}, 1),
        "SP17 the first one": ({"3,3,2": "r???", "3,2,2": "y???", "3,3,1": "y???"}, 1),
        "SP7 two dice": ({"3,3,2": "r???", "5,3,0": "r???"}, 2),
    },
)
def test_on_how_many_dice_can_be_built(dice, number):
    from_below = {"layers": [8], "fill": "m"}
    state = position(pyramid={**read_position(GAME, {"seats": SEATS, "pyramid": from_below}).pyramid, **dice})

    assert panels(GAME.view(state))[0].partition("stat.open=")[2] == str(number)


def test_the_drawing_says_who_sits_where():
    """SP1."""
    detail = GAME.view(position()).detail

    assert detail["sides"] == {"Elfi": "A", "Tom": "B", "Uli": "C"}
    assert detail["pyramid"] == LYING


def test_sp17_nobody_can_build_on_the_top():
    """SP17."""
    top = read_position(GAME, {"seats": SEATS, "pyramid": {"full": True, "fill": "r"}})
    but_top = position(pyramid={"full": True, "minus": [[0, 0, 0]], "fill": "r"})

    assert panels(GAME.view(top))[0] == "Elfi 165 colour.red=-110 stat.open=0 turn"
    assert panels(GAME.view(but_top))[0] == "Elfi 164 colour.red=-109 stat.open=3"
