"""Photo finish: frames before and after a press, and "too close to tell" where nobody can know."""

import numpy as np
import pytest

from companion.facts import MS
from companion.sightings import Frame
from hardware.camera import Finish, Ring, photo_finish


def frame(ms: float, value: int = 100, size: tuple[int, int] = (720, 1280)) -> Frame:
    return Frame(np.full((*size, 3), value, np.uint8), round(ms * MS), round(ms))


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


def test_frames_around_a_press():
    before, after = ring_of(0, 100, 200, 300, 400).around(210 * MS, before=2, after=1)

    assert [f.number for f in before] == [100, 200]
    assert [f.number for f in after] == [300]
    assert ring_of(0).around(10**12, before=0) == ((), ())


def test_a_frame_that_comes_late_is_left_out():
    assert [f.number for f in ring_of(0, 100, 50, 200).frames()] == [0, 100, 200]


def test_the_last_frame_without_and_the_first_with():
    ring = ring_of(0, 100, 200, 300, 400, value=lambda ms: 200 if ms >= 300 or ms == 100 else 50)
    without, first = ring.last_without(lambda f: bool(f.picture[0, 0, 0] > 100))

    assert (without.number, first.number) == (200, 300)


@pytest.mark.parametrize(
    ("press", "finish", "gap"),
    [
        pytest.param(150, Finish.PRESS, 50, id="the die still lay there on a frame after the press"),
        pytest.param(199, Finish.TOO_CLOSE, 0, id="the press is unsure enough to reach the frame"),
        pytest.param(250, Finish.TOO_CLOSE, 0, id="between the two frames"),
        pytest.param(309, Finish.TOO_CLOSE, 0, id="while the second frame was exposed"),
        pytest.param(350, Finish.CHANGE, -40, id="it was gone on a frame before the press"),
    ],
)
def test_who_was_first(press, finish, gap):
    result = photo_finish(press * MS, 2 * MS, frame(200), frame(300), exposure=10 * MS)

    assert result.finish is finish
    assert result.gap_ms == pytest.approx(gap)


def test_what_the_frames_do_not_show_is_not_guessed():
    assert photo_finish(100 * MS, MS, frame(200), None).finish is Finish.UNSEEN
    assert photo_finish(100 * MS, MS, None, frame(200)).finish is Finish.UNSEEN
    assert photo_finish(300 * MS, MS, None, frame(200)).finish is Finish.CHANGE
