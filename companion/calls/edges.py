"""What a button reports: edges with their own time, and the presses that are made of them."""

from msgspec import Struct

from companion.facts import MS, Source


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
