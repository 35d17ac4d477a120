"""How dice lie, tip and turn (G13 to G17, G20)."""

from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from companion.pyramid.cells import AXES, BASE, bit, cells_of
from companion.pyramid.dice import ORIENTATIONS, completed, is_right_handed, tipped, turnings
from companion.pyramid.notation import die, facing
from companion.pyramid.sides import (
    DIRECTIONS,
    axes_of_tip,
    direction_of,
    in_the_base,
    left_of,
    right_of,
    tip,
    tip_faces,
)
from tests.tables import cases

lying = st.sampled_from(ORIENTATIONS)


def test_24_orientations():
    """G15, G16: half of the 48 ways in which three neighbouring faces could be numbered."""
    possible = [f for f in permutations(range(1, 7), 3) if all(a + b != 7 for a in f for b in f)]
    assert len(possible) == 48
    assert len(ORIENTATIONS) == 24
    assert set(ORIENTATIONS) | {(a, c, b) for a, b, c in ORIENTATIONS} == set(possible)


@cases(
    "faces, possible",
    {
        "G16 the set-up of Dice March": ((3, 2, 1), True),
        "G16 the tipping example": ((6, 2, 3), True),
        "G16 its mirror image": ((3, 1, 2), False),
        "G16 opposite faces side by side": ((6, 1, 2), False),
        "G16 the same number twice": ((2, 2, 3), False),
    },
)
def test_right_handed(faces, possible):
    assert is_right_handed(faces) is possible


def test_two_faces_tell_the_third():
    """G17: 24 ordered pairs with one orientation each; a single face leaves four."""
    for hidden in AXES:
        pairs = {f[:hidden] + f[hidden + 1 :] for f in ORIENTATIONS}
        assert len(pairs) == 24
    for axis, number in product(AXES, range(1, 7)):
        known = [None, None, None]
        known[axis] = number
        assert len(turnings(known)) == 4
    assert completed((6, 2, None)) == (6, 2, 3)
    assert completed((6, None, None)) == (6, None, None)


# --- tipping ---


@cases(
    "faces, directions, after",
    {
        "G13 the booklet's example": ((6, 2, 3), ["right"], (6, 4, 2)),
        "G13 there and back": ((6, 2, 3), ["right", "left"], (6, 2, 3)),
        "G13 four times the same way": ((6, 2, 3), ["right"] * 4, (6, 2, 3)),
        "G13 from the start of Dice March": ((3, 2, 1), ["forward-right"], (6, 2, 3)),
    },
)
def test_tips_of_side_a(faces, directions, after):
    for direction in directions:
        faces = tip_faces(faces, 0, direction)
    assert faces == after


def rotated(faces, plus, minus):
    """The same with a whole die: six numbers, and a quarter turn about the axis of the third side."""
    sides = {axis: (faces[axis], 7 - faces[axis]) for axis in AXES}  # towards the side, and away from it
    towards, away = 0, 1
    after = dict(sides)
    after[plus] = (sides[minus][away], sides[minus][towards])
    after[minus] = (sides[plus][towards], sides[plus][away])
    return tuple(after[axis][towards] for axis in AXES)


@given(lying, st.sampled_from(DIRECTIONS), st.sampled_from(AXES))
def test_a_tip_is_a_quarter_turn(faces, direction, axis):
    """G13, for all six directions and every way to lie."""
    plus, minus = axes_of_tip(axis, direction)
    after = tip_faces(faces, axis, direction)
    assert after == rotated(faces, plus, minus)
    assert is_right_handed(after)
    assert tipped(after, minus, plus) == faces


def test_directions():
    """G14: two forward, two back, one to each hand; together they are the six neighbours."""
    for axis in AXES:
        ways = {name: axes_of_tip(axis, name) for name in DIRECTIONS}
        assert len(set(ways.values())) == 6
        assert all(ways[name][0] == axis for name in ("forward-left", "forward-right"))
        assert all(ways[name][1] == axis for name in ("back-left", "back-right"))
        assert ways["left"] == (right_of(axis), left_of(axis))
    assert direction_of(0, (2, 3, 3), (3, 3, 2)) == "forward-right"
    assert direction_of(0, (2, 3, 3), (4, 3, 1)) is None


def test_seats_run_clockwise():
    """G20: B is the left neighbour of A, C the right one."""
    assert (left_of(0), right_of(0)) == (1, 2)
    assert all(left_of(right_of(axis)) == axis for axis in AXES)


def test_tips_alone_do_not_reach_every_position():
    """A closed triangle of tips is an odd turn: a die of side A reaches 738 of 1080 positions."""
    start = ((0, 4, 4), (3, 2, 1))
    reached, waiting = {start}, [start]
    while waiting:
        cell, faces = waiting.pop()
        for name in ("forward-left", "forward-right", "left", "right"):
            end = tip(cell, 0, name)
            after = (end, tip_faces(faces, 0, name))
            if in_the_base(end) and after not in reached:
                reached.add(after)
                waiting.append(after)
    assert len(reached) == 738
    assert len(cells_of(BASE)) * 24 == 1080


def test_numbers_facing_a_funnel():
    """G3: of the die along A its A face, along B its B face, along C its C face."""
    dice = {"8,0,0": die("r", (4, 1, 2)), "7,1,0": die("y", (3, 5, 6)), "7,0,1": die("m", (3, 5, 6))}
    assert facing(dice, (7, 0, 0)) == (4, 5, 6)
    assert facing(dice, (0, 0, 0)) == (None, None, None)
    assert bit((7, 0, 0)) & BASE == 0
