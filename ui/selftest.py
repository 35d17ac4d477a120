"""An acceptance file: what one machine really does, for whoever has none like it. Nothing personal is in it.

A volunteer runs `companion selftest` and sends the file; a test plays it through the doctor's examination.
"""

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion import __version__
from hardware.board import Board
from hardware.camera.driver import Report, findings_of
from hardware.doctor.examine import examine, zipped
from hardware.doctor.readings import Readings, read_machine, wait_for_pictures
from hardware.findings import Finding
from hardware.sound.devices import Device, devices
from ui.machine import MODEL, told
from ui.screen.display import driver_for
from vision.drawn import draw
from vision.drawn.scene import TableScene
from vision.mat import table_mat
from vision.read import read_picture
from vision.wanted import Wanted

FILE = "selftest.json"
FORM = 1  # of the file; another one is refused with words
PICTURES, EDGES = 5, 50
CAMERA_S = 25.0
CARDS = Path("/sys/class/drm")


class Loopback(msgspec.Struct, frozen=True):
    """Edges sent over a wire from one pin to another."""

    sent: int
    heard: int
    late_us: tuple[float, ...] = ()  # by the kernel's time of the edge, after the pin was switched


class Acceptance(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was found."""

    form: int = FORM
    companion: str = __version__
    machine: str = ""
    processor: str = ""
    readings: Readings = Readings()
    camera: str = ""
    report: Report = Report()
    pictures: int = 0  # that came within `picture_s`
    picture_s: float = 0.0
    sound: tuple[Device, ...] = ()
    display: str = ""
    cards: tuple[str, ...] = ()  # graphics cards and what is plugged into them
    eyes_ms: tuple[float, ...] = ()  # for a look at a drawn table of 1280x720
    loopback: Loopback | None = None

    def findings(self) -> tuple[Finding, ...]:
        """What the doctor says of that machine."""
        return (*findings_of(self.report, self.camera), *examine(self.readings))


def gather(board: Board, folder: Path, loop: tuple[int, int] | None = None) -> Acceptance:
    """Look at this machine; *loop* are the GPIO numbers at the ends of a wire, switching first."""
    begun, camera = time.monotonic(), board.camera
    board.start()
    wait_for_pictures(board, CAMERA_S)
    readings = msgspec.structs.replace(read_machine(folder), devices=board.findings())
    return Acceptance(
        machine=told(MODEL),
        processor=platform.machine(),
        readings=readings,
        camera=camera.name if camera is not None else "",
        report=camera.report if camera is not None else Report(),
        pictures=len(camera.ring.frames()) if camera is not None else 0,
        picture_s=round(time.monotonic() - begun, 2),
        sound=devices(),
        display=driver_for("auto", dict(os.environ)) or os.environ.get("SDL_VIDEODRIVER", ""),
        cards=tuple(f"{place.parent.name} {told(place)}" for place in sorted(CARDS.glob("card*-*/status"))),
        eyes_ms=eyes_ms(),
        loopback=loopback(board.pins.factory, *loop) if loop is not None else None,
    )


def eyes_ms(clock: Callable[[], float] = time.perf_counter) -> tuple[float, ...]:
    """How long the eyes look at each of some drawn tables."""
    took = []
    for seed in range(PICTURES):
        picture = draw(TableScene(mat=table_mat(4), seed=seed))
        begun = clock()
        read_picture(picture, Wanted())
        took.append(round(1000 * (clock() - begun), 1))
    return tuple(took)


def loopback(
    factory: Any, switching: int, hearing: int, rest: Callable[[float], None] = time.sleep
) -> Loopback:
    """Switch one end of a wire and hear the other: when does the kernel say that it was?"""
    heard: list[float] = []
    listens = lambda ticks, state: heard.append(ticks)  # noqa: E731  (gpiozero keeps only a weak hold of it)
    out, into = factory.pin(switching), factory.pin(hearing)
    into.function, into.pull, into.edges = "input", "up", "both"
    into.when_changed = listens
    out.output_with_state(0)
    rest(0.05)
    heard.clear()
    late, sent = [], 0
    for number in range(EDGES):
        before, count = factory.ticks(), len(heard)
        out.state = (number + 1) % 2
        sent += 1
        rest(0.01)
        late += [round(1e6 * (ticks - before), 1) for ticks in heard[count : count + 1]]
    out.close()
    into.close()
    return Loopback(sent, len(heard), tuple(late))


def packed(acceptance: Acceptance) -> bytes:
    text = msgspec.json.format(msgspec.json.encode(acceptance))
    return zipped({FILE: text.replace(str(Path.home()).encode(), b"~")})  # it may hold somebody's name
