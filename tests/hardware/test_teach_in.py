"""Teach-in: whichever pin answers is the one; stuck, noisy, crossed, swapped and silent ones are named."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from msgspec.structs import replace

from companion.asks import MS
from companion.calls.buttons import Edge
from hardware.findings import ok
from hardware.pins import EdgeTicks, Pins
from hardware.teach_in import LISTEN_FIRST, PATIENCE, TeachBoard, TeachIn, pins_to_hear
from hardware.wiring import Wiring, problems
from tests.tables import cases

BEFORE = Wiring(buttons=(5, 6), lamps=(17, 27))


class Evening:
    """Somebody in front of the buttons, who does what is asked."""

    def __init__(self, count: int = 2, wiring: Wiring = BEFORE) -> None:
        self.now = 1_000 * MS
        self.teach = TeachIn(wiring, count, self.now)

    def wait(self, ns: int = LISTEN_FIRST) -> "Evening":
        self.now += ns
        self.teach.tick(self.now)
        return self

    def press(self, *pins: int) -> "Evening":
        for pin in pins:
            self.teach.heard(Edge(str(pin), self.now, True))
        self.wait(80 * MS)
        for pin in pins:
            self.teach.heard(Edge(str(pin), self.now, False))
        return self.wait(100 * MS)

    @property
    def said(self) -> dict[str, str]:
        return {f.about: f.says.key for f in self.teach.findings}


SWAPPED = {"button 1": "teach_swapped", "button 2": "teach_swapped"}


@cases(
    "done, buttons, lamps, said",
    {
        "as they are configured": ("5 6 5 6", (5, 6), (17, 27), {"button 2": "teach_ok"}),
        "a button may be on any pin": ("26 13", (26, 13), (), {}),
        "swapped ones are noted, and right from now on": ("6 5", (6, 5), (), SWAPPED),
        "a lamp belongs to the button pressed while it was lit": ("5 6 6 5", (5, 6), (27, 17), {}),
        "the same button twice is asked again": ("5 5 6", (5, 6), (), {"button 2": "teach_ok"}),
        "a button that nobody hears is passed over": ("- 6", (0, 6), (), {"button 1": "teach_silent"}),
        "a lamp that nobody sees is passed over": ("5 6 - 6", (5, 6), (0, 27), {"pin 17": "teach_dark"}),
        "two wires touch: asked again": ("5+6 5 6", (5, 6), (), {"pins 5 and 6": "teach_crossed"}),
        "a pin that is down from the start": ("13_ 5 6", (5, 6), (), {"pin 13": "teach_stuck"}),
    },
)
def test_what_is_taught(done, buttons, lamps, said):
    """A pin is pressed, or two at once; nobody does anything (-); one is down from the start (_)."""
    evening = Evening()
    if "_" in done:
        evening.teach.heard(Edge("13", evening.now, True))
    evening.wait()
    for pressed in done.replace("13_ ", "").split():
        evening.wait(PATIENCE) if pressed == "-" else evening.press(*map(int, pressed.split("+")))

    assert evening.teach.wiring() == replace(BEFORE, buttons=buttons, lamps=lamps)
    assert said.items() <= evening.said.items()
    assert 0 in (*buttons, *lamps) or problems(evening.teach.wiring()) == ()
    assert (evening.teach.step.kind == "done") is bool(lamps)


def test_the_same_button_twice_is_told():
    evening = Evening().wait().press(5).press(5)

    assert (evening.said["button 2"], evening.teach.step.number) == ("teach_again", 2)


def test_a_noisy_pin_is_left_out():
    evening = Evening()
    for n in range(100):
        evening.teach.heard(Edge("13", evening.now + n * 4 * MS, n % 2 == 0))
    evening.wait().press(5)

    assert evening.said["pin 13"] == "teach_noisy"
    assert evening.teach.wiring().buttons == (5,)


def test_a_bouncing_button_is_taught_once():
    evening = Evening().wait()
    for n, down in enumerate((True, False, True, False, True)):
        evening.teach.heard(Edge("5", evening.now + n * MS, down))
    evening.wait(10 * MS)

    assert evening.teach.step.number == 2


def test_a_button_that_bounces_for_long_is_noted_and_taught_all_the_same():
    evening = Evening().wait()
    for n, down in enumerate((True, False, True, False, True)):
        evening.teach.heard(Edge("5", evening.now + n * 3 * MS, down))
    evening.wait(40 * MS)

    assert evening.said == {"pin 5": "teach_bouncing", "button 1": "teach_ok"}


def test_nothing_is_heard_on_pins_that_are_lamps_or_have_another_duty():
    pins = {wire.pin for wire in pins_to_hear(Wiring())}

    assert pins == {5, 6, 12, 13, 16, 26}
    assert 3 in {wire.pin for wire in pins_to_hear(Wiring(buttons=(3,)))}


@pytest.mark.parametrize("count", [0, 1, 6])
def test_any_number_of_buttons(count):
    evening = Evening(count).wait()
    for pin in (5, 6, 12, 13, 16, 26)[:count]:
        evening.press(pin)

    assert len(evening.teach.wiring().buttons) == count


class RunningPin(MockPin):
    """A mock pin whose edges have the time of a clock that is moved by hand."""

    def _call_when_changed(self):
        self._when_changed()(EdgeTicks(self.factory.clock.now(), sequence=1), self._state)


def test_the_teach_in_at_pins_lights_the_lamp_that_it_asks_about(clock):
    factory = MockFactory(pin_class=RunningPin)
    factory.clock = clock
    pins = Pins(factory, "mock", 0, True, ok("pins", "pins_ok", factory="mock", off="0"))
    board = TeachBoard(BEFORE, 2, clock, pins)

    def pass_time(ns: int) -> None:
        clock.advance(ns)
        board.tick()

    def press(pin: int) -> None:
        factory.pin(pin).drive_low()
        pass_time(80 * MS)
        factory.pin(pin).drive_high()
        pass_time(100 * MS)

    pass_time(LISTEN_FIRST)
    press(13)
    press(26)
    assert (board.step.kind, factory.pin(17).state, factory.pin(27).state) == ("lamp", True, False)
    press(26)
    assert (factory.pin(17).state, factory.pin(27).state) == (False, True)
    board.skip()
    board.tick()

    assert board.step.kind == "done"
    assert (board.wiring().buttons, board.wiring().lamps) == ((13, 26), (0, 17))
    assert [f.says.key for f in board.findings] == [
        "pins_ok",
        "teach_ok",
        "teach_ok",
        "teach_lamp_ok",
        "teach_dark",
    ]
    board.close()
    board.close()
