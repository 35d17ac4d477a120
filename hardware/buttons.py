"""The buttons of the seats and their lamps: each edge with its own time, as exact as its source really is.

A call is decided by the first edge of a press, so nothing here debounces: a `bounce_time` would let the
player with the worse switch lose. Edges go on as they are; `companion.calls` makes presses of them.
"""

import threading
from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from typing import Any

from gpiozero import LED, Button
from gpiozero.exc import GPIOZeroError

from companion.asks import MS, Source
from companion.calls.buttons import Edge
from hardware.findings import Finding
from hardware.pins.sequence import EdgeTicks, nanoseconds
from hardware.wiring import Wire, pin_trouble

Heard = Callable[[Edge], None]

KEY_UNCERTAINTY = 10 * MS  # a keyboard is asked every 8 ms, and then the program has to wake up


class SeatButton(Button):  # type: ignore[misc]  # gpiozero has no types
    """A gpiozero button that reports every edge with the time of the edge."""

    def __init__(
        self, wire: Wire, heard: Callable[["SeatButton", float, bool], None], *, pin_factory: Any
    ) -> None:
        self._heard = heard
        self.line = str(wire.number)
        super().__init__(wire.pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)

    def _fire_events(self, ticks: float, new_active: bool) -> None:
        begun = self._last_active is not None  # the first call is not an edge: it reports the button's state
        super()._fire_events(ticks, new_active)
        if begun or new_active:
            self._heard(self, ticks, new_active)


class ButtonRow:
    """All wired buttons. *heard* is called with each edge, on the pin factory's thread."""

    def __init__(self, wires: tuple[Wire, ...], pin_factory: Any, heard: Heard, uncertainty: int = 0) -> None:
        self.findings: list[Finding] = []  # buttons that could not be had, and why
        self._heard, self._uncertainty = heard, uncertainty
        self._sequence = 0
        self._lock = threading.Lock()
        self._buttons = {button.line: button for button in self._made(wires, pin_factory)}

    @property
    def lines(self) -> tuple[str, ...]:
        """The logical numbers of the buttons that are there."""
        return tuple(self._buttons)

    def close(self) -> None:
        """Let the pins go; may be called twice."""
        for button in self._buttons.values():
            button.close()
        self._buttons = {}

    def _made(self, wires: tuple[Wire, ...], pin_factory: Any) -> Iterator[SeatButton]:
        for wire in wires:
            if wire.kind == "button":
                try:
                    yield SeatButton(wire, self._edge, pin_factory=pin_factory)
                except (GPIOZeroError, OSError, ValueError) as error:
                    self.findings.append(pin_trouble(wire, error))

    def _edge(self, button: SeatButton, ticks: float, down: bool) -> None:
        with self._lock:
            edge = Edge(
                button.line, nanoseconds(ticks), down, self._number(ticks), Source.BUTTON, self._uncertainty
            )
        self._heard(edge)

    def _number(self, ticks: float) -> int:
        """Counts the edges, the lost ones too, where the source numbers them; else 0."""
        if not isinstance(ticks, EdgeTicks) or not ticks.sequence:
            return 0
        self._sequence += 1 + ticks.lost
        return self._sequence


class SoftButtons:
    """Buttons that are keys, say: equal in rights, with their own, coarser uncertainty."""

    def __init__(self, source: Source, uncertainty: int, heard: Heard) -> None:
        self._source, self._uncertainty, self._heard = source, uncertainty, heard
        self._down: set[str] = set()

    def press(self, line: str, t: int, more: int = 0) -> None:
        """*line* went down at *t*, unsure of so much *more*; repeated while it is held it is one press."""
        if line not in self._down:
            self._down.add(line)
            self._heard(Edge(line, t, True, 0, self._source, self._uncertainty + more))

    def release(self, line: str, t: int, more: int = 0) -> None:
        if line in self._down:
            self._down.discard(line)
            self._heard(Edge(line, t, False, 0, self._source, self._uncertainty + more))


# --- the lamps in the buttons: lit = you may press, blinking = it is your turn, dark = neither ---
# All lamps blink in step and by the clock that is given, so a simulated evening has simulated lamps. A press
# is answered at once: its lamp turns over for a moment, whatever it showed.

BLINK = 400 * MS  # half a period
ANSWER = 120 * MS  # how long a press is answered


class Light(StrEnum):
    """What a lamp says."""

    OFF = "off"
    LIT = "lit"
    BLINK = "blink"


def is_bright(light: Light, now: int, answered: int | None = None) -> bool:
    """Whether a lamp that shows *light* is bright at *now*; its button was last pressed at *answered*."""
    bright = light is Light.LIT or (light is Light.BLINK and now // BLINK % 2 == 0)
    if answered is not None and 0 <= now - answered < ANSWER:
        return not bright
    return bright


class SeatLamps:
    """One lamp per button, by the button's logical number."""

    def __init__(self, wires: tuple[Wire, ...], pin_factory: Any, *, lights_at_high: bool = True) -> None:
        self.findings: list[Finding] = []  # lamps that could not be had, and why
        self._lamps: dict[str, Any] = {}
        self._lights: dict[str, Light] = {}
        self._answered: dict[str, int] = {}
        for wire in wires:
            if wire.kind == "lamp":
                try:
                    lamp = LED(wire.pin, active_high=lights_at_high, pin_factory=pin_factory)
                except (GPIOZeroError, OSError, ValueError) as error:
                    self.findings.append(pin_trouble(wire, error))
                else:
                    self._lamps[str(wire.number)] = lamp

    @property
    def lines(self) -> tuple[str, ...]:
        """The logical numbers of the lamps that are there."""
        return tuple(self._lamps)

    def show(self, lit: Collection[str], blinking: Collection[str], now: int) -> None:
        """Light the lamps of *lit*, let those of *blinking* blink, put out all others."""
        self._lights = {
            line: Light.BLINK if line in blinking else Light.LIT if line in lit else Light.OFF
            for line in self._lamps
        }
        self.tick(now)

    def answer(self, line: str, now: int) -> None:
        """The button of *line* was pressed just now: say so with its lamp."""
        self._answered[line] = now
        self._set(line, now)

    def light(self, line: str) -> Light:
        return self._lights.get(line, Light.OFF)

    def tick(self, now: int) -> None:
        """Bring every lamp to what it has to show at *now*."""
        for line in self._lamps:
            self._set(line, now)

    def close(self) -> None:
        """Put all out and let the pins go; may be called twice."""
        lamps, self._lamps = self._lamps, {}
        for lamp in lamps.values():
            lamp.off()
            lamp.close()

    def _set(self, line: str, now: int) -> None:
        lamp = self._lamps.get(line)
        if lamp is None:
            return
        bright = is_bright(self.light(line), now, self._answered.get(line))
        if bright != lamp.is_lit:
            (lamp.on if bright else lamp.off)()
