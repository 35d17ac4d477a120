"""Whether there is anything to draw on. Asked before the window is made, because Kivy itself would exit."""

import ctypes.util
import os
import sys
from pathlib import Path

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
