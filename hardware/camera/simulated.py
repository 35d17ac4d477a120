"""Cameras without a camera: a function that draws frames, and pictures that are played from a disk."""

import itertools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, EndOfPictures

PICTURE_NAMES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEO_NAMES = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm", ".mjpeg", ".mjpg"})


class DrawnCamera(Driver):
    """Frames from a function; it may be given as many as it likes, and none (None) is the end."""

    live = False

    def __init__(self, draw: Callable[[], Frame | None], name: str = "simulated table") -> None:
        self.name = name
        self._draw = draw

    def read(self) -> Frame:
        frame = self._draw()
        if frame is None:
            raise EndOfPictures(self.name)
        return frame


class PlayedCamera(Driver):
    """The pictures of a folder by name, two a second, or those of a video in its own pace."""

    live = False

    def __init__(self, path: Path, now: Callable[[], int], waits: bool = True) -> None:
        """*waits*: until it is time for the next picture."""
        self._is_video = path.suffix.lower() in VIDEO_NAMES
        self.name = f"{'video' if self._is_video else 'folder'} {path.name}"
        self._path, self._now, self._waits = path, now, waits
        self._pictures: Iterator[Any] = iter(())
        self._start = self._interval = self._count = 0
        self._closed = threading.Event()

    def open(self) -> None:
        open_it = _open_video if self._is_video else _open_folder
        self._pictures, self._interval = open_it(self._path)
        self._start, self._count = self._now(), 0
        self._closed.clear()

    def read(self) -> Frame:
        picture = next(self._pictures, None)
        if picture is None:
            raise EndOfPictures(self.name)
        t = self._start + self._count * self._interval
        if self._waits and t > self._now():
            self._closed.wait((t - self._now()) / (1000 * MS))
        self._count += 1
        return Frame(picture, t, self._count)

    def close(self) -> None:
        self._closed.set()
        self._pictures = iter(())


def _open_folder(folder: Path) -> tuple[Iterator[Any], int]:
    """The pictures in *folder*, and the nanoseconds between two of them."""
    import cv2  # noqa: PLC0415  (OpenCV is only loaded where it is used)

    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURE_NAMES)
    except OSError as error:
        raise CameraTrouble("camera_folder", folder=str(folder), reason=error.strerror or "?") from error
    if not any(cv2.haveImageReader(str(file)) for file in files):
        raise CameraTrouble("camera_folder_empty", folder=str(folder))
    pictures = (cv2.imread(str(file), cv2.IMREAD_COLOR) for file in files)
    return (picture for picture in pictures if picture is not None), 500 * MS


def _open_video(file: Path) -> tuple[Iterator[Any], int]:
    import cv2  # noqa: PLC0415

    if not file.is_file():
        raise CameraTrouble("camera_folder", folder=str(file), reason="no such file")
    capture = cv2.VideoCapture(str(file))
    if not capture.isOpened():
        raise CameraTrouble("camera_video", video=str(file))
    rate = capture.get(cv2.CAP_PROP_FPS)
    interval = round(1000 * MS / rate) if rate and rate > 0 else 40 * MS
    pictures = (capture.read() for _ in itertools.count())
    return (picture for _good, picture in itertools.takewhile(lambda read: read[0], pictures)), interval
