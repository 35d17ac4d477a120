"""Teaching in the buttons on the screen: mock pins are pressed, real files are written, the game goes on."""

import tomllib

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import furnished

from companion.asks import MS, Source
from companion.calls.buttons import Edge
from companion.games import find_game
from hardware.board import Board as Wires
from hardware.findings import note, ok
from hardware.pins import EdgeTicks, Pins
from hardware.sound.speaker import Silence
from hardware.wiring import Wiring
from tests.at_first import more, quick
from ui.fitting import WiredButtonTeacher

SIZES = [(800, 480), (720, 1280)]
PUT_IN = {1: 12, 2: 5}  # where the two buttons really are
WIRING = Wiring(buttons=(5, 6), lamps=(17, 27))


class TimedPin(MockPin):
    """Its edges have the time of the test's own clock."""

    def _call_when_changed(self):
        PiPin._call_when_changed(self, EdgeTicks(self.factory.clock.now()), self.state)


class Room:
    """The page of wiring with mock pins behind it, and somebody who presses."""

    def __init__(self, screen, size=(800, 480), real=True, wiring=WIRING):
        rooms = furnished({"sums": find_game("sums")})
        self.clock = rooms.clock
        self.pins = MockFactory(pin_class=TimedPin)
        self.pins.clock = self.clock
        how = ok("pins", "pins_ok", off="0.05") if real else note("pins", "pins_none")
        self.wires = Wires(wiring, Pins(self.pins, "mock", 0, real, how), None, Silence(), self.clock)
        self.edges = []
        self.wires.listen(self.edges.append)
        self.teacher = WiredButtonTeacher(self.wires, self.clock)
        self.finger = screen.in_rooms(replace(rooms, button_teacher=self.teacher), size)
        self.finger.app.go("wiring")
        self.finger.step(2)

    def passes(self, ms):
        """Time passes, and the page looks."""
        self.clock.advance(ms * MS)
        self.finger.page.look(0.05)
        self.finger.step(2)

    def begin(self, stuck=()):
        self.finger.tap("Los geht's")
        for pin in stuck:  # a mock pin goes up by itself when somebody begins to listen
            self.pins.pin(pin).drive_low()
        self.passes(600)

    def press(self, pin):
        self.pins.pin(pin).drive_low()
        self.passes(80)
        self.pins.pin(pin).drive_high()
        self.passes(80)

    def teach(self):
        self.begin()
        for pin in (*PUT_IN.values(), *PUT_IN.values()):  # the buttons, then the lamps in them
            self.press(pin)

    def told(self):
        return " | ".join(self.finger.texts())


