"""A USB webcam or a video file through OpenCV, the only place of the wires that knows it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.facts import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, EndOfPictures


def load_picture(path: Path) -> Any:
    """The picture in the file at *path*, or None if it is none."""
    import cv2  # noqa: PLC0415  (OpenCV is only loaded where a picture file is really played)

    try:
        return cv2.imread(str(path), cv2.IMREAD_COLOR)
    except cv2.error:
        return None


class Webcam:
    """A webcam by its number. The time of a frame is when it arrived, so it is late by up to a frame."""

    live = True

    def __init__(
        self, number: int, now: Callable[[], int], size: tuple[int, int] = (1280, 720), mains_hz: int = 50
    ) -> None:
        self.name = f"webcam {number}"
        self.shape: tuple[int, int] | None = None
        self._number, self._now, self._size, self._mains_hz = number, now, size, mains_hz
        self._capture: Any = None
        self._count = 0

    def open(self) -> None:
        import cv2  # noqa: PLC0415

        capture = cv2.VideoCapture(self._number)
        if not capture.isOpened():
            capture.release()
            device = Path(f"/dev/video{self._number}")
            raise CameraTrouble("camera_busy" if device.exists() else "camera_missing", camera=self.name)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old frame is worse than none
        self._capture = capture

    def read(self) -> Frame:
        good, picture = self._capture.read()
        if not good:
            raise CameraTrouble("camera_gone", camera=self.name)
        self._count += 1
        return Frame(picture, self._now(), self._count)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None


class VideoCamera:
    """The frames of a video file in its own pace, or as fast as they are asked for."""

    live = False
    shape: tuple[int, int] | None = None

    def __init__(self, path: Path, now: Callable[[], int], pace: bool = True) -> None:
        self.name = f"video {path.name}"
        self._path, self._now, self._pace = path, now, pace
        self._capture: Any = None
        self._start, self._interval, self._count = 0, 0, 0
        self._closed = threading.Event()

    def open(self) -> None:
        import cv2  # noqa: PLC0415

        if not self._path.is_file():
            raise CameraTrouble("camera_folder", folder=str(self._path), reason="no such file")
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise CameraTrouble("camera_video", video=str(self._path))
        rate = capture.get(cv2.CAP_PROP_FPS)
        self._interval = round(1000 * MS / rate) if rate and rate > 0 else 40 * MS
        self._capture, self._start, self._count = capture, self._now(), 0
        self._closed.clear()

    def read(self) -> Frame:
        good, picture = self._capture.read()
        if not good:
            raise EndOfPictures(self.name)
        t = self._start + self._count * self._interval
        if self._pace and t > self._now():
            self._closed.wait((t - self._now()) / (1000 * MS))
        self._count += 1
        return Frame(picture, t, self._count)

    def close(self) -> None:
        self._closed.set()
        if self._capture is not None:
            self._capture.release()
        self._capture = None
