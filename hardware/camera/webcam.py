"""A USB webcam through OpenCV."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from companion.facts import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, Report
from hardware.camera.settling import Part
from hardware.camera.v4l2 import DEVICES, Controls, UsbCamera, usb_cameras

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
