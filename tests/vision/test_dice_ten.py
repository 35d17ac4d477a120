"""The ten-sided die: found where a game waits for it, told or asked; never told where none waits for it."""

import numpy as np
import pytest

from vision import Wanted, calibration_of, look
from vision.drawn import any_scene, draw, truth
from vision.drawn.invent import AS_AT_HOME
from vision.learn.dice.marks import any_style
from vision.learn.dice.tens import drawn_ten
from vision.read import as_json
from vision.wanted import D10
from vision.whole import dice_anywhere

SIZE = 62  # pixels of the canvas that the die is drawn on, as it lies in the picture


def table_with_a_ten(seed):
    """A drawn table whose only die is covered by a ten-sided one: picture, scene, place, what it shows."""
    import cv2  # noqa: PLC0415  (only to lay the die)

    scene = any_scene(seed, {"pips": 1}, variety=AS_AT_HOME)
    picture = draw(scene)
    rng = np.random.default_rng(seed)
    die = drawn_ten(rng, any_style(rng, "d10"), 4.0)
    small = cv2.resize(die.picture, (SIZE * 2, SIZE * 2), interpolation=cv2.INTER_AREA).astype(float)
    x, y = (round(v) for v in truth(scene)["dice"][0]["centre_top"])
    part = picture[y - SIZE : y + SIZE, x - SIZE : x + SIZE]
    share = small[:, :, 3:] / 255
    part[:] = part * (1 - share) + small[:, :, :3] * share
    return picture, scene, (x, y), die.value


def near(die, place):
    x, y, wide, high = die.box
    return np.hypot(x + wide / 2 - place[0], y + high / 2 - place[1]) < SIZE / 2


@pytest.fixture(scope="module")
def tables():
    return [table_with_a_ten(seed) for seed in range(8)]


def test_a_ten_sided_die_in_the_tray_is_found_and_hardly_ever_misread(tables):
    found = wrong = 0
    for picture, scene, place, value in tables:
        sighting = look(picture, Wanted(dice={D10: 1}), calibration_of(scene.camera, scene.mat))
        here = [die for die in sighting.dice if near(die, place)]
        found += any(die.type == D10 for die in here)
        wrong += sum(bool(die.value) and die.value != value for die in here)

    assert found >= 5 and wrong <= 1


def test_where_no_game_waits_for_it_a_ten_sided_die_is_never_told(tables):
    for picture, _, _, _ in tables[:4]:
        dice, _ = dice_anywhere(picture, Wanted())

        assert not any(die.type == D10 and die.value for die in dice)
        assert not any(row["type"] == D10 for row in as_json(dice, (), Wanted())["dice"])
