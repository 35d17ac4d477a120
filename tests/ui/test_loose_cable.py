"""The camera's cable comes out and goes in again: both are told, and nothing unseen is taken for seen."""

import threading
from queue import Queue
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from companion.asks import MS, Ask, Fact, Kind, Say
from companion.clock import HandClock
from companion.sightings import Frame
from hardware.board import Board as Wires
from hardware.camera.driver import CameraTrouble, Driver
from hardware.camera.eye import Camera
from hardware.findings import ok
from hardware.pins import Pins
from hardware.sound.speaker import Silence
from hardware.wiring import Wiring
from ui.screen.ports import Look, Trouble
from ui.table_board import TableBoard
from ui.twin.drawn_table import DrawnTable
from vision.drawn import draw
from vision.report.facts import DOUBTED
from vision.report.report import PAUSE

ADA = "discard:Ada"
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
PEOPLE = ("Ada", "Ben")
STEP = 120 * MS
PATIENCE = 60  # seconds of the wall; only a failing test waits for so long


class Cable(Driver):
    """A camera with a cable that can be pulled; opening it fails as long as the cable is out."""

    name, live = "test camera", False

    def __init__(self):
        self.frames, self.is_in = Queue(), True

    def open(self):
        if not self.is_in:
            raise CameraTrouble("camera_gone", camera=self.name)

    def read(self):
        frame = self.frames.get()
        if frame is None:
            raise CameraTrouble("camera_gone", camera=self.name)
        return frame


class Table:
    """A board that looks at a drawn table through that cable."""

    def __init__(self):
        self.clock, self.cable, self.heard = HandClock(10**9), Cable(), []
        self._something, self.facts = threading.Condition(), []
        self.stage, self._number = DrawnTable(PEOPLE, Random(3)), 0
        pins = Pins(MockFactory(), "mock", 0, True, ok("pins", "pins_ok", off="0"))
        wires = Wires(Wiring(), pins, Camera(lambda: self.cable, self.clock.now), Silence(), self.clock)
        self.board = TableBoard(wires, lambda: "de")
        self.board.watch([LAY], PEOPLE)
        self.board.start(self._deliver)

    def _deliver(self, thing):
        with self._something:
            self.heard.append(thing)
            self.facts += [thing] if isinstance(thing, Fact) else []
            self._something.notify_all()

    def until(self, condition):
        with self._something:
            assert self._something.wait_for(lambda: any(condition(thing) for thing in self.heard), PATIENCE)
            self.heard.clear()

    def see(self, shown):
        """The eyes have looked at *shown*; what they have told of it."""
        self.clock.advance(STEP)
        self._number += 1
        number = self._number
        self.cable.frames.put(Frame(draw(shown.scene), self.clock.now(), number))
        self.until(lambda thing: isinstance(thing, Look) and thing.frame.number == number)


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    made = Table()
    yield made
    made.cable.frames.put(None)
    made.board.stop()


def about_the_camera(thing):
    return isinstance(thing, Trouble) and thing.what == "camera"


def test_a_pulled_cable_is_told_and_what_was_laid_meanwhile_is_asked_about(table):
    for _ in range(4):
        table.see(table.stage.still())
    table.cable.is_in = False
    table.cable.frames.put(None)
    table.until(lambda thing: about_the_camera(thing) and thing.says is not None)

    list(table.stage.lay(ADA, ("5", "4")))  # nobody sees it
    table.cable.is_in = True
    table.clock.advance(10_000 * MS)
    table.cable.frames.put(Frame(draw(table.stage.still().scene), table.clock.now(), 0))
    table.until(lambda thing: about_the_camera(thing) and thing.says is None)
    for _ in range(6):
        table.see(table.stage.still())
    table.clock.advance(PAUSE)
    table.see(table.stage.still())

    (fact,) = table.facts
    assert fact.value["cards"] == ["4"], "only the upper card can be seen"
    assert fact.sure == DOUBTED, "so the table will ask"
