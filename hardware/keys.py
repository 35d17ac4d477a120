"""Keys of buzzers, gamepads, presenters and keyboards as buttons, each press with the kernel's own time.

They are read from /dev/input as the kernel writes them: one struct and two ioctls. The evdev package comes as
source only, and every Pi would need a compiler for it.

A device is asked for news every so often, and only then the kernel hears of a press: it happened at any time
in between. Its time is the middle of that, and it is unsure of half of it.
"""

import fcntl
import os
import re
import select
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from companion.asks import MS, Source
from companion.calls.buttons import Edge
from hardware.findings import Finding, broken, warning

INPUTS, EVENTS = Path("/sys/class/input"), Path("/dev/input")
EVENT = struct.Struct("llHHi")  # seconds, microseconds, type, code, value
SYN, KEY, DROPPED = 0, 1, 3
EVIOCSCLOCKID, EVIOCGRAB, MONOTONIC = 0x400445A0, 0x40044590, 1
USB, BLUETOOTH, BUILT_IN_KEYBOARD = 0x03, 0x05, 0x11
LETTERS, POINTS = (16, 30, 44), (0x110, 0x14A)  # Q, A and Z: it types; a mouse's button, a touch: it points
MODIFIERS = frozenset({29, 42, 54, 56, 97, 100, 125, 126})  # come along with other keys
# of what types: Escape, Enter, and 1 to 9, which are buttons anyway
ELSEWHERE = frozenset({1, *range(2, 11), 28})
ASKED_EVERY = 8 * MS  # where a device does not say
BY_RADIO = 30 * MS  # nobody can measure what lies between a radio button and its receiver: taken for this
RADIO = re.compile(r"wireless|receiver|radio|bluetooth|2\.4", re.IGNORECASE)
STAMP = round(0.05 * MS)
LOOK_S = 1.0  # between two looks for devices that are missing


class Device(Struct, frozen=True):
    """Something with keys, as the kernel describes it."""

    event: str  # like "event3"
    name: str  # the same after a restart: what it is and which plug it is in
    late: int  # nanoseconds from a press to the kernel's stamp, at most
    types: bool  # it has letters: whoever types on it goes on doing so

    def takes(self, code: int) -> bool:
        return code not in MODIFIERS and not (self.types and code in ELSEWHERE)


def devices(inputs: Path = INPUTS) -> Iterator[Device]:
    """Everything with keys that is plugged in or paired, but for what points."""
    for place in sorted(inputs.glob("event*")):
        try:
            lines = (place / "device" / "uevent").read_text("utf-8", "replace").splitlines()
        except OSError:  # it has just gone
            continue
        said = {key: value.strip('"') for key, _, value in (line.partition("=") for line in lines)}
        bus, vendor, product = said.get("PRODUCT", "0/0/0").split("/")[:3]
        keys = bits(said.get("KEY", "0"))
        if int(bus, 16) in (USB, BLUETOOTH, BUILT_IN_KEYBOARD) and keys and not keys.intersection(POINTS):
            radio = int(bus, 16) == BLUETOOTH or RADIO.search(said.get("NAME", ""))
            late = BY_RADIO if radio else _asked_every(place)
            where = said.get("PHYS") or said.get("UNIQ") or said.get("NAME", "")
            yield Device(place.name, f"{vendor}:{product} {where}", late, keys.issuperset(LETTERS))


def bits(words: str) -> set[int]:
    """The numbers in a bit field as the kernel writes it, the highest word first.

    >>> sorted(bits("1 3"))
    [0, 1, 64]
    """
    values = [int(word, 16) for word in reversed(words.split())]
    return {64 * n + bit for n, value in enumerate(values) for bit in range(64) if value >> bit & 1}


def _asked_every(place: Path) -> int:
    """How often a USB device is asked for news, as its interface says: like "8ms" or "125us"."""
    for above in (place / "device").resolve().parents:
        for interval in above.glob("ep_8*/interval"):
            if told := re.fullmatch(r"(\d+)(ms|us)", interval.read_text().strip()):
                return int(told[1]) * (MS if told[2] == "ms" else MS // 1000)
    return ASKED_EVERY


class Keys:
    """The keys that are buttons, or, to be taught, every key as a button called by itself.

    *heard* is called on a thread of its own. What is unplugged is looked for until it is back.
    """

    def __init__(self, keys: Sequence[str], heard: Callable[[Edge], None], every: bool = False) -> None:
        self._lines = {key: str(number) for number, key in enumerate(keys, 1) if key}
        self._heard, self._every = heard, every
        self._open: dict[int, Device] = {}
        self._forbidden, self._number = False, 0
        self._poll, self._over = select.epoll(), threading.Event()
        self._thread = threading.Thread(target=self._listen, name="usb keys", daemon=True)
        if self._lines or every:
            self._look()
            self._thread.start()

    @property
    def lines(self) -> tuple[str, ...]:
        """The logical numbers of the buttons that are keys."""
        return tuple(self._lines.values())

    def findings(self) -> tuple[Finding, ...]:
        here = {device.name for device in tuple(self._open.values())}
        missing = [line for key, line in self._lines.items() if key.partition(" ")[2] not in here]
        if missing and self._forbidden:
            return (broken("keys", "usb_no_permission"),)
        return tuple(warning(f"button {line}", "usb_missing", number=line) for line in missing)

    def close(self) -> None:
        """Let all devices go; may be called twice."""
        self._over.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(2 * LOOK_S)
        for file in tuple(self._open):
            self._let_go(file)

    # --- devices ---

    def _look(self) -> None:
        """Open what is wanted and not open yet."""
        wanted = {key.partition(" ")[2] for key in self._lines}
        here = {device.name for device in self._open.values()}
        if wanted <= here and not self._every:
            return
        for device in devices():
            if device.name not in here and (self._every or device.name in wanted):
                self._take(device)

    def _take(self, device: Device) -> None:
        try:
            file = os.open(EVENTS / device.event, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            self._forbidden = isinstance(error, PermissionError)
            return
        try:
            fcntl.ioctl(file, EVIOCSCLOCKID, struct.pack("i", MONOTONIC))
            if not device.types and not self._every:  # its keys mean nothing else while the table has it
                fcntl.ioctl(file, EVIOCGRAB, 1)
            self._poll.register(file, select.EPOLLIN)
        except OSError:  # somebody else has it, or it has just gone
            os.close(file)
            return
        self._open[file] = device

    def _let_go(self, file: int) -> None:
        self._open.pop(file, None)
        os.close(file)  # that ends the grab, and epoll forgets it

    # --- events ---

    def _listen(self) -> None:
        while not self._over.is_set():
            for file, _ in self._poll.poll(LOOK_S):
                try:
                    read = os.read(file, 64 * EVENT.size)
                except OSError:  # unplugged
                    read = b""
                if not read:
                    self._let_go(file)
                for s, us, kind, code, value in EVENT.iter_unpack(read):
                    self._event(file, (s * 1_000_000 + us) * 1_000, kind, code, value)
            self._look()

    def _event(self, file: int, stamp: int, kind: int, code: int, value: int) -> None:
        device = self._open[file]
        if kind == SYN and code == DROPPED:
            self._number += 1  # the number of whatever was lost
        if kind != KEY or value not in (0, 1) or not device.takes(code):  # 2: it repeats itself
            return
        key = f"{code} {device.name}"
        line = key if self._every else self._lines.get(key)
        if line is not None:
            self._number += 1
            half = device.late // 2
            self._heard(Edge(line, stamp - half, value == 1, self._number, Source.USB, half + STAMP))
