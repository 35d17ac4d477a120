"""The lamps in the buttons: lit = you may press, blinking = it is your turn, dark = neither.

All lamps blink in step and by the clock that is given, so a simulated evening has simulated lamps. A
press is answered at once: its lamp turns over for a moment, whatever it showed.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Any

from gpiozero import LED
from gpiozero.exc import GPIOZeroError

from companion.facts import MS
from hardware.findings import Finding
from hardware.pins.troubles import pin_trouble
from hardware.wiring import Wire

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
