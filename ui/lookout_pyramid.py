"""What the eyes tell of the dice pyramid becomes facts that answer what the referee asks.

While something is still being built nothing is told; it is complete when nobody has moved for a moment. A die
that goes while everybody watches is told at once, with the time between the two looks in which it went.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask, Say
from companion.facts import JSON, MS, Fact, Kind, Source
from companion.pyramid.agree import cells_say, difference
from companion.pyramid.cells import Cell
from companion.pyramid.notation import UNKNOWN_DIE, Pyramid, cell_named, faces_of, name_of
from companion.rulings import Ruling, Verdict
from companion.sightings import PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.changes import Changes
from vision.scene.events import Crooked, Event, Rebuilt

PAUSE = 900 * MS  # nobody has touched the pyramid for so long: what is built is complete
AWAITED = 10_000 * MS  # so long after a finger told it a change is no news
FRAME_UNCERTAINTY = 40 * MS
_AXES = "ijk"


class PyramidLookout:
    """Keeps what was seen of the pyramid, and says which facts follow."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._agreed: Pyramid | None = None  # as eyes and referee last agreed; None: nothing was told yet
        self._new: Rebuilt | None = None  # seen, and not told
        self._since = 0  # when the pyramid was last seen to change, or a hand to move
        self._told: Rebuilt | None = None  # told, and not ruled on
        self._awaited: dict[Cell, int] = {}  # cells of which a finger has told that they change, and when
        self._crooked: tuple[Cell, ...] = ()  # dice that hang or lean
        self._unheard: Rebuilt | None = None  # told as a change, but with it numbers came to light besides
        self._last: Rebuilt | None = None  # on which eyes and referee last agreed
        self.watching = False  # a pyramid was asked for since the table was cleared

    def expect(self, asks: Sequence[Ask]) -> None:
        """What the referee waits for from now on."""
        self._asks = tuple(ask for ask in asks if ask.kind is Kind.PYRAMID)
        self.watching = self.watching or bool(self._asks)

    def forget(self) -> None:
        """Another game."""
        self.__init__()  # type: ignore[misc]  # everything as at the beginning

    def see(self, sighting: Sighting, events: Iterable[Event]) -> Iterator[Fact]:
        """The facts that follow from one look and from what it told."""
        for event in events:
            if isinstance(event, Rebuilt):
                self._since = sighting.t
                self._notice(event)
            elif isinstance(event, Crooked):
                self._crooked = event.cells
        if sighting.state in (Seen.HAND, Seen.MOVING):
            self._since = sighting.t
        elif (
            self._new is not None
            and _still_so(self._new, sighting)
            and self._may_be_told(self._new, sighting.t)
        ):
            yield from self._tell(self._new)
        elif self._unheard is not None and self.has_more_to_tell and _still_so(self._unheard, sighting):
            yield from self._tell(replace(self._unheard, t=sighting.t, since=0))

    @property
    def has_more_to_tell(self) -> bool:
        """Whether numbers came to light under dice that were taken, and nobody has told them yet."""
        asked = bool(self._asks) and all(ask.optional for ask in self._asks)
        return asked and self._unheard is not None and self._new is None and self._told is None

    def look_again(self) -> bool:
        """Somebody wants the pyramid to be looked at once more; whether anything can be told of it."""
        self._unheard = self._unheard or self._last
        return self.has_more_to_tell

    @property
    def next_look(self) -> int | None:
        """When what has been built will be complete, if nobody moves."""
        return self._since + PAUSE if self._new is not None and self._asks else None

    @property
    def trouble(self) -> Say | None:
        """What is to be put right before the pyramid can be read well; None if all is well."""
        if not self.watching or not self._crooked:
            return None
        return Say("crooked", {"cells": cells_say(self._crooked)})

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """The referee has ruled on a fact, whoever told it."""
        if fact.kind is Kind.PYRAMID:
            if self._told is not None and ruling.verdict is Verdict.ACCEPTED:
                self._agree(self._told)
            if ruling.verdict is not Verdict.UNSURE:
                self._told = None
        elif self._asks and ruling.verdict is Verdict.ACCEPTED and fact.source is not Source.CAMERA:
            self._awaited |= dict.fromkeys(cells_in(fact.value), fact.t)

    def _notice(self, event: Rebuilt) -> None:
        """News, unless it is as agreed, as a finger told, or nobody asks."""
        cells = changed_cells(event.changes)
        self._awaited = {cell: t for cell, t in self._awaited.items() if event.t - t < AWAITED}
        if not self._asks or (self._agreed is not None and cells and cells <= self._awaited.keys()):
            self._new = None
            self._agree(event)
            for cell in cells & self._awaited.keys():
                del self._awaited[cell]
        elif self._agreed is not None and not difference(self._agreed, event.pyramid):
            self._new = None  # put back as it was
        else:
            self._new = event

    def _agree(self, event: Rebuilt) -> None:
        """The referee knows what has changed; of dice that only came to light it has not heard yet."""
        before, self._agreed, self._last = self._agreed, event.pyramid, event
        heard_all = before is None or event.pyramid == before
        waits = self._unheard is not None or (before is not None and _came_to_light(before, event.pyramid))
        self._unheard = event if waits and not heard_all else None

    def _may_be_told(self, event: Rebuilt, now: int) -> bool:
        if not self._asks:
            return False
        only_gone = bool(event.changes.taken) and not (event.changes.added or event.changes.turned)
        at_once = only_gone and self._agreed is not None and all(ask.optional for ask in self._asks)
        return at_once or now - self._since >= PAUSE

    def _tell(self, event: Rebuilt) -> Iterator[Fact]:
        self._new, self._told = None, event
        ask = self._asks[0]
        whole = self._agreed is None
        changed = changed_cells(event.changes)
        sure = min((die.confidence for die in event.seen.dice if die.cell in changed), default=1.0)
        yield Fact(
            Kind.PYRAMID,
            {"dice": dict(event.pyramid)} if whole else view(event.seen, event.pyramid),
            event.t,
            Source.CAMERA,
            seat=ask.seats[0] if len(ask.seats) == 1 else "",
            ask=ask.id,
            uncertainty=max(FRAME_UNCERTAINTY, event.t - event.since if event.since else 0),
            sure=round(sure, 4),
            choices=() if whole else tuple(_otherwise(event.seen, event.pyramid)),
        )


