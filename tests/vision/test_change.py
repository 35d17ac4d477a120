"""When the table changed: between which two frames, whatever hands and lamps do meanwhile."""

import numpy as np
import pytest

from companion.asks import MS
from companion.sightings import Frame
from tests.tables import cases
from vision.scene.change import Finish, change_in, photo_finish

DIE = (slice(60, 90), slice(100, 130))
HAND = (slice(0, 100), slice(80, 180))


def film(*scenes: str, flicker: float = 0.0, step_ms: int = 66) -> list[Frame]:
    """A frame for each scene: d the die lies there, - it is gone, h a hand covers the place."""
    chance = np.random.default_rng(7)
    frames = []
    for number, scene in enumerate("".join(scenes)):
        picture = np.full((180, 320, 3), 120.0)
        if scene in "dh":
            picture[DIE] = 220
        if scene == "h":
            picture[HAND] = 165
        light = 1 + flicker * (-1) ** number
        seen = np.clip(picture * light + chance.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
        frames.append(Frame(seen, number * step_ms * MS, number))
    return frames


@cases(
    "scenes, without, changed",
    {
        "a die is taken between two frames": ("dddd----", 3, 4),
        "a hand covers it: the change is somewhere in between": ("ddhhh---", 1, 5),
        "a die comes": ("----dddd", 3, 4),
        "gone once counts, even if it seems to be back for one frame": ("dd-dd---", 1, 2),
    },
)
def test_a_change_lies_between_two_frames(scenes, without, changed):
    found = change_in(film(scenes))

    assert (found.without.number, found.changed.number) == (without, changed)


@pytest.mark.parametrize("scenes", ["dddddd", "------", "d", "", "ddhhdd"])
def test_where_nothing_changed_nothing_is_claimed(scenes):
    found = change_in(film(scenes))

    assert (found.without, found.changed) == (None, None)


def test_a_flickering_lamp_is_no_change():
    assert change_in(film("dddddd", flicker=0.05)).changed is None
    assert change_in(film("ddd---", flicker=0.05)).changed.number == 3


def test_frames_of_different_sizes_are_no_film():
    frames = film("dd")
    small = Frame(frames[1].picture[::2, ::2], 10**9, 9)

    assert change_in([frames[0], small]).changed is None


@pytest.mark.parametrize(
    ("press_ms", "finish"),
    [(0, Finish.PRESS), (150, Finish.PRESS), (230, Finish.TOO_CLOSE), (400, Finish.CHANGE)],
)
def test_was_the_die_still_there_at_the_stop(press_ms, finish):
    found = change_in(film("dddd----"))  # it was there at 198 ms and gone at 264 ms

    assert photo_finish(press_ms * MS, MS // 20, found.without, found.changed).finish is finish
