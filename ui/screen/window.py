"""Everything about the window and its touch in one place: another Kivy or panel changes only this.

Kivy reads its settings when it is imported; so nothing here imports its window before `prepare` is done.
Not yet tried on a real Pi: drawing straight on its graphics card (KMS/DRM) and the touch of its panels.
"""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ui.screen.display import display_problem
from ui.screen.ports import Rooms

PICTURES_A_SECOND = 60  # a touch is felt once a picture: 17 ms, less than the 20 ms of a tie


class DisplayError(Exception):
    """There is nothing to draw on; the text says what helps."""


def prepare(size: str = "1024x600", full: bool = False, touch: Sequence[str] = ()) -> None:
    """Settle all that Kivy must know before its window is made.

    *touch* are lines of Kivy's input section, like ``panel=mtdev,/dev/input/event0``. Exactly one provider
    may be active: with two, every tap counts twice.
    """
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    os.environ.setdefault("KIVY_HOME", str(Path(tempfile.gettempdir()) / f"companion-kivy-{os.getuid()}"))
    from kivy.config import Config  # noqa: PLC0415

    width, _, height = size.partition("x")
    wanted = {"width": width, "height": height, "fullscreen": "auto" if full else "0", "multisamples": "0"}
    wanted |= {"maxfps": str(PICTURES_A_SECOND), "resizable": "1"}
    for name, value in wanted.items():
        Config.set("graphics", name, value)
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "")
    for name, _value in Config.items("input"):
        Config.remove_option("input", name)
    for line in touch or ("mouse=mouse,disable_multitouch",):
        name, _, value = line.partition("=")
        Config.set("input", name, value)


def run(
    rooms: Rooms,
    size: str = "1024x600",
    full: bool = False,
    touch: Sequence[str] = (),
    opening: Callable[[Any], None] | None = None,
) -> None:
    """Show the app until it is closed; raises `DisplayError` where there is nothing to draw on.

    *opening* is called with the app once its first page is there.
    """
    problem = display_problem()
    if problem is not None:
        raise DisplayError(problem)
    prepare(size, full, touch)
    from ui.screen.app import CompanionApp  # noqa: PLC0415

    app = CompanionApp(rooms)
    if opening is not None:
        app.bind(on_start=opening)
    app.run()
