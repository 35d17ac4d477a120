"""Teach-in: "press button 1" until every button and lamp has its pin. `TeachIn` is pure: edges in, steps out.

All free pins and all keys listen, so it does not matter where a wire was put: whichever answers is the one.
Lamps are taught the other way round: one lights up, and somebody presses its button.
"""

from collections.abc import Iterator
from queue import SimpleQueue
from typing import Literal

import msgspec

from companion.asks import MS, Say
from companion.calls.buttons import Buttons, Edge, Event, Pressed
from companion.clock import Clock
from hardware.button_health import WORN, ButtonHealth
from hardware.findings import Finding, broken, note, ok
from hardware.keys import Keys
from hardware.pins import Pins, choose_pins
from hardware.wiring import HEADER_PINS, NO_PIN, SPECIAL, Wire, Wiring

PATIENCE = 15_000 * MS  # until a button that does not answer is passed over
CROSSED = 1 * MS  # two pins that go down this close together were not pressed by two people
LISTEN_FIRST = 500 * MS  # before the first step: shows what is down or noisy without a press


class Step(msgspec.Struct, frozen=True):
    """What the family is asked to do now."""

    kind: Literal["listen", "press", "lamp", "done"]
    number: int = 0  # of the button or the lamp
    pin: int = NO_PIN  # the lamp that is lit

    @property
    def says(self) -> Say:
        return Say(f"teach_{self.kind}", {"number": self.number})


def pins_to_hear(wiring: Wiring) -> tuple[Wire, ...]:
    """Every pin that a button may be on, as a button whose number is its pin."""
    lamps = set(wiring.lamps)
    pins = [pin for pin in HEADER_PINS if pin not in lamps and (pin not in SPECIAL or pin in wiring.buttons)]
    return tuple(Wire("button", pin, pin) for pin in pins if pin != NO_PIN)


class TeachIn:
    """One teach-in of *count* buttons and of the lamps of *wiring*. The line of an edge is its pin or key."""

    def __init__(self, wiring: Wiring, count: int, now: int) -> None:
        self._before = wiring
        self._count = count
        self._buttons = Buttons()
        self._health = ButtonHealth()
        self._taught: dict[int, str] = {}  # the pin or the key of each button number
        self._lamps: dict[int, int] = {}  # the pin of each lamp number
        self._out: set[str] = set()  # pins that are not listened to any more
        self._findings: dict[str, Finding] = {}
        self._last: Pressed | None = None
        self._steps = self._all_steps()
        self.step = next(self._steps)
        self._since = now

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings.values())

    def heard(self, edge: Edge) -> None:
        """A pin or a key went down or up."""
        if edge.line.isdigit():
            self._health.heard(edge)
        self._take(self._buttons.feed(edge))

    def tick(self, now: int) -> None:
        """Let time pass: levels confirm, and a button that does not answer is passed over."""
        self._take(self._buttons.pass_until(now))
        for pin in self._taught.values():
            if self._health.longest_bounce(pin, now) > WORN:
                self._find(note(f"pin {pin}", "teach_bouncing", pin=pin))
        if self.step.kind == "listen":
            if now - self._since >= LISTEN_FIRST:
                self._leave_out_what_speaks_by_itself(now)
                self._go_on(now)
        elif self.step.kind != "done" and now - self._since >= PATIENCE:
            self.skip(now)

    def skip(self, now: int) -> None:
        """Pass over this step: nobody can press it, or no lamp is lit."""
        if self.step.kind == "press":
            self._find(broken(f"button {self.step.number}", "teach_silent", number=self.step.number))
        elif self.step.kind == "lamp":
            self._find(broken(f"pin {self.step.pin}", "teach_dark", pin=self.step.pin))
        self._go_on(now)

    def wiring(self) -> Wiring:
        """The wiring that was taught, as the configuration stores it."""
        lines = [self._taught.get(number, "") for number in range(1, max(self._taught, default=0) + 1)]
        buttons = tuple(int(line) if line.isdigit() else NO_PIN for line in lines)
        keys = tuple("" if line.isdigit() else line for line in lines)
        lamps = tuple(self._lamps.get(number, NO_PIN) for number in range(1, max(self._lamps, default=0) + 1))
        return msgspec.structs.replace(
            self._before, buttons=buttons, keys=keys if any(keys) else (), lamps=lamps
        )

    def _all_steps(self) -> Iterator[Step]:
        yield Step("listen")
        for number in range(1, self._count + 1):
            yield Step("press", number)
        for number, pin in enumerate(self._before.lamps, 1):
            if pin != NO_PIN and any(line.isdigit() for line in self._taught.values()):
                yield Step("lamp", number, pin)
        yield Step("done")

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, Pressed) and event.line not in self._out:
                self._pressed(event)

    def _pressed(self, press: Pressed) -> None:
        last, self._last = self._last, press
        wires = last is not None and last.line.isdigit() and press.line.isdigit()
        if last is not None and wires and last.line != press.line and abs(press.t - last.t) <= CROSSED:
            self._crossed(last.line, press.line)
        elif self.step.kind == "press":
            self._teach_button(press.line, press.t)
        elif self.step.kind == "lamp":
            self._teach_lamp(press.line, press.t)

    def _teach_button(self, line: str, now: int) -> None:
        number = self.step.number
        for other, taught in self._taught.items():
            if taught == line:
                self._find(note(f"button {number}", "teach_again", number=number, other=other))
                return
        self._taught[number] = line
        before = [n for n, was in enumerate(self._before.buttons, 1) if str(was) == line]
        if not line.isdigit():
            self._find(ok(f"button {number}", "teach_key_ok", number=number))
        elif before and before[0] != number:
            self._find(note(f"button {number}", "teach_swapped", number=number, other=before[0]))
        else:
            self._find(ok(f"button {number}", "teach_ok", number=number, pin=line))
        self._go_on(now)

    def _teach_lamp(self, line: str, now: int) -> None:
        number = next((n for n, taught in self._taught.items() if taught == line), None)
        if number is None:
            return
        self._lamps[number] = self.step.pin
        self._find(ok(f"lamp {number}", "teach_lamp_ok", number=number, pin=self.step.pin))
        self._go_on(now)

    def _crossed(self, one: str, other: str) -> None:
        """Two pins reacted to one press: the step that the first of them had answered is repeated."""
        self._find(broken(f"pins {one} and {other}", "teach_crossed", one=one, other=other))
        number = next((n for n, pin in self._taught.items() if pin == one), None)
        if number is not None and self.step.kind == "press" and self.step.number == number + 1:
            del self._taught[number]
            self._findings.pop(f"button {number}", None)
            still = ("lamp", "done")
            self._steps = (s for s in self._all_steps() if s.kind in still or s.number >= number)
            self.step = next(self._steps)

    def _leave_out_what_speaks_by_itself(self, now: int) -> None:
        for line in filter(str.isdigit, self._buttons.held()):
            self._out.add(line)
            self._find(broken(f"pin {line}", "teach_stuck", pin=line))
        for finding in self._health.findings(now):
            if finding.says.key == "button_noisy":
                pin = str(finding.says.args["number"])
                self._out.add(pin)
                self._find(broken(f"pin {pin}", "teach_noisy", pin=pin))

    def _go_on(self, now: int) -> None:
        self.step = next(self._steps, Step("done"))
        self._since = now

    def _find(self, finding: Finding) -> None:
        self._findings[finding.about] = finding


