"""How a pyramid is written: people can read it and type it, and what nobody has seen is a question mark.

A pyramid is an object with a cell as key and a die as value, like ``{"8,0,0": "r623", "7,1,0": "y???"}``.
A die is its colour (r red, y yellow, m mother of pearl, t turquoise) and its numbers towards side A, B, C.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

import msgspec

from companion.asks import JSON
from companion.pyramid import cells as grid
from companion.pyramid.dice import Known, completed, turnings
from companion.pyramid.shape import upper_funnels

_CELL = re.compile("^[0-8],[0-8],[0-8]$")
_DIE = re.compile("^[rymt?][1-6?][1-6?][1-6?]$")
CellName = Annotated[str, msgspec.Meta(pattern=_CELL.pattern)]
DieName = Annotated[str, msgspec.Meta(pattern=_DIE.pattern)]
Colour = Literal["r", "y", "m"]
Pyramid = dict[CellName, DieName]

COLOURS: tuple[Colour, ...] = ("r", "y", "m")
COLOUR_NAMES = {"r": "red", "y": "yellow", "m": "pearl", "t": "turquoise"}  # keys of the words file
UNKNOWN_DIE: DieName = "????"


# --- one cell, one die ---


@cache
def name_of(cell: grid.Cell) -> CellName:
    """How *cell* is written as a key."""
    return f"{cell[0]},{cell[1]},{cell[2]}"


@cache
def cell_named(name: str) -> grid.Cell:
    """The cell that is written *name*."""
    i, j, k = name.split(",")
    return int(i), int(j), int(k)


def die(colour: str = "?", faces: Known = (None, None, None)) -> DieName:
    """A die of *colour* that shows *faces*."""
    return (colour or "?") + "".join(["?" if number is None else str(number) for number in faces])


def colour_of(name: DieName) -> str:
    """The colour letter of a die, or "?"."""
    return name[0]


@cache
def faces_of(name: DieName) -> tuple[int | None, ...]:
    """The numbers towards A, B and C; None where nobody has seen them."""
    return tuple(None if mark == "?" else int(mark) for mark in name[1:])


@lru_cache(maxsize=4096)
def updated(known: DieName, seen: DieName) -> DieName:
    """What is known of a die after *seen*: what was not seen stays, unless the die must have been turned."""
    colour = known[0] if seen[0] == "?" else seen[0]
    before, now = faces_of(known), faces_of(seen)
    merged = tuple(b if n is None else n for b, n in zip(before, now, strict=True))
    turned = any(None not in (b, n) and b != n for b, n in zip(before, now, strict=True))
    if turned or not turnings(merged):
        merged = now
    return die(colour, completed(merged))


# --- a whole pyramid ---


class Laid(dict[CellName, DieName]):
    """A pyramid that came from another one by a step or two and knows its own shape; it never changes.

    To add up the shape again takes longer than most rules that want to know it. The same goes for the cells
    of one colour, which are found when somebody wants to know them.
    """

    __slots__ = ("colours", "occupied")

    def __init__(self, dice: Mapping[CellName, DieName], occupied: grid.Shape) -> None:
        super().__init__(dice)
        self.occupied = occupied
        self.colours: dict[str, grid.Shape] = {}

    def _never(self, *_: object, **__: object) -> Any:
        raise TypeError("a pyramid that is laid does not change")

    __setitem__ = __delitem__ = __ior__ = pop = popitem = clear = update = setdefault = _never

    def __reduce__(self) -> tuple[type["Laid"], tuple[Pyramid, grid.Shape]]:
        return Laid, (dict(self), self.occupied)


def shape(pyramid: Mapping[CellName, DieName]) -> grid.Shape:
    """The occupied cells of *pyramid*."""
    return pyramid.occupied if isinstance(pyramid, Laid) else _shape_named(tuple(pyramid))


def open_funnels(pyramid: Pyramid) -> tuple[grid.Cell, ...]:
    """The empty funnels of three dice; those of the bare base have no faces to add or to compare."""
    return grid.cells_of(upper_funnels(shape(pyramid)))


def coloured(pyramid: Mapping[CellName, DieName], colour: str) -> grid.Shape:
    """The cells of *pyramid* that hold a die of *colour*."""
    if isinstance(pyramid, Laid):
        if colour not in pyramid.colours:
            pyramid.colours[colour] = _coloured(pyramid, colour)
        return pyramid.colours[colour]
    return _coloured(pyramid, colour)


def _coloured(pyramid: Mapping[CellName, DieName], colour: str) -> grid.Shape:
    return sum([_bit_named(name) for name, lying in pyramid.items() if lying[0] == colour])


# one move is judged with many questions about the same pyramid: its names as a tuple are found again at once


@lru_cache(maxsize=256)
def _shape_named(names: tuple[CellName, ...]) -> grid.Shape:
    return sum(map(_bit_named, names))


@cache
def _bit_named(name: str) -> grid.Shape:
    return grid.bit(cell_named(name))


def with_dice(pyramid: Pyramid, cells: Iterable[grid.Cell], lying: DieName = UNKNOWN_DIE) -> Pyramid:
    """*pyramid* with the same die at each of *cells*."""
    added = tuple(cells)
    new = grid.shape_of(added)
    after = Laid(pyramid | {name_of(cell): lying for cell in added}, shape(pyramid) | new)
    if isinstance(pyramid, Laid):
        for colour, there in pyramid.colours.items():
            after.colours[colour] = there & ~new | (new if colour == lying[0] else 0)
    return after


def without(pyramid: Pyramid, cells: Iterable[grid.Cell]) -> Pyramid:
    """*pyramid* without the dice at *cells*."""
    left, gone = dict(pyramid), tuple(cells)
    for cell in gone:
        left.pop(name_of(cell), None)
    return Laid(left, shape(pyramid) & ~grid.shape_of(gone))


def slid(pyramid: Pyramid, taken: grid.Cell, path: Iterable[grid.Cell], axis: int) -> Pyramid:
    """*pyramid* without the die *taken*, after those at *path*, the lowest first, slid along *axis*."""
    after, starts = dict(pyramid), tuple(path)
    after.pop(name_of(taken))
    for start in starts:
        after[name_of(grid.step(start, axis))] = after.pop(name_of(start))
    left = grid.shape_of(starts)
    return Laid(after, shape(pyramid) & ~(left | grid.bit(taken)) | left << grid.STEP[axis])


def turned(pyramid: Mapping[CellName, DieName], steps: int = 1) -> Pyramid:
    """*pyramid* when A is called what was B, *steps* times: a picture alone does not tell which side is A."""
    shift = steps % 3
    return {
        ",".join(_shifted(name.replace(",", ""), shift)): lying[0] + _shifted(lying[1:], shift)
        for name, lying in pyramid.items()
    }


def _shifted(three: str, shift: int) -> str:
    return three[shift:] + three[:shift]


def leaning_on(pyramid: Mapping[CellName, DieName], cell: grid.Cell) -> tuple[grid.Cell, ...]:
    """Where the dice lie that lean on the one at *cell*."""
    return tuple([up for up in grid.resting_on(cell) if name_of(up) in pyramid])


def facing(pyramid: Mapping[CellName, DieName], funnel: grid.Cell) -> tuple[int | None, ...]:
    """The numbers that look into *funnel* (G3); None for a die that is not there or not known."""
    a, b, c = names_below(funnel)
    lying = pyramid.get
    return _looking_in(lying(a, UNKNOWN_DIE), lying(b, UNKNOWN_DIE), lying(c, UNKNOWN_DIE))


def total_facing(pyramid: Mapping[CellName, DieName], funnel: grid.Cell) -> int | None:
    """The sum of the numbers that look into *funnel*; None if nobody has read one of them."""
    a, b, c = names_below(funnel)
    lying = pyramid.get
    return _total_looking_in(lying(a, UNKNOWN_DIE), lying(b, UNKNOWN_DIE), lying(c, UNKNOWN_DIE))


@lru_cache(maxsize=4096)
def _total_looking_in(a: DieName, b: DieName, c: DieName) -> int | None:
    return total_of(_looking_in(a, b, c))


@lru_cache(maxsize=4096)
def _looking_in(a: DieName, b: DieName, c: DieName) -> tuple[int | None, ...]:
    return faces_of(a)[0], faces_of(b)[1], faces_of(c)[2]


@lru_cache(maxsize=1024)
def names_below(funnel: grid.Cell) -> tuple[CellName, CellName, CellName]:
    """The names of the three cells round *funnel*, along A, B and C."""
    return name_of(grid.step(funnel, 0)), name_of(grid.step(funnel, 1)), name_of(grid.step(funnel, 2))


@lru_cache(maxsize=512)  # there are 343 ways to know three numbers
def total_of(faces: tuple[int | None, ...]) -> int | None:
    """The sum of *faces*; None if nobody has read one of them."""
    total = 0
    for number in faces:
        if number is None:
            return None
        total += number
    return total


# --- reading ---


def read_pyramid(value: JSON) -> Pyramid:
    """*value* as a pyramid; raises `msgspec.ValidationError` with the place and the reason."""
    if isinstance(value, Mapping):
        for cell, lying in value.items():
            if not (isinstance(cell, str) and _CELL.match(cell)):
                raise msgspec.ValidationError(f"expected a cell of the pyramid like '8,0,0', got {cell!r}")
            if not (isinstance(lying, str) and _DIE.match(lying)):
                raise msgspec.ValidationError(
                    f"expected a die like 'r623' or 'y???' at {cell}, got {lying!r}"
                )
    return msgspec.convert(value, Pyramid)
