"""How well somebody remembers: found by looking back, told when the game is over."""

from msgspec import Struct
from msgspec.structs import replace

from companion.pyramid.cells import Cell


class Memory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The lifts of one seat."""

    lifts: int = 0
    hits: int = 0
    remembered: int = 0  # hits on funnels that had been shown before
    lucky: int = 0  # hits at first sight
    lag: int = 0  # reveals between the last showing and the remembered hit, of all of them together
    missed: int = 0  # misses although a shown funnel would have matched
    near: int = 0  # of these: the lifted funnel lay right beside the matching one
    kept: int = 0  # rolls of the neighbour that were left lying
    kept_paid: int = 0  # and led to a hit
    said_right: int = 0  # in training


def distance(one: Cell, other: Cell) -> int:
    """How many steps two funnels of a layer are apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def after_hit(memory: Memory, lag: int | None, kept: bool) -> Memory:
    """*memory* after a hit; *lag* is how many reveals ago the funnel was shown, None at first sight."""
    return replace(
        memory,
        lifts=memory.lifts + 1,
        hits=memory.hits + 1,
        remembered=memory.remembered + (lag is not None),
        lucky=memory.lucky + (lag is None),
        lag=memory.lag + (lag or 0),
        kept=memory.kept + kept,
        kept_paid=memory.kept_paid + kept,
    )


def after_miss(memory: Memory, lifted: Cell, matching: tuple[Cell, ...], kept: bool) -> Memory:
    """*memory* after a miss at *lifted*, when the shown funnels *matching* would have been right."""
    near = any(distance(lifted, cell) == 1 for cell in matching)
    return replace(
        memory,
        lifts=memory.lifts + 1,
        missed=memory.missed + bool(matching),
        near=memory.near + near,
        kept=memory.kept + kept,
    )
