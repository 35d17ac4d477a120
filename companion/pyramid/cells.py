"""Which cells a pyramid has and how they lie to each other (rules G1, G2, G4 to G7, G10, G11).

A cell is (i, j, k), all at least 0, with i + j + k at most 8; i is the distance from side A, j from side B,
k from side C. Layer 8 is the lowest and lies in the base form, layer 0 is the single die on top.

A set of cells is a whole number whose bit `ijk` (read as a decimal number) stands for cell (i, j, k). So one
step along an axis is a shift by 100, 10 or 1, and because no coordinate reaches 9 nothing ever wraps round.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

Cell = tuple[int, int, int]
Shape = int  # a set of cells, a bit each

LOWEST = 8  # the layer in the base form
AXES = (0, 1, 2)  # one per side: A, B, C
STEP = (100, 10, 1)  # how far a set of cells is shifted for one step along each axis


def layer(cell: Cell) -> int:
    """The layer (in the booklet: position) of *cell*; 8 is the lowest."""
    return cell[0] + cell[1] + cell[2]


def exists(cell: Cell) -> bool:
    """Whether a full pyramid has a die there."""
    return cell in _ALL


@lru_cache(maxsize=4096)
def step(cell: Cell, plus: int | None = None, minus: int | None = None) -> Cell:
    """*cell* one step further along the axis *plus* and one back along *minus*."""
    moved = list(cell)
    if plus is not None:
        moved[plus] += 1
    if minus is not None:
        moved[minus] -= 1
    return moved[0], moved[1], moved[2]


def bit(cell: Cell) -> Shape:
    """The set that holds only *cell*."""
    return 1 << (100 * cell[0] + 10 * cell[1] + cell[2])


def shape_of(cells: Iterable[Cell]) -> Shape:
    """The set of *cells*."""
    shape = 0
    for i, j, k in cells:
        shape |= 1 << (100 * i + 10 * j + k)
    return shape


def bits(shape: Shape) -> Iterator[Shape]:
    """Every cell of *shape* as a set of its own."""
    while shape:
        lowest = shape & -shape
        yield lowest
        shape ^= lowest


@lru_cache(maxsize=1024)  # the same few shapes are asked about again and again while one move is looked for
def cells_of(shape: Shape) -> tuple[Cell, ...]:
    """The cells of *shape* in the order of their coordinates."""
    cells = []
    while shape:
        cell, single = _BY_LENGTH[shape.bit_length()]
        cells.append(cell)
        shape ^= single
    return tuple(reversed(cells))


ALL_CELLS: tuple[Cell, ...] = tuple(
    (i, j, k) for i in range(9) for j in range(9 - i) for k in range(9 - i - j)
)
_ALL = frozenset(ALL_CELLS)
# by the length of a set's number
_BY_LENGTH = {bit(cell).bit_length(): (cell, bit(cell)) for cell in ALL_CELLS}

FULL: Shape = shape_of(ALL_CELLS)
LAYERS: tuple[Shape, ...] = tuple(shape_of(c for c in ALL_CELLS if layer(c) == n) for n in range(9))
BASE: Shape = LAYERS[LOWEST]

# G7: an edge funnel has a zero coordinate; a corner funnel has two and so belongs to two sides
EDGE_FUNNELS: Shape = shape_of(c for c in ALL_CELLS if layer(c) == LOWEST and 0 in c)


@lru_cache(maxsize=1024)
def supports_of(cell: Cell) -> tuple[Cell, ...]:
    """The three dice that carry a die at *cell* (G2), along A, B and C; none in the lowest layer."""
    if layer(cell) == LOWEST:
        return ()
    return step(cell, 0), step(cell, 1), step(cell, 2)


@lru_cache(maxsize=1024)
def resting_on(cell: Cell) -> tuple[Cell, ...]:
    """The cells whose dice lean on a die at *cell*."""
    return tuple(up for axis in AXES if exists(up := step(cell, minus=axis)))


def line(cell: Cell, axis: int) -> tuple[Cell, ...]:
    """All cells of the pyramid in the straight line through *cell* along *axis*, the highest first (G12)."""
    rest = layer(cell) - cell[axis]
    return tuple(step_to(cell, axis, at) for at in range(LOWEST - rest + 1))


def step_to(cell: Cell, axis: int, at: int) -> Cell:
    """*cell* with its coordinate along *axis* set to *at*."""
    moved = list(cell)
    moved[axis] = at
    return moved[0], moved[1], moved[2]


SADDLES: dict[Cell, tuple[Cell, ...]] = {c: supports_of(c) for c in cells_of(LAYERS[LOWEST - 1])}
