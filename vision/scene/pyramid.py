"""From looks at the pyramid to changes, each reported once, after the table has come to rest.

A view stands as soon as two looks in a row agree in every die that both are sure of; a doubtful shape gets a
few looks more. A hand or anything that moves holds the judgement back, and the time of a change lies between
the last look before it and the first one after it.
"""

from msgspec import Struct
from msgspec.structs import replace

from companion.pyramid.cells import Cell
from companion.pyramid.notation import Pyramid
from companion.sightings import PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.changes import changes
from vision.scene.events import Crooked, Event, Rebuilt

ENOUGH, AT_MOST = 2, 6


class StandingPyramid(Struct, frozen=True):
    """What is known of the pyramid between two sightings."""

    known: Pyramid | None = None  # as reported last; None: never seen
    looks: tuple[PyramidSeen, ...] = ()  # in a row, of a table at rest
    last_quiet: int = 0  # when the pyramid was last seen as it is known
    crooked: tuple[Cell, ...] = ()  # dice that were reported

    def after(self, sighting: Sighting) -> tuple["StandingPyramid", tuple[Event, ...]]:
        """The pyramid after one more sighting, and what it tells."""
        if sighting.state in (Seen.HAND, Seen.MOVING, Seen.BLOCKED):
            return replace(self, looks=()), ()
        seen = sighting.pyramid
        if seen is None:
            return replace(self, looks=()), ()
        looks = (*self.looks, seen)[-AT_MOST:]
        now = replace(self, looks=looks)
        if len(looks) < ENOUGH:
            return now, ()
        settled = agreed(looks[-1], looks[-2])
        if settled is None or (len(looks) < AT_MOST and settled.doubtful):
            return now, ()
        return now._reported(settled, sighting.t)

    def _reported(self, seen: PyramidSeen, t: int) -> tuple["StandingPyramid", tuple[Event, ...]]:
        crooked = tuple(one.cell for one in seen.dice if one.crooked)
        events: list[Event] = []
        if crooked != self.crooked:
            events.append(Crooked(t, crooked))
        changed, now = changes(self.known or {}, seen)
        first = self.known is None
        if changed or first:
            events.append(Rebuilt(t, now, changed, seen, self.last_quiet, first))
        return replace(self, known=now, last_quiet=t, crooked=crooked), tuple(events)


def agreed(one: PyramidSeen, other: PyramidSeen) -> PyramidSeen | None:
    """What two looks say together; None if they contradict each other."""
    if one.occupied != other.occupied:
        return None
    before = {die.cell: die for die in other.dice}
    dice = []
    for die in one.dice:
        same = _together(die, before[die.cell])
        if same is None:
            return None
        dice.append(same)
    return replace(one, dice=tuple(dice))


def _together(one: PyramidDieSeen, other: PyramidDieSeen) -> PyramidDieSeen | None:
    pairs = list(zip(one.faces, other.faces, strict=True))
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    if "" not in (one.colour, other.colour) and one.colour != other.colour:
        return None
    a, b, c = (now if now is not None else before for now, before in pairs)
    return replace(one, faces=(a, b, c), colour=one.colour or other.colour)
