"""Cells, layers, funnels, saddles, points, rows and planes of the dice pyramid (G1 to G12)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lab.vectors.pyramid import POINTS, is_point, saddle
from companion.pyramid import cells
from companion.pyramid.cells import (
    ALL_CELLS,
    AXES,
    BASE,
    EDGE_FUNNELS,
    FULL,
    LAYERS,
    bit,
    cells_of,
    layer,
    shape_of,
)
from companion.pyramid.shape import (
    above,
    below,
    beside,
    carried,
    closure,
    free_lying,
    free_sides,
    funnels,
    hidden,
    longest_row,
    slide,
    unsupported,
    upper_funnels,
)
from tests.tables import cases

some_cells = st.sets(st.sampled_from(ALL_CELLS), max_size=40)
supported = some_cells.map(lambda chosen: closure(0, shape_of(chosen)))


# --- counts ---


@cases(
    "counted, count",
    {
        "G1 three times 55 dice fill the pyramid": (FULL, 165),
        "G1 funnels of the base form": (BASE, 45),
        "G7 edge funnels": (EDGE_FUNNELS, 24),
        "G7 corner funnels": (shape_of([(8, 0, 0), (0, 8, 0), (0, 0, 8)]) & EDGE_FUNNELS, 3),
        "G7 inner funnels": (BASE & ~EDGE_FUNNELS, 21),
        "G9 dice that cannot be seen in a full pyramid": (hidden(FULL), 56),
        "G8 only the top die lies free in a full pyramid": (free_lying(FULL), 1),
    },
)
def test_counts(counted, count):
    assert counted.bit_count() == count


def test_layers():
    """G10: nine layers, 45 dice below and one on top."""
    assert [shape.bit_count() for shape in reversed(LAYERS)] == [45, 36, 28, 21, 15, 10, 6, 3, 1]


def test_rows():
    """G11, G12: 45 rows along each axis, nine of one die, one of nine dice."""
    for axis in AXES:
        lengths = Counter(len(row) for row in {cells.line(cell, axis) for cell in ALL_CELLS})
        assert lengths == {n: 10 - n for n in range(1, 10)}


def test_free_upper_faces_of_a_full_pyramid():
    """G9: 1, 24, 84 and 56 dice show three, two, one and no faces; 135 faces are seen."""
    shown = Counter(len(free_sides(FULL, cell)) for cell in ALL_CELLS)
    assert shown == {3: 1, 2: 24, 1: 84, 0: 56}
    assert sum(faces * count for faces, count in shown.items()) == 135


def test_saddles_and_points():
    """G4, G5: of all 64 triples of neighbours on the base 36 make a funnel and 28 carry nothing."""
    neighbours = {
        frozenset(pair)
        for pair in combinations(cells_of(BASE), 2)
        if sorted(b - a for a, b in zip(*pair, strict=True)) == [-1, 0, 1]
    }
    triples = [
        t
        for t in combinations(cells_of(BASE), 3)
        if all(frozenset(p) in neighbours for p in combinations(t, 2))
    ]
    kinds = Counter("saddle" if saddle(t) else "point" if is_point(t) else "none" for t in triples)
    assert len(neighbours) == 108
    assert kinds == {"saddle": 36, "point": 28}
    assert len(cells.SADDLES) == 36
    assert {frozenset(point) for point in POINTS} == {frozenset(t) for t in triples if is_point(t)}


def test_neighbours_on_the_base():
    """A corner has two neighbours on the base, an edge funnel four, an inner one six."""
    degrees = Counter(
        sum(cells.step(cell, p, q) in cells_of(BASE) for p in AXES for q in AXES if p != q)
        for cell in cells_of(BASE)
    )
    assert degrees == {2: 3, 4: 21, 6: 21}


def test_the_centre_of_the_base_is_a_point():
    """No funnel and no saddle is exactly in the middle, so a start pyramid cannot be either."""
    assert is_point([(2, 3, 3), (3, 2, 3), (3, 3, 2)])


def test_each_side_has_nine_edge_funnels():
    """G7, G20: both corners included."""
    for axis in AXES:
        edge = [cell for cell in cells.cells_of(cells.EDGE_FUNNELS) if cell[axis] == 0]
        assert len(edge) == 9
        assert len([cell for cell in edge if cell.count(0) == 2]) == 2


@cases(
    "three, funnel",
    {
        "G4 round a saddle": ([(8, 0, 0), (7, 1, 0), (7, 0, 1)], (7, 0, 0)),
        "G5 round a point": ([(7, 1, 0), (7, 0, 1), (6, 1, 1)], None),
        "G4 dice that are no neighbours": ([(8, 0, 0), (7, 1, 0), (0, 0, 8)], None),
        "G4 the same rule higher up": ([(1, 0, 0), (0, 1, 0), (0, 0, 1)], (0, 0, 0)),
        "G4 two dice": ([(8, 0, 0), (7, 1, 0)], None),
    },
)
def test_saddle(three, funnel):
    assert saddle(three) == funnel


# --- shapes, compared with a slow and plain model ---


def plainly_unsupported(chosen):
    return {c for c in chosen if layer(c) < 8 and any(cells.step(c, axis) not in chosen for axis in AXES)}


@given(some_cells)
def test_support_is_what_lies_below(chosen):
    """G2: a die needs three dice or the base form."""
    assert set(cells_of(unsupported(shape_of(chosen)))) == plainly_unsupported(chosen)


@given(some_cells)
def test_neighbours_are_one_step_away(chosen):
    up = {c for cell in chosen for axis in AXES if (c := cells.step(cell, minus=axis)) in ALL_CELLS}
    down = {c for cell in chosen for axis in AXES if (c := cells.step(cell, axis)) in ALL_CELLS}
    assert set(cells_of(above(shape_of(chosen)))) == up
    assert set(cells_of(below(shape_of(chosen)))) == down
    assert set(cells_of(beside(shape_of(chosen)))) == up | down


@given(supported)
def test_free_lying_dice_can_be_taken(shape):
    """G8: exactly the free lying dice leave a shape that stands."""
    for cell in cells_of(shape):
        stands = not unsupported(shape & ~bit(cell))
        assert stands == bool(free_lying(shape) & bit(cell))


@given(supported)
def test_funnels_take_a_die(shape):
    """G2, G3: exactly the funnels can be filled."""
    for cell in ALL_CELLS:
        if not shape & bit(cell):
            assert bool(funnels(shape) & bit(cell)) == (not unsupported(shape | bit(cell)))
    assert funnels(shape) == carried(shape) & ~shape
    assert upper_funnels(shape) & BASE == 0


@given(some_cells)
def test_closure_is_the_smallest_supported_shape(chosen):
    whole = closure(0, shape_of(chosen))
    assert not unsupported(whole)
    removable = free_lying(whole)
    assert removable & ~shape_of(chosen) == 0  # whatever could be left out was asked for


@given(some_cells)
def test_longest_row(chosen):
    """G12: compared with walking along every row."""
    best = 0
    for axis in AXES:
        for start in chosen:
            length, at = 0, start
            while at in chosen:
                length, at = length + 1, cells.step(at, axis)
            best = max(best, length)
    assert longest_row(shape_of(chosen)) == best


@given(supported)
def test_a_hidden_die_has_no_free_side(shape):
    """G9."""
    assert set(cells_of(hidden(shape))) == {cell for cell in cells_of(shape) if not free_sides(shape, cell)}


# --- sliding ---


def test_the_first_take_slides_a_whole_row():
    """The three corner dice are the only ones with two free sides at the start."""
    two_free = [cell for cell in cells_of(BASE) if len(free_sides(FULL, cell)) >= 2]
    assert set(two_free) == {(8, 0, 0), (0, 8, 0), (0, 0, 8)}
    down = slide(FULL, (8, 0, 0))
    assert down.axis == 0
    assert down.moved == tuple((i, 0, 0) for i in range(7, -1, -1))
    assert down.vacated == (0, 0, 0)


def test_nothing_moves_when_nothing_lay_above():
    assert slide(BASE, (3, 3, 2)) == (None, (), (3, 3, 2))


def test_a_die_between_others_cannot_be_taken():
    with pytest.raises(ValueError, match=r"two free sides, got \(4, 4, 0\) with 1"):
        slide(FULL, (4, 4, 0))


@given(supported, st.randoms(use_true_random=False))
def test_a_slide_leaves_a_shape_that_stands(shape, random):
    """One cell is lost, the top of the row, and no other die loses its support."""
    takeable = [cell for cell in cells_of(shape & BASE) if len(free_sides(shape, cell)) >= 2]
    while takeable:
        taken = random.choice(takeable)
        down = slide(shape, taken)
        relaxed = settle(shape & ~bit(taken))
        shape &= ~bit(down.vacated)
        assert shape == relaxed
        assert not unsupported(shape)
        takeable = [cell for cell in cells_of(shape & BASE) if len(free_sides(shape, cell)) >= 2]


def settle(shape):
    """The same by letting any die slide that lacks exactly one support, until none does."""
    while hanging := cells_of(unsupported(shape)):
        die = hanging[0]
        gaps = [cells.step(die, axis) for axis in AXES if not shape & bit(cells.step(die, axis))]
        assert len(gaps) == 1, "a die would fall"
        shape = shape & ~bit(die) | bit(gaps[0])
    return shape


@given(supported.filter(lambda shape: bool(shape & BASE)))
def test_some_die_can_always_be_taken(shape):
    """As long as a die lies in the base form, one there has two free sides."""
    assert any(len(free_sides(shape, cell)) >= 2 for cell in cells_of(shape & BASE))
