"""Edges become presses: the first edge is the time, the level confirms it, short pulses are only reported.

A press begins with the first edge down. It counts once the line was down for the confirm time without a
break, and keeps the time of its first edge however long the contact bounced: a worn switch that bounces
for longer loses nothing. A pulse after which the line stays open was a spark on the wire: it wins
nothing, and one too short for any contact begins no press even if a press follows at once. The next press
can begin only after the line was up for the lock-out time, so that one press never counts twice.

A key makes no sparks: its electronics have seen to that. But both its edges may come at once, from a slow
screen or a presenter that sends them together: it counts however short it seems to be.
"""

from collections import deque
from collections.abc import Iterable

from msgspec import Struct

from companion.asks import MS, Source

# --- what a button reports: edges with their own time, and the presses that are made of them ---


class Edge(Struct, frozen=True, omit_defaults=True):
    """A line went down or up, stamped where it happened.

    `seq` counts all edges of one source without a hole, from 1; 0 where the source does not count them.
    """

    line: str  # the logical number of the button, as in `Seat.button`
    t: int
    down: bool  # pressed (True) or let go
    seq: int = 0
    source: Source = Source.BUTTON
    uncertainty: int = 0  # the true time lies within ± this many nanoseconds


class Press(Struct, frozen=True, omit_defaults=True):
    """Somebody called, at the time of the first edge."""

    seat: str
    t: int
    source: Source = Source.BUTTON
    uncertainty: int = 0
    call: str = ""
    ask: str = ""  # the ask that was open for this seat, if one was
    armed: int = 0  # since when that ask was open
    closed: int = 0  # the time at which that ask had ended, if it had
    held: bool = False  # not a press: the button was already down before the ask
    again: bool = False  # this seat's call stands already
    edges: tuple[Edge, ...] = ()  # the raw edges, where there are any


class Fairness(Struct, frozen=True, forbid_unknown_fields=True):
    """The published figures of fairness, in milliseconds; they are stored with every decision."""

    confirm_ms: float = 3  # a press counts once the level was held this long; its time stays the first edge
    bounce_ms: float = 16  # a contact that stays open for longer was not bouncing: that was a glitch
    spark_ms: float = 0.04  # a contact has a mass: a closure shorter than this is a spark and begins no press
    lockout_ms: float = 30  # a line must be up for this long before the next press can begin
    button_ms: float = 1  # two buttons within this are a tie: the mechanics cannot carry more
    touch_ms: float = 20  # the same as soon as touch, key or phone is involved: a panel scans that slowly
    grace_ms: float = 50  # how long a call waits for others: the widest window and the slowest delivery
    late_ms: float = 3000  # for this long a call after the end gets to know how late it was

    def window(self, *sources: Source) -> int:
        """The tie window in nanoseconds when these sources are compared."""
        exact = all(source in _EXACT for source in sources)
        return round((self.button_ms if exact else self.touch_ms) * MS)


_EXACT = frozenset({Source.BUTTON, Source.USB, Source.SIMULATED})


# --- the clock of a phone, as far as it can be known: round trips tell when it showed what; pure ---
# We ask at one time of ours, the phone writes down its own, and we have the answer at another time of ours.
# When exactly it wrote is unknown between the two: a time of the phone is unsure by half of that round trip,
# and by what both clocks may have drifted apart since. The best round trip counts. Nothing is assumed about
# the link, not even that both directions take equally long.


DRIFT = 500 / 1_000_000  # as much as a clock may be slewed; two quartz clocks drift a fifth of that apart
KEPT = 60  # round trips


class Trip(Struct, frozen=True):
    """A round trip: asked and answered by our clock, and in between the phone's clock."""

    asked: int
    there: int
    answered: int

    @property
    def middle(self) -> int:
        return (self.asked + self.answered) // 2

    def unsure_at(self, there: int) -> int:
        """Of what it says of our time when the phone's clock showed *there*."""
        return (self.answered - self.asked + 1) // 2 + round(DRIFT * abs(there - self.there))


class FarClock:
    """Turns times of one phone into ours, each with what it is unsure of."""

    def __init__(self, grain: int = 0) -> None:
        """*grain* is the smallest step that the phone's clock can show."""
        self._grain = max(0, grain)
        self._trips: deque[Trip] = deque(maxlen=KEPT)

    def heard(self, trip: Trip) -> None:
        """*trip* is over. What does not agree with it is of a clock that has jumped or slept since."""
        before = self.here(trip.there)
        unsure = trip.unsure_at(trip.there) + self._grain
        if before is not None and abs(before[0] - trip.middle) > before[1] + unsure:
            self.forget()
        self._trips.append(trip)

    def forget(self) -> None:
        """The phone has slept: what was known of its clock says nothing any more."""
        self._trips.clear()

    def here(self, there: int) -> tuple[int, int] | None:
        """Our time when the phone's clock showed *there*, and by how much it may be off; None: unknown."""
        if not self._trips:
            return None
        trip = min(self._trips, key=lambda trip: trip.unsure_at(there))
        return trip.middle + there - trip.there, trip.unsure_at(there) + self._grain

    @property
    def last(self) -> Trip | None:
        return self._trips[-1] if self._trips else None

    @property
    def slowest(self) -> int:
        """The longest round trip of late: no press should take longer to arrive."""
        return max((trip.answered - trip.asked for trip in self._trips), default=0)


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
