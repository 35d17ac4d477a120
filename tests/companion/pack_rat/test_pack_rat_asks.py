"""Pack Rat: what is asked at each step and of whom, how answers are understood, and what a screen shows."""

import pytest

from companion.asks import Fact, Kind, Source
from companion.games.pack_rat import GAME
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.state import PackRatOptions
from companion.lab.short_pyramid import read_position
from companion.layout import Die
from companion.pyramid.agree import Agree, Seen
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.companion.pack_rat.hunts import SEATS, SECOND, ask, told
from tests.tables import cases

FEW = {"8,0,0": "r132", "7,1,0": "y213", "7,0,1": "m???"}
TAKE, TAP = "take, AnnBenCleo, may, silent", "tap, AnnBenCleo, 7,0,1/7,1,0/8,0,0"
LATE = "late, AnnBenCleo, Ann/Ben/Cleo, may, silent"
COMPLAIN = "complain, AnnBenCleo, Ann/Ben/Cleo, may, silent"
COUNTS = {"follow": "counts", "pyramid": {}, "dice": {"Ann": 100, "Ben": 20}}


def at(phase, **more):
    """Three dice are left after a 3 in the first round; Ann has the turquoise die."""
    position = {"seats": SEATS, "phase": phase, "pyramid": FEW, "number": 3, "rounds": 1}
    return read_position(GAME, {**position, **more})


# --- what is asked ---


def test_pr2_before_the_first_roll():
    """PR2: anybody may roll first. PR12: the eyes follow the dice, or everybody counts."""
    start = GAME.start(SEATS, PackRatOptions())

    assert asked(GAME, start) == ["built, AnnBenCleo, may, silent", "follow, AnnBenCleo, dice/counts"]
    assert prompted(GAME, start) == {"built": "G8 ask.built", "follow": "PR12 ask.follow"}
    assert asked(GAME, at("roll", rounds=0, number=0)) == ["roll:1, AnnBenCleo, 1 pips"]


@cases(
    "phase, asks",
    {
        "PR9 the next roll": ("roll", ["roll:2, Ann, 1 pips", TAKE, f"{TAP}, may, silent"]),
        "PR7 the hunt": ("hunt", ["stop, Ann", TAKE, f"{TAP}, silent", COMPLAIN]),
        "PR8 nothing is in doubt": ("audit", [TAKE, f"{TAP}, may, silent"]),
        "PR10 nearly the end": ("settle", ["settle, AnnBenCleo", TAKE, f"{TAP}, may, silent"]),
        "PR10 the end": ("over", []),
    },
)
def test_what_is_asked_where_dice_are_followed(phase, asks):
    """PR3: every free lying die is offered, whatever it shows."""
    assert asked(GAME, at(phase)) == asks


@cases(
    "phase, prompts",
    {
        "PR2": ("roll", {"roll:2": "PR2 ask.roll seat=Ann"}),
        "PR7": ("hunt", {"stop": "PR7 ask.stop seat=Ann number=3", "complain": "PR6 ask.complain"}),
        "PR10": ("settle", {"settle": "PR10 ask.settle"}),
    },
)
def test_how_it_is_asked(phase, prompts):
    taking = {"take": "PR3 ask.take number=3", "tap": "PR3 ask.tap number=3"}

    assert prompted(GAME, at(phase)) == {**prompts, **taking}


def test_pr2_the_first_roll_of_all_is_asked_of_nobody_by_name():
    assert prompted(GAME, at("roll", rounds=0, number=0)) == {"roll:1": "PR2 ask.first_roll seat=Ann"}


