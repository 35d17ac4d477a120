"""The board: it always starts, says what is missing and what to do, and answers a press at once."""

import errno

import numpy as np
from gpiozero.pins.mock import MockFactory

from companion.asks import MS
from companion.calls.buttons import Buttons, Pressed
from companion.clock import HandClock
from companion.sightings import Frame
from hardware.board import Board, this_hour
from hardware.camera.driver import CameraSettings
from hardware.findings import Level, ok
from hardware.pins import Pins, choose_pins
from hardware.sound.devices import SoundSettings
from hardware.sound.speaker import Silence
from hardware.sound.tones import TONES
from hardware.wiring import Wiring
from tests.tables import cases


def board_on(pins: MockFactory, clock: HandClock, wiring: Wiring | None = None) -> Board:
    chosen = Pins(pins, "mock", 0, True, ok("pins", "pins_ok", factory="mock", off="0"))
    return Board(wiring or Wiring(), chosen, None, Silence(), clock)


def test_everything_pretended_works_and_says_so(clock):
    frames = iter([Frame(np.full((10, 10, 3), 99, np.uint8), clock.now(), 1)])
    with_table = Board.pretend(clock, draw=lambda: next(frames, None))
    with_table.start()

    assert {"pins_pretended", "sound_pretended"} <= {f.says.key for f in with_table.findings()}
    assert with_table.lines == ()
    assert not any(f.level is Level.BROKEN for f in with_table.findings())
    with_table.close()
    with_table.close()


def test_a_real_board_starts_with_everything_missing(clock):
    board = Board.real(clock, Wiring(), CameraSettings(kind="none"), SoundSettings(volume=0))
    board.start()
    board.light({"1"}, {"2"})
    board.tick()

    levels = {f.about: f for f in board.findings()}
    assert levels["camera"].says.key == "camera_none"
    assert levels["sound"].says.key == "sound_off"
    assert all(f.next_step is not None for f in board.findings() if f.level is not Level.OK)
    board.close()


def test_a_press_is_heard_answered_by_its_lamp_within_50_ms_and_confirmed(pins, clock):
    board = board_on(pins, clock)
    edges = []
    board.listen(edges.append)
    board.light({"2"}, ())
    assert pins.pin(27).state is True

    pins.pin(6).drive_low()  # button 2

    assert pins.pin(27).state is False  # at once: the clock has not moved at all
    assert [(e.line, e.down) for e in edges] == [("2", True)]
    calls = Buttons()
    calls.feed(edges[0])
    assert isinstance(calls.pass_until(edges[0].t + 5 * MS)[0], Pressed)
    clock.advance(150 * MS)
    board.tick()
    assert pins.pin(27).state is True
    board.close()


def test_a_press_is_heard_at_once_by_a_sound_if_it_may_be_one(pins, clock):
    board = board_on(pins, clock)
    board.light({"2"}, {"1"})
    pins.pin(5).drive_low()
    assert list(board.sound.heard) == []

    pins.pin(6).drive_low()
    assert list(board.sound.heard) == ["♪ press 2"]
    board.close()


def test_each_button_plays_the_tone_that_is_there_for_it_and_none_is_left_over(pins, clock):
    buttons = (5, 6, 12, 13, 16, 26, 17, 22, 23, 24, 25, 27)
    board = board_on(pins, clock, Wiring(buttons=buttons, lamps=()))
    board.light(board.lines, ())
    for pin in buttons:
        pins.pin(pin).drive_low()

    assert list(board.sound.heard) == [f"♪ {tone}" for tone in TONES if tone.startswith("press ")]
    board.close()


def test_a_wiring_with_faults_starts_with_what_is_good(pins, clock):
    wiring = Wiring(buttons=(5, 5, 99, 6), lamps=(6, 17))
    board = board_on(pins, clock, wiring)

    assert board.lines == ("1", "4")
    assert board.lamps.lines == ("2",)
    assert [f.says.key for f in board.findings() if f.level is Level.BROKEN] == [
        "pin_twice",
        "pin_unknown",
        "pin_twice",
    ]
    board.close()


class GrumpyFactory(MockFactory):
    """Pins that cannot be had, each for its own reason."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def pin(self, name, *args, **kwargs):
        if name == 6:
            raise self._error
        return super().pin(name, *args, **kwargs)


@cases(
    "error, key",
    {
        "no permission": (PermissionError(errno.EACCES, "no"), "pin_no_permission"),
        "another program holds the line": (OSError(errno.EBUSY, "busy"), "pin_busy"),
        "anything else": (OSError(errno.EIO, "broken"), "pin_failed"),
    },
)
def test_a_pin_that_cannot_be_had_is_told_and_the_board_starts(clock, error, key):
    board = board_on(GrumpyFactory(error), clock)

    assert [f.says.key for f in board.buttons.findings] == [key]
    assert board.lines == ("1", "3", "4", "5", "6")
    board.close()


def test_a_stuck_button_is_told(pins, clock):
    board = board_on(pins, clock)
    edges = []
    board.listen(edges.append)
    pins.pin(5).drive_low()
    clock.move_to(edges[-1].t + 30_000 * MS)

    assert [f.says.key for f in board.findings() if f.about == "button 1"] == ["button_stuck"]
    board.close()


def test_without_pins_everything_is_entered_by_touch():
    def load(chip):
        raise ImportError("gpiod")

    pins = choose_pins(load=load)

    assert (pins.name, pins.real, pins.finding.says.key) == ("mock", False, "pins_none")


def test_missing_rights_are_told_as_such():
    def load(chip):
        raise PermissionError(errno.EACCES, "/dev/gpiochip0")

    finding = choose_pins(load=load).finding

    assert (finding.says.key, finding.level) == ("pins_no_permission", Level.BROKEN)
    assert "usermod" in finding.sentence("en")


def test_the_hour_of_the_day_is_known():
    assert 0 <= this_hour() <= 23
