"""What the eyes tell of the dice pyramid becomes facts that answer what the referee asks.

While something is still being built nothing is reported; it is complete when nobody has moved for a moment.
A die that goes while everybody watches is reported at once, with the time between the two looks in which it
went.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.asks import JSON, MS, Ask, Fact, Kind, Say
from companion.cards import UNKNOWN
from companion.layout import Layout, same_die
from companion.pyramid.agree import cells_say, difference, repairs
from companion.pyramid.cells import Cell
from companion.pyramid.notation import UNKNOWN_DIE, CellName, DieName, Pyramid, cell_named, faces_of, name_of
from companion.rulings import Ruling, Verdict
from companion.sightings import PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.changes import Changes, changes
from vision.report.facts import told
from vision.scene.events import Crooked, Event, Rebuilt

PAUSE = 900 * MS  # nobody has touched the pyramid for so long: what is built is complete
WHILE = 1800 * MS  # a difference that nobody explains for so long is to be put right
_AXES = "ijk"


class PyramidReport:
    """Keeps what was reported of the pyramid, and says which facts follow."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._counts: Mapping[CellName, DieName] | None = None  # as the referee knows it, if it knows of one
        self._seen: Rebuilt | None = None  # how it stands, as it was seen last
        self._reported: Pyramid | None = None  # how it stood when it was reported: nobody tells that twice
        self._read: tuple[object, ...] = ()  # what counted and what was seen when numbers were reported last
        self._since = 0  # when the pyramid was last seen to change, or a hand to move
        self._now = 0
        self._awaited: set[Cell] = set()  # entered by touch, and not yet seen to change
        self._settled: set[Cell] = set()  # cells of which the referee knows nothing, that were seen to change
        self._crooked: tuple[Cell, ...] = ()  # dice that hang or lean
        self.watching = False  # a pyramid was asked for since the table was cleared

    def expect(self, asks: Sequence[Ask], layout: Layout | None) -> None:
        """What the referee waits for from now on, and what stands there as far as it knows."""
        self._asks = tuple(ask for ask in asks if ask.kind is Kind.PYRAMID)
        self.watching = self.watching or bool(self._asks)
        counts = layout.pyramid if layout is not None else self._counts
        if counts is not None and counts != self._counts:
            self._awaited |= _otherwise(self._counts or {}, counts) if self._seen is not None else set()
            self._counts = counts
            self._awaited &= self._differing()

    def forget(self) -> None:
        """Another game."""
        self.__init__()  # type: ignore[misc]  # everything as at the beginning

    def see(self, sighting: Sighting, events: Iterable[Event]) -> Iterator[Fact]:
        """The facts that follow from one look and from what was new in it."""
        self._now = sighting.t
        for event in events:
            if isinstance(event, Rebuilt):
                changed, counts = changed_cells(event.changes), self._counts or {}
                if self._seen is not None:
                    self._settled |= {cell for cell in changed if counts.get(name_of(cell)) == UNKNOWN}
                self._since, self._seen = sighting.t, event
                self._awaited -= changed
                self._awaited &= self._differing()
            elif isinstance(event, Crooked):
                self._crooked = event.cells
        if sighting.state in (Seen.HAND, Seen.MOVING):
            self._since = sighting.t
        elif self._is_news and not self._crooked and self._may_be_told() and _still_so(self._seen, sighting):
            yield from self._tell(sighting.t)

    @property
    def _is_news(self) -> bool:
        """Whether it differs from what counts, or more of it can be read, and that was not reported."""
        if self._seen is None or not self._asks:
            return False
        changed = self._counts is None or bool(self._settled | (self._differing() - self._awaited))
        return self._reads_more or (changed and self._seen.pyramid != self._reported)

    @property
    def _reads_more(self) -> bool:
        """Whether the eyes read numbers that the referee does not know, and nothing else is otherwise."""
        if not self._may_be_left_out or self._seen is None or self._counts is None or self._differing():
            return False
        now = self._seen.pyramid
        is_new = self._read != (self._counts, now)
        unclear = {name: die for name, die in self._counts.items() if "?" in die and die != UNKNOWN}
        return is_new and any(now.get(name) not in (None, die) for name, die in unclear.items())

    @property
    def _may_be_left_out(self) -> bool:
        """Whether the game goes on without an answer to what is asked."""
        return bool(self._asks) and all(ask.optional for ask in self._asks)

    @property
    def next_look(self) -> int | None:
        """When what has been built will be complete, if nobody moves."""
        return self._since + PAUSE if self._is_news else None

    @property
    def trouble(self) -> Say | None:
        """What is to be put right on the pyramid; None if all is well."""
        if not self.watching:
            return None
        if self._crooked:
            return Say("crooked", {"cells": cells_say(self._crooked)})
        if self._asks or self._seen is None or self._counts is None or self._now - self._since < WHILE:
            return None
        if not self._differing() - self._awaited:
            return None
        counts = {name: die for name, die in self._counts.items() if die != UNKNOWN}
        found = difference(
            counts, {n: die for n, die in self._seen.pyramid.items() if n not in self._counts or n in counts}
        )
        return Say("amiss.pyramid", {"repairs": list(repairs(counts, found))})

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """The referee has ruled on a fact, whoever reported it."""
        if fact.kind is Kind.PYRAMID and ruling.verdict is Verdict.ACCEPTED and self._counts is None:
            self._counts = self._reported  # a game that does not say what stands there

    def _differing(self) -> set[Cell]:
        """The cells in which it stands otherwise than it counts."""
        if self._seen is None or self._counts is None:
            return set()
        return _otherwise(self._counts, self._seen.pyramid)

    def _may_be_told(self) -> bool:
        changes = self._seen.changes if self._seen is not None else Changes()
        only_gone = bool(changes.taken) and not (changes.added or changes.turned)
        at_once = only_gone and bool(self._counts) and self._may_be_left_out
        return at_once or self._now - self._since >= PAUSE

    def _tell(self, now: int) -> Iterator[Fact]:
        event = self._seen
        assert event is not None
        only_read = self._counts is not None and not (self._settled or self._differing())
        t, since = (now, 0) if only_read else (event.t, event.since)
        self._reported, self._settled = event.pyramid, set()
        if only_read:
            self._read = (self._counts, event.pyramid)
        ask = self._asks[0]
        whole = not self._counts
        changed = changed_cells(event.changes)
        sure = min((die.confidence for die in event.seen.dice if die.cell in changed), default=1.0)
        seen = [view(event.seen, event.pyramid), *_without_doubtful(event.seen, event.pyramid)]
        readings = [{"dice": dict(event.pyramid)}] if whole else seen
        yield told(Kind.PYRAMID, ask, readings, t, round(sure, 4), within=t - since if since else 0)