@cases(
    "phase, counted, asks",
    {
        "PR7 nobody taps dice": ("hunt", [], ["stop, Ann", COMPLAIN]),
        "PR1 everybody counts, up to what was left": (
            "audit",
            [],
            ["count:Ann, Ann, 0..44", "count:Ben, Ben, 0..44", "count:Cleo, Cleo, 0..44"],
        ),
        "PR1 who has not yet": ("audit", ["Ann", "Cleo"], ["count:Ben, Ben, 0..44"]),
        "PR10 44 dice: perhaps the end": ("audit", SEATS, ["base, AnnBenCleo, yes/no", LATE]),
        "PR8 a late die may still be told": ("roll", SEATS, ["roll:2, Ann, 1 pips", LATE]),
        "PR8 but only when all have counted": ("roll", ["Ann"], ["roll:2, Ann, 1 pips"]),
        "PR8 and before the end is settled": ("settle", SEATS, ["settle, AnnBenCleo", LATE]),
    },
)
def test_what_is_asked_where_everybody_counts(phase, counted, asks):
    assert asked(GAME, at(phase, counted=counted, **COUNTS)) == asks


def test_pr10_how_the_counting_is_asked_for():
    """PR1, PR8, PR10: the table is asked about the base only while it can be the end."""
    counting, counted = at("audit", **COUNTS), at("audit", counted=SEATS, **COUNTS)
    many = at("audit", counted=SEATS, **{**COUNTS, "dice": {"Ann": 100}})

    assert prompted(GAME, counting)["count:Ben"] == "PR1 ask.count seat=Ben"
    assert prompted(GAME, counted) == {"base": "PR10 ask.base", "late": "PR8 ask.late"}
    assert asked(GAME, many) == [LATE]
    assert asked(GAME, at("roll", rounds=0, number=0, counted=SEATS, **COUNTS)) == [
        "roll:1, AnnBenCleo, 1 pips"
    ]


@cases(
    "given, within_ms",
    {
        "A-PR5 off": ({}, 0),
        "A-PR5 after 20 seconds": ({"options": {"empty_hint_s": 20}}, 20_000),
        "A-PR5 once in a round": ({"options": {"empty_hint_s": 20}, "waited": True}, 0),
    },
)
def test_when_it_is_told_that_nothing_is_left(given, within_ms):
    assert ask(at("hunt", **given), "stop").within_ms == within_ms


@cases(
    "taken, asks",
    {
        "PR12 the numbers that were read tell who it can have been": (
            {"die": "?1??"},
            ["whose:1,0,0, AnnBenCleo, Ben/Cleo/nobody"],
        ),
        "PR12 anybody": ({"die": "r???"}, ["whose:1,0,0, AnnBenCleo, Ann/Ben/Cleo/nobody"]),
        "A-PR1 nobody knows whether it was late": (
            {"die": "r132", "seat": "Ben", "t": 2 * SECOND, "within": SECOND},
            ["late:1,0,0, AnnBenCleo, in time/late"],
        ),
        "A-PR1 surely late": ({"die": "r132", "seat": "Ben", "t": 2 * SECOND}, []),
        "A-PR1 surely in time": ({"die": "r132", "seat": "Ben", "t": SECOND}, []),
    },
)
def test_what_is_asked_about_a_die_that_was_taken(taken, asks):
    other = {"cell": [0, 1, 0], "die": "r???"}
    doubtful = [{"cell": [1, 0, 0], **taken}, other]
    state = at("audit", stopped_t=SECOND, taken=doubtful)

    assert [one for one in asked(GAME, state) if one not in (TAKE, f"{TAP}, may, silent")] == [
        *asks,
        "whose:0,1,0, AnnBenCleo, Ann/Ben/Cleo/nobody",
    ]


def test_how_it_is_asked_about_a_die():
    unread = {"cell": [1, 0, 0], "die": "r???"}
    doubtful = {"cell": [0, 1, 0], "die": "r132", "seat": "Ben", "t": 2 * SECOND, "within": SECOND}
    prompts = prompted(GAME, at("audit", stopped_t=SECOND, taken=[unread, doubtful]))

    assert prompts["whose:1,0,0"] == "PR12 ask.whose cell=(1,0,0)"
    assert prompts["late:0,1,0"] == "A-PR1 ask.in_time seat=Ben cell=(0,1,0)"


# --- what is understood ---


