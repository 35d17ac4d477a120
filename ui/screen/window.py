"""Everything about the window and its touch in one place: another Kivy or panel changes only this.

Kivy reads its settings when it is imported; so nothing here imports its window before `prepare` is done.
Not yet tried on a real Pi: drawing straight on its graphics card (KMS/DRM) and the touch of its panels.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.asks import Say
from ui.screen.display import NO_WINDOW, POINTER, choose_touch, display_problem, driver_for, has_desktop
from ui.screen.rooms import Rooms
from ui.settings import ScreenSettings

log = logging.getLogger(__name__)

PICTURES_A_SECOND = 60  # a touch is felt once a picture: 17 ms, less than the 20 ms of a tie


class DisplayError(Exception):
    """There is nothing to draw on; the text says what helps."""


def prepare(panel: ScreenSettings) -> tuple[Say, ...]:
    """Settle all that Kivy must know before its window is made; gives what could not be had as wanted."""
    environment = dict(os.environ)
    alone = not has_desktop(environment)
    driver = driver_for(panel.driver, environment) if sys.platform.startswith("linux") else ""
    if driver:
        os.environ["SDL_VIDEODRIVER"] = driver
    offscreen = os.environ.get("SDL_VIDEODRIVER") == "offscreen"
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # Kivy's others end the program where there is no X server
    os.environ.setdefault("KIVY_HOME", str(Path(tempfile.gettempdir()) / f"companion-kivy-{os.getuid()}"))
    from kivy.config import Config  # noqa: PLC0415

    width, _, height = panel.size.partition("x")
    full = panel.full or driver == "kmsdrm"
    wanted = {"width": width, "height": height, "fullscreen": "auto" if full else "0", "multisamples": "0"}
    wanted |= {"maxfps": str(PICTURES_A_SECOND), "resizable": "1", "rotation": str(panel.rotation)}
    wanted["allow_screensaver"] = "0"  # nobody touches the screen for minutes of a game; it dims by itself
    for name, value in wanted.items():
        Config.set("graphics", name, value)
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "")
    choice = choose_touch(panel.touch, desktop=not alone or offscreen)
    for name, _value in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("graphics", "show_cursor", "1" if choice.line == POINTER else "0")
    name, _, value = choice.line.partition("=")
    Config.set("input", name, value)
    if choice.trouble is not None:
        log.warning("touch: %s", choice.trouble)
    return () if choice.trouble is None else (choice.trouble,)


def open_window() -> None:
    """Let Kivy make its window; raises `DisplayError` where it would have ended the program."""
    kivys = logging.getLogger("kivy")
    level = kivys.level
    if not log.isEnabledFor(logging.DEBUG):
        kivys.setLevel(logging.CRITICAL + 1)  # it would write the traceback of each driver that does not fit
    try:
        from kivy.core.window import Window  # noqa: PLC0415
    except SystemExit as error:  # Kivy's way to say that the drawing library is too old
        raise DisplayError(NO_WINDOW.format(why="OpenGL ES 2 or OpenGL 2 is needed")) from error
    finally:
        kivys.setLevel(level)
    if Window is None:
        raise DisplayError(NO_WINDOW.format(why=os.environ.get("SDL_VIDEODRIVER") or "no driver fits"))


def one_input(providers: list[Any]) -> tuple[list[Any], list[Any]]:
    """(the one that stays, those that have to go): SDL's own is always added by Kivy, and idle on Linux."""
    wanted = [provider for provider in providers if str(getattr(provider, "device", "")) != "sdl"]
    keep = wanted[:1] or providers[:1]
    return keep, [provider for provider in providers if provider not in keep]


def run(rooms: Rooms, panel: ScreenSettings, opening: Callable[[Any], None] | None = None) -> bool:
    """Show the app until it is closed; whether it is to start again. `DisplayError`: nothing to draw on.

    *opening* is called with the app once its first page is there.
    """
    problem = display_problem()
    if problem is not None:
        raise DisplayError(problem)
    troubles = prepare(panel)
    open_window()
    from kivy.base import EventLoop  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415

    from ui.screen.app import CompanionApp  # noqa: PLC0415

    app = CompanionApp(replace(rooms, troubles=(*rooms.troubles, *troubles)))
    if opening is not None:
        app.bind(on_start=opening)
    Clock.schedule_once(lambda _passed: _leave_one_input(EventLoop))  # Kivy adds them after its start
    app.run()
    return app.starts_again


def _leave_one_input(loop: Any) -> None:
    for provider in one_input(list(loop.input_providers))[1]:
        loop.remove_input_provider(provider)
