"""The real app on a real kernel's KMS/DRM (vkms) with a real evdev touch panel (uinput), turned as asked.

Called with the rotation inside the small kernel; tells as JSON what a finger on the panel has reached.
"""

import fcntl
import json
import os
import struct
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

EV_SYN, EV_KEY, EV_ABS, BTN_TOUCH, ABS_SLOT, ABS_X, ABS_Y, ABS_ID, DIRECT = 0, 1, 3, 330, 47, 53, 54, 57, 1
SET_EVENT, SET_KEY, SET_ABS, SET_PROPERTY = (0x40045500 | n for n in (100, 101, 103, 110))
SET_UP, SET_UP_ABS, CREATE = 0x405C5503, 0x401C5504, 0x5501


class Panel:
    """A multitouch panel of 720x1280, upright as the DSI display is."""

    wide, high = 720, 1280

    def __init__(self) -> None:
        self._device = os.open("/dev/uinput", os.O_WRONLY)
        for ask, values in (
            (SET_EVENT, (EV_SYN, EV_KEY, EV_ABS)),
            (SET_KEY, (BTN_TOUCH,)),
            (SET_PROPERTY, (DIRECT,)),
            (SET_ABS, (ABS_SLOT, ABS_X, ABS_Y, ABS_ID)),
        ):
            for value in values:
                fcntl.ioctl(self._device, ask, value)
        for axis, most in ((ABS_SLOT, 9), (ABS_X, self.wide - 1), (ABS_Y, self.high - 1), (ABS_ID, 65535)):
            fcntl.ioctl(self._device, SET_UP_ABS, struct.pack("Hxxiiiiii", axis, 0, 0, most, 0, 0, 0))
        fcntl.ioctl(self._device, SET_UP, struct.pack("HHHH80sI", 3, 1, 1, 1, b"a panel", 0))
        fcntl.ioctl(self._device, CREATE)

    def _tell(self, *events: tuple[int, int, int]) -> None:
        for kind, code, value in (*events, (EV_SYN, 0, 0)):
            os.write(self._device, struct.pack("llHHi", 0, 0, kind, code, value))

    def tap(self, across: float, down: float) -> None:
        """A finger at these shares of the panel's width and height."""
        x, y = round(across * (self.wide - 1)), round(down * (self.high - 1))
        self._tell((EV_ABS, ABS_ID, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_KEY, BTN_TOUCH, 1))
        time.sleep(0.2)
        self._tell((EV_ABS, ABS_ID, -1), (EV_KEY, BTN_TOUCH, 0))


def run(rotation: int) -> None:
    panel = Panel()
    deadline = time.monotonic() + 10
    while "a panel" not in Path("/proc/bus/input/devices").read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    from companion.clock import SystemClock  # noqa: PLC0415
    from companion.games import all_games  # noqa: PLC0415
    from companion.journal import Journal  # noqa: PLC0415
    from ui.screen import window  # noqa: PLC0415
    from ui.screen.ports import NoBoard  # noqa: PLC0415
    from ui.screen.rooms import Rooms  # noqa: PLC0415
    from ui.settings import Forgetful, ScreenSettings  # noqa: PLC0415

    clock = SystemClock()
    rooms = Rooms(all_games(), Journal.open(":memory:", clock), clock, NoBoard(), Forgetful(language="de"))

    def opened(app: Any) -> None:
        from kivy.base import EventLoop  # noqa: PLC0415
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        def tap(_passed: float) -> None:
            from ui.screen.parts.touch import Touchable  # noqa: PLC0415

            button = next(w for w in app.page.walk() if isinstance(w, Touchable) and w.called == "Spielen")
            x, y = button.to_window(*button.center)
            if button.width < Window.width / 5:  # on a slow machine it has not found its place yet
                Clock.schedule_once(tap, 0.5)
                return
            wide, high = Window.system_size
            across, down = {
                0: (x / wide, 1 - y / high),
                90: (1 - y / wide, 1 - x / high),
                180: (1 - x / wide, y / high),
                270: (y / wide, x / high),
            }[rotation]
            aim.extend((round(x), round(y)))
            threading.Thread(target=panel.tap, args=(across, down)).start()
            Clock.schedule_interval(look, 0.2)

        began = time.monotonic()
        aim, reached = list[int](), list[list[int]]()
        Window.bind(on_touch_down=lambda _window, touch: reached.append([round(touch.x), round(touch.y)]))

        def look(_passed: float) -> None:
            if type(app.page).__name__ == "Choose" or time.monotonic() - began > 40:
                told: dict[str, Any] = {
                    "driver": os.environ.get("SDL_VIDEODRIVER"),
                    "inputs": [type(p).__name__ for p in EventLoop.input_providers],
                    "page": type(app.page).__name__,
                    "portrait": app.stage.sizes.portrait,
                    "size": list(Window.system_size),
                    "aim": aim,
                    "reached": reached,
                }
                print("TOLD", json.dumps(told), flush=True)
                os._exit(0)

        Clock.schedule_once(tap, 1.0)

    window.run(rooms, ScreenSettings(rotation=rotation), opened)


if __name__ == "__main__":
    turn: Callable[[int], None] = run
    turn(int(sys.argv[1]))