# --- the same at the real table: all free pins and all keys listen, the lamp that is asked about is lit ---


class TeachBoard:
    """Call `tick` several times a second until the step is "done"; then `wiring` is what was taught."""

    def __init__(
        self, wiring: Wiring, count: int, clock: Clock, pins: Pins | None = None, *, lent: bool = False
    ) -> None:
        """*lent* pins go back to somebody who goes on with them."""
        from hardware.buttons import ButtonRow, SeatLamps  # noqa: PLC0415  (gpiozero: only with pins)

        self.pins = pins or choose_pins(wiring.chip)
        self._clock, self._lent = clock, lent
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        lamps = tuple(Wire("lamp", pin, pin) for pin in wiring.lamps if pin != NO_PIN)
        self._lamps = SeatLamps(lamps, self.pins.factory, lights_at_high=wiring.lamp_lights_at == "high")
        self._teach = TeachIn(wiring, count, clock.now())
        self._buttons = ButtonRow(pins_to_hear(wiring), self.pins.factory, self._edges.put)
        self._keys = Keys((), self._edges.put, every=True)

    @property
    def step(self) -> Step:
        """What the family is asked to do now."""
        return self._teach.step

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found so far, and pins that could not be listened to."""
        return (self.pins.finding, *self._teach.findings, *self._buttons.findings, *self._lamps.findings)

    def tick(self) -> None:
        """Hear what was pressed, let time pass, light the lamp that is asked about."""
        while not self._edges.empty():
            self._teach.heard(self._edges.get())
        self._teach.tick(self._clock.now())
        lit = {str(self.step.pin)} if self.step.kind == "lamp" else set()
        self._lamps.show(lit, (), self._clock.now())

    def skip(self) -> None:
        """Pass over this step: nobody can press it, or no lamp is lit."""
        self._teach.skip(self._clock.now())

    def wiring(self) -> Wiring:
        return self._teach.wiring()

    def close(self) -> None:
        """Let the pins go; may be called twice."""
        self._buttons.close()
        self._keys.close()
        self._lamps.close()
        close = getattr(self.pins.factory, "close", None)
        if close and not self._lent:
            close()
