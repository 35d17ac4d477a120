"""The camera and its watchdog: black, frozen, half frames, a loose cable, a hanging stop, the return."""

import itertools
import threading
import time

import numpy as np
import pytest

from companion.asks import MS
from companion.clock import HandClock
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver
from hardware.camera.eye import Camera, CameraState, Patience, Ring
from hardware.camera.simulated import DrawnCamera
from hardware.findings import Level
from tests.tables import cases

SECOND = 1000 * MS
LIMIT = 5.0  # real seconds that a test waits for a thread at most


class CableCamera(Driver):
    """A driver whose frames the test hands in one by one, and whose cable it can pull."""

    shape = (48, 64)
    name = "test camera"

    def __init__(self) -> None:
        self.wanted = threading.Semaphore(0)  # the driver waits for a frame
        self._frames: list = []
        self._given = threading.Semaphore(0)
        self.opened = self.closed = 0
        self.hang_on_close = threading.Event()
        self.hang_on_close.set()

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame:
        self.wanted.release()
        self._given.acquire()
        what = self._frames.pop(0)
        if isinstance(what, Exception):
            raise what
        return what

    def give(self, what) -> None:
        self._frames.append(what)
        self._given.release()

    def settle(self) -> None:
        """Wait until the driver has taken what was given and asks for more."""
        assert self.wanted.acquire(timeout=LIMIT)

    def close(self) -> None:
        self.hang_on_close.wait(LIMIT)
        self.closed += 1


def picture(seed: int = 1, mean: int = 120) -> np.ndarray:
    noise = np.random.default_rng(seed).integers(-20, 20, (48, 64, 3))
    return np.clip(noise + mean, 0, 255).astype(np.uint8)


def wait_for(condition) -> None:
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        threading.Event().wait(0.001)


@pytest.fixture
def table(clock: HandClock):
    drivers: list[CableCamera] = []

    def make():
        drivers.append(CableCamera())
        return drivers[-1]

    camera = Camera(make, clock.now)
    yield camera, drivers
    camera.stop(0)
    for driver in drivers:
        driver.hang_on_close.set()
        driver.give(CameraTrouble("camera_gone", camera="x"))


@pytest.fixture
def started(table):
    table[0].start()
    return table


def looking(camera: Camera, drivers: list[CableCamera], clock: HandClock, seeds=range(1, 3)) -> CableCamera:
    driver = drivers[-1]
    driver.settle()
    for seed in seeds:
        clock.advance(66 * MS)
        driver.give(Frame(picture(seed), clock.now(), seed))
        driver.settle()
    return driver


def test_it_looks_and_hands_on_each_frame(table, clock):
    camera, drivers = table
    heard = []
    camera.listen(heard.append)
    camera.start()
    assert camera.state is CameraState.STARTING
    looking(camera, drivers, clock)

    assert camera.state is CameraState.LOOKING
    assert [frame.number for frame in heard] == [1, 2]
    assert camera.latest is heard[-1]
    assert [frame.number for frame in camera.ring.frames()] == [1, 2]
    assert camera.finding().level is Level.OK


