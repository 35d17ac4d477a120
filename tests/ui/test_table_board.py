"""The thread of the eyes: the newest frame counts, a bad one blinds nobody, nothing runs after the end."""

import threading
from random import Random

import numpy as np
import pytest

from companion.asks import Ask, Kind, Say
from companion.sightings import Frame, Seen
from tests.at_first import more
from ui.gaze import Gaze
from ui.screen.ports import Look
from ui.twin.drawn_table import DrawnTable
from vision.drawn import draw

ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2})
STEP_NS = 250_000_000  # between two frames
PATIENCE = 20  # seconds; only a failing test waits for so long


def frame(number):
    return Frame(np.zeros((48, 64, 3), np.uint8), number, number)


class Heard:
    """What was delivered, and a way to wait for it."""

    def __init__(self):
        self.looks, self._something = [], threading.Condition()

    def __call__(self, thing):
        assert isinstance(thing, Look)
        with self._something:
            self.looks.append(thing)
            self._something.notify_all()

    def wait_for(self, count):
        with self._something:
            assert self._something.wait_for(lambda: len(self.looks) >= count, PATIENCE)


@pytest.fixture
def gazing():
    heard = Heard()
    gaze = Gaze(heard)
    yield gaze, heard
    gaze.stop()


def eye_threads():
    return [thread for thread in threading.enumerate() if thread.name == "eyes"]


@pytest.mark.parametrize("count", [0, 1, 6, 7, 11])
def test_any_number_of_people_can_be_looked_at(gazing, count):
    gaze, heard = gazing
    gaze.watch([ROLL], [f"Seat {n}" for n in range(count)])
    gaze.start()
    gaze.show(frame(1))
    heard.wait_for(1)
    assert heard.looks[0].sighting.state is Seen.BLOCKED


def test_only_the_newest_frame_is_looked_at(gazing):
    gaze, heard = gazing
    for number in range(1, 9):
        gaze.show(frame(number))
    gaze.start()
    heard.wait_for(1)
    assert [look.frame.number for look in heard.looks] == [8]


def test_a_frame_that_is_no_picture_blinds_nobody(gazing):
    gaze, heard = gazing
    gaze.start()
    gaze.show(Frame("no picture", 1, 1))
    heard.wait_for(1)
    gaze.show(frame(2))
    heard.wait_for(2)
    assert [look.sighting.state for look in heard.looks] == [Seen.BLOCKED] * 2


def test_no_thread_runs_after_the_end(gazing):
    gaze, heard = gazing
    before = len(eye_threads())
    gaze.start()
    gaze.show(frame(1))
    heard.wait_for(1)
    gaze.stop()
    gaze.stop()
    assert len(eye_threads()) == before
    gaze.show(frame(2))
    assert len(heard.looks) == 1


def test_what_never_began_can_end():
    Gaze(Heard()).stop()


@more
def test_a_knocked_camera_is_noticed_within_two_seconds_of_lying_still_and_the_eyes_are_set_up_anew():
    gaze, people = Gaze(lambda thing: None), ("Ada", "Ben")
    gaze.watch([ROLL], people)
    still = draw(DrawnTable(people, Random(1)).scene)
    knocked = np.pad(still, ((9, 0), (15, 0), (0, 0)), mode="edge")[: still.shape[0], : still.shape[1]]

    times, noise = iter(range(10**9, 10**11, STEP_NS)), np.random.default_rng(1)
    for _ in range(4):
        gaze.look(Frame(with_noise(still, noise), next(times)))
    before = gaze.eyes.calibration
    assert gaze.mat_shift_mm is not None and gaze.mat_shift_mm < 0.5

    looks = 0
    while gaze.eyes.calibration is before and looks < 10:
        gaze.look(Frame(with_noise(knocked, noise), next(times)))
        looks += 1

    assert before.shift_mm(gaze.eyes.calibration.corners) > 5
    assert gaze.mat_shift_mm == 0.0
    assert looks * STEP_NS <= 2 * 10**9
    for _ in range(4):
        gaze.look(Frame(with_noise(knocked, noise), next(times)))
    assert gaze.eyes.scene.state in (Seen.WAITING, Seen.EMPTY), "the game goes on as if nothing had happened"


def with_noise(picture, noise):
    """A sensor never gives the same picture twice."""
    return np.clip(picture + noise.integers(-2, 3, picture.shape), 0, 255).astype(np.uint8)
