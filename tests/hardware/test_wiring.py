"""The wiring in the configuration: what speaks against it, and in which words."""

import msgspec
import pytest

from hardware.findings import Level, worst
from hardware.wiring import PHYSICAL, SPECIAL, Wiring, problems, usable, wires
from tests.tables import cases


def test_the_default_wiring_is_without_any_problem():
    assert problems(Wiring()) == ()


def test_the_default_pins_have_no_second_duty_and_are_on_the_header():
    pins = [wire.pin for wire in wires(Wiring())]

    assert len(pins) == 12
    assert not set(pins) & set(SPECIAL)
    assert set(pins) <= set(PHYSICAL)


def test_lamps_are_on_pins_that_are_pulled_down_while_the_pi_starts():
    assert all(pin >= 9 for pin in Wiring().lamps)


@cases(
    "wiring, about, key, level",
    {
        "two buttons on one pin": (Wiring(buttons=(5, 5)), "button 2", "pin_twice", Level.BROKEN),
        "lamp on a button's pin": (Wiring(buttons=(5,), lamps=(5,)), "lamp 1", "pin_twice", Level.BROKEN),
        "not on the header": (Wiring(buttons=(28,)), "button 1", "pin_unknown", Level.BROKEN),
        "I2C": (Wiring(buttons=(3,)), "button 1", "pin_special", Level.NOTE),
        "add-on boards": (Wiring(buttons=(1,)), "button 1", "pin_special", Level.WARNING),
        "nothing wired": (Wiring(buttons=()), "buttons", "no_buttons", Level.NOTE),
    },
)
def test_what_speaks_against_a_wiring(wiring, about, key, level):
    found = problems(wiring)

    assert [(f.about, f.says.key, f.level) for f in found] == [(about, key, level)]
    assert found[0].next_step is not None


def test_of_two_on_one_pin_the_first_keeps_it():
    assert [wire.name for wire in usable(Wiring(buttons=(5, 5, 6), lamps=(6, 17)))] == [
        "button 1",
        "button 3",
        "lamp 2",
    ]


def test_zero_means_that_this_seat_has_no_button():
    assert [wire.name for wire in wires(Wiring(buttons=(5, 0, 6), lamps=()))] == ["button 1", "button 3"]


def test_a_negative_pin_is_refused_by_the_configuration():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"buttons": [-1]}, Wiring)


def test_the_worst_of_nothing_is_fine():
    assert worst(()) is Level.OK
    assert worst(problems(Wiring(buttons=(3, 28)))) is Level.BROKEN
