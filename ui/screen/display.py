"""Whether there is anything to draw on, asked before the window is made, for Kivy itself would exit; and the
one input that the fingers come through: with two of them every tap would count twice.

On a desktop the system turns touches into the pointer, and that is what is taken. Without one the touch panel
is asked itself, so that two fingers at once are two touches. Not yet tried on a real Pi.
"""

import ctypes.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from hardware.keys import EVENTS, bits

ELSEWHERE = "or watch a game without a display: companion demo --headless"
NO_DISPLAY = f"There is no display here: start it on the machine with the screen, {ELSEWHERE}"
NO_GL = (
    "The drawing library {library} is missing: install it with 'sudo apt install libgl1 libegl1', "
    + ELSEWHERE
)
NO_RIGHTS = (
    "The graphics card may not be used by this user: run 'sudo usermod -aG video,render,input $USER' "
    f"and log in again, {ELSEWHERE}"
)
NO_WINDOW = (
    "No window could be opened ({why}): without a desktop try --set screen.driver=kmsdrm, "
    f"on a desktop --set screen.driver=x11, {ELSEWHERE}"
)

CARDS = Path("/dev/dri")
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")  # which name one; the SDL in Kivy's wheel knows X11 only
CONNECTORS = Path("/sys/class/drm")


def display_problem(environment: dict[str, str] | None = None, cards: Path = CARDS) -> str | None:
    """One sentence that says what is missing and what helps, or None if a window can be opened.

    The offscreen driver counts as a display only when somebody asks for it by name.
    """
    env = dict(os.environ if environment is None else environment)
    if not sys.platform.startswith("linux"):
        return None
    for library in ("GL", "EGL"):
        if ctypes.util.find_library(library) is None:
            return NO_GL.format(library=f"lib{library}")
    driver = env.get("SDL_VIDEODRIVER", "").lower()
    if driver in ("offscreen", "dummy"):
        return None if driver == "offscreen" else NO_DISPLAY
    if has_desktop(env):
        return None
    return screen_of_its_own(cards)


def has_desktop(environment: dict[str, str]) -> bool:
    """Whether a desktop is running that windows can be opened on."""
    return any(environment.get(name) for name in DESKTOPS)


def screen_of_its_own(cards: Path = CARDS, connectors: Path = CONNECTORS) -> str | None:
    """A Pi without a desktop draws straight on the graphics card (KMS/DRM): what is in the way of that."""
    found = list(cards.glob("card*"))
    reported = [place.read_text("ascii", "replace").strip() for place in connectors.glob("card*-*/status")]
    # nothing is plugged in; before anybody has drawn it may be "unknown", which is no no
    off = "disconnected"
    if not found or (reported and all(status == off for status in reported)):
        return NO_DISPLAY
    return None if any(os.access(card, os.R_OK | os.W_OK) for card in found) else NO_RIGHTS


def driver_for(wanted: str, environment: dict[str, str]) -> str:
    """SDL's names of the video drivers to try; "" where somebody has chosen already.

    By default SDL would finally draw where nobody sees it, without a message.

    >>> driver_for("auto", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
    'x11'
    >>> driver_for("auto", {})
    'kmsdrm'
    """
    if environment.get("SDL_VIDEODRIVER"):
        return ""
    if wanted != "auto":
        return wanted
    return "x11" if has_desktop(environment) else "kmsdrm"


# --- the one input that the fingers come through ---

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
