"""Which cameras are here, and the one that looks if nobody has chosen: the Pi camera, else a USB camera.

libcamera lists USB cameras too. They are no Pi cameras: their pictures come by another way.
"""

import multiprocessing
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.sightings import Frame
from hardware.camera.driver import CameraSettings, CameraTrouble, Driver
from hardware.camera.network import NetworkCamera
from hardware.camera.own_process import CameraProcess
from hardware.camera.pi_camera import PiCamera
from hardware.camera.settling import Wishes
from hardware.camera.simulated import DrawnCamera, PlayedCamera
from hardware.camera.webcam import VIDEO, Webcam, usb_cameras

_ON_USB = re.compile(r"-[0-9a-f]{4}:[0-9a-f]{4}$")  # how libcamera's names of USB cameras end: maker, product


class Found(Struct, frozen=True):
    """A camera that could be taken."""

    kind: str  # "picamera2" or "webcam"
    source: str  # which of that kind
    name: str


def pi_cameras(listed: Iterable[Mapping[str, Any]]) -> tuple[Found, ...]:
    """Those of picamera2's `global_camera_info` that are Pi cameras.

    >>> pi_cameras([{"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a"},
    ...             {"Model": "C920", "Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:082d"}])
    (Found(kind='picamera2', source='0', name='imx708'),)
    """
    return tuple(
        Found("picamera2", str(number), str(camera.get("Model", "")))
        for number, camera in enumerate(listed)
        if not _ON_USB.search(str(camera.get("Id", "")))
    )


def cameras_here() -> tuple[Found, ...]:
    """All cameras of this machine. Asking picamera2 keeps its devices open: only for a process that ends."""
    webcams = (Found("webcam", str(camera.node), camera.name) for camera in usb_cameras())
    return (*pi_cameras(_listed_by_picamera2()), *webcams)


def cameras_now() -> tuple[Found, ...]:
    """All cameras of this machine; picamera2 is asked in a process that ends, which takes seconds."""
    if find_spec("picamera2") is None:
        return cameras_here()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as aside:
        return aside.submit(cameras_here).result()


def _listed_by_picamera2() -> Sequence[Mapping[str, Any]]:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  (it exists only on a Pi)

        listed: Sequence[Mapping[str, Any]] = Picamera2.global_camera_info()
    except Exception:  # not installed, or libcamera cannot start: either way there is none
        return ()
    return listed


def first_camera(
    make: Callable[[Found], Driver], here: Callable[[], Sequence[Found]] = cameras_here
) -> Driver:
    """The first camera that is here; raises `CameraTrouble` if there is none."""
    found = here()
    if not found:
        raise CameraTrouble("camera_none_found")
    return make(found[0])


class Searching:
    """Makes drivers that look for any camera; where there was none, not before other devices are there."""

    def __init__(self, make: Callable[[], Driver], video: Path = VIDEO) -> None:
        self._make, self._video = make, video
        self.nothing_among: frozenset[str] | None = None

    def __call__(self) -> Driver:
        return _Search(self._make, self)

    def devices(self) -> frozenset[str]:
        """The devices that are here; raises `CameraTrouble` if looking again would find nothing again."""
        devices = frozenset(place.name for place in self._video.glob("*"))
        if devices == self.nothing_among:
            raise CameraTrouble("camera_none_found")
        return devices


class _Search(CameraProcess):
    """Any camera, in a process of its own."""

    def __init__(self, make: Callable[[], Driver], searching: Searching) -> None:
        super().__init__(make, "camera")
        self._searching = searching

    def open(self) -> None:
        devices = self._searching.devices()
        try:
            super().open()
        except CameraTrouble as trouble:
            none = trouble.says.key == "camera_none_found"
            self._searching.nothing_among = devices if none else None
            raise


# --- the driver that looks through the camera that the settings ask for; its library is loaded with it ---


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
    return Webcam(source, time.monotonic_ns, (settings.width, settings.height), settings.mains_hz)


def _network(settings: CameraSettings) -> Driver:
    return NetworkCamera(settings.source, time.monotonic_ns, settings.delay_ms)


def _pi_camera(settings: CameraSettings, source: str) -> Driver:
    wishes = Wishes(round(1_000_000 / settings.frames_per_second), settings.mains_hz, settings.height_cm)
    number = int(source) if source.isdecimal() else 0
    return PiCamera(time.monotonic_ns, (settings.width, settings.height), wishes, number=number)


def _taken(settings: CameraSettings, found: Found) -> Driver:
    return (_pi_camera if found.kind == "picamera2" else _webcam)(settings, found.source)
