"""A thin stand-in for the class `Picamera2`: as much as a driver needs, with its manners and errors.

What it does was read in the sources of picamera2 0.3.38 and is named below by its functions there. The
sensors have the modes that are published of them. Not yet compared with a real Pi.
"""

import copy
from typing import Any, NamedTuple

import numpy as np

KNOWN_CONTROLS = (
    "AeEnable",
    "AwbEnable",
    "AeFlickerMode",
    "AeFlickerPeriod",
    "ExposureTime",
    "AnalogueGain",
    "ColourGains",
    "FrameDurationLimits",
    "AfMode",
    "AfTrigger",
    "AfMetering",
    "AfWindows",
    "LensPosition",
    "ScalerCrop",
)
IDLE, SCANNING, FOCUSED, FAILED = range(4)  # AfState


class Raw(NamedTuple):
    """A mode of a sensor: its size, bits, pictures in a second, and what of the sensor it shows."""

    size: tuple[int, int]
    bits: int
    fps: float
    crop: tuple[int, int, int, int]


SENSORS = {
    "imx708": (
        Raw((1536, 864), 10, 120.13, (768, 432, 3072, 1728)),
        Raw((2304, 1296), 10, 56.03, (0, 0, 4608, 2592)),
        Raw((4608, 2592), 10, 14.35, (0, 0, 4608, 2592)),
    ),
    "imx219": (
        Raw((640, 480), 10, 103.33, (1000, 752, 1280, 960)),
        Raw((1640, 1232), 10, 41.85, (0, 0, 3280, 2464)),
        Raw((1920, 1080), 10, 47.57, (680, 692, 1920, 1080)),
        Raw((3280, 2464), 10, 21.19, (0, 0, 3280, 2464)),
        Raw((640, 480), 8, 103.33, (1000, 752, 1280, 960)),
        Raw((1640, 1232), 8, 83.7, (0, 0, 3280, 2464)),
        Raw((1920, 1080), 8, 47.57, (680, 692, 1920, 1080)),
        Raw((3280, 2464), 8, 21.19, (0, 0, 3280, 2464)),
    ),
    "ov5647": (
        Raw((640, 480), 10, 58.92, (16, 0, 2560, 1920)),
        Raw((1296, 972), 10, 46.34, (0, 0, 2592, 1944)),
        Raw((1920, 1080), 10, 32.81, (348, 434, 1928, 1080)),
        Raw((2592, 1944), 10, 15.63, (0, 0, 2592, 1944)),
    ),
    "imx477": (
        Raw((1332, 990), 10, 120.05, (696, 528, 2664, 1980)),
        Raw((2028, 1080), 12, 50.03, (0, 440, 4056, 2160)),
        Raw((2028, 1520), 12, 40.01, (0, 0, 4056, 3040)),
        Raw((4056, 3040), 12, 10.0, (0, 0, 4056, 3040)),
    ),
    "imx296": (Raw((1456, 1088), 10, 60.38, (0, 0, 1456, 1088)),),
}


class FakeRequest:
    def __init__(self, camera: "FakePicamera2", metadata: dict[str, Any]) -> None:
        self._camera, self.metadata = camera, metadata
        self.released = False

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.metadata)

    def make_array(self, name: str) -> np.ndarray:
        assert name == "main" and not self.released
        return self._camera.picture()

    def release(self) -> None:
        assert not self.released, "a request is given back once"
        self.released = True
        self._camera.out -= 1


