"""The Pi camera through picamera2: settled once, then frozen, each frame with the sensor's own time.

First exposure, white balance and focus may settle under the light of the evening. Then all of them are
frozen, because eyes that compare pictures must not have their light changed by a hand that reaches in; they
settle anew when the house asks for it. The frozen values are part of every configuration: picamera2 forgets
controls that are not. The sensor is read out whole: see `whole_field`.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver
from hardware.camera.settling import Controls, Part, Settling, Wishes

log = logging.getLogger(__name__)

# --- in which of its modes a sensor is read out: one that shows the whole field ---
# Left to itself picamera2 takes the mode whose size and shape are nearest to the picture's. On several
# sensors that is a part cut out of the middle: 1536 x 864 of a Camera Module 3 shows two thirds of its width.

Crop = tuple[int, int, int, int]  # left, top, width, height in pixels of the whole sensor

WHOLE = 0.97  # of the widest and the highest crop: some modes lose a few rows at the edge
FASTEST_NEEDED = 30.0  # pictures in a second, as many as are taken while the light settles


class Mode(Struct, frozen=True):
    """One way to read out a sensor."""

    size: tuple[int, int]
    bits: int
    fps: float
    crop: Crop

    def __str__(self) -> str:
        left, top, width, height = self.crop
        size = f"{self.size[0]}x{self.size[1]}"
        return f"{size} {self.bits} bit {self.fps:g}/s of {left},{top} {width}x{height}"


def modes_from(listed: Iterable[Mapping[str, Any]]) -> tuple[Mode, ...]:
    """The raw modes in picamera2's `sensor_modes`; others (of a webcam) are left out."""
    return tuple(
        Mode(tuple(mode["size"]), int(mode["bit_depth"]), float(mode["fps"]), tuple(mode["crop_limits"]))
        for mode in listed
        if {"size", "bit_depth", "fps", "crop_limits"} <= mode.keys()
    )


def widest(modes: Iterable[Mode]) -> int:
    """So many pixels of the sensor are seen from left to right at most; 0 where nothing is known."""
    return max((mode.crop[2] for mode in modes), default=0)


def whole_field(modes: Iterable[Mode], width: int) -> Mode | None:
    """The mode that shows all that the sensor can see, at least *width* pixels wide and fast where it can be.

    >>> cropped = Mode((1536, 864), 10, 120.1, (768, 432, 3072, 1728))
    >>> whole, slow = (Mode(size, 10, fps, (0, 0, 4608, 2592)) for size, fps in (
    ...     ((2304, 1296), 56.0), ((4608, 2592), 14.4)))
    >>> whole_field([cropped, whole, slow], 1280).size
    (2304, 1296)
    """
    modes = tuple(modes)
    high = max((mode.crop[3] for mode in modes), default=0)
    whole = [mode for mode in modes if mode.crop[2] >= WHOLE * widest(modes) and mode.crop[3] >= WHOLE * high]
    if not whole:
        return None

    def unfit(mode: Mode) -> tuple[bool, bool, int, int]:
        narrow = mode.size[0] < width
        return narrow, mode.fps < FASTEST_NEEDED, -mode.size[0] if narrow else mode.size[0], -mode.bits

    return min(whole, key=unfit)


# --- the camera ---

OLDEST_BELIEVABLE_NS = 5_000 * MS
US = 1_000  # nanoseconds
LATE_PICTURES = 2  # most pictures that wait between sensor and driver