@cases(
    "state, name, value, move",
    {
        "PR12": (GAME.start(SEATS, PackRatOptions()), "follow", "counts", m.Built(follow="counts")),
        "PR2 a roll": (at("roll"), "roll", {"pips": [4]}, m.Roll(seat="Ann", number=4, t=7)),
        "PR7 Stop": (at("hunt"), "stop", True, m.Stop(seat="Ann", t=7)),
        "PR6": (at("hunt"), "complain", "Ben", m.Complain(seat="Ann", about="Ben")),
        "PR1 a count": (at("audit", **COUNTS), "count", 5, m.Counted(seat="Ann", dice=5)),
        "PR8": (at("roll", counted=SEATS, **COUNTS), "late", "Ben", m.Late(seat="Ben")),
        "PR10": (at("audit", counted=SEATS, **COUNTS), "base", "yes", m.BaseOnly(yes=True)),
        "PR10 no": (at("audit", counted=SEATS, **COUNTS), "base", "no", m.BaseOnly(yes=False)),
        "PR10 settled": (at("settle"), "settle", True, m.Settle()),
    },
)
def test_a_tap_is_a_move(state, name, value, move):
    assert told(state, name, value, t=7, seat="Ann") == move


def test_pr12_who_took_a_die_or_nobody():
    """PR12, A-PR1."""
    whose = at("audit", stopped_t=SECOND, taken=[{"cell": [1, 0, 0], "die": "r???"}])
    assert told(whose, "whose", "Ben") == m.Claim(seat="Ben", cell=(1, 0, 0))
    assert told(whose, "whose", "nobody") == m.Claim(seat="", cell=(1, 0, 0))

    taken = {"cell": [1, 0, 0], "die": "r132", "seat": "Ben", "t": 2 * SECOND, "within": SECOND}
    late = at("audit", stopped_t=SECOND, taken=[taken])
    assert told(late, "late", "late") == m.Judge(cell=(1, 0, 0), late=True)
    assert told(late, "late", "in time") == m.Judge(cell=(1, 0, 0), late=False)


def test_pr2_whoever_rolls_first_is_asked_for_only_where_nobody_knows():
    """PR2."""
    first, later = at("roll", rounds=0, number=0), at("roll")
    question = told(first, "roll", {"pips": [4]}, Source.CAMERA)

    assert (question.rule, [choice.seat for choice in question.choices]) == ("PR2", list(SEATS))
    assert told(first, "roll", {"pips": [4]}, seat="Cleo") == m.Roll(seat="Cleo", number=4)
    assert told(later, "roll", {"pips": [4]}, Source.CAMERA) == m.Roll(number=4)


def test_a_pr5_the_time_of_a_hint_is_no_stop():
    """A-PR5."""
    state = at("hunt", options={"empty_hint_s": 20})
    over = Fact(Kind.TIME, "stop", 0, Source.CLOCK)

    assert GAME.understand(state, ask(state, "stop"), over) == m.Waited()


@cases(
    "source, t, within",
    {
        "A-PR1 the camera knows when its place was empty": (Source.CAMERA, 90 * SECOND, 3),
        "A-PR1 a tap comes up to a minute later": (Source.TOUCH, 60 * SECOND, 30 * SECOND),
        "A-PR1 so does a key": (Source.KEYBOARD, 60 * SECOND, 30 * SECOND),
        "A-PR1 and what the table agreed on": (Source.AGREEMENT, 60 * SECOND, 30 * SECOND),
    },
)
def test_when_a_die_was_taken(source, t, within):
    state = at("hunt")
    tapped = {"cells": [[8, 0, 0]]}
    taken = told(state, "tap", tapped, source, t=90 * SECOND, seat="Ben", uncertainty=3)

    assert taken == m.Take(seat="Ben", cells=((8, 0, 0),), t=t, within=within)


def test_pr3_one_die_at_a_time_is_tapped():
    """PR3, PR6."""
    question = told(at("hunt"), "tap", {"cells": [[8, 0, 0], [7, 0, 1]]})

    assert (question.rule, question.says.key) == ("PR3", "question.one_die")
    assert question.choices == ask(at("hunt"), "tap").choices


