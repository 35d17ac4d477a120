"""The last seconds of pictures, small: what was before a press, and what after it."""

from collections import deque
from threading import Lock
from typing import Any

from msgspec.structs import replace

from companion.facts import MS
from companion.sightings import Frame

WIDTH = 640  # wide enough to see whether a die still lies there


class Ring:
    """Keeps frames in the order of their times while they are young. Safe to use from several threads."""

    def __init__(self, seconds: float = 2.0, width: int = WIDTH) -> None:
        self._span = int(seconds * 1000) * MS
        self._width = width
        self._frames: deque[Frame] = deque()
        self._lock = Lock()

    def add(self, frame: Frame) -> None:
        """Keep *frame*; one that is older than the newest is a messenger's mistake and is left out."""
        with self._lock:
            if self._frames and frame.t <= self._frames[-1].t:
                return
            self._frames.append(replace(frame, picture=_small(frame.picture, self._width)))
            while frame.t - self._frames[0].t > self._span:
                self._frames.popleft()

    def frames(self) -> tuple[Frame, ...]:
        with self._lock:
            return tuple(self._frames)


def _small(picture: Any, width: int) -> Any:
    step = max(1, -(-picture.shape[1] // width))
    small = picture[::step, ::step].copy()
    small.flags.writeable = False
    return small
