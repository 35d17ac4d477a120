"""The open funnels of the pyramid and their sums (SU3, SU10, SU11)."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.pyramid.cells import LOWEST, Cell, exists, layer, supports_of
from companion.pyramid.notation import Pyramid, name_of, open_funnels, total_facing

Sums = Mapping[str, int]  # by the name of the funnel's cell
NOTHING: Sums = MappingProxyType({})


def is_open(pyramid: Pyramid, cell: Cell) -> bool:
    """Whether an empty funnel of three dice is at *cell*."""
    if not exists(cell) or layer(cell) == LOWEST or name_of(cell) in pyramid:
        return False
    return all(name_of(below) in pyramid for below in supports_of(cell))


def sum_in(pyramid: Pyramid, cell: Cell, added: Sums = NOTHING) -> int | None:
    """The sum of the three faces that look into the funnel at *cell* (SU10), or what the table *added* up.

    None if nobody has read one of the faces.
    """
    total = total_facing(pyramid, cell)
    return added.get(name_of(cell)) if total is None else total


def matching(pyramid: Pyramid, total: int, added: Sums = NOTHING) -> tuple[Cell, ...]:
    """Every open funnel that surely adds up to *total* (SU3)."""
    return tuple([cell for cell in open_funnels(pyramid) if sum_in(pyramid, cell, added) == total])


def all_sums(pyramid: Pyramid, added: Sums = NOTHING) -> list[int | None]:
    """The sum of every open funnel; None for those that nobody has read."""
    return [sum_in(pyramid, cell, added) for cell in open_funnels(pyramid)]
