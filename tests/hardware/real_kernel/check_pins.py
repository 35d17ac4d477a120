"""Our pin factory on a real kernel. Runs inside the small kernel; `test_real_kernel.py` boots it."""

import os
import threading
import time
from importlib.metadata import entry_points
from pathlib import Path

import gpiod
import pytest
from gpiozero import LED, Button
from simulated_chip import Switch, wait_for

from companion.calls.buttons import Buttons, Lost
from companion.clock import SystemClock
from hardware.board import Board
from hardware.camera.driver import CameraSettings
from hardware.findings import Level
from hardware.pins import EdgeTicks, choose_pins
from hardware.pins.kernel import GpiodFactory, header_chip
from hardware.pins.lines import CONSUMER
from hardware.sound.devices import SoundSettings
from hardware.teach_in import TeachBoard
from hardware.wiring import LineBusy, Wiring


@pytest.fixture
def factory():
    made = GpiodFactory()
    yield made
    made.close()


class Told:
    """Remembers the edges of a pin."""

    def __init__(self, factory: GpiodFactory, pin: int) -> None:
        self.switch, self.edges = Switch(pin), []
        self.pin = factory.pin(pin)
        self.pin.input_with_pull("up")
        self.pin.when_changed = self.heard

    def heard(self, ticks: EdgeTicks, state: bool) -> None:
        self.edges.append((ticks, state))


def test_the_chip_is_found_by_its_label():
    assert header_chip() == header_chip("gpio-sim") == "/dev/gpiochip0"
    with pytest.raises(FileNotFoundError):
        header_chip("pinctrl-rp1")


def test_ordinary_gpiozero_buttons_and_leds_run_on_it_unchanged(factory):
    switch, lamp = Switch(5), Switch(17)
    happened = []
    button = Button(5, pin_factory=factory)
    led = LED(17, pin_factory=factory)
    button.when_pressed, button.when_released = led.on, lambda: (led.off(), happened.append("released"))

    switch.down()
    wait_for(lamp.output)
    assert button.is_pressed
    switch.up()
    wait_for(lambda: happened == ["released"] and not lamp.output())
    assert button.wait_for_release(15)


def test_held_and_active_time_work_as_in_gpiozero(factory):
    switch, held = Switch(5), threading.Event()
    button = Button(5, hold_time=0.05, pin_factory=factory)
    button.when_held = held.set
    switch.down()

    assert held.wait(15)
    assert 0.05 <= button.active_time < 15


def test_an_edge_has_the_kernels_time_and_not_that_of_its_arrival(factory):
    told = Told(factory, 5)
    before = time.monotonic_ns()
    told.switch.down()
    after = time.monotonic_ns()
    wait_for(lambda: told.edges)

    assert before <= told.edges[0][0].ns <= after
    assert told.edges[0][1] is False


def test_all_buttons_are_one_request_and_their_edges_are_numbered_together(factory):
    one, two = Told(factory, 5), Told(factory, 6)
    for told in (one, two, one):
        told.switch.down()
        told.switch.up()
    wait_for(lambda: len(one.edges) == 4 and len(two.edges) == 2)

    assert sorted(t.sequence for t, _ in one.edges + two.edges) == [1, 2, 3, 4, 5, 6]
    assert [t.sequence for t, _ in two.edges] == [3, 4]


def test_the_kernel_does_not_debounce_our_lines(factory):
    Told(factory, 5)
    info = gpiod.Chip(header_chip()).get_line_info(5)

    assert (info.consumer, info.debounced) == (CONSUMER, False)


def test_edges_that_the_kernel_had_to_throw_away_are_known(factory):
    told = Told(factory, 5)
    with factory.lines.lock:  # nobody reads for a while
        for _ in range(1500):
            told.switch.down()
            told.switch.up()
    wait_for(lambda: len(told.edges) >= 1000)
    told.switch.down()
    wait_for(lambda: not told.edges[-1][1])

    lost = sum(ticks.lost for ticks, _ in told.edges)
    assert lost > 0
    assert lost + len(told.edges) == 3001


def test_lost_edges_make_the_order_unknown_for_the_calls():
    wiring = Wiring(buttons=(5, 6), lamps=())
    board = Board.real(SystemClock(), wiring, CameraSettings(kind="none"), SoundSettings(volume=0))
    switch, edges = Switch(5), []
    board.listen(edges.append)
    switch.down()
    switch.up()
    wait_for(lambda: len(edges) == 2)
    with board.pins.factory.lines.lock:
        for _ in range(1500):
            switch.down()
            switch.up()
    wait_for(lambda: len(edges) >= 1000)
    switch.down()
    wait_for(lambda: edges[-1].down)
    calls = Buttons()
    events = [event for edge in edges for event in calls.feed(edge)]

    assert any(isinstance(event, Lost) for event in events)
    board.close()


