"""Everything that is wired to the table, or its stand-in: buttons, lamps, camera and sound.

A board always starts. What is missing is a finding with a next step, and the game goes on without it.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from companion.asks import Source
from companion.calls.buttons import Edge
from companion.clock import Clock
from companion.sightings import Frame
from hardware.button_health import ButtonHealth
from hardware.camera.driver import CameraSettings
from hardware.camera.eye import Camera
from hardware.camera.found import driver_for
from hardware.findings import Finding, note
from hardware.keys import Keys
from hardware.pins import Pins, choose_pins, mock_pins
from hardware.sound.devices import SoundSettings
from hardware.sound.speaker import Silence, Sound, open_sound
from hardware.wiring import Wiring, problems, usable


class Board:
    """All devices of one table. Call `tick` several times a second; `close` may be called twice."""

    def __init__(self, wiring: Wiring, pins: Pins, camera: Camera | None, sound: Sound, clock: Clock) -> None:
        self.camera, self.sound, self.pins = camera, sound, pins
        self._clock = clock
        self._listeners: list[Callable[[Edge], None]] = []
        self._lights: tuple[Collection[str], Collection[str]] = ((), ())
        self._wires_lock = threading.Lock()  # lamps are looked after on another thread than they are lit
        self.wire(wiring)

    @classmethod
    def real(
        cls,
        clock: Clock,
        wiring: Wiring | None = None,
        camera: CameraSettings | None = None,
        sound: SoundSettings | None = None,
        draw: Callable[[], Frame | None] | None = None,
    ) -> "Board":
        """The devices that are really here; *draw* gives the simulated table's frames."""
        wiring = wiring or Wiring()
        make = driver_for(camera or CameraSettings(), clock.now, draw)
        eye = Camera(make, clock.now) if make else None
        speaker = open_sound(sound or SoundSettings(), this_hour)
        return cls(wiring, choose_pins(wiring.chip), eye, speaker, clock)

    @classmethod
    def pretend(
        cls,
        clock: Clock,
        wiring: Wiring | None = None,
        draw: Callable[[], Frame | None] | None = None,
        sound: Sound | None = None,
    ) -> "Board":
        """A stand-in for every device: mock pins, a drawn table, silence."""
        make = driver_for(CameraSettings(kind="simulated"), clock.now, draw)
        eye = Camera(make, clock.now) if make else None
        pins, wiring = mock_pins(note("pins", "pins_pretended")), replace(wiring or Wiring(), keys=())
        return cls(wiring, pins, eye, sound or Silence("sound_pretended"), clock)

    def wire(self, wiring: Wiring) -> None:
        """Take the buttons and lamps of *wiring*; those that are held must have been let go."""
        from hardware.buttons import ButtonRow, SeatLamps  # noqa: PLC0415  (gpiozero: only with a board)

        wires, pins = usable(wiring), self.pins
        if hasattr(pins.factory, "prepare"):  # one request for all buttons
            with contextlib.suppress(OSError):  # then each button reports its own trouble
                pins.factory.prepare([wire.pin for wire in wires if wire.kind == "button"], "up")
        with self._wires_lock:
            self.wiring = wiring
            self.health = ButtonHealth()
            high = wiring.lamp_lights_at == "high"
            self.lamps = SeatLamps(wires, pins.factory, lights_at_high=high)
            self.lamps.show(*self._lights, self._clock.now())
        self.buttons = ButtonRow(wires, pins.factory, self._edge, pins.uncertainty)
        self.keys = Keys(wiring.keys, self._edge)

    def let_wires_go(self) -> None:
        """Nobody may press now, and the pins are free; until `wire` takes them again."""
        self.buttons.close()
        self.keys.close()
        with self._wires_lock:
            self.lamps.close()

    @property
    def lines(self) -> tuple[str, ...]:
        """The logical numbers of the buttons that really can be pressed, in the order of the table."""
        return tuple(sorted((*(self.buttons.lines if self.pins.real else ()), *self.keys.lines), key=int))

    def now(self) -> int:
        """The time by the clock that edges and frames are stamped with."""
        return self._clock.now()

    def listen(self, heard: Callable[[Edge], None]) -> None:
        """Call *heard* with each edge, on the thread that it arrives on."""
        self._listeners.append(heard)

    def start(self) -> None:
        """Let the camera look. Comes back at once."""
        if self.camera is not None:
            self.camera.start()

    def light(self, lit: Collection[str], blinking: Collection[str]) -> None:
        """Light the lamps of these buttons, let those blink, and put out all others."""
        with self._wires_lock:
            self._lights = (lit, blinking)
            self.lamps.show(lit, blinking, self._clock.now())

    def tick(self) -> None:
        """Let time pass for the lamps and the camera's watchdog."""
        with self._wires_lock:
            self.lamps.tick(self._clock.now())
        if self.camera is not None:
            self.camera.check()

    def findings(self) -> tuple[Finding, ...]:
        """How everything is now, with one next step for whatever is not well."""
        camera = self.camera.findings() if self.camera is not None else (note("camera", "camera_none"),)
        wires = (*problems(self.wiring), *self.buttons.findings, *self.keys.findings(), *self.lamps.findings)
        cables = self.health.findings(self._clock.now())
        return (self.pins.finding, *wires, *cables, *camera, self.sound.finding())

    def close(self) -> None:
        """Let everything go; may be called twice."""
        self.let_wires_go()
        if self.camera is not None:
            self.camera.stop()
        self.sound.close()
        close: Any = getattr(self.pins.factory, "close", None)
        if close:
            close()

    def _edge(self, edge: Edge) -> None:
        if edge.source is Source.BUTTON:
            self.health.heard(edge)
        if edge.down:
            self.lamps.answer(edge.line, self._clock.now())
            if edge.line in self._lights[0]:  # whoever may not press now gets the lamp's answer alone
                self.sound.signal(f"press {edge.line}")
        for heard in self._listeners:
            heard(edge)


def this_hour() -> int:
    """The hour of the day, for how loud it may be."""
    return int(time.localtime().tm_hour)
