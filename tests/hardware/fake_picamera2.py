"""A thin stand-in for the class `Picamera2`: as much as a driver needs, with its manners and errors."""

import copy
import itertools
from typing import Any

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
    "LensPosition",
)


class FakeRequest:
    def __init__(self, camera: "FakePicamera2", metadata: dict[str, Any]) -> None:
        self._camera, self._metadata = camera, metadata
        self.released = False

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> np.ndarray:
        assert name == "main" and not self.released
        return self._camera.picture()

    def release(self) -> None:
        self.released = True
        self._camera.out -= 1


class FakePicamera2:
    """One camera on one cable. *light* settles after a few frames, as automatic exposure does."""

    opened = 0

    def __init__(
        self,
        *,
        controls: tuple[str, ...] = KNOWN_CONTROLS,
        pixels: str = "",
        settle: int = 6,
        present: bool = True,
    ) -> None:
        if not present:
            raise RuntimeError("Camera __init__ sequence did not find a camera")
        if FakePicamera2.opened:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        FakePicamera2.opened += 1
        self.camera_controls = dict.fromkeys(controls, (0, 1, 0))
        self.camera_properties = {"Model": "imx708"}
        self.sensor_modes = [{"size": (2304, 1296)}]
        self.configurations: list[dict[str, Any]] = []
        self.out = 0  # requests that were captured and not given back
        self.now_ns = 5_000_000_000
        self._pixels, self._settle = pixels, settle
        self._configuration: dict[str, Any] | None = None
        self._running = False
        self._frames = itertools.count(1)
        self.applied: dict[str, Any] = {}

    def create_video_configuration(self, main=None, buffer_count=6, queue=True, controls=None, **_more):
        return {
            "main": dict(main or {}),
            "buffer_count": buffer_count,
            "queue": queue,
            "controls": controls or {},
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self._running:
            raise RuntimeError("Camera must be stopped before configuring")
        self._refuse_unknown(configuration["controls"])
        self._configuration = copy.deepcopy(configuration)
        if self._pixels:
            self._configuration["main"]["format"] = self._pixels
        self.configurations.append(copy.deepcopy(self._configuration))
        self.applied = dict(configuration["controls"])  # what is not in the configuration is forgotten

    def camera_configuration(self) -> dict[str, Any]:
        assert self._configuration is not None
        return self._configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._refuse_unknown(controls)
        self.applied |= controls

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
        number = next(self._frames)
        self.now_ns += 66_000_000
        self.out += 1
        assert self.out <= self.camera_configuration()["buffer_count"], "requests were not given back"
        return FakeRequest(self, self._metadata(number))

    def picture(self) -> np.ndarray:
        columns, rows = self.camera_configuration()["main"]["size"]
        noise = np.random.default_rng(self.now_ns).integers(60, 190, (rows, columns, 3), dtype=np.uint8)
        if self.camera_configuration()["main"]["format"] == "NV12":
            grey = np.full((rows * 3 // 2, columns), 128, np.uint8)
            grey[:rows] = noise[:, :, 0]
            return grey
        return noise

    def _metadata(self, number: int) -> dict[str, Any]:
        drift = max(0, self._settle - number)
        exposure = self.applied.get("ExposureTime", 33_000 + 3_000 * drift)
        known = {
            "SensorTimestamp": self.now_ns,
            "FrameDuration": 66_000,
            "ExposureTime": exposure,
            "AnalogueGain": self.applied.get("AnalogueGain", 2.0 + drift),
            "ColourGains": self.applied.get("ColourGains", (1.8, 1.5 + 0.1 * drift)),
            "LensPosition": self.applied.get("LensPosition", 3.5),
            "AfState": 1 if drift else 2,
        }
        if "LensPosition" not in self.camera_controls:
            del known["LensPosition"], known["AfState"]
        return known

    def _refuse_unknown(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