def test_a_change_while_a_button_is_added_is_told_as_after_a_loss(factory):
    told = Told(factory, 5)
    with factory.lines.lock:
        factory.lines._levels[5] = False  # as if it had been down before the exchange of the request
        factory.lines.add_inputs([6], "up")
    wait_for(lambda: told.edges)

    assert (told.edges[0][0].lost, told.edges[0][1]) == (1, True)


def test_buttons_can_be_added_and_closed_while_others_are_played(factory):
    told = Told(factory, 5)
    for round_ in range(5):
        more = [Button(pin, pin_factory=factory) for pin in (6, 12, 13)]
        told.switch.down()
        told.switch.up()
        wait_for(lambda n=round_: len(told.edges) == 2 * n + 2)
        for button in more:
            button.close()

    assert [state for _, state in told.edges] == [False, True] * 5
    assert sum(ticks.lost for ticks, _ in told.edges) == 0


def test_a_line_held_by_another_program_is_named_and_the_board_starts():
    other = gpiod.Chip(header_chip()).request_lines({6: None}, consumer="disco lights")
    wiring = Wiring(buttons=(5, 6, 12), lamps=())
    board = Board.real(SystemClock(), wiring, CameraSettings(kind="none"), SoundSettings(volume=0))
    finding = next(f for f in board.findings() if f.about == "button 2")

    assert (finding.level, finding.says.key) == (Level.BROKEN, "pin_busy")
    assert "disco lights" in finding.sentence("en")
    assert board.lines == ("1", "3")
    board.close()
    other.release()


def test_a_busy_pin_raises_for_other_programs(factory):
    other = gpiod.Chip(header_chip()).request_lines({6: None}, consumer="disco lights")
    with pytest.raises(LineBusy, match="disco lights"):
        Button(6, pin_factory=factory)
    other.release()
    Button(6, pin_factory=factory)


def test_the_real_board_plays_on_our_pins_and_answers_by_lamp():
    board = Board.real(SystemClock(), camera=CameraSettings(kind="none"), sound=SoundSettings(volume=0))
    switch, lamp, edges = Switch(5), Switch(17), []
    board.listen(edges.append)
    board.light({"1"}, ())
    assert lamp.output()
    switch.down()
    wait_for(lambda: edges and not lamp.output())

    assert (board.pins.name, board.lines) == ("libgpiod", ("1", "2", "3", "4", "5", "6"))
    assert (edges[0].line, edges[0].down, edges[0].seq, edges[0].uncertainty) == ("1", True, 1, 50_000)
    board.close()
    board.close()


def test_the_pins_of_a_running_board_can_be_lent_to_a_teach_in_and_taken_back():
    wiring = Wiring(buttons=(5, 6), lamps=(17,))
    board = Board.real(SystemClock(), wiring, CameraSettings(kind="none"), SoundSettings(volume=0))
    edges = []
    board.listen(edges.append)
    switch, other = Switch(12), Switch(6)
    board.let_wires_go()
    lesson = TeachBoard(wiring, 1, SystemClock(), board.pins, lent=True)
    wait_for(lambda: lesson.tick() or lesson.step.kind == "press")
    switch.down()
    wait_for(lambda: lesson.tick() or lesson.step.kind == "lamp")
    assert lesson.wiring().buttons == (12,) and edges == []
    switch.up()
    lesson.close()
    board.wire(Wiring(buttons=(12, 6), lamps=(17,)))
    switch.down()
    other.down()
    wait_for(lambda: len(edges) == 2)

    assert [(edge.line, edge.down) for edge in edges] == [("1", True), ("2", True)]
    board.close()


def test_without_rights_the_next_step_is_named():
    Path("/dev/gpiochip0").chmod(0)
    os.seteuid(65534)
    try:
        pins = choose_pins()
    finally:
        os.seteuid(0)
        Path("/dev/gpiochip0").chmod(0o600)

    assert (pins.name, pins.finding.says.key) == ("mock", "pins_no_permission")


def test_it_is_registered_for_other_gpiozero_programs():
    names = {entry.name: entry for entry in entry_points(group="gpiozero_pin_factories")}
    if "companion" not in names:
        pytest.skip("the package was installed before its entry point: run make env again")

    made = names["companion"].load()()
    assert isinstance(made, GpiodFactory)
    made.close()


def test_closing_lets_the_lines_go():
    for _ in range(3):
        made = GpiodFactory()
        Button(5, pin_factory=made)
        LED(17, pin_factory=made)
        made.close()
        made.close()

    chip = gpiod.Chip(header_chip())
    assert not chip.get_line_info(5).used and not chip.get_line_info(17).used