class FakePicamera2:
    """One camera on one cable. Its light settles after some pictures, as automatic exposure does."""

    opened = 0

    def __init__(
        self,
        *,
        sensor: str = "imx708",
        controls: tuple[str, ...] = KNOWN_CONTROLS,
        pixels: str = "",
        settle: int = 6,
        restless: bool = False,
        focus: tuple[int, ...] = (FOCUSED,),
        scan: int = 10,
        present: bool = True,
        usb: bool = False,
        rawless: bool = False,
        crop_factor: float = 1.0,
    ) -> None:
        """*focus* is how each search of the lens ends, the last one for good."""
        if not present:
            raise RuntimeError('No camera number 0 found - use "rpicam-hello --list-cameras" to check …')
        if FakePicamera2.opened:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        FakePicamera2.opened += 1
        self.modes = SENSORS[sensor]
        self.camera_controls = dict.fromkeys(controls, (0, 1, 0))
        self.camera_properties = {"Model": sensor} | ({} if usb else {"ColorFilterArrangement": 0})
        self.configurations: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []  # by set_controls
        self.out = 0  # requests that were captured and not given back
        self.now_ns = 5_000_000_000
        self.light = 1.0  # of the room
        self._pixels, self._settle, self._restless, self._usb = pixels, settle, restless, usb
        self.modesless = rawless
        self._focus, self._scan, self._crop_factor = focus, scan, crop_factor
        self._searches, self._searching = 0, 0
        self._mode: Raw | None = None
        self._configuration: dict[str, Any] | None = None
        self._running = False
        self._automatic_for = 0  # pictures since automatic exposure went on
        self.applied: dict[str, Any] = {}

    # --- what a camera is configured with ---

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        """Asking configures the camera once for each mode, so it must stand (`Picamera2.sensor_modes`)."""
        if self._running:
            raise RuntimeError("Camera must be stopped before configuring")
        if self.modesless:  # as with libcamera's virtual camera, found by trying
            raise AttributeError("'NoneType' object has no attribute 'at'")
        if self._usb:
            return [{"format": "MJPEG"}, {"format": "YUYV"}]
        return [
            {
                "format": f"SRGGB{raw.bits}_CSI2P",
                "unpacked": f"SRGGB{raw.bits}",
                "bit_depth": raw.bits,
                "size": raw.size,
                "fps": raw.fps,
                "crop_limits": raw.crop,
                "exposure_limits": (9, 11767556, 20000),
            }
            for raw in self.modes
        ]

    def create_video_configuration(
        self, main=None, raw=None, buffer_count=6, queue=True, controls=None, sensor=None
    ):
        """With the defaults of the real one, and its refusals of what nobody knows (a TypeError)."""
        main = {"format": "XBGR8888", "size": (1280, 720), "preserve_ar": True} | (main or {})
        main["size"] = (main["size"][0] // 2 * 2, main["size"][1] // 2 * 2)  # align_stream
        return {
            "main": main,
            "raw": None if self._usb else {"size": main["size"], "format": "SRGGB10"} | (raw or {}),
            "buffer_count": buffer_count,
            "queue": queue,
            "controls": {"FrameDurationLimits": (33333, 33333)} | (controls or {}),
            "sensor": None if self._usb else sensor or {},
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self._running:
            raise RuntimeError("Camera must be stopped before configuring")
        if bad := set(configuration["sensor"] or {}) - {"bit_depth", "output_size"}:
            raise RuntimeError(f"Unexpected keys {bad} in sensor configuration")
        size = configuration["main"]["size"]
        if not isinstance(size, tuple) or len(size) != 2:
            raise RuntimeError("size in main stream should be (width, height)")
        if configuration["main"]["format"] not in ("RGB888", "BGR888", "XBGR8888", "XRGB8888", "YUV420"):
            raise RuntimeError(f"Bad format {configuration['main']['format']} in stream main")
        self._refuse_unknown(configuration["controls"])
        self._configuration = copy.deepcopy(configuration)
        if self._pixels:
            self._configuration["main"]["format"] = self._pixels
        self._mode = None if self._usb else self._best_mode(configuration)
        if self._mode is not None:
            self._configuration["sensor"] = {"output_size": self._mode.size, "bit_depth": self._mode.bits}
        self.configurations.append(copy.deepcopy(self._configuration))
        self.applied = dict(configuration["controls"])  # what is not in the configuration is forgotten
        self._automatic_for = 0

    def _best_mode(self, configuration: dict[str, Any]) -> Raw:
        """The nearest in size and shape, as `Picamera2._make_libcamera_config` scores the modes."""
        wanted = configuration["sensor"] or {}
        bits = wanted.get("bit_depth") or int("".join(filter(str.isdigit, configuration["raw"]["format"])))
        width, height = wanted.get("output_size") or configuration["raw"]["size"]

        def far(desired: float, actual: float) -> float:
            return (actual - desired) / 4 if actual > desired else (desired - actual) * 2

        def score(raw: Raw) -> float:
            shape = far(width / height, raw.size[0] / raw.size[1])
            return (
                far(width, raw.size[0]) + far(height, raw.size[1]) + 1500 * shape + 500 * abs(bits - raw.bits)
            )

        return min(self.modes, key=score)

    def camera_configuration(self) -> dict[str, Any]:
        assert self._configuration is not None
        return self._configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._refuse_unknown(controls)
        self.sent.append(dict(controls))
        if controls.get("AeEnable") and not self.applied.get("AeEnable"):
            self._automatic_for = 0
        if controls.get("AfTrigger") == 0 and (controls | self.applied).get("AfMode") == 1:
            self._searches, self._searching = self._searches + 1, self._scan
        self.applied |= controls

    def _refuse_unknown(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    # --- pictures ---

    def start(self) -> None:
        if self._configuration is None:
            raise RuntimeError("Camera has not been configured")
        self._running = True

    def stop(self) -> None:
        self._running = False

    def close(self) -> None:
        self.stop()
        FakePicamera2.opened = 0

    def capture_request(self) -> FakeRequest:
        if not self._running:
            raise RuntimeError("Camera is not started")
        self.now_ns += self._frame_us * 1000
        self._automatic_for += 1
        self.out += 1
        assert self.out <= self.camera_configuration()["buffer_count"], "requests were not given back"
        metadata = self.metadata()
        self._searching = max(0, self._searching - 1)
        return FakeRequest(self, metadata)

    @property
    def _frame_us(self) -> int:
        return self.applied["FrameDurationLimits"][1]

    def picture(self) -> np.ndarray:
        columns, rows = self.camera_configuration()["main"]["size"]
        noise = np.random.default_rng(self.now_ns).integers(60, 190, (rows, columns, 3), dtype=np.uint8)
        if self.camera_configuration()["main"]["format"] == "NV12":
            grey = np.full((rows * 3 // 2, columns), 128, np.uint8)
            grey[:rows] = noise[:, :, 0]
            return grey
        return noise

    def metadata(self) -> dict[str, Any]:
        drift = max(0, self._settle - self._automatic_for) if self.applied.get("AeEnable") else 0
        found = round(28_000 / self.light) + 1_000 * drift
        automatic = self.applied.get("AeEnable", True)
        swing = 1.1 if self._restless and self._automatic_for % 2 else 1.0
        known: dict[str, Any] = {
            "SensorTimestamp": self.now_ns,
            "FrameDuration": self._frame_us,
            "ExposureTime": min(found, self._frame_us) if automatic else self.applied["ExposureTime"],
            "AnalogueGain": (2.0 + drift) * swing if automatic else self.applied["AnalogueGain"],
            "ColourGains": self.applied.get("ColourGains", (1.8, 1.5 + 0.1 * drift)),
        }
        if "LensPosition" in self.camera_controls:
            known |= {"LensPosition": self.applied.get("LensPosition", 3.5), "AfState": self._af_state()}
        if self._mode is not None:
            known["ScalerCrop"] = self._scaler_crop(self._mode)
        return known

    def _af_state(self) -> int:
        if not self._searches or self.applied.get("AfMode") != 1:
            return IDLE
        if self._searching:
            return SCANNING
        return self._focus[min(self._searches, len(self._focus)) - 1]

    def _scaler_crop(self, raw: Raw) -> tuple[int, int, int, int]:
        """The largest part of the mode's crop that has the shape of the picture, in its middle."""
        x, y, width, height = raw.crop
        columns, rows = self.camera_configuration()["main"]["size"]
        wide = min(width, round(height * columns / rows)) * self._crop_factor
        high = min(height, round(wide * rows / columns))
        return round(x + (width - wide) / 2), round(y + (height - high) / 2), round(wide), round(high)
