"""Pyramids in the short form, for positions that are written by hand and for the vectors.

It is ``full`` or ``layers`` (whole layers), then cells to ``plus`` and ``minus``; ``fill`` is the colour of
all dice that ``col`` does not name; ``ori`` names numbers.
``{"layers": [8], "minus": [[8, 0, 0]], "fill": "y", "ori": {"0,0,8": [6, 2, 3]}}``
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.asks import JSON
from companion.game import AnyGame
from companion.pyramid import cells as grid
from companion.pyramid import notation
from companion.pyramid.notation import CellName, Pyramid, die, name_of


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """The short form of a pyramid."""

    full: bool = False
    layers: tuple[Annotated[int, Meta(ge=0, le=8)], ...] = ()
    plus: tuple[grid.Cell, ...] = ()
    minus: tuple[grid.Cell, ...] = ()
    fill: str = "?"
    col: dict[CellName, str] = {}
    ori: dict[CellName, tuple[int | None, int | None, int | None]] = {}


SHORT = frozenset(Written.__struct_fields__)


def written_shape(written: Written) -> grid.Shape:
    """The occupied cells of a pyramid in the short form."""
    occupied = grid.FULL if written.full else 0
    for number in written.layers:
        occupied |= grid.LAYERS[number]
    for cell in (*written.plus, *written.minus):
        if not grid.exists(cell):
            raise msgspec.ValidationError(f"expected a cell of the pyramid, got {list(cell)}")
    return (occupied | grid.shape_of(written.plus)) & ~grid.shape_of(written.minus)


def read_pyramid(value: JSON) -> Pyramid:
    """A pyramid in either form; raises `msgspec.ValidationError` with the place and the reason."""
    if isinstance(value, Mapping) and set(value) <= SHORT:
        return _from_short(msgspec.convert(value, Written))
    return notation.read_pyramid(value)


def _from_short(written: Written) -> Pyramid:
    names = [name_of(cell) for cell in grid.cells_of(written_shape(written))]
    nothing = (None, None, None)
    dice = {name: die(written.col.get(name, written.fill), written.ori.get(name, nothing)) for name in names}
    return notation.read_pyramid(dice)


def read_position(game: AnyGame, value: JSON) -> Any:
    """*value* as a position of *game*, in which a pyramid may be written in the short form."""
    if isinstance(value, Mapping):
        short = {
            field.name: read_pyramid(value[field.name])
            for field in msgspec.structs.fields(game.state)
            if field.name in value and field.type == Pyramid
        }
        value = {**value, **short}
    return game.read_position(value)
