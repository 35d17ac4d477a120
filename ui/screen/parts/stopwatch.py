"""A stopwatch with a ring that fills up to the goal; a dark one shows that it runs, but never how long."""

from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from kivy.clock import Clock
from kivy.graphics import SmoothLine

from companion.asks import MS
from ui.screen import theme
from ui.screen.parts.dice import write
from ui.screen.parts.shapes import Drawing, draw_icon, ink

SHORT = 2  # letters that may be large in the ring
TENTHS = 0.1  # seconds between two looks at the watch
LONGEST_MS = 3_600_000  # more than that was no task: the clock began anew in between


class Stopwatch(Drawing):
    """Runs since the moment *since* of the companion's clock, or stands at zero."""

    shown = ""  # what is written on it now

    def __init__(
        self,
        since: int | None = None,
        goal_ms: int = 0,
        dark: bool = False,
        down: bool = False,
        now: Callable[[], int] = monotonic_ns,
        **kwargs: Any,
    ) -> None:
        """*down*: show what is left up to the goal."""
        self.since, self.goal_ms, self.dark, self.down, self._now = since, goal_ms, dark, down, now
        super().__init__(**kwargs)
        self._ticking = Clock.schedule_interval(self._redraw, TENTHS) if since is not None else None
        self.bind(parent=self._left)

    def _left(self, _widget: Any, parent: Any) -> None:
        if parent is None and self._ticking is not None:
            self._ticking.cancel()

    @property
    def ms(self) -> int:
        """For how long it has run."""
        return 0 if self.since is None else min(LONGEST_MS, max(0, (self._now() - self.since) // MS))

    def draw(self) -> None:
        (x, y), r = self.middle, min(self.width, self.height) * 0.46
        ink(theme.FELT_EDGE)
        SmoothLine(circle=(x, y, r), width=max(1.4, r * 0.03))
        self.shown = self._words()
        if self.dark and self.since is not None:
            draw_icon("blind", theme.TEXT, x - r * 0.5, y - r * 0.5, r)
            return
        reached = bool(self.goal_ms) and self.ms >= self.goal_ms
        if self.goal_ms and self.ms:
            ink(theme.GOOD if reached else theme.ACCENT)
            SmoothLine(circle=(x, y, r, 0, 360 * min(1.0, self.ms / self.goal_ms)), width=max(2.4, r * 0.08))
        tall = r * (0.95 if self.down and len(self.shown) <= SHORT else 0.56)
        write(self.shown, x, y, tall, theme.GOOD if reached else theme.TEXT)

    def _words(self) -> str:
        if self.dark and self.since is not None:
            return ""
        left = max(0, self.goal_ms - self.ms)
        return written(left if self.down else self.ms, up=self.down)


def written(ms: int, up: bool = False) -> str:
    """Seconds and tenths; from a minute on minutes and seconds. What is left is rounded up.

    >>> written(7_340), written(83_000), written(29_910, up=True)
    ('7.3', '1:23', '30')
    """
    if up:
        seconds = -(-ms // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}" if seconds >= 60 else str(seconds)
    if ms >= 60_000:
        return f"{ms // 60_000}:{ms // 1000 % 60:02d}"
    return f"{ms // 1000}.{ms // 100 % 10}"
