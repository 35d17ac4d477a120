"""CB10 to CB16: kept dice, unread colours, what the camera sees, the end, and circles."""

import pytest

from companion.asks import Source
from companion.games.cui_bono import GAME
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.handling import take
from companion.games.cui_bono.state import CuiBonoOptions, limit, winners
from companion.pyramid.agree import Built, Seen
from companion.pyramid.cells import BASE, cells_of
from companion.pyramid.notation import open_funnels
from companion.pyramid.positions import mixed
from companion.rulings import Question
from tests.companion.cui_bono.pyramids import SEATS, TOP, after, ask, at, refused, told
from tests.tables import cases

# --- keeping ---


def test_cb10_kept_is_kept():
    """CB10."""
    state = after(at(), m.Take(seat="Ann", cell=(8, 0, 0)), m.Keep(seat="Ann"))

    assert state.kept == {"Ann": "y"}
    assert refused(state, m.Put(seat="Ann", cell=TOP)) == ("CB2", "refused.now_take")


def test_cb11_a_cb4_keeping_a_die_that_fits():
    """CB11, A-CB4."""
    moves = [m.Take(seat="Ann", cell=(8, 0, 0))]
    free = after(at(col={"8,0,0": "r"}), *moves)
    strict = after(at(col={"8,0,0": "r"}, options={"voluntary": False}), *moves)

    assert refused(free, m.Keep(seat="Ann")) is None
    assert refused(strict, m.Keep(seat="Ann")) == ("A-CB4", "refused.must_put_back")
    nothing_fits = after(at(options={"voluntary": False}), *moves)
    assert refused(nothing_fits, m.Keep(seat="Ann")) is None


# --- unread colours ---


def test_cb13_an_unread_colour_is_asked_for_because_it_costs():
    """CB13."""
    state = after(at(fill="?"), m.Take(seat="Ann", cell=(8, 0, 0)))
    assert [one.id for one in GAME.asks(state)] == ["tell"]
    assert refused(state, m.Keep(seat="Ann")) == ("CB13", "refused.now_tell")

    state = after(state, told(state, "tell", "m"), m.Keep(seat="Ann"))

    assert GAME.scores(state)["Ann"] == -3


def test_cb7_what_nobody_has_read_is_judged_by_the_table():
    """CB7."""
    state = after(at(fill="?", die="r???", phase="put", minus=[TOP]), m.Put(seat="Ann", cell=TOP))
    assert state.phase == "judge"
    assert refused(state, m.Keep(seat="Ann")) == ("CB7", "refused.now_judge")

    fits, does_not = after(state, told(state, "judge", "fits")), after(state, told(state, "judge", "not"))

    assert fits.pyramid["0,0,0"] == "r???"
    assert refused(does_not, m.Put(seat="Ann", cell=TOP)) == ("CB7", "refused.denied")
    assert after(does_not, m.Keep(seat="Ann")).kept == {"Ann": "r"}


# --- the camera ---


def test_cb5_a_take_is_recognised_by_the_slide_that_explains_the_picture():
    """CB5."""
    state = at(fill="?", pyramid=mixed(4))
    after_slide = take(state.pyramid, (0, 8, 0)).pyramid

    move = told(state, "took", {"dice": after_slide}, Source.CAMERA)

    assert move == m.Take(cell=(0, 8, 0))


def test_cb5_a_slide_that_several_takes_explain_is_asked_about():
    """CB5."""
    state = at(fill="r")
    question = told(state, "took", {"dice": take(state.pyramid, (8, 0, 0)).pyramid}, Source.CAMERA)

    assert isinstance(question, Question)
    assert told(state, "took", question.choices[0].value) == m.Take(cell=(0, 0, 8))


def test_cb5_a_row_that_is_stuck_wants_a_nudge():
    """CB5."""
    state = at(pyramid=mixed(4))
    stuck = {name: die for name, die in state.pyramid.items() if name != "8,0,0"}
    state = after(state, m.Take(seat="Ann", cell=(8, 0, 0)))

    question = told(state, "watch", {"dice": stuck}, Source.CAMERA)

    assert (question.rule, question.says.key) == ("CB5", "question.nudge")
    assert isinstance(told(state, "watch", {"dice": state.pyramid}, Source.CAMERA), Seen)


def test_cb10_only_the_taken_die_goes_back():
    """CB10."""
    state = after(at(col={"8,0,0": "r"}), m.Take(seat="Ann", cell=(8, 0, 0)))

    other = told(state, "watch", {"placed": {"0,0,0": "m???"}}, Source.CAMERA)
    right = told(state, "watch", {"placed": {"0,0,0": "r132"}}, Source.CAMERA)

    assert (other.rule, other.says.key) == ("CB10", "question.other_die")
    assert right == m.Put(seat="Ann", cell=TOP)


# --- the end ---


@pytest.mark.parametrize(
    ("players", "most"), [(2, 10), (4, 10), (5, 7), (6, 7)], ids=[f"CB12 {n} players" for n in (2, 4, 5, 6)]
)
def test_how_many_kept_dice_end_the_game(players, most):
    assert limit(players) == most


def test_cb12_the_end_comes_at_once_and_keeping_on_purpose_counts():
    """CB12."""
    state = after(at(kept={"Ann": "r" * 9}), m.Take(seat="Ann", cell=(8, 0, 0)), m.Keep(seat="Ann"))

    assert GAME.outcome(state).winners == ("Ben", "Cleo")
    assert refused(state, m.Take(seat="Ben", cell=(0, 8, 0))) == ("CB12", "refused.over")


