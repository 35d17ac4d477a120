"""Naming cells by touch: what is offered after each tap, and what an answer names."""

import pytest

from companion.pyramid.cells import cells_of, shape_of
from companion.pyramid.chain import is_built_by, next_after
from companion.pyramid.touch import FEW, choices, named_cell, named_cells, one_of, telling_cells

TOP, CORNER, EDGE, NEXT, FAR = (0, 0, 0), (8, 0, 0), (7, 1, 0), (6, 2, 0), (0, 0, 8)


def sets(*cells):
    return [shape_of(some) for some in cells]


# --- which cells tell something ---


@pytest.mark.parametrize(
    ("fitting", "tapped", "telling"),
    [
        pytest.param([(CORNER, EDGE), (CORNER, NEXT)], (), {EDGE, NEXT}, id="all have the corner"),
        pytest.param([(CORNER, EDGE), (EDGE, NEXT)], (EDGE,), {CORNER, NEXT}, id="the edge is tapped"),
        pytest.param([(CORNER, EDGE), (EDGE,), (FAR,)], (EDGE,), {CORNER, FAR}, id="no need to tap again"),
        pytest.param([(CORNER, EDGE)], (), set(), id="only one is left"),
        pytest.param([(TOP, EDGE), (TOP, NEXT)], (), {EDGE, NEXT}, id="all have the top"),
        pytest.param([(TOP, EDGE), (EDGE, NEXT)], (), {TOP, NEXT}, id="the top one, too"),
    ],
)
def test_cells_that_tell_something(fitting, tapped, telling):
    found = telling_cells(sets(*fitting), shape_of(tapped))

    assert {cells_of(cell)[0] for cell in found} == telling
    assert len(found) == len(telling)


# --- what is offered ---


def pairs(number):
    """So many pairs, each of the corner and another cell."""
    others = [(i, j, 8 - i - j) for i in range(8) for j in range(8 - i)]
    return sets(*[(CORNER, other) for other in others[:number]])


@pytest.mark.parametrize(
    ("number", "whole"), [(1, True), (FEW, True), (FEW + 1, False)], ids="of {} sets".format
)
def test_few_sets_are_offered_as_a_whole(number, whole):
    offered = choices(pairs(number))

    assert len(offered) == number
    assert all("cells" in choice.value for choice in offered)  # each other cell belongs to one set only
    assert all(choice.says.key == "these_cells" for choice in offered)
    assert len({str(choice.value) for choice in offered}) == number


def test_many_sets_are_named_cell_by_cell():
    """What was tapped goes along; a cell of one set only names it."""
    shared = [(CORNER, EDGE, (i, 0, 8 - i)) for i in range(7)]
    alone = [(CORNER, NEXT, FAR), (CORNER, (1, 7, 0), FAR), (CORNER, (2, 6, 0), FAR)]
    offered = {choice.says.key: [] for choice in choices(sets(*shared, *alone), shape_of([CORNER]))}
    for choice in choices(sets(*shared, *alone), shape_of([CORNER])):
        offered[choice.says.key].append(choice.value)

    tapped = [value["tapped"] for value in offered["a_die_at"]]
    assert sorted(tapped) == [[[0, 0, 8], [8, 0, 0]], [[7, 1, 0], [8, 0, 0]]]
    assert len(offered["these_cells"]) == len(shared) - 1 + len(alone)


# --- what an answer names ---


@pytest.mark.parametrize(
    ("value", "one", "several"),
    [
        pytest.param({"cells": [[8, 0, 0]]}, CORNER, (CORNER,), id="one"),
        pytest.param({"cells": [[8, 0, 0], [7, 1, 0]]}, None, (CORNER, EDGE), id="two"),
        pytest.param({"cells": []}, None, (), id="none"),
        pytest.param({"cells": [[8, 8, 8]]}, None, None, id="beyond the pyramid"),
        pytest.param("everything", None, None, id="a word"),
    ],
)
def test_which_cell_is_meant(value, one, several):
    assert named_cell(value) == one
    assert named_cells(value, "cells") == several


def test_single_cells_are_offered_each():
    assert [choice.value for choice in one_of([CORNER, EDGE])] == [
        {"cells": [[8, 0, 0]]},
        {"cells": [[7, 1, 0]]},
    ]


# --- the games of an evening ---


@pytest.mark.parametrize(
    ("name", "follows", "builds"),
    [
        ("squeeze_play", ("pack_rat", "cui_bono"), True),
        ("sums", ("pack_rat", "cui_bono"), True),
        ("pack_rat", ("squeeze_play", "sums"), False),
        ("cui_bono", ("squeeze_play", "sums"), False),
        ("forced_memory", ("squeeze_play", "sums"), False),
        ("dice_march", ("squeeze_play", "sums"), False),
        ("wobble", (), False),
    ],
)
def test_what_goes_on_well_with_the_pyramid_that_is_left(name, follows, builds):
    assert (next_after(name), is_built_by(name)) == (follows, builds)
