"""The camera as a witness of calls: frames around a press, and who was first where that can be told."""

import numpy as np
import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.sightings import Frame, PyramidSeen
from hardware.camera.eye import Camera, Ring
from tests.tables import cases
from ui.witness import Witness
from vision.pyramid.changes import Changes
from vision.scene.change import PyramidLook
from vision.scene.events import Rebuilt


def camera_with(changes_at: int) -> Camera:
    """A camera that has seen a die vanish at *changes_at* (ms), a frame each 50 ms for two seconds.

    The last row of a frame has had its light 10 ms after the first one began to.
    """
    ring = Ring(seconds=5)
    for t in range(0, 2000, 50):
        picture = np.full((120, 160, 3), 100, np.uint8)
        if t < changes_at:
            picture[40:80, 60:100] = 220
        ring.add(Frame(picture, t * MS, t, exposure=6 * MS, readout=4 * MS))
    return Camera(lambda: None, lambda: 0, ring=ring)


def stop_at(ms: int) -> Fact:
    return Fact(Kind.CALL, "stop", ms * MS, Source.BUTTON, "Ada", uncertainty=MS // 20)


@cases(
    "press, change, finish, around",
    {
        "pressed while it still lay there": (800, 1000, "press", (950, 1000)),
        "taken before the press": (1200, 1000, "change", (950, 1000)),
        "between the same two frames": (975, 1000, "close", (950, 1000)),
        "nothing changed at all": (800, 9999, "unseen", (800, 850)),
    },
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


@cases(
    "camera, press",
    {
        "there is no camera": (None, 1),
        "no frame is near": (camera_with(1000), 60_000),
        "the die went long before": (camera_with(300), 3_400),
    },
)
def test_where_nobody_is_a_witness(camera, press):
    told = []
    witness = Witness(camera, lambda: 10**12, told.append)
    if press == 3_400:
        die_goes(witness, 100, 500)
    witness.called(stop_at(press))
    witness.tick()

    assert told == []


# --- dice of the pyramid ---

BESIDE = (60 / 160, 40 / 120, 100 / 160, 80 / 120)  # where the vanishing die lies


def die_goes(witness, since, seen_gone, part=BESIDE):
    """Looks at the pyramid with the die, and without it; hands were there in between."""
    taken = Changes(taken={"2,3,3": "y623"})
    witness.looked(PyramidLook(since * MS))
    rebuilt = Rebuilt(seen_gone * MS, {}, taken, PyramidSeen((), ()), since * MS)
    witness.looked(PyramidLook(seen_gone * MS, (rebuilt,), {(2, 3, 3): part}))


@cases(
    "press, finish, gap",
    {
        "yes: it still lay there": (800, "press", 150),
        "no: it was gone": (1200, "change", 190),
        "between the same two frames": (975, "close", 0),
        "while the first frame without it was taken": (1005, "close", 0),
    },
)
@pytest.mark.parametrize("order", ["die first", "call first"])
def test_was_the_die_still_in_the_pyramid_at_the_stop(press, finish, gap, order):
    told, now = [], [10_000]
    witness = Witness(camera_with(1000), lambda: now[0] * MS, told.append)
    if order == "call first":
        witness.called(stop_at(press))
        witness.tick()
        assert [one.die for one in told] == [""], "until the eyes tell of the die"
    die_goes(witness, 500, 1900)
    witness.called(stop_at(press)) if order == "die first" else None
    witness.tick()

    answer = told[-1]
    assert (answer.seat, answer.die, answer.colour, answer.finish) == ("Ada", "2,3,3", "y", finish)
    assert (answer.before.number, answer.after.number) == (950, 1000)
    assert answer.gap_ms == pytest.approx(gap, abs=0.1)


def test_what_changes_beside_the_die_says_nothing_about_it():
    """The hands of the others: only the two looks of the eyes are left, and they are far apart."""
    told = []
    witness = Witness(camera_with(1000), lambda: 10**12, told.append)
    die_goes(witness, 500, 1900, part=(0.0, 0.0, 0.2, 0.2))
    witness.called(stop_at(800))
    witness.tick()

    assert [(one.finish, one.before.number, one.after.number) for one in told] == [("close", 500, 1900)]


def test_the_answer_stays_the_same_when_the_last_look_has_left_the_ring():
    """A hand hovered for longer than the ring remembers; the look before it is kept."""
    told, camera = [], camera_with(1000)
    witness = Witness(camera, lambda: 10**12, told.append)
    witness.looked(PyramidLook(500 * MS))
    for t in range(2000, 7000, 50):
        camera.ring.add(Frame(np.full((120, 160, 3), 100, np.uint8), t * MS, t))
    rebuilt = Rebuilt(6500 * MS, {}, Changes(taken={"2,3,3": "y623"}), PyramidSeen((), ()), 500 * MS)
    witness.looked(PyramidLook(6500 * MS, (rebuilt,), {(2, 3, 3): BESIDE}))
    witness.called(stop_at(1200))
    witness.tick()

    assert [(one.finish, one.before.number) for one in told] == [("close", 500)]
