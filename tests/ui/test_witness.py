"""The camera as a witness of calls: frames around a press, and who was first where that can be told."""

import numpy as np
import pytest

from companion.facts import MS, Fact, Kind, Source
from companion.sightings import Frame
from hardware.camera import Camera, Ring
from ui.witness import Witness


def camera_with(changes_at: int) -> Camera:
    """A camera that has seen a die vanish at *changes_at* (ms), a frame each 50 ms for two seconds."""
    ring = Ring(seconds=5)
    for t in range(0, 2000, 50):
        picture = np.full((120, 160, 3), 100, np.uint8)
        if t < changes_at:
            picture[40:80, 60:100] = 220
        ring.add(Frame(picture, t * MS, t))
    return Camera(lambda: None, lambda: 0, ring=ring)


def stop_at(ms: int) -> Fact:
    return Fact(Kind.CALL, "stop", ms * MS, Source.BUTTON, "Ada", uncertainty=MS // 20)


@pytest.mark.parametrize(
    ("press", "change", "finish", "around"),
    [
        pytest.param(800, 1000, "press", (950, 1000), id="pressed while it still lay there"),
        pytest.param(1200, 1000, "change", (950, 1000), id="taken before the press"),
        pytest.param(975, 1000, "close", (950, 1000), id="between the same two frames"),
        pytest.param(800, 9999, "unseen", (800, 850), id="nothing changed at all"),
    ],
)
def test_the_frames_around_a_press_and_what_they_prove(press, change, finish, around):
    told, now = [], [0]
    witness = Witness(camera_with(change), lambda: now[0] * MS, told.append)
    witness.called(stop_at(press))
    witness.tick()
    assert told == [], "the pictures after the press are not there yet"

    now[0] = press + 700
    witness.tick()
    (pictures,) = told
    assert (pictures.seat, pictures.finish) == ("Ada", finish)
    assert (pictures.before.number, pictures.after.number) == around


def test_without_a_camera_nobody_is_a_witness():
    told = []
    witness = Witness(None, lambda: 10**12, told.append)
    witness.called(stop_at(1))
    witness.tick()

    assert told == []


def test_a_press_that_no_frame_is_near_is_left_alone():
    told = []
    witness = Witness(camera_with(1000), lambda: 10**12, told.append)
    witness.called(stop_at(60_000))
    witness.tick()

    assert told == []
