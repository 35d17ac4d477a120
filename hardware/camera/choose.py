"""Which driver looks through the camera that the settings ask for; a driver's library is loaded with it."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.sightings import Frame
from hardware.camera.driver import Driver
from hardware.camera.found import Found, Searching, first_camera
from hardware.camera.own_process import CameraProcess
from hardware.camera.settings import CameraSettings
from hardware.camera.settling import Wishes
from hardware.camera.simulated import DrawnCamera, PlayedCamera


def driver_for(
    settings: CameraSettings, now: Callable[[], int], draw: Callable[[], Frame | None] | None = None
) -> Callable[[], Driver] | None:
    """What makes the driver that *settings* ask for, or None; *draw* gives the simulated table's frames."""
    match settings.kind:
        case "none":
            return None
        case "simulated":
            return (lambda: DrawnCamera(draw)) if draw else None
        case "folder":
            return lambda: PlayedCamera(Path(settings.source).expanduser(), now)
        case "webcam":
            return lambda: _webcam(settings, settings.source)
        case "network":
            return lambda: CameraProcess(partial(_network, settings), "network camera")
        case "picamera2":
            return lambda: CameraProcess(partial(_pi_camera, settings, settings.source), "Pi camera")
    return Searching(partial(first_camera, partial(_taken, settings)))


def _webcam(settings: CameraSettings, source: str) -> Driver:
    from hardware.camera.webcam import Webcam  # noqa: PLC0415

    return Webcam(source, time.monotonic_ns, (settings.width, settings.height), settings.mains_hz)


def _network(settings: CameraSettings) -> Driver:
    from hardware.camera.network import NetworkCamera  # noqa: PLC0415

    return NetworkCamera(settings.source, time.monotonic_ns, settings.delay_ms)


def _pi_camera(settings: CameraSettings, source: str) -> Driver:
    from hardware.camera.pi_camera import PiCamera  # noqa: PLC0415

    wishes = Wishes(round(1_000_000 / settings.frames_per_second), settings.mains_hz, settings.height_cm)
    number = int(source) if source.isdecimal() else 0
    return PiCamera(time.monotonic_ns, (settings.width, settings.height), wishes, number=number)


def _taken(settings: CameraSettings, found: Found) -> Driver:
    return (_pi_camera if found.kind == "picamera2" else _webcam)(settings, found.source)
