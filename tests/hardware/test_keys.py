"""Keys on USB and radio as buttons: what counts as one, how late each device is, and what goes wrong.

The kernel's part is played by folders like its own and by pipes; on a real kernel: `test_real_kernel.py`.
"""

import os
import time

import pytest

from companion.asks import MS, Source
from companion.calls.buttons import Edge, Press
from companion.calls.evidence import rank
from hardware import keys as module
from hardware.keys import ASKED_EVERY, BY_RADIO, EVENT, STAMP, Keys, devices
from hardware.teach_in import LISTEN_FIRST, TeachIn
from hardware.wiring import Wiring, how_many, usable
from tests.tables import cases
from ui.fitting import settings_of

BUZZER = "120000 0 0 0 0"  # the key 0x124 and one more, as the kernel writes bits
TYPING = f"{sum(1 << code for code in range(1, 60)):x}"  # what a keyboard for letters has
KEY, SYN = 1, 0


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """Folders like those of the kernel, and pipes for its devices; ioctls are written down."""
    inputs, events = tmp_path / "sys" / "input", tmp_path / "dev"
    events.mkdir(parents=True)
    inputs.mkdir(parents=True)
    asked = []
    monkeypatch.setattr(module, "INPUTS", inputs)
    monkeypatch.setattr(module, "EVENTS", events)
    monkeypatch.setattr(module, "LOOK_S", 0.05)
    monkeypatch.setattr(module.fcntl, "ioctl", lambda file, request, what: asked.append(request))
    monkeypatch.setattr(module.devices, "__defaults__", (inputs,))
    return Kernel(inputs, events, asked)


