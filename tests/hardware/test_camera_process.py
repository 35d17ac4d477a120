"""A driver in its own process: frames come over whole, troubles in words, and a hang can be ended."""

import importlib.util
import multiprocessing
import os
import signal
import threading
import time
from functools import partial

import numpy as np
import pytest

from companion.sightings import Frame
from hardware.camera.driver import CameraSettings, CameraTrouble, Driver, EndOfPictures
from hardware.camera.eye import Camera, CameraState
from hardware.camera.found import driver_for
from hardware.camera.own_process import CameraProcess
from tests.at_first import quick


class Staged(Driver):
    """A driver that does what its name says."""

    shape = (48, 64)

    def __init__(self, play: str, marks: str = "") -> None:
        self.name, self._play, self._marks, self._count = f"staged {play}", play, marks, 0

    def open(self) -> None:
        if self._play == "busy":
            raise CameraTrouble("camera_busy", camera=self.name)

    def read(self) -> Frame:
        self._count += 1
        if self._play == "hangs" and self._count > 3:
            threading.Event().wait()
        if self._play == "ends" and self._count > 3:
            raise EndOfPictures(self.name)
        if self._play == "breaks" and self._count > 3:
            raise ValueError("half a frame")
        if self._play == "dies" and self._count > 3:
            os.kill(os.getpid(), signal.SIGKILL)
        noise = np.random.default_rng(self._count).integers(50, 200, (48, 64, 3), dtype=np.uint8)
        return Frame(noise, time.monotonic_ns(), self._count)

    def close(self) -> None:
        if self._play == "hangs in close":
            threading.Event().wait()


@pytest.fixture
def driver():
    made = []

    def make(play: str, **limits) -> CameraProcess:
        made.append(CameraProcess(partial(Staged, play), "staged", **limits))
        return made[-1]

    yield make
    for one in made:
        one.close()


def alive(one: CameraProcess) -> bool:
    return any(process.name == one.name for process in multiprocessing.active_children())


def test_frames_come_over_as_they_are(driver):
    one = driver("plays")
    one.open()
    frames = [one.read() for _ in range(3)]

    assert (one.name, one.live, one.shape) == ("staged plays", True, (48, 64))
    assert [f.number for f in frames] == [1, 2, 3]
    assert all((f.picture == Staged("x").read().picture).all() for f in frames[:1])
    assert frames[0].t < frames[1].t <= time.monotonic_ns()


@pytest.mark.parametrize(
    ("play", "key"),
    quick(
        [
            pytest.param("dies", "camera_gone", id="a process that is gone"),
            pytest.param("hangs", "camera_silent", id="a driver that hangs"),
            pytest.param("ends", "camera_end", id="the end of the pictures"),
            pytest.param("breaks", "camera_failed", id="a driver that throws"),
        ],
        2,
    ),
)
def test_troubles_come_over_in_words(driver, play, key):
    one = driver(play, frame_s=0.5)
    one.open()
    for _ in range(3):
        one.read()

    with pytest.raises(CameraTrouble) as trouble:
        one.read()
    assert trouble.value.says.key == key


def test_trouble_while_opening_comes_over(driver):
    with pytest.raises(CameraTrouble) as trouble:
        driver("busy").open()
    assert trouble.value.says.key == "camera_busy"


def test_a_hanging_driver_is_ended_and_can_be_opened_again(driver):
    one = driver("hangs in close")
    one.open()
    one.read()
    begun = time.monotonic()
    one.close()
    one.close()

    assert not alive(one)
    assert time.monotonic() - begun < 10
    one.open()
    assert one.read().number == 1


def test_under_the_watchdog_a_hang_leaves_no_stuck_thread(clock):
    camera = Camera(lambda: CameraProcess(partial(Staged, "hangs"), "staged", frame_s=0.3), clock.now)
    third = threading.Event()
    camera.listen(lambda frame: third.set() if frame.number == 3 else None)
    camera.start()
    assert third.wait(20)
    life = camera._life
    assert life.over.wait(10)  # by itself: the process was ended
    camera.check()

    assert camera.state is CameraState.LOST
    assert camera.finding().says.key == "camera_silent"
    assert not camera._stuck
    camera.stop()


def test_the_pi_camera_of_the_settings_can_be_sent_to_its_process(clock):
    make = driver_for(CameraSettings(kind="picamera2"), clock.now)
    if importlib.util.find_spec("picamera2"):
        pytest.skip("picamera2 is installed here: this is about machines without it")

    with pytest.raises(CameraTrouble) as trouble:
        make().open()
    assert trouble.value.says.key == "camera_no_picamera2"
