"""Forced Memory: what is asked at each step, how answers are understood, and what a screen shows."""

from companion.asks import Fact, Kind, Source
from companion.games.forced_memory import GAME
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import ForcedMemoryOptions
from companion.lab.short_pyramid import read_position
from companion.layout import Die
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import BASE
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.companion.referee_of import RefereeOf
from tests.tables import cases

_referee = RefereeOf(GAME)
ask, told = _referee.ask, _referee.told

SEATS = ("Ann", "Ben", "Cleo")
HERE, THERE = (7, 0, 0), (6, 1, 0)
FUNNELS = {
    "8,0,0": "y412", "7,1,0": "y356", "7,0,1": "y356", "7,0,0": "r132",  # 15 below (7,0,0)
    "6,2,0": "y???", "6,1,1": "y???", "6,1,0": "r???",
}  # fmt: skip
WATCH = "watch, AnnBenCleo, may, silent"


def at(phase, **more):
    """Two funnels are covered, Ann is on turn, and 4, 5 and 6 lie there; she may have lifted the first."""
    position = {"seats": SEATS, "phase": phase, "on_turn": "Ann", "roll": (4, 5, 6), "rolls": 1}
    lifted = HERE if phase in ("say", "read") else None
    return read_position(GAME, {**position, "pyramid": FUNNELS, "lifted": lifted, **more})


def before():
    return GAME.start(SEATS, ForcedMemoryOptions())


# --- what is asked ---