class Kernel:
    def __init__(self, inputs, events, asked):
        self.inputs, self.events, self.asked, self.files = inputs, events, asked, {}

    def plug(self, event="event1", name="Buzz", phys="usb-1/input0", bus="3", bits=BUZZER, interval="8ms"):
        interface = self.inputs.parent / f"usb-{event}"
        device = interface / "input" / "input1"
        device.mkdir(parents=True)
        (interface / "ep_81").mkdir()
        (interface / "ep_81" / "interval").write_text(f"{interval}\n")
        (device / "uevent").write_text(
            f'PRODUCT={bus}/54c/1000/111\nNAME="{name}"\nPHYS="{phys}"\nUNIQ=""\nPROP=0\nEV=3\nKEY={bits}\n'
        )
        (self.inputs / event).mkdir()
        (self.inputs / event / "device").symlink_to(device)
        os.mkfifo(self.events / event)
        self.files[event] = os.open(self.events / event, os.O_RDWR | os.O_NONBLOCK)

    def send(self, code, value, t, kind=KEY, event="event1"):
        os.write(self.files[event], EVENT.pack(t // 10**9, t % 10**9 // 1000, kind, code, value))


@cases(
    "plugged, found",
    {
        "a buzzer that is asked every 8 ms": ({}, (8 * MS, False)),
        "and one that is asked every 0.125 ms": ({"interval": "125us"}, (MS // 8, False)),
        "one that does not say": ({"interval": "?"}, (ASKED_EVERY, False)),
        "a receiver: what lies before it nobody knows": ({"name": "2.4G Receiver"}, (BY_RADIO, False)),
        "by Bluetooth": ({"bus": "5"}, (BY_RADIO, False)),
        "a keyboard types": ({"bits": TYPING}, (8 * MS, True)),
        "a mouse points": ({"bits": "1f0000 0 0 0 0"}, None),
        "a touch panel too": ({"bits": "400 0 0 0 0 0"}, None),
        "the switch that turns the Pi off is no buzzer": ({"bus": "19"}, None),
        "a thing without keys": ({"bits": "0"}, None),
    },
)
def test_what_is_a_device_with_keys_and_how_late_it_is(kernel, plugged, found):
    kernel.plug(**plugged)
    here = [(device.late, device.types) for device in devices()]

    assert here == ([found] if found else [])


def listening(kernel, *wanted, **more):
    edges = []
    return Keys(wanted, edges.append, **more), edges


def waited(holds):
    over = time.monotonic() + 5
    while not holds() and time.monotonic() < over:
        time.sleep(0.005)
    assert holds()


NAME = "54c:1000 usb-1/input0"


def test_a_press_is_timed_by_the_kernel_and_set_back_by_half_of_what_it_may_be_late(kernel):
    kernel.plug()
    keys, edges = listening(kernel, "", f"292 {NAME}")
    for value in (1, 2, 2, 0):
        kernel.send(292, value, 7_000 * MS)
    kernel.send(0, 0, 7_000 * MS, SYN)
    waited(lambda: len(edges) == 2)
    keys.close()
    keys.close()

    unsure = 4 * MS + STAMP
    assert keys.lines == ("2",)
    assert edges == [
        Edge("2", 6_996 * MS, down, n, Source.USB, unsure) for n, down in ((1, True), (2, False))
    ]
    assert module.EVIOCGRAB in kernel.asked and module.EVIOCSCLOCKID in kernel.asked


def test_where_the_kernel_lost_something_a_number_is_missing(kernel):
    kernel.plug()
    keys, edges = listening(kernel, f"292 {NAME}")
    kernel.send(292, 1, MS)
    kernel.send(3, 0, 2 * MS, SYN)
    kernel.send(292, 0, 3 * MS)
    waited(lambda: len(edges) == 2)
    keys.close()

    assert [edge.seq for edge in edges] == [1, 3]


def test_a_keyboard_goes_on_typing_and_its_own_buttons_are_not_heard_twice(kernel):
    kernel.plug(bits=TYPING)
    keys, edges = listening(kernel, every=True)
    for code in (1, 2, 10, 28, 29, 42, 30):
        kernel.send(code, 1, MS)
    waited(lambda: edges)
    keys.close()

    assert [edge.line for edge in edges] == [f"30 {NAME}"] and module.EVIOCGRAB not in kernel.asked


def test_a_device_that_is_not_there_is_said_until_it_is(kernel):
    keys, edges = listening(kernel, f"292 {NAME}")
    assert [(f.about, f.says.key) for f in keys.findings()] == [("button 1", "usb_missing")]
    kernel.plug()
    waited(lambda: keys.findings() == ())
    kernel.send(292, 1, MS)
    waited(lambda: edges)
    keys.close()


def test_without_keys_nothing_is_looked_for(kernel, monkeypatch):
    monkeypatch.setattr(module, "devices", lambda: 1 / 0)
    keys, _ = listening(kernel, "", "")

    assert keys.lines == () and not keys._thread.is_alive()
    keys.close()


@cases(
    "gap_ms, uncertain_ms, tie",
    {
        "two of 8 ms": (8.9, (4, 4), True),
        "two of 8 ms, further apart": (9.2, (4, 4), False),
        "one beside a wire": (4.9, (4, 0), True),
        "one beside a wire, further apart": (5.2, (4, 0), False),
        "a quick one beside a wire": (1.6, (0.5, 0), False),
        "two by radio": (30.9, (15, 15), True),
    },
)
def test_the_tie_window_follows_the_source(gap_ms, uncertain_ms, tie):
    sources = [Source.USB if unsure else Source.BUTTON for unsure in uncertain_ms]
    presses = [
        Press(seat, round(t * MS), source, round(unsure * MS))
        for seat, t, source, unsure in zip("AB", (0, gap_ms), sources, uncertain_ms, strict=True)
    ]
    assert (len(rank(presses)) == 1) is tie


def taught(*lines):
    now = 1_000 * MS
    teach = TeachIn(Wiring(buttons=(5, 6), lamps=(17, 27)), len(lines), now)
    now += LISTEN_FIRST
    teach.tick(now)
    for line in lines:
        source = Source.BUTTON if line.isdigit() else Source.USB
        for down in (True, False):
            teach.heard(Edge(line, now, down, 0, source))
            now += 80 * MS
            teach.tick(now)
    return teach


@cases(
    "lines, buttons, keys, step",
    {
        "wires and keys in one table": (("6", f"292 {NAME}"), (6, 0), ("", f"292 {NAME}"), "lamp"),
        "keys alone: no lamp is asked for": (
            (f"292 {NAME}", f"297 {NAME}"),
            (0, 0),
            (f"292 {NAME}", f"297 {NAME}"),
            "done",
        ),
        "wires alone": (("5", "6"), (5, 6), (), "lamp"),
    },
)
def test_what_is_taught(lines, buttons, keys, step):
    teach = taught(*lines)

    assert (teach.wiring().buttons, teach.wiring().keys, teach.step.kind) == (buttons, keys, step)
    assert {setting.name for setting in settings_of(teach.wiring())} == {
        "wiring.buttons",
        "wiring.keys",
        "wiring.lamps",
    }


def test_two_keys_of_one_device_in_one_moment_are_no_crossed_wires():
    teach = taught(f"292 {NAME}")
    teach.heard(Edge(f"297 {NAME}", 2_000 * MS, True, 0, Source.USB))
    teach.heard(Edge(f"298 {NAME}", 2_000 * MS, True, 0, Source.USB))
    teach.tick(2_010 * MS)

    assert "teach_crossed" not in {finding.says.key for finding in teach.findings}


def test_a_button_that_is_a_key_takes_no_pin():
    wiring = Wiring(buttons=(5, 6), lamps=(), keys=("", f"292 {NAME}"))

    assert [wire.pin for wire in usable(wiring)] == [5] and how_many(wiring) == 2
