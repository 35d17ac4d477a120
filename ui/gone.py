"""Dice that went from the pyramid, each with the two pictures between which it went.

What the eyes tell names the dice and two looks, the last before and the first after; hands are between them,
and so more time than a photo finish can bear. The pictures of the ring in between, looked at only where the
die lay, bring that down to two frames wherever no hand covers the place.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from companion.pyramid.cells import Cell
from companion.pyramid.notation import UNKNOWN_DIE, Pyramid, cell_named, name_of
from companion.sightings import Frame
from hardware.camera.change import Part, change_in
from vision.pyramid.changes import Changes
from vision.scene.events import Rebuilt


class PyramidLook(Struct, frozen=True):
    """A look at the pyramid with nobody's hand over it, what was otherwise, and where that is in pictures."""

    t: int
    rebuilt: tuple[Rebuilt, ...] = ()
    parts: Mapping[Cell, Part] = {}


class Gone(Struct, frozen=True, eq=False):
    """A die that lay in the pyramid on one picture, and on the other did not any more."""

    cell: str
    colour: str  # r, y, m, or ? if nobody knows
    without: Frame  # without the change: there it lay still
    changed: Frame
    part: Part | None = None  # where the die lay on both


def gone_in(event: Rebuilt, parts: Mapping[Cell, Part], frames: Sequence[Frame]) -> Iterator[Gone]:
    """The dice that went as *event* tells, by *frames* from its last look before until its first after it."""
    span = [frame for frame in frames if event.since <= frame.t <= event.t]
    if event.first or len(span) < 2:
        return
    for name, die in dice_gone(event.changes).items():
        part = parts.get(cell_named(name))
        found = change_in(span, part) if part is not None else None
        if found is not None and found.without is not None and found.changed is not None:
            yield Gone(name, die[0], found.without, found.changed, part)
        elif span[0].t == event.since:  # what the eyes know stands, however little the pictures show
            yield Gone(name, die[0], span[0], span[-1], part)


def dice_gone(changes: Changes) -> Pyramid:
    """The dice that are not in their cells any more, with what was known of them."""
    tipped = {name_of(move.start): UNKNOWN_DIE for move in changes.tipped}
    return {**tipped, **changes.taken}