@cases(
    "state, asks",
    {
        "FM1 is it built?": (before(), ["built, AnnBenCleo", "look, AnnBenCleo, may, silent"]),
        "FM2 anybody begins": (at("roll", rolls=0), ["roll:1, AnnBenCleo, 3 pips", WATCH]),
        "FM4 the one on turn rolls again": (at("roll"), ["roll:2, Ann, 3 pips", WATCH]),
        "FM6 lift, or roll anew": (
            at("choose"),
            ["lift:1:Ann, Ann, 6,1,0/7,0,0", "roll:2, Ann, 3 pips, may", WATCH],
        ),
        "FM3 any red die": (at("lift"), ["lift:1:Ann, Ann, 6,1,0/7,0,0", WATCH]),
        "A-FM6 another seat has its own time to think": (
            at("lift", reveals=4, on_turn="Ben", options={"limit_s": 30}),
            ["lift:5:Ben, Ben, 6,1,0/7,0,0, 30000 ms", WATCH],
        ),
        "FM11 said before it is shown: the eyes are silent": (at("say"), ["say, Ann, 3..18"]),
        "FM3 the table tells the sum": (at("read"), ["read, AnnBenCleo, 3..18", WATCH]),
        "FM8 nothing more": (at("over"), []),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompts",
    {
        "FM1": (before(), {"built": "FM1 ask.built", "look": "FM1 ask.look"}),
        "FM2 the first": (at("roll", rolls=0), {"roll:1": "FM2 ask.first_roll seat=Ann"}),
        "FM4 a later one": (at("roll"), {"roll:2": "FM2 ask.roll seat=Ann"}),
        "FM6 all three dice": (
            at("choose"),
            {"lift:1:Ann": "FM3 ask.lift_or_roll seat=Ann sum=15", "roll:2": "FM2 ask.reroll_three seat=Ann"},
        ),
        "A-FM1 one of them": (
            at("choose", options={"reroll": "one"}),
            {"lift:1:Ann": "FM3 ask.lift_or_roll seat=Ann sum=15", "roll:2": "FM2 ask.reroll_one seat=Ann"},
        ),
        "FM3": (at("lift"), {"lift:1:Ann": "FM3 ask.lift seat=Ann sum=15"}),
        "FM11": (at("say"), {"say": "FM11 ask.say seat=Ann"}),
        "FM3 an unread sum": (at("read"), {"read": "FM3 ask.read seat=Ann"}),
    },
)
def test_how_it_is_asked(state, prompts):
    watching = {"watch": "FM1 ask.watch"} if state.phase not in ("build", "say") else {}

    assert prompted(GAME, state) == {**prompts, **watching}


# --- what is understood ---


@cases(
    "state, name, value, move",
    {
        "FM1 built": (before(), "built", True, Built()),
        "FM3 who was asked": (at("lift"), "lift", {"cells": [[7, 0, 0]]}, m.Lift(seat="Ann", cell=HERE)),
        "FM11 who was asked": (at("say"), "say", 15, m.Say(seat="Ann", sum=15)),
        "FM3 anybody reads the sum": (at("read"), "read", 15, m.Read(sum=15)),
    },
)
def test_a_tap_is_a_move(state, name, value, move):
    assert told(state, name, value) == move


@cases(
    "rolls, seat, pips, understood",
    {
        "FM2 who begins": (0, "Cleo", [1, 2, 3], m.Roll(seat="Cleo", dice=(1, 2, 3))),
        "FM2 nobody knows who began": (0, "", [1, 2, 3], "FM2 who_began"),
        "FM4 who is on turn": (1, "", [1, 2, 3], m.Roll(seat="Ann", dice=(1, 2, 3))),
        "FM2 one is missing": (1, "", [1, 2], "FM2 question.three_dice n=2"),
    },
)
def test_fm2_a_roll(rolls, seat, pips, understood):
    heard = told(at("roll", rolls=rolls), "roll", {"pips": pips}, seat=seat)

    assert (f"{heard.rule} {sentence(heard.says)}" if isinstance(heard, Question) else heard) == understood


def test_fm3_one_die_at_a_time_is_tapped():
    """FM3."""
    question = told(at("lift"), "lift", {"cells": [[7, 0, 0], [6, 1, 0]]})

    assert (question.rule, question.says.key) == ("FM3", "question.one_die")
    assert question.choices == ask(at("lift"), "lift").choices


def test_a_fm6_time_is_over():
    """A-FM6."""
    state = at("lift", options={"limit_s": 30})

    assert GAME.understand(state, ask(state, "lift"), Fact(Kind.TIME, "", 0, Source.CLOCK)) == m.TimeOver()


def test_fm1_what_the_eyes_saw_while_it_was_built():
    """FM1."""
    base = mixed(1, BASE, {"y": 45})

    assert told(before(), "look", {"dice": base}, Source.CAMERA) == Built(pyramid=base)
    assert isinstance(told(before(), "look", {"dice": 3}, Source.CAMERA), Question)


def seen(state, value):
    return told(state, "watch", value, Source.CAMERA)


def without(*names):
    return {"dice": {name: die for name, die in FUNNELS.items() if name not in names}}


def test_fm3_the_eyes_see_a_lifted_die():
    """FM3: with the yellow faces that can be read below it."""
    state = at("lift")

    assert seen(state, without("7,0,0")).cell == HERE
    assert seen(state, {"cells": [[6, 1, 0]]}) == m.Lift(cell=THERE)
    assert seen(state, {"dice": FUNNELS}) == Seen(pyramid=state.pyramid)
    assert isinstance(seen(state, {"agreed": {"dice": FUNNELS}}), Agree)
    assert isinstance(seen(state, {"dice": 3}), Question)


@cases(
    "lifted, gone, understood",
    {
        "A-FM5 two at once": (None, ["7,0,0", "6,1,0"], "A-FM5 question.which_first"),
        "FM3 the one that is lifted already": (HERE, ["7,0,0"], "seen"),
        "A-FM5 a second one": (HERE, ["7,0,0", "6,1,0"], "lift (6, 1, 0)"),
        "FM12 a yellow one as well": (None, ["7,0,0", "8,0,0"], "FM12 question.moved"),
        "FM12 a yellow one below the lifted die": (HERE, ["7,0,0", "8,0,0"], "FM12 question.moved"),
    },
)
def test_what_is_understood_of_dice_that_are_gone(lifted, gone, understood):
    heard = seen(at("read" if lifted else "lift", lifted=lifted), without(*gone))

    match heard:
        case Question():
            assert f"{heard.rule} {heard.says.key}" == understood
        case m.Lift():
            assert f"lift {heard.cell}" == understood
        case _:
            assert (type(heard), understood) == (Seen, "seen")


@cases(
    "dice, offered",
    {
        "FM12 a yellow die was turned": ({"8,0,0": "y124"}, ["as_remembered", "as_it_lies"]),
        "FM12 or changed": ({"8,0,0": "m412"}, ["as_remembered", "as_it_lies"]),
        "FM12 or one came": ({"0,8,0": "y???"}, ["as_remembered", "as_it_lies"]),
        "G16 as no die can lie: no number is told": ({"8,0,0": "y434"}, ["as_remembered"]),
    },
)
def test_fm12_a_die_that_moved_is_asked_about(dice, offered):
    question = seen(at("lift"), {"dice": {**FUNNELS, **dice}})

    assert (question.rule, question.says.key) == ("FM12", "question.moved")
    assert [choice.says.key for choice in question.choices] == offered
    assert len(question.says.args["cells"]) == 1


def test_g1_dice_of_which_there_are_not_so_many():
    """FM1: four mother-of-pearl dice cannot lie there."""
    pearls = dict.fromkeys(["8,0,0", "7,1,0", "7,0,1", "6,2,0"], "m???")

    question = seen(at("lift"), {"dice": {**FUNNELS, **pearls}})

    assert (question.rule, len(question.choices)) == ("G1", 1)


# --- what is shown ---


def test_fm4_the_panels():
    """FM4, FM8: won red dice of those that win."""
    view = GAME.view(at("choose", won={"Ann": 3, "Cleo": 7}))

    assert sentence(view.phase) == "phase.choose seat=Ann sum=15"
    assert view.dice == tuple(Die("pips", str(n)) for n in (4, 5, 6))
    assert panels(view) == ["Ann 3 stat.won=3/8 turn", "Ben 0 stat.won=0/8", "Cleo 7 stat.won=7/8"]
    assert sheet(view) == []


def test_fm8_at_the_end_everybody_hears_how_good_their_memory_was():
    """FM8."""
    ann = {
        "lifts": 9,
        "remembered": 4,
        "lucky": 2,
        "lag": 10,
        "missed": 3,
        "near": 1,
        "kept": 5,
        "kept_paid": 2,
    }
    view = GAME.view(at("over", memory={"Ann": ann, "Cleo": {"lifts": 1}}))

    assert not any(panel.turn for panel in view.panels)
    assert sheet(view) == [
        "row.lifts: 9 0 1",
        "row.remembered: 4 0 0",
        "row.lucky: 2 0 0",
        "row.lag: 2.5 - -",
        "row.missed: 3 0 0",
        "row.near: 1 0 0",
        "row.kept: 2/5 0/0 0/0",
    ]


@cases(
    "phase, offered",
    {
        "FM2 first roll": ("roll", []),
        "FM6 lift or roll": ("choose", ["6,1,0", "7,0,0"]),
        "FM3 any red die": ("lift", ["6,1,0", "7,0,0"]),
        "FM3 one is lifted": ("read", []),
    },
)
def test_where_the_drawing_may_be_tapped(phase, offered):
    assert GAME.view(at(phase)).detail["offered"] == offered


def test_fm10_the_drawing_shows_what_is_lifted_and_goes_back_but_no_numbers():
    """FM5, FM10."""
    detail = GAME.view(at("read", back=THERE)).detail

    assert (detail["lifted"], detail["back"]) == ("7,0,0", "6,1,0")
    assert set(detail["pyramid"].values()) == {"y???", "r???"}
    assert (GAME.view(at("lift")).detail["lifted"], GAME.view(at("lift")).detail["back"]) == (None, None)
