"""A whole webcam gets used to the light, and anew when a lamp is switched on; the kernel is stood in for."""

import threading
from functools import partial

import numpy as np
import pytest
from v4l2_kernel import FULL, Kernel

from companion.asks import MS
from hardware.camera import webcam
from hardware.camera.eye import Camera
from hardware.camera.webcam import (
    EXPOSURE,
    EXPOSURE_AUTO,
    FOCUS_AUTO,
    SETTLE_PICTURES,
    WHITE_AUTO,
    Controls,
    Webcam,
)
from ui.table_board import PAUSE_NS, LightKeeper

PICTURE_NS = 33 * MS
WANTED, LIGHT = 110.0, 0.33  # how bright it likes its pictures; of them for each 100 µs of exposure

GROUND = np.linspace(0.6, 1.4, 64, dtype=np.float32)[None, :, None]
NOISE = np.random.default_rng(1).normal(0, 2, (5, 36, 64, 3)).astype(np.float32)


class Device:
    """A camera as the kernel and OpenCV show it. It gives a picture only when the test lets it."""

    def __init__(self) -> None:
        self.kernel = Kernel(**FULL)
        self.light, self.t, self.pictures, self.given = LIGHT, 10**9, 0, {}
        self._let, self._open = threading.Semaphore(0), False

    # as cv2.VideoCapture

    def __call__(self, node: int) -> "Device":
        self._open, self.given = node == 8 and not self._open, {}
        return self

    def isOpened(self) -> bool:  # noqa: N802  (as OpenCV calls it)
        return self._open

    def set(self, what: int, value: float) -> bool:
        self.given[what] = value
        return True

    def get(self, what: int) -> float:
        return 30.0 if what == webcam_property("FPS") else self.t / MS

    def read(self) -> tuple[bool, np.ndarray | None]:
        assert self._open, "read after release"
        self._let.acquire()
        if not self._open:
            return False, None
        self.t += PICTURE_NS
        self.pictures += 1
        limits = self.kernel.limits
        if limits[EXPOSURE_AUTO][2] == 3:  # a step towards what it likes
            low, high, now = limits[EXPOSURE]
            limits[EXPOSURE][2] = int(np.clip(now + (WANTED / self.light - now) * 0.06, low, high))
        picture = GROUND * (self.light * limits[EXPOSURE][2]) + NOISE[self.pictures % len(NOISE)]
        return True, np.clip(picture, 0, 255).astype(np.uint8)

    def release(self) -> None:
        self._open = False
        self._let.release()

    def let(self, pictures: int) -> None:
        for _ in range(pictures):
            self._let.release()


def webcam_property(name: str) -> int:
    import cv2  # noqa: PLC0415

    return getattr(cv2, f"CAP_PROP_{name}")


class Resting:
    """Eyes before which nothing moves."""

    markers = ()

    def rests(self, now: int) -> bool:
        return True


@pytest.fixture
def device(tmp_path, monkeypatch) -> Device:
    made = Device()
    (tmp_path / "video8").touch()
    monkeypatch.setattr("cv2.VideoCapture", made)
    monkeypatch.setattr(webcam, "DEVICES", tmp_path)
    monkeypatch.setattr(webcam, "Controls", partial(Controls, ioctl=made.kernel))
    return made


def test_it_settles_once_for_each_light(device):
    camera = Camera(lambda: Webcam("8", lambda: device.t, (64, 36), cameras=tuple), lambda: device.t)
    keeper, came = LightKeeper(camera, Resting()), threading.Semaphore(0)
    camera.listen(lambda frame: came.release())
    held = []  # what was held when, as the kernel was told

    def watch(seconds: float) -> None:
        for _ in range(round(seconds * 30)):
            device.let(1)
            assert came.acquire(timeout=10)
            keeper.tick(device.t)

    def told(control: int) -> list[int]:
        return [value for name, value in device.kernel.calls if name == control]

    camera.start()
    try:
        watch((SETTLE_PICTURES - 1) / 30)
        assert camera.report.exposure_ms is None, "it still finds its exposure"
        watch(1)
        held.append(camera.report.exposure_ms)
        assert camera.latest.exposure == pytest.approx(held[0] * MS)
        watch(6)
        assert told(EXPOSURE_AUTO) == [3, 1] and not camera.light_changed
        device.light = 2 * LIGHT  # a lamp is switched on
        watch(PAUSE_NS / 1e9 + 3)
        held.append(camera.report.exposure_ms)
        assert not camera.light_changed
    finally:
        camera.stop()

    assert held[1] == pytest.approx(held[0] / 2, rel=0.05)
    assert told(EXPOSURE_AUTO) == [3, 1, 3, 1], "twice, and not once more for its own getting used to it"
    assert told(WHITE_AUTO) == told(FOCUS_AUTO) == [1, 0, 1, 0]
    assert device.kernel.limits[EXPOSURE][2] == round(held[1] * 10), "not what the camera jumps to"
