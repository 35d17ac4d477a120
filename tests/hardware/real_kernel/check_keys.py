"""Keys of USB devices on a real kernel: real events through uinput, real stamps, real grabs."""

import contextlib
import json
import os
import random
import select
import time
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from simulated_chip import Switch, wait_for
from uinput_keys import BUZZERS, KEYBOARD, Played

from companion.asks import MS, Source
from companion.calls.buttons import Buttons, Edge, Press, Pressed
from companion.calls.evidence import rank
from companion.clock import SystemClock
from hardware.board import Board
from hardware.findings import note
from hardware.keys import ASKED_EVERY, BY_RADIO, STAMP, Keys, devices
from hardware.pins import Pins
from hardware.sound.speaker import Silence
from hardware.teach_in import TeachBoard
from hardware.wiring import Wiring

PAIRS = int(os.environ.get("PAIRS", "200"))
NAME = "54c:1000 usb-test/input0"
PRETENDED = Pins(MockFactory(), "mock", 0, False, note("pins", "pins_none"))


@pytest.fixture
def buzzers():
    played = Played("Buzz")
    yield played
    with contextlib.suppress(OSError):
        played.unplug()


@contextlib.contextmanager
def listening(*keys, every=False):
    heard = list[Edge]()
    row = Keys(keys, heard.append, every)
    try:
        yield row, heard
    finally:
        row.close()


def test_a_device_is_found_with_what_it_is_and_where_it_is_plugged_in(buzzers):
    (found,) = [device for device in devices() if device.name == NAME]
    assert not found.types and found.late == ASKED_EVERY

    radio = Played("2.4G Wireless Receiver", phys="usb-radio/input0")
    assert [d.late for d in devices() if "usb-radio" in d.name] == [BY_RADIO]
    radio.unplug()
    mouse = Played("a mouse", keys=(0x110, 0x111), phys="usb-mouse/input0")
    assert not [d for d in devices() if "usb-mouse" in d.name]
    mouse.unplug()


def test_a_press_has_the_kernels_own_time_and_says_how_unsure_it_is(buzzers):
    with listening(f"{BUZZERS[0]} {NAME}", f"{BUZZERS[5]} {NAME}") as (row, heard):
        assert row.lines == ("1", "2") and row.findings() == ()
        before, after = buzzers.set(BUZZERS[5], True)
        buzzers.set(BUZZERS[5], False)
        buzzers.set(BUZZERS[7], True)  # nobody's
        wait_for(lambda: len(heard) == 2)

    down, up = heard
    assert (down.line, down.down, up.down, down.source) == ("2", True, False, Source.USB)
    assert before <= down.t + ASKED_EVERY // 2 <= after + MS, "stamped by the kernel, then set back by half"
    assert down.uncertainty == ASKED_EVERY // 2 + STAMP
    assert (down.seq, up.seq) == (1, 2)


def test_while_the_table_has_it_nobody_else_hears_it_but_a_keyboard_goes_on_typing(buzzers):
    keyboard = Played("keyboard", keys=KEYBOARD, phys="usb-keys/input0")
    others = {d.event: os.open(f"/dev/input/{d.event}", os.O_RDONLY | os.O_NONBLOCK) for d in devices()}
    with listening(f"{BUZZERS[0]} {NAME}", "30 54c:1000 usb-keys/input0") as (_, heard):
        buzzers.set(BUZZERS[0], True)
        keyboard.set(30, True)
        keyboard.set(2, True)  # the key 1 is a button anyway
        wait_for(lambda: len(heard) == 2)
        time.sleep(0.05)
        read = {file for file in others.values() if select.select([file], [], [], 0)[0]}
        assert len(read) == 1
    assert [edge.line for edge in heard] == ["1", "2"]
    keyboard.unplug()


def test_a_device_that_is_unplugged_is_said_and_heard_again_when_it_is_back(buzzers):
    with listening(f"{BUZZERS[0]} {NAME}") as (row, heard):
        buzzers.unplug()
        wait_for(lambda: [f.says.key for f in row.findings()] == ["usb_missing"])
        again = Played("Buzz")
        wait_for(lambda: row.findings() == (), 4)
        again.set(BUZZERS[0], True)
        wait_for(lambda: len(heard) == 1)
        again.unplug()


def test_events_that_the_kernel_had_to_throw_away_are_known(buzzers):
    with listening(f"{BUZZERS[0]} {NAME}") as (row, heard):
        row._over.set()  # nobody reads for a while
        row._thread.join()
        for n in range(400):
            buzzers.set(BUZZERS[0], n % 2 == 0)
        row._over.clear()
        reader = type(row._thread)(target=row._listen, daemon=True)
        reader.start()
        wait_for(lambda: heard)
        time.sleep(0.2)
        buzzers.set(BUZZERS[0], True)
        wait_for(lambda: heard[-1].down)
        row._over.set()
        reader.join()

    numbers = [edge.seq for edge in heard]
    assert len(heard) < 400 and numbers[-1] > len(numbers), "a number is missing where something was lost"


