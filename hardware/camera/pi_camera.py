"""The Pi camera through picamera2: settled once, then frozen, each frame with the sensor's own time.

First exposure, white balance and focus may settle under the light of the evening. Then all of them are
frozen, because eyes that compare pictures must not have their light changed by a hand that reaches in.
The frozen values are part of every configuration: picamera2 forgets controls that are not.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from companion.facts import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble
from hardware.camera.yuv import bgr_from_nv12

Controls = dict[str, Any]

SETTLE_FRAMES = 45  # at most: two to three seconds
STEADY_FRAMES = 5  # this many in a row without a change count as settled
STEADY = 0.02  # relative change of exposure and gains that is no change
OLDEST_BELIEVABLE_NS = 5_000 * MS
MANUAL, AUTO = 0, 1  # libcamera's AfMode
FLICKER_MANUAL = 1  # libcamera's AeFlickerMode


class PiCamera:
    """A Raspberry Pi camera module."""

    live = True

    def __init__(
        self,
        now: Callable[[], int],
        size: tuple[int, int] = (1280, 720),
        *,
        frames_per_second: int = 15,
        mains_hz: int = 50,
        height_cm: int = 0,
        open_camera: Callable[[], Any] | None = None,
    ) -> None:
        self.name = "Pi camera"
        self.shape: tuple[int, int] | None = None
        self.frozen: Controls = {}  # what was frozen after settling
        self._now, self._size, self._mains_hz, self._height_cm = now, size, mains_hz, height_cm
        self._frame_us = round(1_000_000 / frames_per_second)
        self._open_camera = open_camera or _picamera2
        self._camera: Any = None
        self._to_bgr: Callable[[Any], Any] = _as_it_is
        self._behind = _boottime_ahead()
        self._count = 0

    def open(self) -> None:
        try:
            self._camera = self._open_camera()
        except CameraTrouble:
            raise
        except (RuntimeError, IndexError, OSError) as error:
            raise _opening_trouble(error) from error
        self.name = f"Pi camera {self._camera.camera_properties.get('Model', '')}".strip()
        self._configure(self._allowed(self._settling()))
        self._camera.start()
        self.frozen = self._allowed(self._settle())
        self._camera.stop()
        self._configure(self.frozen)
        self._camera.start()

    def read(self) -> Frame:
        request = self._camera.capture_request()
        try:
            metadata = request.get_metadata()
            picture = self._to_bgr(request.make_array("main"))
        finally:
            request.release()
        self._count += 1
        return Frame(picture, self._seen_at(metadata), self._count)

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.stop()
        finally:
            camera.close()

    def _configure(self, controls: Controls) -> None:
        """The one place where the camera is configured, so that no configuration lacks the controls."""
        camera = self._camera
        main = {"size": self._size, "format": "RGB888"}  # picamera2's RGB888 is B, G, R in memory
        configuration = camera.create_video_configuration(
            main=main, buffer_count=4, queue=False, controls=controls
        )
        camera.configure(configuration)
        main = camera.camera_configuration()["main"]  # what it became; some cameras take no wishes
        columns, rows = main["size"]
        self.shape = (rows, columns)
        self._to_bgr = _converter(str(main["format"]), columns, rows)

    def _settling(self) -> Controls:
        """Everything on automatic, but in step with the mains."""
        controls: Controls = {"FrameDurationLimits": (self._frame_us, self._frame_us)}
        controls |= {"AeEnable": True, "AwbEnable": True}
        if self._mains_hz:
            period = round(1_000_000 / (2 * self._mains_hz))  # lamps flicker twice per period
            controls |= {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": period}
        if self._height_cm:
            controls |= {"AfMode": MANUAL, "LensPosition": 100 / self._height_cm}  # dioptres
        else:
            controls |= {"AfMode": AUTO}
        return controls

    def _settle(self) -> Controls:
        """Wait until nothing changes any more and give back what is to be frozen."""
        if not self._height_cm and "AfMode" in self._camera.camera_controls:
            self._camera.set_controls({"AfTrigger": 0})
        last: Mapping[str, Any] = {}
        steady = 0
        for _ in range(SETTLE_FRAMES):
            metadata = self._metadata()
            steady = steady + 1 if _same_light(metadata, last) else 0
            last = metadata
            if steady >= STEADY_FRAMES:
                break
        return _frozen(last, self._mains_hz, self._frame_us)

    def _metadata(self) -> Mapping[str, Any]:
        request = self._camera.capture_request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
            return metadata
        finally:
            request.release()

    def _allowed(self, controls: Controls) -> Controls:
        """Only what this camera knows: a simple one has no lens to move, and unknown names are an error."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def _seen_at(self, metadata: Mapping[str, Any]) -> int:
        """When the exposure began, on the clock of the buttons."""
        now = self._now()
        stamp = metadata.get("SensorTimestamp")
        if not isinstance(stamp, int):
            return now
        t = stamp - self._behind - int(metadata.get("ExposureTime", 0)) * 1000
        return t if now - OLDEST_BELIEVABLE_NS < t <= now else now


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  (it exists only on a Pi)
    except ImportError as error:
        raise CameraTrouble("camera_no_picamera2") from error
    return Picamera2()