class PiCamera(Driver):
    """A Raspberry Pi camera module."""

    def __init__(
        self,
        now: Callable[[], int],
        size: tuple[int, int] = (1280, 720),
        wishes: Wishes | None = None,
        *,
        number: int = 0,
        open_camera: Callable[[], Any] | None = None,
    ) -> None:
        self.name = "Pi camera"
        self.frozen: Controls = {}  # what was frozen after settling
        self._now, self._size, self._number = now, size, number
        self._wishes = wishes or Wishes()
        self._open_camera = open_camera or partial(_picamera2, number)
        self._camera: Any = None
        self._modes: tuple[Mode, ...] = ()
        self._mode: Mode | None = None
        self._settling: Settling | None = None  # under way while pictures are taken
        self._crop: Sequence[int] = ()  # what of the sensor the last picture showed
        self._to_bgr: Callable[[Any], Any] = np.asarray
        self._behind = _boottime_ahead()
        self._count, self._last = 0, 0

    def open(self) -> None:
        try:
            self._camera = self._open_camera()
        except CameraTrouble:
            raise
        except (RuntimeError, IndexError, OSError) as error:
            raise _opening_trouble(error) from error
        model = str(self._camera.camera_properties.get("Model", ""))
        self.name = f"Pi camera {model}".strip()
        self._modes = _modes_of(self._camera)  # while it stands: asking configures the camera
        self._mode = whole_field(self._modes, self._size[0])
        settling = Settling(self._wishes, self._camera.camera_controls.keys())
        self._configure(settling.begin())
        self._camera.start()
        while not settling.over:
            if more := settling.seen(self._metadata()):
                self._camera.set_controls(more)
        self._camera.stop()
        self._freeze(settling)
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
        self._notice(metadata)
        if self._settling is not None:
            self._go_on_settling(self._settling, metadata)
        t, exposure, readout = self._light(metadata)
        return Frame(picture, t, self._count, exposure, readout)

    def settle(self, sharp: Sequence[Part] = ()) -> None:
        """Adapt to the light again while pictures go on; *sharp* is what the lens focuses on."""
        self._settling = Settling(self._wishes, self._camera.camera_controls.keys(), self._windows(sharp))
        self._camera.set_controls(self._settling.begin())

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
        mode: dict[str, Any] = {}
        if self._mode is not None:
            mode = {"sensor": {"output_size": self._mode.size, "bit_depth": self._mode.bits}}
        configuration = camera.create_video_configuration(
            main=main, buffer_count=4, queue=False, controls=controls, **mode
        )
        camera.configure(configuration)
        became = camera.camera_configuration()  # some cameras take no wishes
        columns, rows = became["main"]["size"]
        self.shape = (rows, columns)
        self._to_bgr = _converter(str(became["main"]["format"]), columns, rows)

    def _freeze(self, settling: Settling) -> None:
        """*settling* is over: keep what it has found, and report how it went."""
        self.frozen = settling.frozen()
        self.report = replace(
            self.report,
            sensor=str(self._camera.camera_properties.get("Model", "")),
            modes=tuple(map(str, self._modes)),
            mode=self._mode.size if self._mode is not None else None,
            settled=settling.settled,
            focus=settling.focus,
            af_state=settling.last.get("AfState"),
            exposure_ms=self.frozen["ExposureTime"] / 1000 if "ExposureTime" in self.frozen else None,
            gain=self.frozen.get("AnalogueGain"),
        )

    def _go_on_settling(self, settling: Settling, metadata: Mapping[str, Any]) -> None:
        more = settling.seen(metadata)
        if settling.over:
            self._settling = None
            self._freeze(settling)
            more = self.frozen
        if more:
            self._camera.set_controls(more)

    def _notice(self, metadata: Mapping[str, Any]) -> None:
        """How much of the sensor the pictures show, and whether one went missing."""
        crop, whole = metadata.get("ScalerCrop"), widest(self._modes)
        if crop and whole and tuple(crop) != self._crop:
            self._crop = tuple(crop)
            width, height = next(mode.crop[2:] for mode in self._modes if mode.crop[2] == whole)
            fits = (self._size[0], round(self._size[0] * height / width / 2) * 2)
            self.report = replace(self.report, crop=self._crop, field=crop[2] / whole, better_size=fits)
        stamp, lasts = metadata.get("SensorTimestamp"), metadata.get("FrameDuration")
        if isinstance(stamp, int) and lasts:
            missing = round((stamp - self._last) / (lasts * US)) - 1 if self._last else 0
            if missing > 0 and self._settling is None:
                self.report = replace(self.report, dropped=self.report.dropped + missing)
            self._last = stamp

    def _windows(self, sharp: Sequence[Part]) -> tuple[tuple[int, int, int, int], ...]:
        """Parts of the picture as the sensor counts them."""
        if len(self._crop) != 4:
            return ()
        x, y, width, height = self._crop
        return tuple(
            (
                round(x + left * width),
                round(y + top * height),
                round((right - left) * width),
                round((bottom - top) * height),
            )
            for left, top, right, bottom in sharp
        )

    def _metadata(self) -> Mapping[str, Any]:
        request = self._camera.capture_request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
            return metadata
        finally:
            request.release()

    def _light(self, metadata: Mapping[str, Any]) -> tuple[int, int, int]:
        """When light began to fall on the first row, for how long on each, and how much later on the last.

        The sensor's time is when reading began. Where it cannot be, the picture is some time older than now.
        """
        lasts = int(metadata.get("FrameDuration") or self._wishes.frame_us) * US
        exposure = int(metadata.get("ExposureTime") or 0) * US or lasts
        # a row cannot be read later than the fastest picture takes
        readout = round(1000 * MS / self._mode.fps) if self._mode is not None and self._mode.fps else lasts
        now, stamp = self._now(), metadata.get("SensorTimestamp")
        if isinstance(stamp, int):
            t = stamp - self._behind - exposure
            if now - OLDEST_BELIEVABLE_NS < t <= now:
                return t, exposure, readout
        span = exposure + readout + LATE_PICTURES * lasts
        return now - span, span, 0


def _picamera2(number: int) -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  (it exists only on a Pi)
    except ImportError as error:
        raise CameraTrouble("camera_no_picamera2") from error
    return Picamera2(number)


def _modes_of(camera: Any) -> tuple[Mode, ...]:
    """All modes of its sensor; none where libcamera gives no raw pictures of it, as of its virtual camera."""
    try:
        return modes_from(camera.sensor_modes)
    except (AttributeError, RuntimeError) as error:
        log.info("the modes of the sensor cannot be read: %s", error)
        return ()


def _opening_trouble(error: Exception) -> CameraTrouble:
    text = str(error).lower()
    if any(word in text for word in ("busy", "in use", "acquire", "did not complete")):
        return CameraTrouble("camera_busy", camera="Pi camera")
    return CameraTrouble("camera_missing", camera="Pi camera")


def _converter(pixels: str, columns: int, rows: int) -> Callable[[Any], Any]:
    known: dict[str, Callable[[Any], Any]] = {
        "RGB888": np.asarray,
        "BGR888": lambda array: np.ascontiguousarray(array[:, :, ::-1]),
        "NV12": partial(bgr_from_nv12, columns=columns, rows=rows),
    }
    if pixels not in known:
        raise CameraTrouble("camera_format", camera="Pi camera", format=pixels)
    return known[pixels]


def bgr_from_nv12(array: Any, columns: int, rows: int) -> Any:
    """*array* in NV12: brightness, below it colour at half the size; rows may be longer than pictures."""
    import cv2  # noqa: PLC0415  (OpenCV is only loaded where it is used)

    planes = np.reshape(array, (-1, np.shape(array)[1]))[: rows * 3 // 2, :columns]
    return cv2.cvtColor(np.ascontiguousarray(planes), cv2.COLOR_YUV2BGR_NV12)


def _boottime_ahead() -> int:
    """How far the clock of sensor times is ahead of CLOCK_MONOTONIC: the time asleep, on a Pi none."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
