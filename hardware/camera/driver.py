"""What a camera has to be able to do, what it reports, and how it can fail, in words for the family.

A driver is simple on purpose: it opens, gives one frame after another and closes. It may be slow, hang or
raise; `hardware.camera.eye` deals with all of that.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.asks import Unable
from companion.config import Section
from companion.sightings import Frame
from hardware.findings import Finding, ok, warning

# --- which camera looks at the table, and under which light ---


class CameraSettings(Section, frozen=True):
    """The eye above the table."""

    kind: Literal["auto", "picamera2", "webcam", "network", "folder", "simulated", "none"] = "auto"
    source: str = "0"
    width: Annotated[int, Meta(ge=320, le=4608)] = 1280
    height: Annotated[int, Meta(ge=240, le=2592)] = 720
    mains_hz: Literal[0, 50, 60] = 50
    height_cm: Annotated[int, Meta(ge=0, le=200)] = 0
    delay_ms: Annotated[int, Meta(ge=0, le=10_000)] = 0
    frames_per_second: Annotated[int, Meta(ge=1, le=60)] = 15


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


# --- what a camera really does, as far as it reports it: part of the sensor, focus, exposure ---

WHOLE_WIDTH = 0.97  # of the sensor: less than that was cut off


class Report(Struct, frozen=True):
    """The state of a camera after it was opened or has adapted to another light."""

    sensor: str = ""
    mode: tuple[int, int] | None = None  # the size in which the sensor is read out
    modes: tuple[str, ...] = ()  # all that it has, written for people
    crop: tuple[int, ...] = ()  # the part of the sensor that the picture shows (ScalerCrop)
    field: float | None = None  # share of the sensor's width that the picture shows
    better_size: tuple[int, int] | None = None  # for a picture that shows all of the width
    exposure_ms: float | None = None
    gain: float | None = None
    settled: bool = True  # exposure and colours came to rest
    af_state: int | None = None  # as libcamera reports it: 0 idle, 1 scanning, 2 focused, 3 failed
    focus: str = ""  # "found", "not found", "fixed"; "": no lens to move, or not known
    dropped: int = 0  # pictures that went missing between two that came


class Driver:
    """A source of frames. All methods are called on one thread, one after the other."""

    name: str  # for people, like "Pi camera imx708"
    live = True  # whether it shows the world now: then two equal pictures in a row mean that it hangs
    shape: tuple[int, int] | None = None  # rows and columns of a whole picture, where known
    report = Report()

    def open(self) -> None:
        """Get ready; raises `CameraTrouble` where that is not possible."""

    def read(self) -> Frame:
        """The next frame, with the time at which the light fell on the sensor."""
        raise NotImplementedError

    def close(self) -> None:
        """Let the camera go; may be called twice."""


def findings_of(report: Report, camera: str) -> Iterator[Finding]:
    """The findings for people."""
    if report.field is not None:
        share = round(100 * report.field)
        if report.field >= WHOLE_WIDTH:
            yield ok("field of view", "camera_field", camera=camera, share=share)
        else:
            w, h = report.better_size or (1280, 720)
            yield warning("field of view", "camera_cropped", camera=camera, share=share, width=w, height=h)
    if report.focus == "not found":
        yield warning("focus", "camera_unfocused", camera=camera)
    if not report.settled:
        yield warning("light", "camera_unsettled", camera=camera)
