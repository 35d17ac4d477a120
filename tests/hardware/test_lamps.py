"""Lamps: lit = may press, blinking = your turn, dark = neither; a press is answered at once."""

import pytest

from companion.asks import MS
from hardware.buttons import ANSWER, BLINK, Light, SeatLamps, is_bright
from hardware.wiring import Wiring, usable
from tests.tables import cases

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


@cases(
    "shows, high, bright",
    {
        "a lamp that is no longer wanted goes out": ([{"1", "2", "3"}, {"2"}], True, [False, True, False]),
        "lamps that light at low": ([{"1"}], False, [False, True, True]),
        "a lamp that does not exist is no trouble": ([{"9"}], True, [False, False, False]),
    },
)
def test_what_is_lit(pins, shows, high, bright):
    lamps = SeatLamps(usable(WIRING), pins, lights_at_high=high)
    for now, lit in enumerate(shows):
        lamps.show(lit, {"8"}, now)
    lamps.answer("9", len(shows))

    assert shown(pins) == bright
    assert (lamps.light("2") is Light.LIT) is ("2" in shows[-1])


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


def test_closing_puts_all_out_and_may_be_done_twice(pins):
    lamps = SeatLamps(usable(WIRING), pins)
    lamps.show({"1", "2"}, (), 0)
    lamps.close()
    lamps.close()

    assert lamps.lines == ()
    assert SeatLamps(usable(WIRING), pins).findings == []
