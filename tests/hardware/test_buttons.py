"""Buttons: each edge with its own time, from whatever it comes."""

from typing import ClassVar

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.asks import MS, Source
from companion.calls.buttons import Buttons, Edge, Press, Pressed
from companion.calls.evidence import rank
from hardware.buttons import KEY_UNCERTAINTY, ButtonRow, SoftButtons
from hardware.pins.sequence import EdgeTicks, nanoseconds
from hardware.wiring import Wiring, usable

THREE = Wiring(buttons=(5, 6, 13), lamps=())


def row(pins: MockFactory, wiring: Wiring = THREE):
    edges: list[Edge] = []
    return ButtonRow(usable(wiring), pins, edges.append, 50_000), edges


def test_pressing_pulls_the_line_to_ground_and_letting_go_lets_it_rise(pins):
    buttons, edges = row(pins)

    pins.pin(6).drive_low()
    pins.pin(6).drive_high()

    assert [(e.line, e.down, e.source, e.uncertainty) for e in edges] == [
        ("2", True, Source.BUTTON, 50_000),
        ("2", False, Source.BUTTON, 50_000),
    ]
    assert edges[0].t < edges[1].t
    assert buttons.lines == ("1", "2", "3")


def test_every_bounce_is_an_edge_because_nothing_here_debounces(pins):
    _buttons, edges = row(pins)

    for _ in range(5):
        pins.pin(5).drive_low()
        pins.pin(5).drive_high()

    assert len(edges) == 10
    assert pins.pin(5).bounce is None


class LatePin(MockPin):
    """A pin whose callback comes much later than the edge, like Python on a busy machine."""

    late: ClassVar[list] = []

    def _call_when_changed(self):
        self.late.append((self, EdgeTicks(self.factory.now), self._state))

    def deliver(self, ticks, state):
        self._when_changed()(ticks, state)


def test_the_time_is_that_of_the_edge_and_not_of_its_arrival(pins):
    pins.pin_class = LatePin
    LatePin.late = []
    pins.now = 0
    _buttons, edges = row(pins)

    pins.now = 17 * MS
    pins.pin(6).drive_low()
    pins.now = 27 * MS
    pins.pin(5).drive_low()
    for pin, ticks, state in reversed(LatePin.late):  # the second press is delivered first
        pin.deliver(ticks, state)

    assert [(e.line, e.t) for e in edges] == [("1", 27 * MS), ("2", 17 * MS)]
    presses = [Press(e.line, e.t) for e in edges]
    assert [group.seats for group in rank(presses)] == [("2",), ("1",)]


def test_a_button_that_is_down_when_we_come_is_told_as_down(pins):
    pins.pin(5).pull = "up"
    pins.pin(5).drive_low()
    pins.pin(5)._set_pull = lambda value: None  # somebody holds it: the pull-up cannot raise it

    _buttons, edges = row(pins)

    assert [(e.line, e.down) for e in edges] == [("1", True)]


def test_a_pin_that_is_taken_already_is_a_finding_and_the_others_work(pins):
    first, _ = row(pins, Wiring(buttons=(5,), lamps=()))
    second, edges = row(pins)

    pins.pin(6).drive_low()

    assert [(f.about, f.says.key) for f in second.findings] == [("button 1", "pin_in_use")]
    assert [e.line for e in edges] == ["2"]
    first.close()


def test_closing_twice_is_fine_and_frees_the_pins(pins):
    buttons, _ = row(pins)
    buttons.close()
    buttons.close()

    again, _ = row(pins)
    assert again.findings == []


def test_edges_that_the_source_counts_are_counted_and_lost_ones_leave_a_gap(pins):
    buttons, edges = row(pins)
    button = buttons._buttons["1"]

    button._fire_events(EdgeTicks(10, sequence=1), True)
    button._fire_events(EdgeTicks(20, sequence=4, lost=2), False)

    assert [(e.seq, e.t) for e in edges] == [(1, 10), (4, 20)]
    calls = Buttons()
    events = [event for edge in edges for event in calls.feed(edge)]
    assert [(e.count, e.after, e.before) for e in events if hasattr(e, "count")] == [(2, 10, 20)]


@pytest.mark.parametrize("ns", [0, 1, 999_999_999, 1_000_000_001, 86_400 * 10**9 * 40 + 123_456_789])
def test_ticks_keep_the_nanosecond(ns):
    assert nanoseconds(EdgeTicks(ns)) == ns
    assert EdgeTicks(ns) == ns / 1e9


def test_keys_are_buttons_with_an_honest_uncertainty():
    edges: list[Edge] = []
    source = Source.KEYBOARD
    buttons = SoftButtons(source, KEY_UNCERTAINTY, edges.append)

    buttons.press("1", 100)
    buttons.press("1", 130)  # the key repeats itself
    buttons.release("1", 200)
    buttons.release("1", 210)

    assert [(e.line, e.t, e.down, e.source) for e in edges] == [
        ("1", 100, True, source),
        ("1", 200, False, source),
    ]
    assert edges[0].uncertainty >= 10 * MS
    calls = Buttons()
    events = [*calls.feed(Edge("1", 0, True, source=source)), *calls.pass_until(10 * MS)]
    assert isinstance(events[0], Pressed)
