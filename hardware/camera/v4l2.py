"""A USB camera's own settings, by the kernel's interface: OpenCV does not know all of them."""

import contextlib
import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

VIDEO = Path("/sys/class/video4linux")
DEVICES = Path("/dev")
USB_DRIVER = "uvcvideo"

GET, SET, ASK = 0xC008561B, 0xC008561C, 0xC0445624  # VIDIOC_G_CTRL, VIDIOC_S_CTRL, VIDIOC_QUERYCTRL
DISABLED = 0x1  # V4L2_CTRL_FLAG_DISABLED
MAINS = 0x00980918  # V4L2_CID_POWER_LINE_FREQUENCY
WHITE_AUTO, WHITE = 0x0098090C, 0x0098091A
EXPOSURE_AUTO, EXPOSURE, EXPOSURE_PRIORITY = 0x009A0901, 0x009A0902, 0x009A0903
FOCUS, FOCUS_AUTO = 0x009A090A, 0x009A090C
BY_HAND, BY_ITSELF = 1, 3  # of EXPOSURE_AUTO: by hand, and with the aperture that it has
MAINS_CODES = {0: 0, 50: 1, 60: 2}
HELD = (  # what is held: its automatic, the value of that which stands for "by hand", and its own control
    ("exposure", EXPOSURE_AUTO, BY_HAND, EXPOSURE),
    ("white balance", WHITE_AUTO, 0, WHITE),
    ("focus", FOCUS_AUTO, 0, FOCUS),
)

Ioctl = Callable[[int, int, bytearray], object]


class UsbCamera(Struct, frozen=True):
    """A USB camera that the kernel shows."""

    node: int  # of /dev/video…
    name: str


def usb_cameras(video: Path = VIDEO) -> tuple[UsbCamera, ...]:
    """All USB cameras, each once: further nodes of the same one (`index` above 0) give no pictures."""
    found = []
    with contextlib.suppress(OSError):
        for place in video.iterdir():
            with contextlib.suppress(OSError, ValueError):
                driver = (place / "device" / "driver").resolve().name
                if driver == USB_DRIVER and int((place / "index").read_text()) == 0:
                    node = int(place.name.removeprefix("video"))
                    found.append(UsbCamera(node, (place / "name").read_text().strip()))
    return tuple(sorted(found, key=lambda camera: camera.node))


class Controls:
    """The settings of one camera; one that it does not have is left alone."""

    def __init__(self, device: Path, ioctl: Ioctl = fcntl.ioctl) -> None:
        self._ioctl = ioctl
        self._file = os.open(device, os.O_RDWR | os.O_NONBLOCK)

    def close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def automatic(self, mains_hz: int) -> None:
        """Let the camera find exposure, colours and focus itself, in step with the mains."""
        self._put(MAINS, MAINS_CODES[mains_hz])
        self._put(EXPOSURE_PRIORITY, 0)  # else it takes fewer pictures in the dusk
        for name, value in ((EXPOSURE_AUTO, BY_ITSELF), (WHITE_AUTO, 1), (FOCUS_AUTO, 1)):
            self._put(name, value)

    def hold(self) -> None:
        """Keep exposure, colours and focus as they are now."""
        for _name, automatic, by_hand, value in HELD:
            found = self._get(value)  # before the automatic goes off: many jump to their built-in value then
            if self._put(automatic, by_hand) and found is not None:
                self._put(value, found)

    @property
    def held(self) -> tuple[str, ...]:
        """What of exposure, white balance and focus is held now, by name."""
        return tuple(name for name, automatic, by_hand, _ in HELD if self._get(automatic) == by_hand)

    def exposure_ns(self) -> int | None:
        """The exposure time of a row, if it is fixed; the kernel counts in 100 µs."""
        found = self._get(EXPOSURE) if self._get(EXPOSURE_AUTO) == BY_HAND else None
        return None if found is None else found * 100_000

    def _has(self, control: int) -> bool:
        asked = bytearray(struct.pack("=II32siiiiI8x", control, 0, b"", 0, 0, 0, 0, 0))
        try:
            self._ioctl(self._file, ASK, asked)
        except OSError:
            return False
        return not struct.unpack_from("=I", asked, 56)[0] & DISABLED

    def _get(self, control: int) -> int | None:
        asked = bytearray(struct.pack("=Ii", control, 0))
        try:
            self._ioctl(self._file, GET, asked)
        except OSError:
            return None
        value: int = struct.unpack("=Ii", asked)[1]
        return value

    def _put(self, control: int, value: int) -> bool:
        """Whether the camera has accepted it; a camera without that setting is not faulty."""
        with contextlib.suppress(OSError):
            if self._has(control):
                self._ioctl(self._file, SET, bytearray(struct.pack("=Ii", control, value)))
                return True
        return False
