"""A device with keys that a program plays on, through the kernel's own uinput: no dependency, needs root."""

import ctypes
import fcntl
import os
import struct
import time

UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PHYS = 0x40045564, 0x40045565, 0x4008556C
UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x5501, 0x5502
EV_SYN, EV_KEY = 0, 1
BUZZERS = tuple(range(0x120, 0x134))  # twenty keys, as four quiz buzzers on one plug have them
KEYBOARD = tuple(range(1, 84))


class Played:
    """A device on USB, say, with these *keys*."""

    def __init__(self, name: str, keys=BUZZERS, phys: str = "usb-test/input0", bus: int = 3) -> None:
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._file, UI_SET_EVBIT, EV_KEY)
        for key in keys:
            fcntl.ioctl(self._file, UI_SET_KEYBIT, key)
        ctypes.CDLL(None).ioctl(self._file, UI_SET_PHYS, ctypes.c_char_p(phys.encode()))  # an address
        setup = struct.pack("HHHH80sI", bus, 0x054C, 0x1000, 1, name.encode(), 0)
        fcntl.ioctl(self._file, UI_DEV_SETUP, setup)
        fcntl.ioctl(self._file, UI_DEV_CREATE)
        time.sleep(0.05)

    def set(self, key: int, down: bool) -> tuple[int, int]:
        """The key goes down or up; between which two times that was."""
        before = time.monotonic_ns()
        event = struct.pack("llHHi", 0, 0, EV_KEY, key, down) + struct.pack("llHHi", 0, 0, EV_SYN, 0, 0)
        os.write(self._file, event)
        return before, time.monotonic_ns()

    def unplug(self) -> None:
        fcntl.ioctl(self._file, UI_DEV_DESTROY)
        os.close(self._file)
