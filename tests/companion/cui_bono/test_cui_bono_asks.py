"""Cui bono?: what is asked at each step and of whom, how answers are understood, and what a screen shows."""

from companion.asks import Source
from companion.games.cui_bono import GAME
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.state import CuiBonoOptions
from companion.pyramid.agree import Agree, Built, Seen
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.cui_bono.pyramids import CORNERS, SEATS, TOP, after, ask, at, told
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.tables import cases

TWO_LEFT = {"8,0,0": "y???", "0,8,0": "m???"}
FUNNEL = {"8,0,0": "r???", "7,1,0": "y???", "7,0,1": "m???"}  # round (7,0,0), of three colours
HERE = (7, 0, 0)


def state_in(phase, **more):
    match phase:
        case "build":
            return GAME.start(SEATS, CuiBonoOptions())
        case "put" | "judge":
            return at(phase, die="r123", pyramid=FUNNEL, trying=HERE if phase == "judge" else None, **more)
    return at(phase, die="?123" if phase == "tell" else "????", pyramid=TWO_LEFT, **more)


# --- what is asked ---


@cases(
    "phase, asks",
    {
        "CB4 is it built?": ("build", ["built, AnnBenCleo", "look, AnnBenCleo, may, silent"]),
        "CB3 every die that may be taken is offered": (
            "take",
            ["take:2, Ann, 0,8,0/8,0,0", "took, AnnBenCleo, may, silent"],
        ),
        "CB13 anybody may tell the colour": ("tell", ["tell, AnnBenCleo, r/y/m"]),
        "CB6 or CB10": ("put", ["put, Ann, 7,0,0/keep", "watch, AnnBenCleo, may, silent"]),
        "CB7 the table judges": ("judge", ["judge, AnnBenCleo, fits/not"]),
        "CB12 nothing more": ("over", []),
    },
)
def test_what_is_asked_of_whom(phase, asks):
    assert asked(GAME, state_in(phase)) == asks


@cases(
    "phase, prompts",
    {
        "CB4": ("build", {"built": "G2 ask.built", "look": "G19 ask.look seat=Ann"}),
        "CB3": ("take", {"take:2": "CB3 ask.take seat=Ann", "took": "CB3 ask.took seat=Ann"}),
        "CB13": ("tell", {"tell": "CB13 ask.tell seat=Ann"}),
        "CB6": ("put", {"put": "CB6 ask.put seat=Ann colour=colour.red", "watch": "CB5 ask.watch seat=Ann"}),
        "CB7": ("judge", {"judge": "CB7 ask.judge cell=(7,0,0) colour=colour.red"}),
    },
)
def test_how_it_is_asked(phase, prompts):
    assert prompted(GAME, state_in(phase)) == prompts


def test_cb2_anybody_may_take_the_first_die_of_the_game():
    """CB2: an ask that comes again in the next turn has another number."""
    first = state_in("take", turns=0)

    assert asked(GAME, first)[0] == "take:1, AnnBenCleo, 0,8,0/8,0,0"
    assert prompted(GAME, first)["take:1"] == "CB3 ask.first_take seat=Ann"


def test_cb7_a_funnel_that_did_not_fit_is_not_offered_again():
    """CB7."""
    assert asked(GAME, state_in("put", denied=[HERE]))[0] == "put, Ann, keep"


# --- what is understood ---


@cases(
    "phase, name, value, move",
    {
        "CB4 built by touch": ("build", "built", True, Built()),
        "CB13 the colour is told": ("tell", "tell", "m", m.Tell(colour="m")),
        "CB10 who keeps is who was asked": ("put", "put", "keep", m.Keep(seat="Ann")),
        "CB7 it fits": ("judge", "judge", "fits", m.Judge(fits=True)),
        "CB7 it does not": ("judge", "judge", "not", m.Judge(fits=False)),
    },
)
def test_a_tap_is_a_move(phase, name, value, move):
    assert told(state_in(phase), name, value) == move


def test_a_tapped_place_is_one_cell():
    """CB3, CB6: two at once are asked about, and every place that there is is offered."""
    two = {"cells": [[8, 0, 0], [0, 8, 0]]}
    take, put = state_in("take"), state_in("put")

    assert told(take, "take", {"cells": [[8, 0, 0]]}) == m.Take(seat="Ann", cell=(8, 0, 0))
    assert told(put, "put", {"cells": [[7, 0, 0]]}) == m.Put(seat="Ann", cell=HERE)
    for state, name, rule in ((take, "take", "CB3"), (put, "put", "CB6")):
        question = told(state, name, two)
        assert (question.rule, question.says.key) == (rule, "question.one_place")
        assert question.choices == tuple(c for c in ask(state, name).choices if c.value != "keep")


@cases(
    "turns, seat, who",
    {
        "CB2 whoever takes first is known": (0, "Cleo", "Cleo"),
        "CB2 nobody knows whose hand it was": (0, "", None),
        "CB2 later it is the one on turn": (1, "", ""),
    },
)
def test_whose_hand_took_a_die_that_is_gone(turns, seat, who):
    without = {"dice": {"8,0,0": "y???"}}

    heard = told(state_in("take", turns=turns), "took", without, Source.CAMERA, seat=seat)

    if who is None:
        assert (heard.rule, heard.says.key) == ("CB3", "who_began")
        assert [choice.seat for choice in heard.choices] == list(SEATS)
    else:
        assert heard == m.Take(seat=who, cell=(0, 8, 0))


