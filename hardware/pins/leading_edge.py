"""A software bounce time that is fair: the first edge counts, at its own time, then it is quiet for a while.

This is what gpiozero's documentation says of `bounce_time` and what kernel and lgpio do not do: they
report the last bounce, late by as long as the contact bounced, so that the worse switch loses. Here a
press is reported once its level has held for the confirm time, with the time of its first edge; a spark
is not reported at all.
"""

from companion.facts import MS

CONFIRM = 3 * MS
BOUNCE = 16 * MS  # a contact that was back for longer than this was not bouncing


class LeadingEdge:
    """The changes of one line to report. Feed its edges, and let time pass."""

    def __init__(self, lockout: int, level: bool) -> None:
        self._lockout = lockout
        self._confirm = min(CONFIRM, lockout)
        self._reported = level  # the level that was reported last
        self._level = level
        self._since = -(2**62)  # since when it is what it is
        self._first: int | None = None  # the first edge of a change that is not reported yet
        self._quiet_until = -(2**62)

    def feed(self, t: int, level: bool) -> None:
        """The line went to *level* at *t*."""
        if level == self._level:
            return
        back_for = t - self._since
        if level != self._reported and (self._first is None or back_for > BOUNCE):
            self._first = t
        self._level, self._since = level, t

    def due(self) -> int | None:
        """When `pass_until` has something to decide, if no edge comes before."""
        if self._first is None:
            return None
        rest = BOUNCE if self._level == self._reported else self._confirm
        return max(self._since + rest, self._quiet_until)

    def pass_until(self, now: int) -> tuple[int, bool] | None:
        """The change that is certain at *now*: when it began, and the new level."""
        due = self.due()
        if due is None or now < due or self._first is None:
            return None
        first, self._first = self._first, None
        if self._level == self._reported:  # back where it was: a spark, not a press
            return None
        self._reported = self._level
        self._quiet_until = first + self._lockout
        return first, self._reported
