"""Was the die still in the pyramid at the Stop? A live game, from pixels and a wired button to the page.

Pack Rat is played in the running app: drawn frames go through the camera, its ring and the eyes, the Stop is
an edge of a pin, and what the camera saw stands on the page for disputes.
"""

import threading
from queue import Queue
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import furnished

from companion.asks import MS, Fact, Kind, Source
from companion.games import find_game
from companion.lab.real_pyramid import PLACES, RealPyramid
from companion.seats import seats_named
from companion.sightings import Frame
from hardware.board import Board as Wires
from hardware.camera.eye import Camera
from hardware.camera.simulated import DrawnCamera
from hardware.findings import ok
from hardware.pins import EdgeTicks, Pins
from hardware.sound.speaker import Silence
from hardware.wiring import Wiring
from tests.at_first import quick
from ui.replay import Replay
from ui.screen.sitting import Sitting
from ui.table_board import TableBoard
from ui.twin.drawn_pyramid import drawn
from ui.twin.drawn_table import DrawnTable
from vision.drawn import Hand, draw
from vision.mat import PYRAMID

NAMES = ("Ada", "Ben", "Cem")
TAKEN = (1, 0, 0)  # one of the three dice below the top, where none lies in this game
STEP = 66 * MS  # between two frames
AT_REST, SLOW = 6, 300 * MS  # frames of the pyramid that was built, further apart
HANDS, GONE, AWAY, LAST = 2, 5, 8, 12  # frames of the hunt: hands come, the die is gone, hands are away
PATIENCE = 60  # seconds of the wall; only a failing test waits for so long


class TimedPins(MockFactory):
    """Mock pins whose edges have the time of the test's own clock."""

    def __init__(self, clock):
        super().__init__(pin_class=TimedPin)
        self.clock = clock


class TimedPin(MockPin):
    def _call_when_changed(self):
        PiPin._call_when_changed(self, EdgeTicks(self.factory.clock.now()), self.state)


class LiveTable:
    """A pyramid, a hand and a camera above them, and the button that Ada presses; time is turned by hand."""

    shows = True

    def __init__(self, screen, size):
        rooms = furnished({"pack_rat": find_game("pack_rat")})
        self.clock, self._number = rooms.clock, 0
        self._frames, self._looked = Queue(), threading.Condition()
        self._seen = 0
        self._lay_pyramid()
        self._pins = TimedPins(self.clock)
        pins = Pins(self._pins, "mock", MS // 20, True, ok("pins", "pins_ok", off="0.05"))
        camera = Camera(lambda: DrawnCamera(self._frames.get), self.clock.now)
        wires = Wires(Wiring(), pins, camera, Silence(), self.clock)
        board = TableBoard(wires, lambda: "de", staged=self)
        self.replay = Replay(camera, lambda: True, self.clock.now)
        self.finger = screen.in_rooms(
            replace(rooms, board=board, replay=self.replay, listener=self.replay.heard), size
        )
        seats = seats_named(NAMES, "de")
        self.sitting = Sitting.begin(find_game("pack_rat"), seats, {}, self.finger.app.rooms)
        self.finger.app.stage.sit(self.sitting)
        self.finger.app.go("table")
        self._button = self._pins.pin(Wiring().buttons[0])

    def _lay_pyramid(self):
        random = Random(1)
        self._stage = DrawnTable(NAMES, random, pyramid=True)
        whole = RealPyramid.filled([p for p in PLACES if any(p)], {"r": 55, "y": 55, "m": 55}, random).dice
        self.wanted = whole[TAKEN].shows[0]  # the number that Ada's side of the die shows
        self._whole = {place: str(die) for place, die in whole.items()}
        self._less = {place: die for place, die in self._whole.items() if place != TAKEN}

    # --- what happens on the table ---

    def see(self, dice, after, hand=False):
        """A frame is taken, and the eyes have looked at it."""
        self.clock.advance(after)
        self._number += 1
        x, y = self._stage.mat.zone(PYRAMID).centre
        scene = self._stage.scene
        pyramid = drawn(scene.pyramid, dice)
        hands = (Hand(x, y + 45, 90.0),) if hand else ()
        picture = draw(replace(scene, pyramid=pyramid, hands=hands))
        self._frames.put(Frame(picture, self.clock.now(), self._number))
        with self._looked:
            assert self._looked.wait_for(lambda: self._seen >= self._number, PATIENCE)
        self.finger.step(2)

    def build(self):
        for _ in range(AT_REST):
            self.see(self._whole, SLOW)
        assert self.sitting.table.state.phase == "roll"

    def roll(self):
        now = self.clock.now()
        self.sitting.hear(Fact(Kind.DICE, {"pips": [self.wanted]}, now, Source.TOUCH, "Ada"))
        assert self.sitting.table.state.phase == "hunt"

    def hunt(self, press):
        """A hand hovers beside the die, another one is too quick for the camera; Ada presses at *press*."""
        for number in range(LAST):
            passed = 0
            if number - 1 < press <= number:
                passed = round((press - number + 1) * STEP)
                self._press(passed)
            dice = self._whole if number < GONE else self._less
            self.see(dice, STEP - passed, hand=HANDS <= number < AWAY)
        self.clock.advance(1000 * MS)
        self.sitting.tick()

    def _press(self, after):
        self.clock.advance(after)
        self._button.drive_low()

    # --- as a simulated table that the board knows ---

    def watch(self, asks, seats, layout=None): ...

    def announced(self, announcement): ...

    def looked(self, number):
        with self._looked:
            self._seen = number
            self._looked.notify_all()

    def close(self):
        self._frames.put(None)


@pytest.fixture
def live(screen, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    tables = []

    def make(size):
        tables.append(LiveTable(screen, size))
        return tables[-1]

    yield make
    for table in tables:
        table.close()
        table.finger.app.rooms.board.stop()


@pytest.mark.parametrize(
    ("press", "answer", "size"),
    quick(
        [
            pytest.param(GONE - 0.5, "Zu knapp", (800, 480), id="too close to tell"),
            pytest.param(GONE - 2, "Ja", (720, 1280), id="yes"),
            pytest.param(GONE + 2, "Nein", (800, 480), id="no"),
            pytest.param(GONE - 0.5, "Zu knapp", (720, 1280), id="close, upright"),
        ],
        most=0,
        more=1,
    ),
)
def test_the_page_for_disputes_answers_in_a_live_game(live, shots_folder, press, answer, size):
    table = live(size)
    table.build()
    table.roll()
    table.hunt(press)
    assert table.sitting.table.state.stopped_t, "the Stop has not been heard"
    table.finger.wait(lambda: any(one.die for one in table.sitting.pictures), 20_000)
    table.finger.app.go("first")
    table.finger.step(4)

    (told,) = [text for text in table.finger.texts() if text.startswith(answer)]
    assert "Ada" in told
    table.finger.shot(shots_folder / f"first-live-{answer}-{size[0]}.png")
    assert complaints(table.finger.page) == []
