"""Photo finish: frames before and after a press, and "too close to tell" where nobody can know."""

import numpy as np
import pytest

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.eye import Ring
from tests.tables import cases
from vision.scene.change import Finish, photo_finish


def frame(
    ms: float, value: int = 100, size: tuple[int, int] = (720, 1280), exposure: float = 0, readout: float = 0
) -> Frame:
    picture = np.full((*size, 3), value, np.uint8)
    return Frame(picture, round(ms * MS), round(ms), round(exposure * MS), round(readout * MS))


def ring_of(*times: float, seconds: float = 2.0, value=lambda ms: 100) -> Ring:
    ring = Ring(seconds)
    for ms in times:
        ring.add(frame(ms, value(ms)))
    return ring


def test_the_ring_keeps_the_last_two_seconds_small():
    ring = ring_of(*range(0, 5000, 66))
    frames = ring.frames()

    assert frames[-1].t - frames[0].t <= 2000 * MS
    assert len(frames) == 31
    assert frames[0].picture.shape == (360, 640, 3)
    assert not frames[0].picture.flags.writeable


def test_the_ring_keeps_how_long_light_fell_on_a_frame():
    ring = Ring()
    ring.add(frame(100, exposure=30, readout=18))

    assert ring.frames()[0].until == 148 * MS


def test_a_frame_that_comes_late_is_left_out():
    assert [f.number for f in ring_of(0, 100, 50, 200).frames()] == [0, 100, 200]


@cases(
    "press, finish, gap",
    {
        "the die still lay there on a frame after the press": (150, Finish.PRESS, 50),
        "the press is unsure enough to reach the frame": (199, Finish.TOO_CLOSE, 0),
        "between the two frames": (250, Finish.TOO_CLOSE, 0),
        "while the second frame was exposed": (309, Finish.TOO_CLOSE, 0),
        "it was gone on a frame before the press": (350, Finish.CHANGE, -40),
    },
)
def test_who_was_first(press, finish, gap):
    result = photo_finish(press * MS, 2 * MS, frame(200, exposure=10), frame(300, exposure=10))

    assert result.finish is finish
    assert result.gap_ms == pytest.approx(gap)


@pytest.mark.parametrize("exposure", [10, 20, 33, 60, 66])
def test_nobody_is_accused_whenever_the_press_really_was(exposure):
    """A die goes at any moment, the press is at any moment, the shutter rolls: no wrong verdict."""
    readout, every = 18, 66
    starts = range(0, 400, every)
    for gone in range(150, 216, 5):
        shots = [frame(at, size=(1, 1), exposure=exposure, readout=readout) for at in starts]
        # whatever part of the exposure is needed to notice it: none, half or all, on the first or last row
        for share in (0.0, 0.5, 1.0):
            for row in (0, readout):
                shown = [at + row + exposure * (1 - share) >= gone for at in starts]
                first = shown.index(True)
                for press in range(100, 330, 5):
                    result = photo_finish(press * MS, MS, shots[first - 1], shots[first])
                    if press <= gone:
                        assert result.finish is not Finish.CHANGE, (gone, press, share, row)
                    if press >= gone:
                        assert result.finish is not Finish.PRESS, (gone, press, share, row)


def test_sixty_milliseconds_of_light_and_a_press_twenty_before_the_change():
    without, changed = (frame(at, exposure=60, readout=18) for at in (0, 66))

    assert photo_finish(80 * MS, MS, without, changed).finish is Finish.TOO_CLOSE  # the die went at 100


def test_what_the_frames_do_not_show_is_not_guessed():
    assert photo_finish(100 * MS, MS, frame(200), None).finish is Finish.UNSEEN
    assert photo_finish(100 * MS, MS, None, frame(200)).finish is Finish.UNSEEN
    assert photo_finish(300 * MS, MS, None, frame(200)).finish is Finish.CHANGE
