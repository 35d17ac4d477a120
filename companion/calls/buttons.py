"""Edges become presses: the first edge is the time, the level confirms it, short pulses are only reported.

A press begins with the first edge down. It counts once the line was down for the confirm time without a
break, and keeps the time of its first edge however long the contact bounced: a worn switch that bounces
for longer loses nothing. A pulse after which the line stays open was a spark on the wire: it wins
nothing, and one too short for any contact begins no press even if a press follows at once. The next press
can begin only after the line was up for the lock-out time, so that one press never counts twice.

A key makes no sparks: its electronics have seen to that. But both its edges may come at once, from a slow
screen or a presenter that sends them together: it counts however short it seems to be.
"""

from collections.abc import Iterable

from msgspec import Struct

from companion.asks import MS, Source
from companion.calls.edges import Edge, Fairness

CONTACTS = frozenset({Source.BUTTON, Source.SIMULATED})


class Pressed(Struct, frozen=True):
    """A press that the level has confirmed; `t` is its first edge."""

    line: str
    t: int
    source: Source
    uncertainty: int
    edges: tuple[Edge, ...]


class Released(Struct, frozen=True):
    """A pressed button was let go."""

    line: str
    t: int


class Glitch(Struct, frozen=True):
    """A pulse that was too short to be a press: reported, never counted."""

    line: str
    t: int
    lasted: int


class Lost(Struct, frozen=True):
    """Edges between two times were lost: what happened in between is unknown."""

    after: int
    before: int
    count: int


Event = Pressed | Released | Glitch | Lost


class Buttons:
    """All lines of a table. Feed edges as they come, and let time pass so that levels can confirm."""

    def __init__(self, fairness: Fairness | None = None) -> None:
        self._fairness = fairness or Fairness()
        self._lines: dict[str, _Line] = {}
        self._last: dict[Source, Edge] = {}

    def feed(self, edge: Edge) -> tuple[Event, ...]:
        """The events that follow from *edge*. Edges of one line come in the order of their times."""
        lost = tuple(self._gap(edge))
        for other in self._lines.values() if lost else ():
            other.doubtful = True
        line = self._lines.setdefault(edge.line, _Line(edge.line, self._fairness))
        return (*lost, *line.pass_until(edge.t), *line.feed(edge))

    def pass_until(self, now: int) -> tuple[Event, ...]:
        """The events until *now*: presses confirmed by their level, glitches."""
        events = [event for line in self._lines.values() for event in line.pass_until(now)]
        return tuple(sorted(events, key=lambda event: (event.t, event.line)))

    def due(self) -> int | None:
        """When `pass_until` has something to report, if no edge comes before."""
        times = [line.due for line in self._lines.values() if line.due is not None]
        return min(times, default=None)

    def held(self) -> dict[str, int]:
        """The lines that are down now, and since when."""
        return {name: line.since for name, line in self._lines.items() if line.down}

    def _gap(self, edge: Edge) -> Iterable[Lost]:
        before = self._last.get(edge.source)
        if edge.seq:
            self._last[edge.source] = edge
        if before is not None and edge.seq and edge.seq != before.seq + 1:
            yield Lost(before.t, edge.t, max(1, edge.seq - before.seq - 1))


class _Line:
    """One button. A candidate is a press whose level has not confirmed it yet."""

    def __init__(self, name: str, fairness: Fairness) -> None:
        self.name = name
        self.down = False
        self.since = -(2**62)  # since when the level is what it is
        self.doubtful = False  # edges got lost, perhaps some of this line
        self._pressed = False
        self._edges: list[Edge] = []  # of the candidate
        self._confirm = round(fairness.confirm_ms * MS)
        self._bounce = round(fairness.bounce_ms * MS)
        self._lockout = round(fairness.lockout_ms * MS)
        self._spark = round(fairness.spark_ms * MS)

    @property
    def due(self) -> int | None:
        if self._edges:
            return self.since + (self._confirm if self.down else self._bounce + 1)
        return self.since + self._lockout if self._pressed and not self.down else None

    def pass_until(self, now: int) -> Iterable[Pressed | Released | Glitch]:
        """The level has stayed as it is until *now*."""
        while events := self._next(now):
            yield from events

    def _next(self, now: int) -> Iterable[Pressed | Released | Glitch]:
        due = self.due
        if due is None or now < due:
            return ()
        if not self._edges:
            self._pressed = False
            return (Released(self.name, self.since),)
        edges, self._edges = tuple(self._edges), []
        first = edges[0]
        if not self.down and first.source in CONTACTS:
            return (Glitch(self.name, first.t, self.since - first.t),)
        self._pressed = True
        return (Pressed(self.name, first.t, first.source, first.uncertainty, edges),)

    def feed(self, edge: Edge) -> Iterable[Glitch]:
        glitch: tuple[Glitch, ...] = ()
        if edge.down == self.down and not (edge.down and self.doubtful):
            return glitch  # a key that repeats itself, or an edge up whose edge down was lost
        if edge.down == self.down:  # it was let go in the meantime, and that edge was lost
            self._pressed, self._edges = False, []
        self.doubtful = False
        if self._is_spark(edge):
            return self._leave_out_spark(edge)
        if self._edges and edge.t - self._edges[0].t > self._lockout:  # never held for long enough
            glitch = (Glitch(self.name, self._edges[0].t, self.since - self._edges[0].t),)
            self._edges = []
        if self._edges or (edge.down and not self._pressed):
            self._edges.append(edge)
        self.down, self.since = edge.down, edge.t
        return glitch

    def _is_spark(self, edge: Edge) -> bool:
        """Whether *edge* ends a closure too short for a contact. Else a spark could make a press earlier."""
        short = not edge.down and bool(self._edges) and edge.t - self._edges[-1].t < self._spark
        return short and edge.source in CONTACTS

    def _leave_out_spark(self, edge: Edge) -> Iterable[Glitch]:
        spark = self._edges.pop()
        self.down, self.since = False, edge.t
        return (Glitch(self.name, spark.t, edge.t - spark.t),)