@cases(
    "kept, best",
    {
        "CB1 fewest points": ({"Ann": "rrr", "Ben": "y", "Cleo": "yy"}, ("Ben",)),
        "CB14 then fewest dice": ({"Ann": "rrr", "Ben": "m", "Cleo": "yy"}, ("Ben",)),
        "CB14 then shared": ({"Ann": "ry", "Ben": "yr", "Cleo": "mmm"}, ("Ann", "Ben")),
    },
)
def test_who_wins(kept, best):
    assert winners(kept, SEATS, {"r": 1, "y": 2, "m": 3}) == best


@cases(
    "others, said",
    {
        "CB14 fewer dice": ({"Ben": "rrr", "Cleo": "mm"}, "outcome.fewest_dice"),
        "CB1 fewer points": ({"Ben": "rrrr", "Cleo": "mm"}, "outcome.won"),
    },
)
def test_by_what_somebody_has_won_is_said(others, said):
    """Ann has three minus points with one die, and Ben's three cost as much in the first case."""
    outcome = GAME.outcome(at(kept={"Ann": "m", **others}, phase="over"))

    assert (outcome.winners, outcome.says.key) == (("Ann",), said)


def test_a_cb1_the_colours_cost_what_the_table_says():
    """A-CB1."""
    state = at(kept={"Ann": "rym", "Ben": "rr"}, options={"points": "myr"})

    assert GAME.scores(state) == {"Ann": -6, "Ben": -6, "Cleo": 0}


def test_a_cb5_nobody_has_a_supply_to_get_rid_of():
    """A-CB5."""
    state = GAME.start(SEATS, CuiBonoOptions())

    assert set(GAME.scores(state).values()) == {0}
    assert state.kept == dict.fromkeys(SEATS, "")


# --- circles ---


def test_a_cb6_the_third_time_is_told():
    """A-CB6: everybody takes the same corner and puts the die back on top until the row has gone round."""
    colours = {f"{i},0,0": "ryryryryr"[i] for i in range(9)} | {"0,1,0": "m", "0,0,1": "m"}
    state, warned = at(fill="m", col=colours), []
    for turn in range(60):
        seat = state.on_turn
        state = after(state, m.Take(seat=seat, cell=(8, 0, 0)))
        step = GAME.play(state, m.Put(seat=seat, cell=TOP))
        state = step.state
        if any(note.rule == "A-CB6" for note in step.notes):
            warned.append(turn)
            times = [note.says.args["n"] for note in step.notes if note.rule == "A-CB6"]
            assert times[0] >= 3 and (len(warned) > 1 or times == [3]), "the third time, not later"

    assert warned
    assert max(state.repeats.values()) >= 3


def test_a_cb6_a_number_of_turns_may_end_the_game():
    """A-CB6."""
    state = at(turns=9, options={"turn_cap": 10}, kept={"Ann": "r", "Ben": "", "Cleo": "y"})

    state = after(state, m.Take(seat="Ann", cell=(8, 0, 0)), m.Keep(seat="Ann"))

    assert GAME.outcome(state).winners == ("Ben",)


@cases(
    "pyramid, rule",
    {
        "G1 165 red dice": ({name: "r" + die[1:] for name, die in mixed(1).items()}, "G1"),
        "CB4 the top is missing": ({n: d for n, d in mixed(1).items() if n != "0,0,0"}, "CB4"),
        "G2 a corner is missing below": ({n: d for n, d in mixed(1).items() if n != "8,0,0"}, "G2"),
    },
)
def test_pyramids_that_cannot_be(pyramid, rule):
    assert refused(GAME.start(SEATS, CuiBonoOptions()), Built(pyramid=pyramid))[0] == rule


def test_cb6_every_open_funnel_is_offered_without_a_hint():
    """CB6."""
    state = after(at(), m.Take(seat="Ann", cell=(8, 0, 0)))
    offered = [choice.value for choice in ask(state, "put").choices]

    assert offered == [*({"cells": [list(cell)]} for cell in open_funnels(state.pyramid)), "keep"]
    assert not set(open_funnels(state.pyramid)) & set(cells_of(BASE))


@cases(
    "kept, winners, told",
    {
        "CB14 the fewest points": (("r", "", "y"), ("Ben",), "outcome.won"),
        "CB14 shared": (("r", "r", "y"), ("Ann", "Ben"), "outcome.shared"),
    },
)
def test_how_the_end_is_told(kept, winners, told):
    state = at("over", kept=dict(zip(SEATS, kept, strict=True)))

    outcome = GAME.outcome(state)

    assert (outcome.winners, outcome.says.key) == (winners, told)


def test_cb3_the_first_seat_is_on_turn_where_nothing_is_said():
    """CB3."""
    state = at(on_turn="")

    assert refused(state, m.Take(seat="Ann", cell=(8, 0, 0))) is None
    assert refused(state, m.Take(seat="Ben", cell=(8, 0, 0))) is not None


def test_cb9_the_refusal_names_the_colour_of_the_die():
    """CB9."""
    state = at("put", minus=[(edge, 0, 0) for edge in range(9)], die="r???")

    refusal = GAME.refuse(state, m.Put(seat="Ann", cell=(8, 0, 0)))

    assert (refusal.rule, refusal.says.args["colour"].key) == ("CB9", "colour.red")
