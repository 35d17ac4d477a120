"""Naming cells by touch: what is offered after each tap, and what an answer names."""

import pytest

from companion.asks import Fact, Kind, Source
from companion.games import find_game
from companion.pyramid.agree import Agree
from companion.pyramid.cells import cells_of, shape_of
from companion.pyramid.chain import is_built_by, match_points, next_after
from companion.pyramid.positions import mixed
from companion.pyramid.questions import FEW, choices, named_cell, named_cells, one_of, telling_cells
from tests.tables import cases

TOP, CORNER, EDGE, NEXT, FAR = (0, 0, 0), (8, 0, 0), (7, 1, 0), (6, 2, 0), (0, 0, 8)


def sets(*cells):
    return [shape_of(some) for some in cells]


# --- which cells tell something ---


@cases(
    "fitting, tapped, telling",
    {
        "all have the corner": ([(CORNER, EDGE), (CORNER, NEXT)], (), {EDGE, NEXT}),
        "the edge is tapped": ([(CORNER, EDGE), (EDGE, NEXT)], (EDGE,), {CORNER, NEXT}),
        "no need to tap again": ([(CORNER, EDGE), (EDGE,), (FAR,)], (EDGE,), {CORNER, FAR}),
        "only one is left": ([(CORNER, EDGE)], (), set()),
        "all have the top": ([(TOP, EDGE), (TOP, NEXT)], (), {EDGE, NEXT}),
        "the top one, too": ([(TOP, EDGE), (EDGE, NEXT)], (), {TOP, NEXT}),
    },
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


def test_what_was_tapped_may_be_all_that_is_meant():
    """One bonus die may be built where two or three would fit as well."""
    offered = choices([*pairs(FEW + 1), *sets((CORNER,))], shape_of([CORNER]))

    assert {"cells": [[8, 0, 0]]} in [choice.value for choice in offered]


# --- what an answer names ---


@cases(
    "value, one, several",
    {
        "one": ({"cells": [[8, 0, 0]]}, CORNER, (CORNER,)),
        "two": ({"cells": [[8, 0, 0], [7, 1, 0]]}, None, (CORNER, EDGE)),
        "none": ({"cells": []}, None, ()),
        "beyond the pyramid": ({"cells": [[8, 8, 8]]}, None, None),
        "between two cells": ({"cells": [[8, 0, 1]]}, None, None),
        "a number": ({"cells": 5}, None, None),
        "a letter": ({"cells": [["a"]]}, None, None),
        "what was tapped on the way": ({"tapped": []}, None, None),
        "and something else": ({"cells": [], "x": 1}, None, None),
        "a word": ("everything", None, None),
    },
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
        ("pack_rat", ("squeeze_play", "sums", "forced_memory", "dice_march"), False),
        ("cui_bono", ("squeeze_play", "sums", "forced_memory", "dice_march"), False),
        ("forced_memory", ("squeeze_play", "sums", "dice_march"), False),
        ("dice_march", ("squeeze_play", "sums", "forced_memory"), False),
        ("wobble", (), False),
    ],
)
def test_what_goes_on_well_with_the_pyramid_that_is_left(name, follows, builds):
    assert (next_after(name), is_built_by(name)) == (follows, builds)


@cases(
    "name, winners, scores, points",
    {
        "A-G21 most dice": ("pack_rat", ["Ben"], {"Ana": 50, "Ben": 60, "Cem": 54}, [0, 2, 1]),
        "A-G21 fewest left": ("sums", ["Ben"], {"Ana": 5, "Ben": 0, "Cem": 3}, [0, 2, 1]),
        "A-G21 roll": ("squeeze_play", ["Cem"], {"Ana": 52, "Ben": 50, "Cem": 49}, [1, 0, 2]),
        "A-G21": ("cui_bono", ["Ana", "Ben"], {"Ana": -3, "Ben": -3, "Cem": -9}, [1, 1, 0]),
        "A-G21 a draw": ("dice_march", ["Ana", "Ben"], {"Ana": 0, "Ben": 0}, [0, 0]),
    },
)
def test_what_a_game_brings_to_the_match(name, winners, scores, points):
    assert list(match_points(name, winners, scores).values()) == points


@pytest.mark.parametrize("name", ["pack_rat", "cui_bono"])
def test_what_the_game_before_has_left_stays_known(name):
    """G1, A-G21: the dice that lay there keep their colours and numbers under those that are laid on top."""
    game, whole = find_game(name), mixed(3)
    state = game.start(("Ana", "Ben", "Cem"), game.options())
    carried = {cell: die for cell, die in whole.items() if sum(map(int, cell.split(","))) > 4}
    assert game.refuse(state, Agree(pyramid=carried)) is None
    before = game.play(state, Agree(pyramid=carried)).state
    built = next(ask for ask in game.asks(before) if ask.kind in (Kind.CONFIRM, Kind.CHOICE))
    value = True if built.kind is Kind.CONFIRM else built.choices[0].value
    done = game.understand(before, built, Fact(built.kind, value, 1, Source.TOUCH, "Ana", built.id))
    after = game.play(before, done).state

    assert (before.phase, len(carried)) == ("build", 130)
    assert len(after.pyramid) >= 164
    assert all(after.pyramid[cell] == die for cell, die in carried.items())
