"""What a camera has to be able to do, and the ways in which it can fail, in words for the family.

A driver is simple on purpose: it opens, gives one frame after another and closes. It may be slow, hang or
raise; `hardware.camera.eye` deals with all of that.
"""

from typing import Protocol

from companion.asks import Unable
from companion.sightings import Frame


class CameraTrouble(Unable):
    """A camera cannot do what it should."""


def failed(camera: str, error: Exception) -> CameraTrouble:
    """Whatever else a driver has raised, in a few words."""
    reason = (str(error) or type(error).__name__).splitlines()[0][:120]
    return CameraTrouble("camera_failed", camera=camera, reason=reason)


class EndOfPictures(CameraTrouble):
    """A folder or a video has come to its end."""

    def __init__(self, name: str) -> None:
        super().__init__("camera_end", source=name)


class Driver(Protocol):
    """A source of frames. All methods are called on one thread, one after the other."""

    name: str  # for people, like "Pi camera imx708"
    live: bool  # whether it shows the world now: then two equal pictures in a row mean that it hangs
    shape: tuple[int, int] | None  # rows and columns of a whole picture, where that is known beforehand

    def open(self) -> None:
        """Get ready; raises `CameraTrouble` where that is not possible."""

    def read(self) -> Frame:
        """The next frame, with the time at which the light fell on the sensor."""

    def close(self) -> None:
        """Let the camera go; may be called twice."""