def _came_to_light(before: Pyramid, now: Pyramid) -> bool:
    """Whether more is known of a die that lay there before."""
    return any("?" in before[name] and before[name] != die for name, die in now.items() if name in before)


def _still_so(event: Rebuilt, sighting: Sighting) -> bool:
    """Whether the pyramid looks as it was told, and not already otherwise."""
    return sighting.pyramid is not None and sighting.pyramid.occupied == event.seen.occupied


def view(seen: PyramidSeen, known: Pyramid) -> JSON:
    """What can be seen from above, in the notation of `companion.pyramid`."""
    return {"cells": [_cell(die, known) for die in seen.dice]}


def _cell(die: PyramidDieSeen, known: Pyramid) -> dict[str, Any]:
    """A visible die; a number that is seen is told as what is believed of it, after all looks at it."""
    believed = faces_of(known.get(name_of(die.cell), UNKNOWN_DIE))
    numbers = zip(_AXES, die.faces, believed, strict=True)
    faces = {f"-{axis}": belief or face for axis, face, belief in numbers if face is not None}
    return {"ijk": list(die.cell), "colour": die.colour or "?", "faces": faces}


def _otherwise(seen: PyramidSeen, known: Pyramid) -> Iterator[JSON]:
    """The view without each single die that may as well not be there."""
    visible = {die.cell for die in seen.dice}
    for cell in seen.doubtful[:2]:
        if cell in visible:
            yield {"cells": [_cell(die, known) for die in seen.dice if die.cell != cell]}


def changed_cells(changes: Changes) -> set[Cell]:
    """All cells in which something is otherwise."""
    named = {cell_named(name) for part in (changes.added, changes.taken, changes.turned) for name in part}
    moved = {cell for move in (*changes.tipped, *changes.slid) for cell in (move.start, move.end)}
    return named | moved


def cells_in(value: JSON) -> Iterator[Cell]:
    """Every cell that a value names, however deep."""
    if isinstance(value, dict):
        for part in value.values():
            yield from cells_in(part)
    elif isinstance(value, list | tuple):
        if len(value) == 3 and all(isinstance(n, int) and 0 <= n <= 8 for n in value) and sum(value) <= 8:
            yield value[0], value[1], value[2]
        else:
            for part in value:
                yield from cells_in(part)
