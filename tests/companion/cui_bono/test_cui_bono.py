"""CB1 to CB9: which dice may be taken, how the row slides, and where a die may be put back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cui_bono import GAME
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.handling import take, takeable, verdict
from companion.games.cui_bono.state import CuiBonoOptions
from companion.lab.short_pyramid import read_pyramid
from companion.pyramid.agree import Built
from companion.pyramid.notation import shape
from companion.pyramid.positions import mixed
from companion.pyramid.shape import unsupported
from tests.companion.cui_bono.pyramids import CORNERS, SEATS, TOP, after, at, notes, refused, told
from tests.tables import cases

# --- taking ---


def test_cb4_at_first_exactly_the_three_corners_may_be_taken():
    """CB4."""
    assert takeable(at().pyramid) == CORNERS


@cases(
    "cell, ruling",
    {
        "CB3 a corner": ((8, 0, 0), None),
        "CB3 an edge die has one free side": ((4, 4, 0), ("CB3", "refused.covered")),
        "CB3 an inner die has none": ((3, 3, 2), ("CB3", "refused.covered")),
        "CB3 the top is not the lowest layer": ((0, 0, 0), ("CB3", "refused.not_lowest")),
        "CB3 no such place": ((9, 0, 0), ("CB3", "refused.no_die_there")),
    },
)
def test_which_die_may_be_taken(cell, ruling):
    assert refused(at(), m.Take(seat="Ann", cell=cell)) == ruling


LAST_DICE = {"8,0,0": "y???", "0,8,0": "m???"}


def test_cb3_where_no_die_lies_there_is_none_to_take():
    """CB3."""
    state = at(pyramid=LAST_DICE)
    assert refused(state, m.Take(seat="Ann", cell=(0, 0, 8))) == ("CB3", "refused.no_die_there")


@pytest.mark.parametrize(
    ("phase", "die", "ruling"),
    [("take", "????", None), ("put", "y123", None), ("tell", "?123", ("CB7", "refused.now_tell"))],
)
def test_when_the_table_may_agree_how_the_pyramid_lies(phase, die, ruling):
    state = at(phase, die=die, pyramid=LAST_DICE)
    said = refused(state, m.Agree(pyramid=LAST_DICE))
    assert (said and said[1]) == (ruling and ruling[1])


def test_cb7_what_was_told_of_the_colour_leaves_the_numbers_of_the_die():
    """CB7: a die that was taken before its colour was known keeps its numbers."""
    state = at("tell", die="?123", pyramid=LAST_DICE)
    assert after(state, m.Tell(seat="Ann", colour="r")).die == "r123"


@pytest.mark.parametrize(("pyramid", "slides"), [(None, True), (LAST_DICE, False)])
def test_cb5_only_where_dice_slide_it_is_told(pyramid, slides):
    """CB5."""
    state = at(pyramid=pyramid) if pyramid else at()
    keys = notes(state, m.Take(seat="Ann", cell=(8, 0, 0)))
    assert ("note.slides" in keys) is slides


def test_cb2_only_the_one_on_turn_takes_and_must():
    """CB2."""
    assert refused(at(), m.Take(seat="Ben", cell=(8, 0, 0))) == ("CB2", "refused.not_your_turn")
    assert refused(at(), m.Keep(seat="Ann")) == ("CB2", "refused.now_take")


def test_cb2_whoever_begins_takes_first():
    """CB2."""
    state = GAME.start(SEATS, CuiBonoOptions())
    assert refused(state, m.Take(seat="Cleo", cell=(8, 0, 0))) == ("CB4", "refused.now_build")
    state = after(state, Built(pyramid=mixed(1)))

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


@settings(max_examples=25, deadline=None)
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


@cases(
    "col, die, said",
    {
        "CB7 three colours": ({"1,0,0": "r", "0,0,1": "m"}, "r", "ok"),
        "CB7 one other colour": ({}, "r", "ok"),
        "CB7 the same colour": ({}, "y", "same-colour"),
        "CB7 two colours": ({"1,0,0": "r"}, "m", "two-colour"),
        "CB8 a row down to the base": ({"1,0,0": "r", "0,0,1": "m"}, "y", "row"),
        "CB8 a hidden die breaks the row": ({"1,0,0": "r", "0,0,1": "m", "0,5,0": "m"}, "y", "ok"),
        "A-CB8 in three colours every colour is there": ({"1,0,0": "r", "0,0,1": "m"}, "m", "ok"),
        "CB7 one colour unread": ({"1,0,0": "?"}, "r", "unknown"),
        "CB7 two like the die, one unread: never": ({"1,0,0": "?"}, "y", "same-colour"),
        "CB7 never, whatever it is": ({"1,0,0": "?", "0,1,0": "r", "0,0,1": "r"}, "r", "same-colour"),
    },
)
def test_which_funnel_fits(col, die, said):
    assert verdict(at(col=col, minus=[TOP]).pyramid, TOP, die) == said


@cases(
    "cell, minus, ruling",
    {
        "CB9 an empty base funnel": ((8, 0, 0), [(8, 0, 0), TOP], ("CB9", "refused.bare_base")),
        "CB6 a die lies there": ((3, 2, 2), [TOP], ("CB6", "refused.no-funnel")),
        "CB6 no such place": ((9, 9, 9), [TOP], ("CB6", "refused.no-funnel")),
        "CB7 refused in words": (TOP, [TOP], ("CB7", "refused.same-colour")),
    },
)
def test_where_nothing_goes_back(cell, minus, ruling):
    lying = {"layers": [8]} if (8, 0, 0) in minus else {"full": True}
    state = at("put", die="y???", pyramid={**lying, "minus": [list(c) for c in minus], "fill": "y"})

    assert refused(state, m.Put(seat="Ann", cell=cell)) == ruling


@cases("min_row, said", {"A-CB2 two are a row": (2, "row"), "A-CB2 or three": (3, "ok")})
def test_shortest_row(min_row, said):
    pyramid = read_pyramid({"layers": [8], "col": {"8,0,0": "r", "7,1,0": "y", "7,0,1": "m"}})

    assert verdict(pyramid, (7, 0, 0), "r", min_row) == said


@cases(
    "scope, hidden, said",
    {
        "A-CB3 a known hidden die breaks the row": ("full", "m", "ok"),
        "A-CB3 or only visible ones count": ("visible", "m", "row"),
        "A-CB3 what nobody knows does not count": ("full", "?", "row"),
    },
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