def test_pr13_what_the_eyes_see_in_a_hunt():
    """PR8, PR12, PR13."""
    state = at("hunt", returning=[[7, 0, 1]])

    def seen(value):
        return told(state, "take", value, Source.CAMERA)

    assert seen({"taken": ["8,0,0"]}) == m.Take(cells=((8, 0, 0),))
    assert seen({"taken": ["8,0,0", "7,0,1"]}) == m.Take(cells=((8, 0, 0),))  # a late die is still missing
    assert seen({"taken": ["7,0,1"]}) == m.Take(cells=((7, 0, 1),))
    assert seen({"dice": FEW}) == m.PutBack(cells=((7, 0, 1),))
    assert seen({"dice": {**FEW, "8,0,0": "r213"}}).rule == "PR13"
    assert seen({"placed": {"6,1,1": "r???"}}).rule == "PR13"
    assert isinstance(seen({"agreed": {"dice": FEW}}), Agree)
    assert isinstance(seen({"dice": 3}), Question)
    assert told(at("hunt"), "take", {"dice": FEW}, Source.CAMERA) == Seen(pyramid=at("hunt").pyramid)


def test_pr2_what_the_eyes_saw_while_it_was_built():
    """PR2."""
    start = GAME.start(SEATS, PackRatOptions())

    assert told(start, "built", {"dice": mixed(1)}, Source.CAMERA) == m.Built(pyramid=mixed(1))
    assert isinstance(told(start, "built", {"dice": 3}, Source.CAMERA), Question)


# --- what is shown ---


def test_pr1_what_the_screen_shows_of_everybody():
    """PR1, PR8, PR9: how many dice each has, how many late ones, and who has the turquoise die."""
    view = GAME.view(at("hunt", dice={"Ann": 7, "Cleo": 5}, late={"Cleo": 2}, roller="Ben"))

    assert sentence(view.phase) == "phase.hunt seat=Ben number=3 rest=3"
    assert panels(view) == ["Ann 7", "Ben 0 turn", "Cleo 5 stat.late=2"]
    assert sheet(view) == []


def test_pr1_the_sheet_is_told_at_the_end():
    """PR1, PR8: dice, late ones, and those that were overlooked."""
    counts = {"dice": {"Ann": 7, "Cleo": 5}, "late": {"Cleo": 2}, "overlooked": {"Ben": 1}}
    view = GAME.view(at("over", **counts))

    assert sheet(view) == ["row.dice: 7 0 5", "row.late: 0 0 2", "row.overlooked: 0 1 0"]
    assert not any(panel.turn for panel in view.panels)


@pytest.mark.parametrize(
    ("phase", "dice"), [("hunt", (Die("pips", "3"),)), ("roll", ()), ("audit", ()), ("over", ())]
)
def test_pr2_the_turquoise_die_is_shown_in_the_hunt_only(phase, dice):
    """PR2, PR7."""
    assert GAME.view(at(phase)).dice == dice


def test_pr8_what_has_to_go_back_is_said():
    """PR8."""
    says = GAME.view(at("roll", returning=[[7, 0, 1]])).phase

    assert sentence(says) == "phase.returning cells=(7,0,1)"


def test_pr3_the_drawing_shows_colours_and_free_dice_and_never_a_number():
    """PR3, PR12: where nobody follows the dice there is no drawing."""
    detail = GAME.view(at("hunt")).detail

    assert detail["pyramid"] == {"8,0,0": "r???", "7,1,0": "y???", "7,0,1": "m???"}
    assert detail["offered"] == ["7,0,1", "7,1,0", "8,0,0"]
    assert GAME.view(at("hunt", **COUNTS)).detail is None
    assert GAME.view(GAME.start(SEATS, PackRatOptions())).detail is None


def test_pr10_what_is_left_where_everybody_counts():
    """PR10: 164 dice less those that everybody has."""
    assert sentence(GAME.view(at("roll", **COUNTS)).phase) == "phase.roll seat=Ann number=3 rest=44"
