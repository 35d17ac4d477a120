"""Which one input the fingers come through: with two of them every tap would count twice.

On a desktop the system turns touches into the pointer, and that is what is taken. Without one the touch panel
is asked itself, so that two fingers at once are two touches. Not yet tried on a real Pi.
"""

import ctypes.util
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from hardware.keys import EVENTS, bits

POINTER = "mouse=mouse,disable_multitouch"
PROVIDERS = ("mtdev", "hidinput", "mouse", "tuio", "sdl")
ABS_MT_POSITION_X = 0x35  # what a touch panel tells in the kernel's words
DEVICES = Path("/proc/bus/input/devices")


class TouchChoice(Struct, frozen=True):
    """The one line for Kivy's input section, and what could not be had, if anything."""

    line: str
    trouble: Say | None = None


def choose_touch(
    wanted: Sequence[str],
    desktop: bool,
    devices: Path = DEVICES,
    can_read: Callable[[str], bool] = lambda path: os.access(path, os.R_OK),
) -> TouchChoice:
    """The input that was *wanted* if it is there, else the one that fits this machine, in words why."""
    if not wanted:
        return TouchChoice(_native(devices, can_read) if not desktop else POINTER)
    line = wanted[0].strip()
    problem = _what_is_wrong(line, can_read)
    if problem is not None:
        return TouchChoice(POINTER if desktop else _native(devices, can_read), problem)
    if len(wanted) > 1:
        return TouchChoice(line, Say("window.touch_many", {"line": line}))
    return TouchChoice(line)


def _what_is_wrong(line: str, can_read: Callable[[str], bool]) -> Say | None:
    name, _, value = line.partition("=")
    provider, _, rest = value.partition(",")
    if not name.strip() or provider not in PROVIDERS:
        return Say("window.touch_unknown", {"line": line, "known": ", ".join(PROVIDERS)})
    device = rest.partition(",")[0]
    if provider in ("mtdev", "hidinput") and not can_read(device):
        return Say("window.touch_missing", {"device": device or line})
    if provider == "mtdev" and ctypes.util.find_library("mtdev") is None:
        return Say("window.touch_mtdev", {"line": line})
    return None


def _native(devices: Path, can_read: Callable[[str], bool]) -> str:
    """The first touch panel that can be read; without one the pointer, for a mouse."""
    provider = "mtdev" if ctypes.util.find_library("mtdev") else "hidinput"
    panels = (f"{EVENTS}/{event}" for event in touch_panels(devices))
    return next((f"panel={provider},{panel}" for panel in panels if can_read(panel)), POINTER)


def touch_panels(devices: Path = DEVICES) -> Iterator[str]:
    """The events (like "event4") of everything that tells where fingers are."""
    try:
        text = devices.read_text("utf-8", "replace")
    except OSError:
        return
    for block in text.split("\n\n"):
        handlers = re.search(r"^H: Handlers=.*?\b(event\d+)", block, re.MULTILINE)
        absolute = re.search(r"^B: ABS=([0-9a-f ]+)$", block, re.MULTILINE)
        if handlers and absolute and ABS_MT_POSITION_X in bits(absolute.group(1)):
            yield handlers.group(1)
