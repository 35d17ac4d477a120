"""How a pyramid is written, read, seen from above, and told when it cannot be (G1, G2, G16 to G19)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.sums import GAME as SUMS
from companion.lab.short_pyramid import read_position, read_pyramid
from companion.pyramid import plan
from companion.pyramid.agree import STOCK, difference, from_above, look, repairs, trouble, troubles
from companion.pyramid.cells import ALL_CELLS, BASE, FULL, cells_of, layer, shape_of
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import (
    cell_named,
    colour_of,
    die,
    faces_of,
    name_of,
    shape,
    slid,
    turned,
    updated,
    with_dice,
    without,
)
from companion.pyramid.positions import mixed
from companion.pyramid.questions import FEW, choices, fitting_sets
from companion.pyramid.shape import closure, free_lying, free_sides
from companion.rulings import Refusal
from companion.words import words_of
from tests.at_first import more
from tests.tables import cases

some_cells = st.sets(st.sampled_from(ALL_CELLS), max_size=30)


def test_names_of_cells_and_dice():
    assert all(cell_named(name_of(cell)) == cell for cell in ALL_CELLS)
    assert die("r", (6, None, 4)) == "r6?4"
    assert faces_of("r6?4") == (6, None, 4)
    assert colour_of("m???") == "m"
    assert all(faces_of(die("y", faces)) == faces for faces in ORIENTATIONS)


@cases(
    "written, dice",
    {
        "G1 the whole pyramid": ({"full": True}, 165),
        "G10 two layers": ({"layers": [8, 7]}, 81),
        "all but the top": ({"full": True, "minus": [[0, 0, 0]]}, 164),
        "one die": ({"plus": [[8, 0, 0]], "col": {"8,0,0": "y"}, "ori": {"8,0,0": [6, 2, None]}}, 1),
        "the long form": ({"8,0,0": "y62?"}, 1),
        "nothing": ({}, 0),
    },
)
def test_reading(written, dice):
    assert len(read_pyramid(written)) == dice


def test_the_short_form_means_the_long_one():
    short = {
        "plus": [[8, 0, 0], [7, 1, 0]],
        "fill": "r",
        "col": {"8,0,0": "y"},
        "ori": {"7,1,0": [6, 2, None]},
    }
    assert read_pyramid(short) == {"8,0,0": "y???", "7,1,0": "r62?"}
    read = read_position(SUMS, {"seats": ["Ann", "Ben"], "pyramid": short})
    assert read.pyramid == read_pyramid(short)
    with pytest.raises(msgspec.ValidationError):
        read_position(SUMS, "nonsense")


@cases(
    "nonsense, says",
    {
        "no cell": ({"9,0,0": "r123"}, "like '8,0,0', got '9,0,0'"),
        "no colour": ({"8,0,0": "x123"}, "like 'r623' or 'y\\?\\?\\?' at 8,0,0, got 'x123'"),
        "no die": ({"8,0,0": 7}, "at 8,0,0, got 7"),
        "four numbers": ({"8,0,0": "r1237"}, "at 8,0,0, got 'r1237'"),
        "no layer": ({"layers": [9]}, "<= 8"),
        "beyond the pyramid": ({"plus": [[5, 5, 5]]}, r"got \[5, 5, 5\]"),
        "no object": (7, "object"),
        "a list": (["8,0,0"], "object"),
    },
)
def test_what_was_expected_is_told(nonsense, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        read_pyramid(nonsense)


def test_lift_lay_and_slide():
    pyramid = {"8,0,0": "r???", "7,0,0": "y623"}
    assert without(pyramid, [(8, 0, 0)]) == {"7,0,0": "y623"}
    assert with_dice({}, [(8, 0, 0)], "r???") == {"8,0,0": "r???"}
    assert slid(pyramid, (8, 0, 0), [(7, 0, 0)], 0) == {"8,0,0": "y623"}


@cases(
    "known, seen, after",
    {
        "G17 the third number follows": ("????", "r62?", "r623"),
        "nothing new": ("r6??", "????", "r6??"),
        "seen again": ("r623", "?6??", "r623"),
        "G15 it was turned, and a 1 beside the 3 would be possible": ("r6?3", "?1??", "r1??"),
        "another colour": ("r623", "y???", "y623"),
        "nothing at all": ("????", "????", "????"),
        "G15 it was turned, so the rest is not known any more": ("r623", "r3??", "r3??"),
        "two looks together": ("r6??", "??2?", "r623"),
        "G16 both cannot be true: the new look counts": ("r6??", "??1?", "r?1?"),
    },
)
def test_what_is_known_of_a_die(known, seen, after):
    assert updated(known, seen) == after


@given(st.integers(0, 200), st.integers(-4, 4))
def test_turning_the_sides(number, steps):
    """G20, G16: the same pyramid from another side; every die stays possible."""
    pyramid = mixed(number)
    other = turned(pyramid, steps)
    assert troubles(other) == ()
    assert turned(other, -steps) == pyramid
    assert (other == pyramid) == (steps % 3 == 0)
    assert turned({"8,0,0": "r623"}) == {"0,0,8": "r236"}


# --- pyramids that cannot be ---


@cases(
    "pyramid, rule, key",
    {
        "G2 a die in the air": ({"7,0,0": "r???"}, "G2", "hangs"),
        "G16 opposite faces side by side": ({"8,0,0": "r162"}, "G16", "impossible_faces"),
        "G16 two faces are enough to know": ({"8,0,0": "r?16"}, "G16", "impossible_faces"),
        "G1 beyond the pyramid": ({"8,8,8": "r???"}, "G1", "no_such_cell"),
        "G1 165 red dice": (dict.fromkeys(map(name_of, cells_of(FULL)), "r???"), "G1", "too_many"),
        "G1 two turquoise dice": ({"8,0,0": "t???", "7,1,0": "t???"}, "G1", "too_many"),
    },
)
def test_impossible_pyramids(pyramid, rule, key):
    why = trouble(pyramid)
    assert why is not None
    assert (why.rule, why.says.key) == (rule, key)


def test_56_red_dice_are_one_too_many():
    """G1: 55 are in the box; the sentence says how many and what to do."""
    cells = cells_of(FULL)
    base_first = sorted(cells, key=lambda cell: -layer(cell))
    assert trouble(with_dice({}, base_first[:55], "r???")) is None
    why = trouble(with_dice({}, base_first[:56], "r???"))
    assert why is not None and why.says.args["n"] == 56
    for language in ("en", "de"):
        assert "56" in words_of("companion.pyramid").say(why.says, language)


def test_a_family_s_pyramid_is_believed():
    assert troubles(mixed(7)) == ()
    assert len(mixed(7)) == 165
    assert sum(STOCK.values()) == 166


def test_two_dice_in_one_cell_and_other_contradictions():
    """G2: told, not guessed."""
    believed = {"8,0,0": "r???"}
    twice = {"cells": [{"ijk": [8, 0, 0], "colour": "red"}, {"ijk": [8, 0, 0], "colour": "yellow"}]}
    for value, key in [
        (twice, "two_in_one"),
        ({"placed": {"8,0,0": "y???"}}, "two_in_one"),
        ({"taken": ["0,0,8"]}, "nothing_there"),
        ({"turned": {"0,0,8": "r123"}}, "nothing_there"),
        ({"dice": {"8,0,0": "purple"}}, "unreadable_pyramid"),
        ({"cells": 5}, "unreadable_pyramid"),
        (None, "unreadable_pyramid"),
    ]:
        shown = look(value, believed)
        assert isinstance(shown, Refusal)
        assert shown.says.key == key


@more
@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda v: (
            st.lists(v)
            | st.dictionaries(st.sampled_from(["cells", "dice", "placed", "taken", "turned", "ijk", "x"]), v)
        ),
        max_leaves=8,
    )
)
def test_any_fact_is_read_or_refused(value):
    assert isinstance(look(value, {"8,0,0": "r???"}), (dict, Refusal))


# --- table and model come together again ---


def test_the_eyes_see_the_upper_dice_and_the_rest_is_believed():
    """G18: below a die that is seen there must be others; what was known of them stays."""
    believed = {**with_dice({}, cells_of(BASE), "y???"), "7,0,0": "r623"}
    seen = {"6,0,0": "m?1?"}
    whole = from_above(seen, believed)
    assert shape(whole) == closure(0, shape_of([(6, 0, 0)]))
    assert whole["7,0,0"] == "r623"
    assert whole["7,1,0"] == "y???"
    assert whole["6,1,0"] == "????"


@given(some_cells, some_cells)
def test_a_difference_leads_from_one_to_the_other(one, other):
    believed = with_dice({}, cells_of(closure(0, shape_of(one))), "r623")
    shown = with_dice({}, cells_of(closure(0, shape_of(other))), "r623")
    change = difference(believed, shown)
    assert without(believed, change.taken) | change.placed == shown
    assert bool(change) == (believed != shown)
    assert len(repairs(believed, change)) == len(change.taken) + len(change.placed)


def test_repairs_say_what_to_do_in_an_order_that_works():
    """Lower dice are laid first; a turned and a swapped die are named with what they should show."""
    believed = {"8,0,0": "r623", "7,1,0": "y623", "7,0,1": "m623", "7,0,0": "r623"}
    shown = {"8,0,0": "r241", "7,1,0": "m623"}
    says = repairs(believed, difference(believed, shown))
    assert [say.key for say in says] == ["put_back", "put_back", "swap_back", "turn_back"]
    assert [say.args["cell"].args["layer"] for say in says[:2]] == [2, 1] or [
        say.args["cell"].args["layer"] for say in says[:2]
    ] == [1, 2]


# --- from above ---


@given(some_cells)
def test_from_above_every_row_shows_one_face(chosen):
    """G18: 45 rhombi a side, and the picture tells the shape."""
    occupied = closure(0, shape_of(chosen))
    faces = plan.rhombi(with_dice({}, cells_of(occupied)))
    assert [sum(face.axis == axis for face in faces) for axis in range(3)] == [45, 45, 45]
    seen = {face.cell for face in faces if face.cell}
    assert closure(0, shape_of(seen)) == occupied
    for cell in cells_of(free_lying(occupied)):
        assert sum(face.cell == cell for face in faces) == 3  # G19: of a free die all three


@given(some_cells)
def test_a_free_side_is_a_seen_face(chosen):
    """G9: what is seen of a die from above are its free upper faces."""
    occupied = closure(0, shape_of(chosen))
    faces = {(face.cell, face.axis) for face in plan.rhombi(with_dice({}, cells_of(occupied))) if face.cell}
    assert faces == {(cell, axis) for cell in cells_of(occupied) for axis in free_sides(occupied, cell)}


def test_the_plan_has_side_a_below_b_upper_left_c_upper_right():
    """G20: as the seats are."""
    assert plan.middle((0, 4, 4))[1] > 3
    assert plan.middle((4, 0, 4))[0] < -3
    assert plan.middle((4, 4, 0))[0] > 3
    assert plan.spot(3, 3, 3) == pytest.approx((0, 0))
    assert len(plan.outline()) == 54


def test_a_touch_means_the_nearest_cell_that_is_offered():
    offered = BASE
    for cell in cells_of(BASE):
        x, y = plan.middle(cell)
        assert plan.cell_at((x + 0.2, y - 0.2), offered) == cell
        assert plan.cell_at((x, y), offered, reach=0) == cell
        assert plan.cell_at((x + 0.2, y), offered, reach=0.1) is None
    assert plan.cell_at((100, 100), offered) is None
    assert plan.cell_at((0, 0), ()) is None


# --- by touch ---


sets_of_cells = st.lists(
    st.sets(st.sampled_from(ALL_CELLS[:12]), min_size=3, max_size=3).map(shape_of),
    min_size=1,
    max_size=40,
    unique=True,
)


@given(sets_of_cells, st.randoms(use_true_random=False))
def test_every_set_can_be_named_by_touch(sets, random):
    """Whichever set is meant, tapping what is offered leads to it, in few touches."""
    meant = random.choice(sets)
    tapped, touches = 0, 0
    while True:
        offered = choices(sets, tapped)
        touches += 1
        whole = [c for c in offered if shape_of(map(tuple, c.value.get("cells", ()))) == meant]
        if whole:
            break
        further = [
            c for c in offered if "tapped" in c.value and not shape_of(map(tuple, c.value["tapped"])) & ~meant
        ]
        assert further, "a dead end"
        tapped = shape_of(map(tuple, random.choice(further).value["tapped"]))
    assert touches <= 4
    if len(sets) <= FEW:
        assert touches == 1
    assert meant in fitting_sets(sets, tapped)
