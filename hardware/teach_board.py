"""The teach-in at the real table: all free pins and all keys listen, the lamp that is asked about is lit."""

from queue import SimpleQueue

from companion.calls.edges import Edge
from companion.clock import Clock
from hardware.findings import Finding
from hardware.keys import Keys
from hardware.pins import Pins, choose_pins
from hardware.teach_in import Step, TeachIn, pins_to_hear
from hardware.wiring import NO_PIN, Wire, Wiring


class TeachBoard:
    """Call `tick` several times a second until the step is "done"; then `wiring` is what was taught."""

    def __init__(
        self, wiring: Wiring, count: int, clock: Clock, pins: Pins | None = None, *, lent: bool = False
    ) -> None:
        """*lent* pins go back to somebody who goes on with them."""
        from hardware.buttons import ButtonRow  # noqa: PLC0415  (gpiozero is loaded only when there are pins)
        from hardware.lamps import SeatLamps  # noqa: PLC0415

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
