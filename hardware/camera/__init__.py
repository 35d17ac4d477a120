"""The eye above the table: one camera with a watchdog, whatever device or stand-in it looks through."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, EndOfPictures
from hardware.camera.eye import Camera, CameraState, Patience
from hardware.camera.photo_finish import Finish, PhotoFinish, photo_finish
from hardware.camera.ring import Ring
from hardware.camera.settings import CameraSettings
from hardware.camera.simulated import VIDEO_NAMES, DrawnCamera, FolderCamera

__all__ = [
    "Camera",
    "CameraSettings",
    "CameraState",
    "CameraTrouble",
    "DrawnCamera",
    "Driver",
    "EndOfPictures",
    "Finish",
    "FolderCamera",
    "Patience",
    "PhotoFinish",
    "Ring",
    "driver_for",
    "is_drawn",
    "photo_finish",
]


def driver_for(
    settings: CameraSettings, now: Callable[[], int], draw: Callable[[], Frame | None] | None = None
) -> Callable[[], Driver] | None:
    """What makes the driver that *settings* ask for, or None; *draw* gives the simulated table's frames."""
    size = (settings.width, settings.height)
    match settings.kind:
        case "none":
            return None
        case "simulated":
            return (lambda: DrawnCamera(draw)) if draw else None
        case "folder":
            return lambda: _played(Path(settings.source).expanduser(), now)
        case "webcam":
            return lambda: _webcam(settings, now, size)
    if draw is not None and is_drawn(settings):
        return lambda: DrawnCamera(draw)
    return lambda: _pi_camera(settings, size)


def is_drawn(settings: CameraSettings) -> bool:
    """Whether *settings* lead to the simulated table, because they say so or because there is no camera."""
    return settings.kind == "simulated" or (settings.kind == "auto" and not has_pi_camera())


def has_pi_camera() -> bool:
    """Whether picamera2 is here and finds a camera."""
    try:
        from picamera2 import Picamera2  # noqa: PLC0415

        return bool(Picamera2.global_camera_info())
    except Exception:  # not installed, or libcamera cannot start: either way there is none
        return False


def _played(path: Path, now: Callable[[], int]) -> Driver:
    from hardware.camera.webcam import VideoCamera, load_picture  # noqa: PLC0415

    if path.suffix.lower() in VIDEO_NAMES:
        return VideoCamera(path, now)
    return FolderCamera(path, now, load_picture)


def _webcam(settings: CameraSettings, now: Callable[[], int], size: tuple[int, int]) -> Driver:
    from hardware.camera.webcam import Webcam  # noqa: PLC0415

    number = int(settings.source) if settings.source.isdigit() else 0
    return Webcam(number, now, size)


def _pi_camera(settings: CameraSettings, size: tuple[int, int]) -> Driver:
    from hardware.camera.own_process import CameraProcess  # noqa: PLC0415
    from hardware.camera.pi_camera import PiCamera  # noqa: PLC0415

    make = partial(
        PiCamera,
        time.monotonic_ns,
        size,
        frames_per_second=settings.frames_per_second,
        mains_hz=settings.mains_hz,
        height_cm=settings.height_cm,
    )
    return CameraProcess(make, "Pi camera")
