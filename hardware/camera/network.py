"""A camera in the network, like a phone on a pile of books: its pictures by an address, through OpenCV.

Pictures come late over a network, and nobody tells how late. Only the newest that has come counts. How late
it is can be measured: the screen flashes before the camera, and its pictures tell when they saw that.
"""

import statistics
import threading
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver

UNKNOWN_MS = 1_500  # so late a picture may be whose delay nobody has measured
OPENING_MS, READING_MS = 8_000, 1_400
ENOUGH_LIGHT = 12.0  # of 255: how much brighter the picture must become when the screen does
ENOUGH_FLASHES = 4


def full_address(typed: str) -> str:
    """What people type, as an address in full; a phone's app mostly shows its pictures below /video.

    >>> full_address("192.168.1.20:8080")
    'http://192.168.1.20:8080/video'
    >>> full_address("rtsp://192.168.1.20/live")
    'rtsp://192.168.1.20/live'
    """
    typed = typed.strip()
    address = typed if "://" in typed else f"http://{typed}"
    parts = urlsplit(address)
    bare = parts.scheme == "http" and not parts.path.strip("/") and not parts.query
    return f"{address.rstrip('/')}/video" if bare else address


class NetworkCamera(Driver):
    """Pictures from an address, by HTTP (MJPEG) or RTSP."""

    def __init__(self, address: str, now: Callable[[], int], delay_ms: int = 0) -> None:
        """*delay_ms* is how late its pictures come at most; 0: nobody has measured that."""
        self._address = full_address(address)
        parts = urlsplit(self._address)
        self._public = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()  # without a password
        self.name = f"network camera {parts.hostname or ''}".strip()
        self._now, self._delay_ms = now, delay_ms
        self._fresh = threading.Condition()
        self._newest: tuple[int, Any] | None = None  # when it came, and the picture
        self._over = False
        self._taking: threading.Thread | None = None
        self._count = 0

    def open(self) -> None:
        import cv2  # noqa: PLC0415  (OpenCV is only loaded where it is used)

        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPENING_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READING_MS]
        try:
            capture = cv2.VideoCapture(self._address, cv2.CAP_FFMPEG, patience)
        except cv2.error as error:
            raise CameraTrouble("camera_no_answer", address=self._public) from error
        if not capture.isOpened():
            capture.release()
            raise CameraTrouble("camera_no_answer", address=self._public)
        self._over = False
        self._taking = threading.Thread(target=self._take_all, args=(capture,), name=self.name, daemon=True)
        self._taking.start()

    def read(self) -> Frame:
        with self._fresh:
            came = self._fresh.wait_for(lambda: self._newest is not None or self._over, READING_MS / 1000)
            newest, self._newest = self._newest, None
        if newest is None:
            raise CameraTrouble("camera_gone" if came else "camera_silent", camera=self.name)
        arrived, picture = newest
        self._count += 1
        span = (self._delay_ms or UNKNOWN_MS) * MS  # it may also have come at once: nobody is accused by it
        return Frame(picture, arrived - span, self._count, span)

    def close(self) -> None:
        self._over = True
        if self._taking is not None:  # a program that ends while OpenCV reads is aborted
            self._taking.join(READING_MS / 1000)

    def _take_all(self, capture: Any) -> None:
        """On a thread of its own: pictures that nobody fetches would pile up, and come later and later."""
        while not self._over:
            good, picture = capture.read()
            with self._fresh:
                self._newest = (self._now(), picture) if good else self._newest
                self._over = self._over or not good
                self._fresh.notify_all()
        capture.release()


# --- how late its pictures are ---


class Delay(Struct, frozen=True):
    """Between light on the lens and the picture of it here, in milliseconds."""

    usual: int
    least: int
    most: int


def delay_of(flashes: Sequence[tuple[int, bool]], seen: Sequence[tuple[int, float]]) -> Delay | None:
    """From when the screen became bright or dark, and when pictures came and how bright they were.

    None where the pictures do not show enough of it.

    >>> flashes = [(n * 1000 * MS, n % 2 == 0) for n in range(7)]
    >>> seen = [(t * MS, 200.0 if (t - 300) // 1000 % 2 == 0 else 20.0) for t in range(0, 6900, 50)]
    >>> delay_of(flashes, seen)
    Delay(usual=300, least=300, most=300)
    """
    light = sorted(brightness for _t, brightness in seen)
    if len(light) < 2 * ENOUGH_FLASHES or light[-1] - light[0] < ENOUGH_LIGHT:
        return None
    middle = (light[0] + light[-1]) / 2
    late = []
    for (t, bright), (end, _next) in zip(flashes[1:], [*flashes[2:], (1 << 62, False)], strict=True):
        within = [(came, brightness > middle) for came, brightness in seen if t <= came < end]
        if within and within[0][1] != bright:  # it shows the flash before at first
            late += [round((came - t) / MS) for came, is_bright in within if is_bright == bright][:1]
    if len(late) < ENOUGH_FLASHES:
        return None
    return Delay(round(statistics.median(late)), min(late), max(late))