def _opening_trouble(error: Exception) -> CameraTrouble:
    text = str(error).lower()
    if any(word in text for word in ("busy", "in use", "acquire", "did not complete")):
        return CameraTrouble("camera_busy", camera="Pi camera")
    return CameraTrouble("camera_missing", camera="Pi camera")


def _same_light(now: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    if now.get("AfState") == 1:  # the lens is still searching
        return False
    return all(
        _near(now.get(name), before.get(name)) for name in ("ExposureTime", "AnalogueGain", "ColourGains")
    )


def _near(one: Any, other: Any) -> bool:
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return all(_near(a, b) for a, b in zip(one, other, strict=False))
    if one is None or other is None:
        return one is other
    return bool(abs(one - other) <= STEADY * max(abs(one), abs(other), 1e-9))


def _frozen(metadata: Mapping[str, Any], mains_hz: int, frame_us: int) -> Controls:
    controls: Controls = {"FrameDurationLimits": (frame_us, frame_us), "AeEnable": False, "AwbEnable": False}
    if {"ExposureTime", "AnalogueGain"} <= metadata.keys():
        exposure, gain = _in_step(metadata["ExposureTime"], metadata["AnalogueGain"], mains_hz)
        controls |= {"ExposureTime": exposure, "AnalogueGain": gain}
    if "ColourGains" in metadata:
        controls["ColourGains"] = tuple(metadata["ColourGains"])
    if "LensPosition" in metadata:
        controls |= {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]}
    return controls


def _in_step(exposure: int, gain: float, mains_hz: int) -> tuple[int, float]:
    """The exposure as whole flickers of the lamps, the picture as bright as before."""
    flicker = round(1_000_000 / (2 * mains_hz)) if mains_hz else 0
    if not flicker or exposure < flicker:
        return int(exposure), float(gain)
    whole = exposure // flicker * flicker
    return int(whole), float(gain * exposure / whole)


def _converter(pixels: str, columns: int, rows: int) -> Callable[[Any], Any]:
    if pixels == "RGB888":
        return _as_it_is
    if pixels == "BGR888":
        return _reversed
    if pixels == "NV12":
        return lambda array: bgr_from_nv12(array, columns, rows)
    raise CameraTrouble("camera_format", camera="Pi camera", format=pixels)


def _as_it_is(array: Any) -> Any:
    return array


def _reversed(array: Any) -> Any:
    return np.ascontiguousarray(array[:, :, ::-1])


def _boottime_ahead() -> int:
    """How far the clock of sensor times is ahead of CLOCK_MONOTONIC: the time asleep, on a Pi none."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