def test_what_the_eyes_see_before_a_take():
    """CB5: nothing new, an answer of the table, a tap instead of a picture, or what no take explains."""
    state = state_in("take")
    other = {"dice": {"8,0,0": "r???", "0,8,0": "m???"}}

    assert told(state, "took", {"dice": TWO_LEFT}, Source.CAMERA) == Seen(pyramid=state.pyramid)
    assert isinstance(told(state, "took", {"agreed": {"dice": TWO_LEFT}}), Agree)
    assert told(state, "took", {"cells": [[8, 0, 0]]}, seat="Ann") == m.Take(seat="Ann", cell=(8, 0, 0))
    assert told(state, "took", other, Source.CAMERA).rule == "CB5"
    assert told(state, "took", {"dice": {}}, Source.CAMERA).rule == "CB5"  # two at once


def test_cb3_the_eyes_see_a_take_that_is_not_allowed():
    """CB3: it is understood, so that its taker hears why."""
    state = at()
    edge_gone = {"dice": {name: die for name, die in state.pyramid.items() if name != "4,4,0"}}

    assert told(state, "took", edge_gone, Source.CAMERA) == m.Take(cell=(4, 4, 0))


def test_cb3_a_die_that_may_not_be_taken_is_among_those_that_may_have_gone():
    """CB3, CB5: without numbers the top that was lifted looks like a row that slid down."""
    top_gone = {"dice": {name: die for name, die in at().pyramid.items() if name != "0,0,0"}}
    heard = told(at(), "took", top_gone, Source.CAMERA)

    assert heard.says.key == "question.which_take"
    assert {tuple(choice.value["cells"][0]) for choice in heard.choices} == {*CORNERS, TOP}


def test_cb3_a_corner_that_is_gone_with_another_die_changed_is_no_take():
    """CB3, CB5."""
    lying = {**at().pyramid, "4,4,0": "r???"}
    del lying["8,0,0"]

    assert isinstance(told(at(), "took", {"dice": lying}, Source.CAMERA), Question)


def test_what_the_eyes_see_after_a_take():
    """CB5, CB6, CB10: one die in its new place, and nothing else."""
    state = state_in("put")

    def seen(value):
        return told(state, "watch", value, Source.CAMERA)

    assert seen({"placed": {"7,0,0": "?123"}}) == m.Put(seat="Ann", cell=HERE)
    assert seen({"dice": FUNNEL}) == Seen(pyramid=state.pyramid)
    assert isinstance(seen({"agreed": {"dice": FUNNEL}}), Agree)
    assert seen({"placed": {"7,0,0": "r???", "0,8,0": "y???"}}).rule == "CB5"
    assert seen({"placed": {"7,0,0": "y???"}}).rule == "CB10"
    assert seen({"placed": {"7,0,0": "y?23"}}).rule == "CB10"


def test_cb4_what_the_eyes_saw_while_it_was_built():
    """CB4."""
    state = state_in("build")

    assert told(state, "look", {"dice": mixed(1)}, Source.CAMERA) == Built(pyramid=mixed(1))
    assert isinstance(told(state, "look", {"dice": {"8,0,0": 3}}, Source.CAMERA), Question)


# --- what is shown ---


def test_cb13_the_panels_and_the_sheet():
    """CB10, CB12, CB13: kept dice of how many, those put back, and the colours that were kept."""
    view = GAME.view(state_in("take", kept={"Ann": "rym", "Cleo": "mm"}, put_back={"Cleo": 2}))

    assert sentence(view.phase) == "phase.take seat=Ann colour=colour.unknown"
    assert panels(view) == [
        "Ann -6 stat.kept=3/10 stat.put_back=0 turn",
        "Ben 0 stat.kept=0/10 stat.put_back=0",
        "Cleo -6 stat.kept=2/10 stat.put_back=2",
    ]
    assert sheet(view) == ["colour.red: 1 0 0", "colour.yellow: 1 0 0", "colour.pearl: 1 0 2"]


def test_cb12_after_the_end_it_is_nobodys_turn():
    """CB12."""
    assert not any(panel.turn for panel in GAME.view(state_in("over")).panels)


@cases(
    "phase, offered",
    {
        "CB4 nothing yet": ("build", []),
        "CB3 what may be taken": ("take", ["0,8,0", "8,0,0"]),
        "CB13 no place": ("tell", []),
        "CB6 every funnel, whether the die fits or not": ("put", ["7,0,0"]),
        "CB7 no place": ("judge", []),
        "CB12 nothing more": ("over", []),
    },
)
def test_where_the_drawing_may_be_tapped(phase, offered):
    assert GAME.view(state_in(phase)).detail["offered"] == offered


def test_cb5_the_drawing_shows_the_taken_die_and_the_gap_but_no_numbers():
    """CB5, CB15."""
    read = {name: "y" + die[1:] for name, die in mixed(1).items()} | {"8,0,0": "r132"}
    view = GAME.view(after(at(pyramid=read), m.Take(seat="Ann", cell=(8, 0, 0))))

    assert sentence(view.phase) == "phase.put seat=Ann colour=colour.red"
    assert [view.detail[key] for key in ("took", "vacated")] == ["8,0,0", "0,0,0"]
    assert set(view.detail["pyramid"].values()) == {"y???"}
    assert (GAME.view(at()).detail["took"], GAME.view(at()).detail["vacated"]) == (None, None)
