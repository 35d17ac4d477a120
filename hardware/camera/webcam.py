"""A USB webcam through OpenCV."""

import contextlib
import fcntl
import os
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, Report
from hardware.camera.settling import Part

# --- USB cameras as the kernel shows them: which are here, and their settings, by V4L2 ---


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


SETTLE_PICTURES = 60  # two seconds: a webcam does not report when it has adapted to the light
SLOWEST_NS = 100 * MS
OLDEST_BELIEVABLE_NS = 5_000 * MS


class Webcam(Driver):
    """A USB camera. It adapts to the light, then exposure, colours and focus are fixed if it can."""

    def __init__(
        self,
        source: str,
        now: Callable[[], int],
        size: tuple[int, int] = (1280, 720),
        mains_hz: int = 50,
        cameras: Callable[[], Sequence[UsbCamera]] = usb_cameras,
    ) -> None:
        """*source* is the number of its device, or which of the USB cameras it is if that device is none."""
        self.name = f"webcam {source}"
        self._source, self._now, self._size, self._mains_hz = source, now, size, mains_hz
        self._cameras = cameras
        self._capture: Any = None
        self._controls: Controls | None = None
        self._settling = self._count = 0  # pictures that are still taken on automatic

    def open(self) -> None:
        import cv2  # noqa: PLC0415

        node = self.node()
        device = DEVICES / f"video{node}"
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # we say ourselves what is missing
        capture = cv2.VideoCapture(node)
        if not capture.isOpened():
            capture.release()
            raise CameraTrouble("camera_busy" if device.exists() else "camera_missing", camera=self.name)
        packed = cv2.VideoWriter.fourcc(*"MJPG")  # plain pictures are too much for USB 2
        capture.set(cv2.CAP_PROP_FOURCC, packed)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old frame is worse than none
        self._capture = capture
        with contextlib.suppress(OSError):  # then it stays as its maker has set it
            self._controls = Controls(device)
        self.settle()

    def read(self) -> Frame:
        good, picture = self._capture.read()
        if not good:
            raise CameraTrouble("camera_gone", camera=self.name)
        self._count += 1
        if self._settling:
            self._settling -= 1
            if not self._settling and self._controls is not None:
                self._controls.hold()
                held, exposure = self._controls.held, self._controls.exposure_ns()
                focus = "fixed" if "focus" in held else ""
                self.report = Report(self.name, exposure_ms=exposure / MS if exposure else None, focus=focus)
        t, exposure, readout = self._light()
        return Frame(picture, t, self._count, exposure, readout)

    def settle(self, sharp: Sequence[Part] = ()) -> None:
        """Adapt to the light again while pictures go on; a webcam chooses its focus itself."""
        if self._controls is not None:
            self._controls.automatic(self._mains_hz)
        self._settling = SETTLE_PICTURES

    def close(self) -> None:
        if self._controls is not None:
            self._controls.close()
        if self._capture is not None:
            self._capture.release()
        self._capture = self._controls = None

    def node(self) -> int:
        """The number of the device: a Pi has many that are not cameras."""
        number = int(self._source) if self._source.isdecimal() else 0
        cameras = self._cameras()
        known = {camera.node: camera.name for camera in cameras}
        if number not in known and number < len(cameras):
            number = cameras[number].node
        if number in known:
            self.name = f"webcam {known[number]}"
        return number

    def _light(self) -> tuple[int, int, int]:
        """As `PiCamera` reports it, but wider: USB cameras do not say when light fell on which row.

        The kernel's time of a picture is somewhere while it came in. It was lit before that, for as long as
        is reported, or at most as long as a picture lasts, and the last row came at most a picture later.
        """
        import cv2  # noqa: PLC0415

        rate = self._capture.get(cv2.CAP_PROP_FPS)
        lasts = round(1000 * MS / rate) if rate and rate > 0 else SLOWEST_NS
        exposure = (self._controls.exposure_ns() if self._controls is not None else None) or lasts
        now, stamp = self._now(), round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * MS)
        if now - OLDEST_BELIEVABLE_NS < stamp <= now:
            return stamp - exposure - lasts, exposure, 2 * lasts
        span = exposure + 3 * lasts
        return now - span, span, 0