@pytest.fixture(autouse=True)
def own_file(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    return file


@pytest.mark.parametrize("size", quick([*map(pytest.param, SIZES)]))
def test_each_button_is_asked_for_and_where_it_is_gets_written_down(screen, own_file, size, shots_folder):
    room = Room(screen, size)
    room.finger.shot(shots_folder / f"wiring-begin-{size[0]}.png")
    assert "2 Taster" in room.told() and complaints(room.finger.page) == []
    room.begin()
    assert "Drücke bitte Taster 1." in room.told()
    room.press(PUT_IN[1])
    assert "Drücke bitte Taster 2." in room.told()
    room.finger.shot(shots_folder / f"wiring-press-{size[0]}.png")
    assert complaints(room.finger.page) == []
    room.press(PUT_IN[2])
    assert room.pins.pin(17).state and "Eine Lampe leuchtet." in room.told()
    room.press(PUT_IN[1])
    assert room.pins.pin(27).state and not room.pins.pin(17).state
    room.press(PUT_IN[2])
    assert "Alles fertig." in room.told() and "Taster 2 steckt dort, wo Taster 1 war" in room.told()
    room.finger.shot(shots_folder / f"wiring-done-{size[0]}.png")
    assert complaints(room.finger.page) == []

    room.finger.tap("So behalten")
    assert "Die Taster gelten ab jetzt" in room.told()
    written = tomllib.loads(own_file.read_text("utf-8"))["wiring"]
    assert written == {"buttons": [12, 5], "keys": [], "lamps": [17, 27]}
    assert complaints(room.finger.page) == []


@pytest.mark.parametrize("size", quick([*map(pytest.param, SIZES)]))
def test_a_key_on_usb_is_taught_in_on_the_same_page(screen, own_file, size, shots_folder):
    room = Room(screen, size, wiring=Wiring(buttons=(5, 6), lamps=()))
    room.begin()
    room.press(PUT_IN[1])
    key = "292 054c:1000 usb-0000:01:00.0-1.2/input0"
    for down in (True, False):
        room.teacher._lesson._edges.put(Edge(key, room.clock.now(), down, 0, Source.USB, 4 * MS))
        room.passes(80)
    assert "Taster 2 ist eine Taste an USB oder Funk." in room.told() and "Alles fertig." in room.told()
    room.finger.shot(shots_folder / f"wiring-usb-{size[0]}.png")
    assert complaints(room.finger.page) == []

    room.finger.tap("So behalten")
    written = tomllib.loads(own_file.read_text("utf-8"))["wiring"]
    assert written == {"buttons": [12, 0], "keys": ["", key], "lamps": []}
    assert room.wires.wiring.keys == ("", key)
    assert [finding.says.key for finding in room.wires.keys.findings()] == ["usb_missing"], "it is not here"


def test_the_game_hears_the_taught_buttons_and_nothing_while_they_are_taught(screen):
    room = Room(screen)
    room.teach()
    assert room.edges == []

    room.finger.tap("So behalten")
    room.pins.pin(PUT_IN[1]).drive_low()
    assert [(edge.line, edge.down) for edge in room.edges] == [("1", True)]


def test_whoever_goes_away_in_the_middle_has_changed_nothing(screen, own_file):
    room = Room(screen)
    room.begin()
    room.press(PUT_IN[1])
    room.finger.app.go("doctor")
    room.finger.step(2)
    room.pins.pin(WIRING.buttons[1]).drive_low()

    assert not own_file.exists()
    assert [edge.line for edge in room.edges] == ["2"]


def test_another_size_of_the_window_interrupts_nothing(screen):
    room = Room(screen)
    room.begin()
    room.press(PUT_IN[1])
    room.finger.app.go("wiring", **room.finger.page.keep())
    room.finger.step(2)

    assert "Drücke bitte Taster 2." in room.told()
    room.press(PUT_IN[2])
    assert "Eine Lampe leuchtet." in room.told()


def test_a_silent_button_is_left_out_and_a_stuck_pin_named(screen):
    room = Room(screen)
    room.begin(stuck=[13])
    assert "GPIO 13 ist dauernd mit Masse verbunden." in room.told()
    room.finger.tap("Diesen auslassen")
    room.passes(10)
    assert "Taster 1 war nicht zu hören." in room.told()
    room.passes(16_000)
    assert "Taster 2 war nicht zu hören." in room.told()
    assert complaints(room.finger.page) == []
    assert all("behalten" not in widget.text for widget in room.finger.seen()), "there is nothing to keep"


def test_without_pins_it_says_what_to_do(screen):
    room = Room(screen, real=False)
    room.finger.tap("Los geht's")

    assert "keine GPIO-Pins" in room.told() and "Tasten 1 bis 6" in room.told()


@more
def test_a_file_that_cannot_be_written_costs_only_the_next_evening(screen, own_file):
    own_file.mkdir()
    room = Room(screen)
    room.teach()
    room.finger.tap("So behalten")

    assert "für heute Abend" in room.told()
    assert room.wires.wiring.buttons == (12, 5)


@pytest.mark.parametrize(("touch", "count"), [("Ein Taster mehr", "3 Taster"), ("Ein Taster weniger", "Ein")])
def test_the_number_of_buttons_can_be_changed(screen, touch, count):
    room = Room(screen)
    room.finger.tap(touch)

    assert count in room.told()


def test_where_there_are_no_wires_the_page_says_so(screen):
    finger = screen.in_rooms(furnished({"sums": find_game("sums")}))
    finger.app.go("wiring")
    finger.step(2)

    assert any("Hier gibt es keine Kabel, die man anlernen könnte." in words for words in finger.texts())