def test_wired_buttons_and_keys_are_taught_in_together_and_play_at_one_table(buzzers):
    clock = SystemClock()
    lesson = TeachBoard(Wiring(buttons=(5,), lamps=()), 2, clock)
    wire = Switch(5)

    def taught(step, press):
        wait_for(lambda: lesson.tick() or (lesson.step.kind, lesson.step.number) == step, 5)
        press(True)
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            lesson.tick()
        press(False)
        wait_for(lambda: lesson.tick() or lesson.step.number != step[1], 5)

    taught(("press", 1), lambda down: wire.down() if down else wire.up())
    taught(("press", 2), lambda down: buzzers.set(BUZZERS[3], down))
    wait_for(lambda: lesson.tick() or lesson.step.kind == "done", 5)
    wiring = lesson.wiring()
    lesson.close()
    assert (wiring.buttons, wiring.keys) == ((5, 0), ("", f"{BUZZERS[3]} {NAME}"))
    assert {f.says.key for f in lesson.findings} >= {"teach_ok", "teach_key_ok"}

    board, edges = Board.real(clock, wiring), []
    board.listen(edges.append)
    assert board.lines == ("1", "2")
    wire.down()
    buzzers.set(BUZZERS[3], True)
    wait_for(lambda: len(edges) == 2)
    assert {(edge.line, edge.source) for edge in edges} == {("1", Source.BUTTON), ("2", Source.USB)}
    wire.up()
    board.close()


def test_on_a_computer_without_pins_keys_are_buttons_all_the_same(buzzers):
    wiring = Wiring(keys=(f"{BUZZERS[0]} {NAME}",))
    board = Board(wiring, PRETENDED, None, Silence(), SystemClock())
    assert board.lines == ("1",)
    board.close()


def perform(presses):
    """Do each of *presses*, (milliseconds, what), in its time; when each was done, and how long that took."""
    begun, done = time.monotonic(), {}
    for ms, press in sorted(presses, key=lambda one: one[0]):
        while time.monotonic() < begun + ms / 1000:
            pass
        before = time.monotonic()
        press()
        done[press] = before * 1000, (time.monotonic() - before) * 1000
    return done


@pytest.mark.parametrize("wired", [False, True], ids=["two keys", "a wire and a key"])
def test_of_pairs_none_has_a_wrong_winner(buzzers, wired):
    """The kernel hears of a key up to 8 ms after the press; of a wire at once."""
    chance, ties, wrong, both = random.Random(7), 0, 0, 0
    keys, wire = (BUZZERS[0], BUZZERS[5]), Switch(5)
    one = "" if wired else f"{keys[0]} {NAME}"
    wiring = Wiring(buttons=(5,) if wired else (), keys=(one, f"{keys[1]} {NAME}"))
    board, heard, calls = Board.real(SystemClock(), wiring), [], Buttons()
    board.listen(heard.append)
    press = (wire.down if wired else lambda: buzzers.set(keys[0], True), lambda: buzzers.set(keys[1], True))
    release = (wire.up if wired else lambda: buzzers.set(keys[0], False), lambda: buzzers.set(keys[1], False))
    for _ in range(PAIRS):
        heard.clear()
        late = (0 if wired else chance.uniform(0, 8), chance.uniform(0, 8))
        gap = chance.choice((-1, 1)) * chance.uniform(0.5, 25)
        done = perform([(30 + late[0], press[0]), (30 + gap + late[1], press[1])])
        time.sleep(0.005)
        for let_go in release:
            let_go()
        wait_for(lambda: len(heard) == 4)
        events = [event for edge in sorted(heard, key=lambda edge: edge.t) for event in calls.feed(edge)]
        events += calls.pass_until(time.monotonic_ns() + 40 * MS)
        pressed = [Press(e.line, e.t, e.source, e.uncertainty) for e in events if isinstance(e, Pressed)]
        groups = rank(pressed)
        true = [done[press[n]][0] - late[n] for n in (0, 1)]  # whenever this machine came to it
        certain = abs(true[0] - true[1]) > sum(took for _, took in done.values())
        both += len(pressed) == 2
        ties += len(groups) == 1
        wrong += certain and len(groups) == 2 and groups[0].seats != ("1" if true[0] < true[1] else "2",)
        time.sleep(0.045)
    board.close()
    kind = "mixed" if wired else "key"
    print(json.dumps({f"{kind} pairs": PAIRS, "heard": both, "ties": ties, "wrong": wrong}))
    assert both == PAIRS and wrong == 0 and ties < PAIRS * 0.8


def test_what_nobody_may_read_is_said_with_the_next_step(buzzers):
    (found,) = [device for device in devices() if device.name == NAME]
    Path(f"/dev/input/{found.event}").chmod(0)
    os.seteuid(65534)
    try:
        with listening(f"{BUZZERS[0]} {NAME}") as (row, _):
            assert [f.says.key for f in row.findings()] == ["usb_no_permission"]
    finally:
        os.seteuid(0)
