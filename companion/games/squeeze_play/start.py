"""The start pyramid: three dice round a saddle and one on top, away from the rim (SP3, A-SP1)."""

from functools import cache

from companion.asks import Say
from companion.games.squeeze_play.options import SqueezeOptions
from companion.pyramid.agree import cells_say
from companion.pyramid.cells import EDGE_FUNNELS, SADDLES, Cell, cells_of, layer, shape_of, supports_of
from companion.rulings import Refusal

CENTRAL_TOPS = ((2, 2, 3), (2, 3, 2), (3, 2, 2))  # the three places round the centre of the base form


@cache
def start_tops(centre: str) -> tuple[Cell, ...]:
    """Where the top die of a start pyramid may lie: 15 places, or the 3 around the centre."""
    if centre == "central":
        return CENTRAL_TOPS
    return tuple(top for top, below in SADDLES.items() if not shape_of(below) & EDGE_FUNNELS)


@cache
def start_pyramids(centre: str) -> tuple[tuple[Cell, ...], ...]:
    """All start pyramids that may be built."""
    return tuple(tuple(sorted((top, *supports_of(top)))) for top in start_tops(centre))


def refuse_start(options: SqueezeOptions, cells: tuple[Cell, ...]) -> Refusal | None:
    """Why the four dice at *cells* are no start pyramid, or None if they are."""
    top = min(cells, key=layer)
    if layer(top) != 7 or set(cells) != {top, *supports_of(top)}:
        return Refusal("SP3", Say("no_start_pyramid"))
    edges = cells_of(shape_of(cells) & EDGE_FUNNELS)
    if edges:
        return Refusal("SP3", Say("start_at_the_edge", {"cells": cells_say(edges)}))
    if top not in start_tops(options.centre):
        return Refusal("A-SP1", Say("start_not_central"))
    return None
