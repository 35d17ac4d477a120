"""Cameras without a camera: a function that draws frames, and a folder of pictures."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, EndOfPictures

PICTURE_NAMES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEO_NAMES = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm", ".mjpeg", ".mjpg"})


class DrawnCamera:
    """Frames from a function; it may be given as many as it likes, and none (None) is the end."""

    live = False
    shape: tuple[int, int] | None = None

    def __init__(self, draw: Callable[[], Frame | None], name: str = "simulated table") -> None:
        self.name = name
        self._draw = draw

    def open(self) -> None: ...

    def read(self) -> Frame:
        frame = self._draw()
        if frame is None:
            raise EndOfPictures(self.name)
        return frame

    def close(self) -> None: ...


class FolderCamera:
    """The pictures of a folder by name, one each *interval* seconds."""

    live = False
    shape: tuple[int, int] | None = None

    def __init__(
        self,
        folder: Path,
        now: Callable[[], int],
        load: Callable[[Path], Any],
        interval: float = 0.5,
    ) -> None:
        self.name = f"folder {folder.name}"
        self._folder, self._now, self._load = folder, now, load
        self._interval = interval
        self._paths: Sequence[Path] = ()
        self._next = 0
        self._closed = threading.Event()

    def open(self) -> None:
        try:
            files = sorted(self._folder.iterdir())
        except OSError as error:
            raise CameraTrouble(
                "camera_folder", folder=str(self._folder), reason=error.strerror or "?"
            ) from error
        self._paths = [path for path in files if path.suffix.lower() in PICTURE_NAMES]
        if not self._paths:
            raise CameraTrouble("camera_folder_empty", folder=str(self._folder))
        self._next = 0
        self._closed.clear()

    def read(self) -> Frame:
        if self._next:
            self._closed.wait(self._interval)
        for _ in self._paths:
            path = self._next_path()
            picture = self._load(path)
            if picture is not None:
                return Frame(picture, self._now(), self._next)
        raise CameraTrouble("camera_folder_empty", folder=str(self._folder))

    def _next_path(self) -> Path:
        if self._next >= len(self._paths):
            raise EndOfPictures(self.name)
        self._next += 1
        return self._paths[self._next - 1]

    def close(self) -> None:
        self._closed.set()
