"""Cui bono?, rule by rule."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.facts import Fact, Source
from companion.games.cui_bono import GAME
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.options import CuiBonoOptions
from companion.games.cui_bono.putting import open_funnels, verdict
from companion.games.cui_bono.scoring import limit, winners
from companion.games.cui_bono.taking import take, takeable
from companion.pyramid.cells import BASE, cells_of
from companion.pyramid.examples import mixed
from companion.pyramid.learning import Seen
from companion.pyramid.notation import read_pyramid, shape
from companion.pyramid.shape import unsupported
from companion.rulings import Question

SEATS = ("Ann", "Ben", "Cleo")
CORNERS = ((0, 0, 8), (0, 8, 0), (8, 0, 0))
TOP = (0, 0, 0)


def at(phase="take", fill="y", col=None, minus=(), **more):
    """A complete pyramid of one colour, with exceptions, in which Ann is on turn."""
    pyramid = read_pyramid({"full": True, "fill": fill, "col": col or {}, "minus": [list(c) for c in minus]})
    position = {"seats": SEATS, "phase": phase, "on_turn": "Ann", "turns": 1, "pyramid": pyramid}
    return GAME.read_position({**position, **more})


def after(state, *moves):
    for move in moves:
        refusal = GAME.refuse(state, move)
        assert refusal is None, refusal
        state = GAME.play(state, move).state
    return state


def refused(state, move):
    refusal = GAME.refuse(state, move)
    return (refusal.rule, refusal.says.key) if refusal else None


def ask(state, name):
    return next(one for one in GAME.asks(state) if one.id.partition(":")[0] == name)


def told(state, name, value, source=Source.TOUCH, **more):
    wanted = ask(state, name)
    return GAME.understand(state, wanted, Fact(wanted.kind, value, 0, source, **more))


# --- taking ---


def test_cb4_at_first_exactly_the_three_corners_may_be_taken():
    """CB4."""
    assert takeable(at().pyramid) == CORNERS


@pytest.mark.parametrize(
    ("cell", "ruling"),
    [
        pytest.param((8, 0, 0), None, id="CB3 a corner"),
        pytest.param((4, 4, 0), ("CB3", "refused.covered"), id="CB3 an edge die has one free side"),
        pytest.param((3, 3, 2), ("CB3", "refused.covered"), id="CB3 an inner die has none"),
        pytest.param((0, 0, 0), ("CB3", "refused.not_lowest"), id="CB3 the top is not the lowest layer"),
        pytest.param((9, 0, 0), ("CB3", "refused.no_die_there"), id="CB3 no such place"),
    ],
)
def test_which_die_may_be_taken(cell, ruling):
    assert refused(at(), m.Take(seat="Ann", cell=cell)) == ruling


def test_cb2_only_the_one_on_turn_takes_and_must():
    """CB2."""
    assert refused(at(), m.Take(seat="Ben", cell=(8, 0, 0))) == ("CB2", "refused.not_your_turn")
    assert refused(at(), m.Keep(seat="Ann")) == ("CB2", "refused.now_take")


def test_cb2_whoever_begins_takes_first():
    """CB2."""
    state = GAME.start(SEATS, CuiBonoOptions())
    assert refused(state, m.Take(seat="Cleo", cell=(8, 0, 0))) == ("CB4", "refused.now_build")
    state = after(state, m.Built(pyramid=mixed(1)))

    assert after(state, m.Take(seat="Cleo", cell=(8, 0, 0))).on_turn == "Cleo"


def test_cb2_something_can_be_taken_down_to_the_last_die():
    """CB2."""
    pyramid, random = mixed(5), Random(5)
    for _ in range(165):
        pyramid = take(pyramid, random.choice(takeable(pyramid))).pyramid

    assert pyramid == {}


# --- sliding ---


def test_cb5_the_row_above_slides_one_step_each():
    """CB5."""
    taken = take(at(col={"8,0,0": "r", "7,0,0": "m", "0,0,0": "r"}).pyramid, (8, 0, 0))

    assert taken.die[0] == "r"
    assert taken.vacated == TOP
    assert (taken.pyramid["8,0,0"][0], taken.pyramid["1,0,0"][0]) == ("m", "r")
    assert taken.path == tuple((i, 0, 0) for i in range(7, -1, -1))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 50), st.integers(0, 120), st.integers())
def test_cb5_a_slide_loses_one_place_and_stays_supported(number, takes, seed):
    """CB5: Compared with dice that fall one by one until nothing hangs in the air any more."""
    pyramid, random = mixed(number), Random(seed)
    for _ in range(takes):
        cell = random.choice(takeable(pyramid))
        after_it = take(pyramid, cell).pyramid
        assert after_it == relaxed(pyramid, cell)
        assert not unsupported(shape(after_it))
        pyramid = after_it


def relaxed(pyramid, cell):
    """Any die that lacks a support slides into the gap below it, until none does."""
    lying = {
        tuple(map(int, name.split(","))): die
        for name, die in pyramid.items()
        if name != ",".join(map(str, cell))
    }
    moved = True
    while moved:
        moved = False
        for i, j, k in sorted(lying, key=sum, reverse=True):
            for below in ((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)):
                if i + j + k < 8 and below not in lying:
                    lying[below] = lying.pop((i, j, k))
                    moved = True
                    break
    return {f"{i},{j},{k}": die for (i, j, k), die in lying.items()}


# --- putting back ---


@pytest.mark.parametrize(
    ("col", "die", "said"),
    [
        pytest.param({"1,0,0": "r", "0,0,1": "m"}, "r", "ok", id="CB7 three colours"),
        pytest.param({}, "r", "ok", id="CB7 one other colour"),
        pytest.param({}, "y", "same-colour", id="CB7 the same colour"),
        pytest.param({"1,0,0": "r"}, "m", "two-colour", id="CB7 two colours"),
        pytest.param({"1,0,0": "r", "0,0,1": "m"}, "y", "row", id="CB8 a row down to the base"),
        pytest.param(
            {"1,0,0": "r", "0,0,1": "m", "0,5,0": "m"}, "y", "ok", id="CB8 a hidden die breaks the row"
        ),
        pytest.param(
            {"1,0,0": "r", "0,0,1": "m"}, "m", "ok", id="A-CB8 in three colours every colour is there"
        ),
        pytest.param({"1,0,0": "?"}, "r", "unknown", id="CB7 one colour unread"),
        pytest.param({"1,0,0": "?"}, "y", "same-colour", id="CB7 two like the die, one unread: never"),
        pytest.param(
            {"1,0,0": "?", "0,1,0": "r", "0,0,1": "r"}, "r", "same-colour", id="CB7 never, whatever it is"
        ),
    ],
)
def test_which_funnel_fits(col, die, said):
    assert verdict(at(col=col, minus=[TOP]).pyramid, TOP, die) == said


@pytest.mark.parametrize(
    ("cell", "minus", "ruling"),
    [
        pytest.param(
            (8, 0, 0), [(8, 0, 0), TOP], ("CB9", "refused.bare_base"), id="CB9 an empty base funnel"
        ),
        pytest.param((3, 2, 2), [TOP], ("CB6", "refused.no-funnel"), id="CB6 a die lies there"),
        pytest.param((9, 9, 9), [TOP], ("CB6", "refused.no-funnel"), id="CB6 no such place"),
        pytest.param(TOP, [TOP], ("CB7", "refused.same-colour"), id="CB7 refused in words"),
    ],
)
def test_where_nothing_goes_back(cell, minus, ruling):
    lying = {"layers": [8]} if (8, 0, 0) in minus else {"full": True}
    state = at("put", die="y???", pyramid={**lying, "minus": [list(c) for c in minus], "fill": "y"})

    assert refused(state, m.Put(seat="Ann", cell=cell)) == ruling


@pytest.mark.parametrize(
    ("min_row", "said"),
    [pytest.param(2, "row", id="A-CB2 two are a row"), pytest.param(3, "ok", id="A-CB2 or three")],
)
def test_shortest_row(min_row, said):
    pyramid = read_pyramid({"layers": [8], "col": {"8,0,0": "r", "7,1,0": "y", "7,0,1": "m"}})

    assert verdict(pyramid, (7, 0, 0), "r", min_row) == said


@pytest.mark.parametrize(
    ("scope", "hidden", "said"),
    [
        pytest.param("full", "m", "ok", id="A-CB3 a known hidden die breaks the row"),
        pytest.param("visible", "m", "row", id="A-CB3 or only visible ones count"),
        pytest.param("full", "?", "row", id="A-CB3 what nobody knows does not count"),
    ],
)
def test_hidden_dice_of_a_row(scope, hidden, said):
    """The row from (2,2,2) along A: (3,2,2) is part of the funnel, (4,2,2) is covered all round."""
    layers = {"layers": [8, 7], "plus": [[3, 1, 2], [3, 2, 1]], "fill": "r"}
    pyramid = {**read_pyramid(layers)}
    pyramid |= {"3,2,2": "r???", "2,3,2": "y???", "2,2,3": "m???", "4,2,2": f"{hidden}???"}

    assert verdict(pyramid, (2, 2, 2), "r", 2, scope) == said


def test_cb16_a_cb7_judged_after_the_slide_even_where_the_row_ended():
    """CB16, A-CB7."""
    state = after(at(col={"8,0,0": "r"}), m.Take(seat="Ann", cell=(8, 0, 0)))
    assert state.vacated == TOP

    state = after(state, told(state, "put", {"cells": [[0, 0, 0]]}))

    assert state.pyramid["0,0,0"] == "r???"  # CB15: turned in any way
    assert (state.on_turn, state.kept) == ("Ben", {})


def test_cb15_numbers_do_not_matter():
    """CB15."""
    plain = at(col={"1,0,0": "r", "0,0,1": "m"}, minus=[TOP]).pyramid
    turned = {name: die[0] + "132" for name, die in plain.items()}

    assert {verdict(plain, TOP, c) for c in "rym"} == {verdict(turned, TOP, c) for c in "rym"}


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


@pytest.mark.parametrize(
    ("kept", "best"),
    [
        pytest.param({"Ann": "rrr", "Ben": "y", "Cleo": "yy"}, ("Ben",), id="CB1 fewest points"),
        pytest.param({"Ann": "rrr", "Ben": "m", "Cleo": "yy"}, ("Ben",), id="CB14 then fewest dice"),
        pytest.param({"Ann": "ry", "Ben": "yr", "Cleo": "mmm"}, ("Ann", "Ben"), id="CB14 then shared"),
    ],
)
def test_who_wins(kept, best):
    assert winners(kept, SEATS, {"r": 1, "y": 2, "m": 3}) == best


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

    assert warned
    assert max(state.repeats.values()) >= 3


def test_a_cb6_a_number_of_turns_may_end_the_game():
    """A-CB6."""
    state = at(turns=9, options={"turn_cap": 10}, kept={"Ann": "r", "Ben": "", "Cleo": "y"})

    state = after(state, m.Take(seat="Ann", cell=(8, 0, 0)), m.Keep(seat="Ann"))

    assert GAME.outcome(state).winners == ("Ben",)


@pytest.mark.parametrize(
    ("pyramid", "rule"),
    [
        pytest.param({name: "r" + die[1:] for name, die in mixed(1).items()}, "G1", id="G1 165 red dice"),
        pytest.param({n: d for n, d in mixed(1).items() if n != "0,0,0"}, "CB4", id="CB4 the top is missing"),
        pytest.param(
            {n: d for n, d in mixed(1).items() if n != "8,0,0"}, "G2", id="G2 a corner is missing below"
        ),
    ],
)
def test_pyramids_that_cannot_be(pyramid, rule):
    assert refused(GAME.start(SEATS, CuiBonoOptions()), m.Built(pyramid=pyramid))[0] == rule


def test_cb6_every_open_funnel_is_offered_without_a_hint():
    """CB6."""
    state = after(at(), m.Take(seat="Ann", cell=(8, 0, 0)))
    offered = [choice.value for choice in ask(state, "put").choices]

    assert offered == [*({"cells": [list(cell)]} for cell in open_funnels(state.pyramid)), "keep"]
    assert not set(open_funnels(state.pyramid)) & set(cells_of(BASE))
