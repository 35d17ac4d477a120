"""How long the asks of one table have been open, and which of them have run out.

What was done in time may be reported a little later: a call is on its way from its button, eyes report a card
only once they have read it, and a person may have to say which one it is. All of them are waited for, each as
long as it may take.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from companion.asks import Ask
from companion.calls.edges import Fairness
from companion.facts import MS, Kind
from companion.table.callers import Delays

READING_MS = 4_000  # from the end of a time on, for a hand to go away and for cards to be read: no longer
ANSWERING_MS = 20_000  # the same, for somebody to answer the question which card it is that lies there


class Running(Struct, frozen=True):
    """A time that runs out."""

    since: int
    until: int


class Deadlines:
    """The times of the asks that are open now."""

    def __init__(self, fairness: Fairness) -> None:
        self._grace_ms = fairness.grace_ms
        self.delays: Delays = dict
        self._asks: tuple[Ask, ...] = ()
        self.since: Mapping[str, int] = {}  # ask id → since when it is open
        self._ended: set[str] = set()
        self._held_at: int | None = None  # since when something is explained, and no time passes
        self._longer: dict[str, int] = {}  # how much later an ask's time ends for that
        # the eyes have reported every card laid before; None: they see none
        self._reported_until: int | None = None

    def follow(self, asks: Sequence[Ask], now: int, *, afresh: bool) -> None:
        """*asks* are open now; those that were open before are so since then, unless all begins *afresh*."""
        ids = {ask.id for ask in asks}
        kept = {} if afresh else {key: t for key, t in self.since.items() if key in ids}
        self._asks = tuple(asks)
        self.since = {key: kept.get(key, now) for key in ids}
        self._ended &= kept.keys()
        self._longer = {key: ns for key, ns in self._longer.items() if key in kept}

    def hold(self, now: int) -> None:
        """Something is explained from *now* on: no time runs out."""
        self._held_at = now if self._held_at is None else self._held_at

    def go_on(self, now: int) -> None:
        """The explanation is over: every ask has as much time left as before."""
        if self._held_at is not None:
            for key, since in self.since.items():
                self._longer[key] = self._longer.get(key, 0) + now - max(self._held_at, since)
        self._held_at = None

    def running(self, ask: Ask) -> Running | None:
        """The time limit of *ask*; None where there is none, or it has run out."""
        if ask not in self._running():
            return None
        return Running(self.since[ask.id] + self._longer.get(ask.id, 0), self._ends(ask))

    def looked(self, reported_until: int | None) -> None:
        """The eyes have reported every card laid before *reported_until*; None: they see no table."""
        self._reported_until = reported_until

    def next(self, in_question: bool) -> int | None:
        """When the next of them is over, if nothing happens before; *in_question*: it is asked what lies
        there."""
        return min((self._over(ask, in_question) for ask in self._running()), default=None)

    def over(self, now: int, in_question: bool) -> Iterator[tuple[Ask, int]]:
        """The asks that have run out by *now*, and when; each once. The asks may change in between."""
        yield from self._end(now, lambda ask: self._over(ask, in_question))

    def over_before(self, t: int) -> Iterator[tuple[Ask, int]]:
        """Those whose time was over before a card was laid at *t*: it answers none of them."""
        yield from self._end(t - 1, self._deadline)

    def _end(self, now: int, when: Callable[[Ask], int]) -> Iterator[tuple[Ask, int]]:
        for ask in self._running():
            if ask.id in self.since and ask.id not in self._ended and now >= when(ask):
                self._ended.add(ask.id)
                yield ask, self._ends(ask)

    def _ends(self, ask: Ask) -> int:
        return self.since[ask.id] + self._longer.get(ask.id, 0) + ask.within_ms * MS

    def _running(self) -> list[Ask]:
        if self._held_at is not None:
            return []
        return [ask for ask in self._asks if ask.within_ms and ask.id not in self._ended]

    def _deadline(self, ask: Ask) -> int:
        """When *ask* ends; a call made in time may still be on its way then."""
        if ask.kind is not Kind.CALL:
            return self._ends(ask)
        delays = self.delays()
        slowest = max((delays.get(seat, 0) for seat in ask.seats), default=0)
        return self._ends(ask) + round(self._grace_ms * MS) + slowest

    def _over(self, ask: Ask, in_question: bool) -> int:
        """Until when reports of what was done before the end of *ask* are waited for."""
        end = self._deadline(ask)
        if in_question:
            return end + ANSWERING_MS * MS
        is_read = self._reported_until is not None and self._reported_until < end
        may_be_laid = any(other.kind is Kind.CARD for other in self._asks)
        return end + READING_MS * MS if is_read and may_be_laid else end
