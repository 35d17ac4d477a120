"""Whether there is anything to draw on. Asked before the window is made, because Kivy itself would exit."""

import ctypes.util
import os
import sys
from pathlib import Path

NO_DISPLAY = (
    "There is no display here: start it on the machine with the screen, "
    "or watch a whole game without one: companion demo abspecken --headless"
)
NO_GL = (
    "The drawing library {library} is missing: install it with 'sudo apt install libgl1 libegl1', "
    "or watch a whole game without a display: companion demo abspecken --headless"
)


def display_problem(environment: dict[str, str] | None = None) -> str | None:
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
    return None if _has_desktop(env) or _has_screen_of_its_own() else NO_DISPLAY


def _has_desktop(env: dict[str, str]) -> bool:
    return bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def _has_screen_of_its_own(devices: Path = Path("/dev/dri")) -> bool:
    """A Pi without a desktop draws straight on the graphics card (KMS/DRM)."""
    return any(os.access(card, os.R_OK | os.W_OK) for card in devices.glob("card*"))
