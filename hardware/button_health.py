"""What the edges of a button show about it: stuck, noisy, worn, crossed with another, never heard.

These are observations, not judgements about calls: those are made in `companion.calls`.
"""

import threading
from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from companion.asks import MS
from companion.calls.buttons import Edge
from hardware.findings import Finding, broken, warning

STUCK = 20_000 * MS  # nobody holds a button that long
BURST_GAP = 10 * MS  # edges closer than this belong to one bouncing contact
LONGEST_BOUNCE = 100 * MS  # no contact bounces for longer: that is a loose wire, or one without its ground
WORN = 10 * MS  # a contact that bounces for longer than this is worn or dirty
WORN_SHARE = 0.5
WORN_PRESSES = 6  # least number of presses before a button is called worn
GLITCHES = 6  # number of too short pulses within `NOISE_MEMORY` that mean noise on the wire
NOISE_MEMORY = 10_000 * MS
TOGETHER = 1 * MS // 5  # two hands never meet within this, again and again
TOGETHER_TIMES = 4
NEVER = -(2**62)


class _Line(Struct, kw_only=True):
    """What is known about one button. A burst is a run of edges with hardly any time between them."""

    glitches: deque[int]
    down: bool = False  # now
    was_down: bool = False  # before the burst
    start: int = NEVER  # of the burst
    last: int = NEVER  # edge
    noise: int = NEVER  # when noise was last heard
    pressed: int = NEVER  # when the last press began
    presses: int = 0
    worn: int = 0
    longest: int = 0  # bouncing of a press


class ButtonHealth:
    """Listens to all edges and says which buttons need a hand. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[str, _Line] = {}
        self._together: dict[frozenset[str], int] = {}
        self._alone: dict[str, int] = {}

    def heard(self, edge: Edge) -> None:
        with self._lock:
            self._heard(edge)

    def findings(self, now: int) -> tuple[Finding, ...]:
        with self._lock:
            return (*self._each(now), *self._crossed())

    def longest_bounce(self, line: str, now: int) -> int:
        """The longest time in nanoseconds that the contact of *line* bounced when pressed."""
        with self._lock:
            known = self._lines.get(line)
            if known is None:
                return 0
            if now - known.last > BURST_GAP:
                self._burst_ends(line, known)
            return known.longest

    def _heard(self, edge: Edge) -> None:
        line = self._lines.setdefault(edge.line, _Line(glitches=deque(maxlen=GLITCHES)))
        if edge.t - line.last > BURST_GAP:
            self._burst_ends(edge.line, line)
            line.start = edge.t
        elif edge.t - line.start > LONGEST_BOUNCE:
            line.noise = edge.t
        line.down, line.last = edge.down, edge.t

    def _burst_ends(self, name: str, line: _Line) -> None:
        """The contact is quiet again: was that a press, a release, or nothing but a pulse?"""
        if line.down and not line.was_down:
            bounced = line.last - line.start
            line.presses += 1
            line.worn += bounced > WORN
            line.longest = max(line.longest, bounced)
            line.pressed = line.start
            self._note_company(name, line.pressed)
        elif not line.down and not line.was_down and line.last > line.start:
            line.glitches.append(line.start)
        line.was_down, line.start = line.down, line.last

    def _each(self, now: int) -> Iterator[Finding]:
        for name, line in sorted(self._lines.items()):
            if now - line.last > BURST_GAP:
                self._burst_ends(name, line)
            if _noisy(line, now):
                yield broken(f"button {name}", "button_noisy", number=name)
            elif line.down and now - line.last > STUCK:
                seconds = (now - line.last) // (1000 * MS)
                yield broken(f"button {name}", "button_stuck", number=name, seconds=seconds)
            elif line.presses >= WORN_PRESSES and line.worn > WORN_SHARE * line.presses:
                yield warning(f"button {name}", "button_worn", number=name)

    def _note_company(self, pressed: str, t: int) -> None:
        """Which other buttons were pressed together with this one. A spark on their wires is no press."""
        company = [
            name
            for name, other in self._lines.items()
            if name != pressed and abs(t - other.pressed) <= TOGETHER
        ]
        if not company:
            self._alone[pressed] = self._alone.get(pressed, 0) + 1
        for name in company:
            pair = frozenset((name, pressed))
            self._together[pair] = self._together.get(pair, 0) + 1
            self._alone[name] = max(0, self._alone.get(name, 0) - 1)

    def _crossed(self) -> tuple[Finding, ...]:
        return tuple(
            broken(f"button {a}", "button_crossed", number=a, other=b)
            for pair, times in self._together.items()
            for a, b in [sorted(pair)]
            if times >= TOGETHER_TIMES and not self._alone.get(a) and not self._alone.get(b)
        )


def _noisy(line: _Line, now: int) -> bool:
    if now - line.noise < NOISE_MEMORY:
        return True
    return len(line.glitches) == GLITCHES and now - line.glitches[0] < NOISE_MEMORY