def test_a_silent_camera_is_abandoned_and_opened_again(started, clock):
    camera, drivers = started
    looking(camera, drivers, clock)

    clock.advance(2 * SECOND + MS)
    camera.check()
    assert camera.state is CameraState.LOST
    assert camera.finding().says.key == "camera_silent"

    clock.advance(SECOND // 2)
    camera.check()
    assert camera.state is CameraState.STARTING and len(drivers) == 2
    looking(camera, drivers, clock)
    assert camera.state is CameraState.LOOKING
    assert camera.finding().level is Level.OK


def test_frames_of_an_abandoned_driver_are_not_believed_any_more(started, clock):
    camera, drivers = started
    old = looking(camera, drivers, clock)
    clock.advance(3 * SECOND)
    camera.check()
    before = camera.latest

    old.give(Frame(picture(99), clock.now(), 99))
    wait_for(lambda: old.closed == 1)
    assert camera.latest is before


def test_an_unplugged_camera_comes_back_by_itself(started, clock):
    camera, drivers = started
    driver = looking(camera, drivers, clock)
    driver.give(CameraTrouble("camera_gone", camera="test camera"))
    wait_for(lambda: driver.closed == 1)
    wait_for(lambda: (camera.check(), camera.state is CameraState.LOST)[1])
    assert camera.finding().says.key == "camera_gone"

    clock.advance(SECOND)
    camera.check()
    looking(camera, drivers, clock)
    assert camera.state is CameraState.LOOKING


def test_the_pauses_between_tries_grow_and_shrink_again_once_it_works(started, clock):
    camera, drivers = started
    pauses = []
    for _ in range(6):
        drivers[-1].give(RuntimeError("no"))
        wait_for(lambda: (camera.check(), camera.state is CameraState.LOST)[1])
        begun, tries = clock.now(), len(drivers)
        while len(drivers) == tries:
            clock.advance(100 * MS)
            camera.check()
        pauses.append((clock.now() - begun) // (100 * MS))

    assert pauses == [5, 10, 20, 50, 100, 100]
    assert camera.finding().level is not Level.OK


def test_the_same_picture_again_and_again_means_that_it_hangs(started, clock):
    camera, drivers = started
    looking(camera, drivers, clock, seeds=[7] * 40)
    camera.check()

    assert camera.state is CameraState.LOST
    assert camera.finding().says.key == "camera_frozen"


def test_a_picture_that_is_repeated_is_not_handed_on_but_a_black_one_is(table, clock):
    camera, drivers = table
    heard = []
    camera.listen(heard.append)
    camera.start()
    looking(camera, drivers, clock, seeds=[1, 2, 2, 2, 3])
    assert len(heard) == 3
    for number in (6, 7):
        drivers[-1].give(Frame(np.zeros_like(picture()), clock.now(), number))
        drivers[-1].settle()
    assert [frame.number for frame in heard[3:]] == [6, 7]


def test_a_drawn_table_may_stand_still(clock):
    frames = (Frame(picture(1), clock.now() + n, n) for n in itertools.count(1))
    stop = threading.Event()

    def draw():
        clock.advance(100 * MS)
        return None if stop.is_set() else next(frames)

    camera = Camera(lambda: DrawnCamera(draw), clock.now)
    camera.start()
    wait_for(lambda: camera.latest is not None and camera.latest.number > 50)
    camera.check()
    assert camera.state is CameraState.LOOKING
    stop.set()
    wait_for(lambda: (camera.check(), camera.state is CameraState.ENDED)[1])
    assert camera.finding().level is Level.NOTE


def test_black_pictures_are_told_and_still_handed_on(started, clock):
    camera, drivers = started
    driver = looking(camera, drivers, clock)
    for number in range(3, 40):
        clock.advance(66 * MS)
        noise = np.random.default_rng(number).integers(0, 3, (48, 64, 3), dtype=np.uint8)
        driver.give(Frame(noise, clock.now(), number))
        driver.settle()

    assert camera.latest.number == 39
    assert camera.finding().says.key == "camera_dark"
    looking_again = Frame(picture(50), clock.now(), 40)
    driver.give(looking_again)
    driver.settle()
    assert camera.finding().level is Level.OK


def half(seed: int) -> np.ndarray:
    torn = picture(seed)
    torn[24:] = 0
    return torn


@cases(
    "broken",
    {
        "the lower half is missing": half,
        "fewer rows than promised": lambda seed: picture(seed)[:20],
        "no picture at all": lambda seed: None,
        "not of bytes": lambda seed: picture(seed).astype(np.float32),
        "one channel": lambda seed: picture(seed)[:, :, 0],
    },
)
def test_half_frames_never_reach_the_eyes(started, clock, broken):
    camera, drivers = started
    driver = looking(camera, drivers, clock)
    for number in range(3, 13):
        clock.advance(66 * MS)
        driver.give(Frame(broken(number), clock.now(), number))
        driver.settle()

    assert camera.latest.number == 2
    assert camera.torn == 10
    assert camera.finding().says.key == "camera_torn"


def test_a_driver_that_hangs_in_close_does_not_hang_the_house(started, clock):
    camera, drivers = started
    driver = looking(camera, drivers, clock)
    driver.hang_on_close.clear()
    driver.give(Frame(picture(3), clock.now(), 3))
    driver.settle()

    begun = time.monotonic()
    assert camera.stop(wait=0.05) is False
    assert time.monotonic() - begun < 2
    assert camera.state is CameraState.OFF


def test_after_three_hanging_drivers_nothing_new_is_tried_until_one_lets_go(started, clock):
    camera, drivers = started
    for _ in range(3):
        looking(camera, drivers, clock)
        clock.advance(3 * SECOND)
        camera.check()
        clock.advance(10 * SECOND)
        camera.check()

    assert len(drivers) == 3
    assert camera.finding().says.key == "camera_stuck"
    drivers[0].give(CameraTrouble("camera_gone", camera="x"))
    wait_for(lambda: drivers[0].closed == 1)
    wait_for(lambda: (clock.advance(SECOND), camera.check(), len(drivers) == 4)[2])


def test_a_camera_held_by_our_own_hanging_driver_is_not_blamed_on_another_program(started, clock):
    camera, drivers = started
    looking(camera, drivers, clock)
    clock.advance(3 * SECOND)
    camera.check()
    clock.advance(SECOND)
    camera.check()
    drivers[1].give(CameraTrouble("camera_busy", camera="test camera"))
    wait_for(lambda: (camera.check(), camera.state is CameraState.LOST)[1])

    assert camera.finding().says.key == "camera_stuck"


def test_a_listener_that_fails_does_not_stop_the_camera(table, clock, caplog):
    camera, drivers = table
    camera.listen(lambda frame: 1 / 0)
    camera.start()
    looking(camera, drivers, clock)

    assert camera.state is CameraState.LOOKING
    assert "a listener of the camera failed" in caplog.text


def test_patience_can_be_set(clock):
    camera = Camera(CableCamera, clock.now, patience=Patience(first_ms=100), ring=Ring(1.0))
    camera.start()
    clock.advance(101 * MS)
    camera.check()

    assert camera.finding().says.key == "camera_silent"
    camera.stop(0)


def test_stopping_what_never_started_is_fine(clock):
    camera = Camera(CableCamera, clock.now)

    assert camera.stop() is True
    assert camera.finding().says.key == "camera_off"
