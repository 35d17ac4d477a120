"""Lamps: lit = may press, blinking = your turn, dark = neither; a press is answered at once."""

import pytest

from companion.facts import MS
from hardware.lamps import ANSWER, BLINK, Light, SeatLamps, is_bright
from hardware.wiring import Wiring, usable

WIRING = Wiring(buttons=(), lamps=(17, 27, 22))


def shown(pins) -> list[bool]:
    return [bool(pins.pin(n).state) for n in (17, 27, 22)]


def test_lit_blinking_and_dark(pins):
    lamps = SeatLamps(usable(WIRING), pins)

    lamps.show(lit={"1"}, blinking={"2"}, now=0)
    assert shown(pins) == [True, True, False]
    lamps.tick(BLINK)
    assert shown(pins) == [True, False, False]
    lamps.tick(2 * BLINK)
    assert shown(pins) == [True, True, False]


def test_a_lamp_that_is_no_longer_wanted_goes_out(pins):
    lamps = SeatLamps(usable(WIRING), pins)
    lamps.show({"1", "2", "3"}, (), 0)
    lamps.show({"2"}, (), 1)

    assert shown(pins) == [False, True, False]
    assert lamps.light("2") is Light.LIT


@pytest.mark.parametrize("light", list(Light))
def test_a_press_turns_the_lamp_over_for_a_moment(light):
    now = 5 * BLINK
    before = is_bright(light, now)

    assert is_bright(light, now, answered=now) is not before
    assert is_bright(light, now + ANSWER, answered=now) is is_bright(light, now + ANSWER)


def test_the_answer_is_there_at_once(pins):
    lamps = SeatLamps(usable(WIRING), pins)
    lamps.show({"1"}, (), 0)

    lamps.answer("1", now=10 * MS)
    assert shown(pins) == [False, False, False]
    lamps.tick(10 * MS + ANSWER)
    assert shown(pins) == [True, False, False]


def test_lamps_that_light_at_low(pins):
    lamps = SeatLamps(usable(WIRING), pins, lights_at_high=False)
    lamps.show({"1"}, (), 0)

    assert shown(pins) == [False, True, True]  # the first one is lit


def test_a_lamp_that_does_not_exist_is_no_trouble(pins):
    lamps = SeatLamps(usable(WIRING), pins)

    lamps.show({"9"}, {"8"}, 0)
    lamps.answer("9", 0)

    assert shown(pins) == [False, False, False]


def test_closing_puts_all_out_and_may_be_done_twice(pins):
    lamps = SeatLamps(usable(WIRING), pins)
    lamps.show({"1", "2"}, (), 0)
    lamps.close()
    lamps.close()

    assert lamps.lines == ()
    assert SeatLamps(usable(WIRING), pins).findings == []
