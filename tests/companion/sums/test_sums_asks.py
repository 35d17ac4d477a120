"""Sums: what is asked at each step and of whom, how answers are understood, and what a screen shows."""

import pytest

from companion.asks import Fact, Kind, Source
from companion.games.sums import GAME
from companion.games.sums import moves as m
from companion.games.sums.state import SumsOptions
from companion.layout import Die
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.cells import BASE
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.companion.sums.searches import HERE, SEATS, ask, search, told
from tests.tables import cases

LOOK = "look, AnnBenCleo, may, silent"
PLACED = "placed, AnnBenCleo, may, silent"
GIVE_UP = "give_up, AnnBenCleo, may"


def at(phase, call="stop", **more):
    """Ben has called Stop and shown the only funnel, in a round that Ann has rolled for."""
    return search(phase=phase, caller="Ben", call=call, shown=HERE if call == "stop" else None, **more)


def before():
    return GAME.start(SEATS, SumsOptions())


# --- what is asked ---


@cases(
    "state, asks",
    {
        "SU2 is it built?": (before(), ["built, AnnBenCleo", LOOK]),
        "SU2 anybody rolls first": (search(phase="roll", rounds=0), ["roll:1, AnnBenCleo, 3 pips", LOOK]),
        "SU8 then the left neighbour": (search(phase="roll"), ["roll:2, Ann, 3 pips", LOOK]),
        "SU3, SU12 all search at once": (search(), ["stop, AnnBenCleo", "niete, AnnBenCleo", GIVE_UP]),
        "A-SU2 nobody gives up": (
            search(options={"all_pass": False}),
            ["stop, AnnBenCleo", "niete, AnnBenCleo"],
        ),
        "SU4 the caller shows it": (at("show"), ["show, Ben, 7,0,0/niete, 5000 ms"]),
        "A-SU4 in eight seconds; Niete has a button of its own": (
            at("show", options={"niete_button": "own", "show_s": 8}),
            ["show, Ben, 7,0,0, 8000 ms"],
        ),
        "SU10 from three ones to three sixes": (at("add"), ["add, AnnBenCleo, 3..18", LOOK]),
        "A-SU1 the others search": (
            at("check", "niete"),
            ["stand, AnnCleo, 30000 ms", "found, AnnCleo, 7,0,0, may"],
        ),
        "SU5 into the funnel that was shown": (at("place"), ["place, Ben", PLACED]),
        "SU6 into any funnel": (at("place", "niete"), ["place, Ben, 7,0,0", PLACED]),
        "SU9 nothing more": (at("over"), []),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompts",
    {
        "SU2 the first roll": (
            search(phase="roll", rounds=0),
            {"roll:1": "SU2 ask.first_roll seat=Ann", "look": "G19 ask.look seat="},
        ),
        "SU8 a later one": (
            search(phase="roll"),
            {"roll:2": "SU2 ask.roll seat=Ann", "look": "G19 ask.look seat="},
        ),
        "SU3 the search": (
            search(),
            {"stop": "SU4 ask.stop", "niete": "SU6 ask.niete", "give_up": "A-SU2 ask.give_up"},
        ),
        "SU4 showing": (at("show"), {"show": "SU4 ask.show seat=Ben n=5"}),
        "SU10": (at("add"), {"add": "SU10 ask.add cell=(7,0,0)", "look": "G19 ask.look seat=Ben"}),
        "A-SU1 who checks a Niete": (
            at("check", "niete"),
            {"stand": "A-SU1 ask.stand seat=Ben n=30", "found": "A-SU1 ask.found seat=Ben n=30"},
        ),
        "SU5 the place is known": (
            at("place"),
            {"place": "SU5 ask.place seat=Ben cell=(7,0,0)", "placed": "SU5 ask.placed seat=Ben"},
        ),
        "SU6 it is not": (
            at("place", "niete"),
            {"place": "SU6 ask.place_anywhere seat=Ben", "placed": "SU5 ask.placed seat=Ben"},
        ),
    },
)
def test_how_it_is_asked(state, prompts):
    assert prompted(GAME, state) == prompts


# --- what is understood ---


@cases(
    "state, name, value, move",
    {
        "SU2 built": (before(), "built", True, Built()),
        "SU4 Stop": (search(), "stop", "stop", m.Stop(seat="Cleo", t=7)),
        "SU6 Niete": (search(), "niete", "niete", m.Niete(seat="Cleo", t=7)),
        "A-SU2 nobody finds anything": (search(), "give_up", True, m.GiveUp()),
        "SU10 a sum": (at("add"), "add", 15, m.Summed(sum=15)),
        "A-SU1 the Niete stands": (at("check", "niete"), "stand", True, m.Stand()),
        "A-SU1 somebody has found one": (
            at("check", "niete"),
            "found",
            {"cells": [[7, 0, 0]]},
            m.Show(seat="Cleo", cell=HERE),
        ),
    },
)
def test_a_tap_is_a_move(state, name, value, move):
    assert told(state, name, value, t=7, seat="Cleo") == move


@cases(
    "state, name, value, move",
    {
        "SU4": (at("show"), "show", {"cells": [[7, 0, 0]]}, m.Show(seat="Ben", cell=HERE)),
        "A-SU3 one button for both": (at("show"), "show", "niete", m.Niete(seat="Ben", t=7)),
        "SU5": (at("place"), "place", True, m.Place(seat="Ben", cell=HERE)),
        "SU6": (at("place", "niete"), "place", {"cells": [[7, 0, 0]]}, m.Place(seat="Ben", cell=HERE)),
    },
)
def test_who_was_asked_is_who_answers(state, name, value, move):
    assert told(state, name, value, t=7) == move


@cases(
    "state, name, rule",
    {
        "SU4 the funnel that is shown": (at("show"), "show", "SU4"),
        "SU6 the funnel that is filled": (at("place", "niete"), "place", "SU6"),
    },
)
def test_one_funnel_at_a_time_is_tapped(state, name, rule):
    question = told(state, name, {"cells": [[7, 0, 0], [8, 0, 0]]})

    assert (question.rule, question.says.key) == (rule, "question.one_funnel")
    assert question.choices == tuple(c for c in ask(state, name).choices if c.value != "niete")


@cases(
    "rounds, seat, pips, understood",
    {
        "SU2 who begins": (0, "Cleo", [1, 2, 3], m.Roll(seat="Cleo", dice=(1, 2, 3), t=7)),
        "SU2 nobody knows who began": (0, "", [1, 2, 3], "SU2 who_began"),
        "SU8 who is next": (1, "", [1, 2, 3], m.Roll(seat="Ann", dice=(1, 2, 3), t=7)),
        "SU2 one is missing": (1, "", [1, 2], "SU2 question.three_dice n=2"),
    },
)
def test_su2_a_roll(rounds, seat, pips, understood):
    heard = told(search(phase="roll", rounds=rounds), "roll", {"pips": pips}, t=7, seat=seat)

    assert (f"{heard.rule} {sentence(heard.says)}" if isinstance(heard, Question) else heard) == understood


@pytest.mark.parametrize(("phase", "call", "name"), [("show", "stop", "show"), ("check", "niete", "stand")])
def test_a_su4_time_is_over(phase, call, name):
    """A-SU1, A-SU4."""
    state = at(phase, call)

    assert GAME.understand(state, ask(state, name), Fact(Kind.TIME, name, 0, Source.CLOCK)) == m.TimeOver()


def test_su2_what_the_eyes_saw_while_the_base_was_filled():
    """SU2: as they saw it, or as the table says that it lies."""
    base = mixed(1, BASE, {"m": 45})

    assert told(before(), "look", {"dice": base}, Source.CAMERA) == Built(pyramid=base)
    assert told(before(), "look", {"agreed": {"dice": base}}) == Built(pyramid=base)
    assert isinstance(told(before(), "look", {"dice": 3}, Source.CAMERA), Question)


READ = {"8,0,0": "r412", "7,1,0": "y356", "7,0,1": "m356"}


def test_a_su8_a_die_that_was_turned_after_it_was_placed():
    """A-SU8: only the last one, and nothing else."""

    def seen(placed, dice):
        state = at("add", pyramid=READ, placed=placed)
        return told(state, "look", {"dice": {**READ, **dice}}, Source.CAMERA)

    last = (8, 0, 0)
    assert seen(last, {"8,0,0": "r124"}) == m.Turn(cell=last, die="r124")
    assert seen((7, 1, 0), {"8,0,0": "r124"}).rule == "SU11"
    assert seen(last, {"8,0,0": "r124", "6,1,1": "y356"}).rule == "SU11"
    assert seen(last, {"8,0,0": "r124", "7,1,0": "y563"}).rule == "SU11"
    assert seen(last, {}) == Seen(pyramid=READ)
    assert isinstance(told(at("add"), "look", {"agreed": {"dice": READ}}), Agree)


def test_su5_what_the_eyes_see_of_a_placed_die():
    """SU5: one die more, and nothing else."""
    state = at("place", pyramid=READ)

    def seen(value):
        return told(state, "placed", value, Source.CAMERA)

    assert seen({"placed": {"7,0,0": "r635"}}) == m.Place(seat="Ben", cell=HERE, die="r635")
    assert seen({"dice": READ}) == Seen(pyramid=READ)
    assert isinstance(seen({"agreed": {"dice": READ}}), Agree)
    assert isinstance(seen({"dice": 3}), Question)
    for others in (
        {"7,0,0": "r635", "6,2,0": "y???"},  # a second one
        {"7,0,0": "r635", "8,0,0": "r124"},  # another one turned
        {"7,0,0": "r635", "8,0,0": "y412"},  # another one of another colour
    ):
        assert seen({"dice": {**READ, **others}}).rule == "SU5"


# --- what is shown ---


@cases(
    "state, phase, turn",
    {
        "SU2 who has rolled": (search(), "phase.search seat=Ann", ["Ann"]),
        "SU4 who has called": (at("show"), "phase.show seat=Ben", ["Ben"]),
        "SU9 nobody": (at("over"), "phase.over seat=Ben", []),
    },
)
def test_whose_turn_is_shown(state, phase, turn):
    view = GAME.view(state)

    assert sentence(view.phase) == phase
    assert [panel.seat for panel in view.panels if panel.turn] == turn


@pytest.mark.parametrize(
    ("phase", "shown"),
    [("build", False), ("roll", False), ("search", True), ("show", True), ("place", True), ("over", True)],
)
def test_su2_the_dice_are_shown_from_the_roll_on(phase, shown):
    """SU2."""
    dice = GAME.view(at(phase)).dice

    assert dice == (tuple(Die("pips", str(n)) for n in (4, 5, 6)) if shown else ())


def test_su1_how_many_dice_everybody_still_has():
    """SU1: the same number as in the pause and on the sheet."""
    assert panels(GAME.view(search(supply=(3, 20, 0)))) == [
        "Ann 3 stat.left=3 turn",
        "Ben 20 stat.left=20",
        "Cleo 0 stat.left=0",
    ]


def test_su9_the_sheet_is_told_at_the_end():
    """SU9: right and wrong calls, and how quick the right ones were on average."""
    told_of = {
        "right": {"Ann": 4, "Ben": 1},
        "wrong": {"Cleo": 2},
        "reaction_ms": {"Ann": 9000, "Ben": 99_960},
    }
    over = at("over", supply=(0, 20, 3), **told_of)

    assert sheet(GAME.view(over)) == [
        "row.left: 0 20 3",
        "row.right: 4 1 0",
        "row.wrong: 0 0 2",
        "row.reaction: 2.2 s 100.0 s -",
    ]
    assert sheet(GAME.view(at("place", **told_of))) == []


def test_su3_the_drawing_shows_open_funnels_and_never_a_number():
    """SU3, SU10: adding up is the game."""
    assert GAME.view(at("show", pyramid=READ)).detail == {
        "pyramid": {"8,0,0": "r???", "7,1,0": "y???", "7,0,1": "m???"},
        "offered": ["7,0,0"],
        "shown": "7,0,0",
    }
    assert GAME.view(search()).detail["shown"] is None
