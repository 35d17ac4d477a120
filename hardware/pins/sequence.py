"""Events in the kernel's own order, and the ones among them that never arrived.

The kernel numbers the edges of all lines of a request together, in the moment of the interrupt. It hands
them over line by line, so a later number may come before an earlier one. A number that is missing for
longer than that can explain is an event that the kernel had to throw away: then nobody may say who was
first.
"""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.asks import MS

PATIENCE = 5 * MS  # how much later than its neighbours an event may arrive; measured: below 1 ms


class Numbered(Protocol):
    """An event with the kernel's number."""

    @property
    def global_seqno(self) -> int: ...


N = TypeVar("N", bound=Numbered)


class InOrder(Generic[N]):
    """Hands events on in the order of their numbers; *emit* also gets how many were lost just before."""

    def __init__(self, emit: Callable[[N, int], None]) -> None:
        self._emit = emit
        self._next = 1
        self._waiting: dict[int, tuple[N, int]] = {}

    def feed(self, event: N, now: int) -> None:
        """*event* has arrived at *now*."""
        if event.global_seqno < self._next:  # it was reported as lost before
            return
        self._waiting[event.global_seqno] = (event, now)
        self._hand_on()

    def due(self) -> int | None:
        """When those that wait for a missing one have waited long enough."""
        arrivals = [arrived for _, arrived in self._waiting.values()]
        return min(arrivals) + PATIENCE if arrivals else None

    def pass_until(self, now: int) -> None:
        """Give up what is missing for too long."""
        while self._waiting and now - min(arrived for _, arrived in self._waiting.values()) >= PATIENCE:
            self._give_up()

    def restart(self) -> None:
        """A new request begins to count from 1; whatever still waits is handed on."""
        while self._waiting:
            self._give_up()
        self._next = 1

    def _give_up(self) -> None:
        first = min(self._waiting)
        lost, self._next = first - self._next, first
        self._hand_on(lost)

    def _hand_on(self, lost: int = 0) -> None:
        while self._next in self._waiting:
            event, _ = self._waiting.pop(self._next)
            self._next += 1
            self._emit(event, lost)
            lost = 0


# --- the time of an edge as gpiozero passes it on, with everything else that the kernel said about it ---


NS = 1_000_000_000


class EdgeTicks(float):
    """Seconds of CLOCK_MONOTONIC, and exactly: nanoseconds, the number of the edge and how many were lost."""

    ns: int
    sequence: int
    lost: int

    __slots__ = ("lost", "ns", "sequence")

    def __new__(cls, ns: int, sequence: int = 0, lost: int = 0) -> "EdgeTicks":
        ticks = super().__new__(cls, ns / NS)
        ticks.ns, ticks.sequence, ticks.lost = ns, sequence, lost
        return ticks


def nanoseconds(ticks: float) -> int:
    """*ticks* of any local pin factory in nanoseconds."""
    return ticks.ns if isinstance(ticks, EdgeTicks) else round(ticks * NS)