def _otherwise(counts: Mapping[CellName, DieName], shown: Mapping[CellName, DieName]) -> set[Cell]:
    """The cells in which *shown* contradicts what *counts*."""
    names = {*counts, *shown}
    return {cell_named(name) for name in names if not same_die(counts.get(name, ""), shown.get(name, ""))}


def _still_so(event: Rebuilt | None, sighting: Sighting) -> bool:
    """Whether the pyramid looks as it was reported, and not already otherwise."""
    if event is None or sighting.pyramid is None:
        return False
    return not changes(event.pyramid, sighting.pyramid)[0]


def view(seen: PyramidSeen, known: Pyramid) -> JSON:
    """What can be seen from above, in the notation of `companion.pyramid`."""
    return {"cells": [_cell(die, known) for die in seen.dice]}


def _cell(die: PyramidDieSeen, known: Pyramid) -> dict[str, Any]:
    """A visible die; a number that is seen is reported as what is believed of it, after all looks at it."""
    believed = faces_of(known.get(name_of(die.cell), UNKNOWN_DIE))
    numbers = zip(_AXES, die.faces, believed, strict=True)
    faces = {f"-{axis}": belief or face for axis, face, belief in numbers if face is not None}
    return {"ijk": list(die.cell), "colour": die.colour or "?", "faces": faces}


def _without_doubtful(seen: PyramidSeen, known: Pyramid) -> Iterator[JSON]:
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
