"""What a button reports: edges with their own time, and the presses that are made of them."""

from collections import deque

from msgspec import Struct

from companion.asks import MS, Source


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
