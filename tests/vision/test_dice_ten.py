"""The ten-sided die: found where a game waits for it, told or asked; never told where none waits for it."""

import cv2
import numpy as np
import pytest

from tests.at_first import more
from vision import Wanted, calibration_of, look
from vision.dice.networks import digit_shares
from vision.dice.reader import dice_in
from vision.dice.verdicts import NAMES
from vision.dice.windows import Halvings, Place
from vision.drawn import draw
from vision.lab.dice.marks import any_style
from vision.lab.dice.tens import drawn_ten
from vision.lab.scenes import any_scene, truth
from vision.lab.scenes.invent import AS_AT_HOME
from vision.network import network_in
from vision.read import as_json
from vision.wanted import D10

SIZE = 62  # pixels of the canvas that the die is drawn on, as it lies in the picture


def table_with_a_ten(seed):
    """A drawn table whose only die is covered by a ten-sided one: picture, scene, place, what it shows."""
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


def test_a_ten_sided_die_in_the_tray_is_found_often_told_and_never_misread(tables):
    found = told = wrong = 0
    for picture, scene, place, value in tables:
        sighting = look(picture, Wanted(dice={D10: 1}), calibration_of(scene.camera, scene.mat))
        here = [die for die in sighting.dice if near(die, place)]
        found += any(die.type == D10 for die in here)
        told += any(die.value == value for die in here)
        wrong += sum(bool(die.value) and die.value != value for die in here)

    assert found >= 6 and told >= 3 and wrong == 0


@pytest.mark.parametrize("turn", [30.0, 90.0, 200.0])
def test_a_digit_is_the_same_however_the_die_is_turned(tables, turn):
    said = []
    for degrees in (0.0, turn):
        picture, _, place, _ = tables[0]
        matrix = cv2.getRotationMatrix2D(tuple(map(float, place)), degrees, 1.0)
        shown = cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
        said.append(digit_shares(Halvings(shown), Place(*place, SIZE * 0.72, 1.0)))

    assert max(said[0], key=said[0].__getitem__) == max(said[1], key=said[1].__getitem__)
    assert all(sum(shares.values()) == pytest.approx(1) for shares in said)


@more
def test_pips_are_no_digit_of_a_ten_sided_die():
    scene = any_scene(3, {"pips": 2}, variety=AS_AT_HOME)
    dice, _ = dice_in(draw(scene), Wanted(dice={D10: 1}))

    assert not any(die.type == D10 and die.value for die in dice)


def test_who_knows_the_digits_learns_them_from_drawn_dice_and_goes_on_where_it_was_stopped(tmp_path):
    pytest.importorskip("torch")
    from vision.dice.networks import said_of  # noqa: PLC0415  (what follows needs torch)
    from vision.lab.dice import steps, ten_sided  # noqa: PLC0415

    ten_sided.learn(tmp_path, steps.Plan(1, 4, 1e-3), dice=6)
    file = ten_sided.learn(tmp_path, steps.Plan(2, 4, 1e-3), dice=6)

    with np.load(tmp_path / "tens_000.npz") as kept:
        assert len(kept["names"]) == 6 and {NAMES[n][:4] for n in kept["names"]} == {"d10 "}
    assert steps.learnt_all(tmp_path / "ten_sided.pt", steps.Plan(2, 4, 1e-3))
    assert said_of(network_in(file), [np.zeros((64, 64, 3), np.uint8)]).shape == (1, 10)


@more
def test_where_no_game_waits_for_it_a_ten_sided_die_is_never_told(tables):
    for picture, _, _, _ in tables[:2]:
        dice, _ = dice_in(picture, Wanted())

        assert not any(die.type == D10 and die.value for die in dice)
        assert not any(row["type"] == D10 for row in as_json(dice, (), Wanted())["dice"])
