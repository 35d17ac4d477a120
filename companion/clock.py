"""Where time comes from: the machine's clock, or one that is moved by hand in tests and simulations."""

import time
from typing import Protocol


class Clock(Protocol):
    """Two times: one that only ever runs forward, and one that a calendar understands."""

    def now(self) -> int:
        """CLOCK_MONOTONIC in nanoseconds: for order and for intervals."""

    def wall(self) -> int:
        """UNIX time in nanoseconds: only for people who read the journal."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> int:
        return time.monotonic_ns()

    def wall(self) -> int:
        return time.time_ns()


class HandClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, now: int = 0, wall: int = 1_700_000_000_000_000_000) -> None:
        self._now, self._wall = now, wall

    def now(self) -> int:
        return self._now

    def wall(self) -> int:
        return self._wall

    def advance(self, ns: int) -> None:
        """Let *ns* nanoseconds pass on both clocks."""
        self.move_to(self._now + ns)

    def move_to(self, now: int) -> None:
        """Let time pass until *now*; a time that is over already changes nothing."""
        passed = max(0, now - self._now)
        self._now += passed
        self._wall += passed

    def set_wall(self, wall: int) -> None:
        """Somebody, or the network, sets the calendar clock; intervals know nothing of it."""
        self._wall = wall
