"""Dice that the judge knows at once are not searched for; what it does not know is, and nothing is lost."""

from collections.abc import Collection, Sequence

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from vision.calibration import Calibration, calibration_of
from vision.dice import Expected, find_dice
from vision.dice.at_once import AtOnce, known_at_once
from vision.dice.colours import NO_TINT, Gains
from vision.dice.locate import clumps
from vision.dice.networks import shipped
from vision.dice.patches import Patch
from vision.dice.read_faces import FaceReading, ReadFaces, read_faces
from vision.drawn import any_scene, draw, truth
from vision.drawn.invent import Variety
from vision.drawn.scene import DieOnTable, TableScene
from vision.flatten import Flat
from vision.look import PER_MM, look, tray_of
from vision.pictures import Picture
from vision.wanted import Wanted

APART = Variety(touching=0.0)
PIPS, MIXED = {"pips": 3}, {"pips": 2, "colour": 1}


def shown(scene: TableScene) -> tuple[Picture, Calibration, Flat]:
    picture, calibration = draw(scene), calibration_of(scene.camera, scene.mat)
    return picture, calibration, tray_of(picture, calibration)


def at_once(
    flat: Flat, calibration: Calibration, types: Collection[str], read: ReadFaces = read_faces
) -> AtOnce:
    expected = Expected(calibration.die_edge * PER_MM)
    return known_at_once(flat, clumps(flat, expected), expected, types, NO_TINT, read, shipped())


def true_value(scene: TableScene, flat: Flat, x: float, y: float) -> str:
    """What the die truly shows whose top face is nearest to a place of the tray."""
    at = flat.in_picture(np.array([[x, y]]))[0]
    near = min(truth(scene)["dice"], key=lambda die: float(np.hypot(*(np.array(die["centre_top"]) - at))))
    return str(near["value"])


@pytest.mark.parametrize("seed", range(920_000, 920_012))
def test_what_is_known_at_once_is_true(seed: int):
    scene = any_scene(seed, PIPS)
    _, calibration, flat = shown(scene)
    for square, reading in at_once(flat, calibration, ["pips"]).dice:
        assert reading.fits["pips"][0][0] == true_value(scene, flat, square.x, square.y)


def test_most_dice_are_known_at_once_and_then_nothing_is_searched():
    known, all_of_it = 0, 0
    for seed in range(920_100, 920_112):
        _, calibration, flat = shown(any_scene(seed, PIPS, variety=APART))
        found = at_once(flat, calibration, ["pips"])
        known += len(found.dice)
        all_of_it += len(found.dice) == 3 and not found.rest
    assert known >= 28
    assert all_of_it >= 8


@pytest.mark.parametrize("seed", range(920_200, 920_208))
def test_of_dice_that_touch_none_is_lost(seed: int):
    scene = any_scene(seed, PIPS, variety=Variety(touching=1.0))
    _, calibration, flat = shown(scene)
    expected = Expected(calibration.die_edge * PER_MM)
    found = find_dice(flat, expected, ["pips"], count=3)
    places = [flat.in_picture(np.array([[square.x, square.y]]))[0] for square, _ in found.dice]
    for die in truth(scene)["dice"]:
        assert any(np.hypot(*(np.array(die["centre_top"]) - at)) < 0.4 * die["box"][2] for at in places)


def test_where_the_templates_read_something_else_the_judge_is_not_believed():
    def otherwise(
        patches: Sequence[Patch], types: Collection[str] = ("pips",), gains: Gains = NO_TINT
    ) -> list[FaceReading]:
        """Every face fits what the die does not show best, and well."""
        turned = []
        for reading in read_faces(patches, types, gains):
            (best, fit), (second, _), *others = reading.fits["pips"]
            turned.append(replace(reading, fits={"pips": ((second, max(fit, 0.95)), (best, 0.3), *others)}))
        return turned

    _, calibration, flat = shown(any_scene(920_101, PIPS, variety=APART))
    assert len(at_once(flat, calibration, ["pips"]).dice) == 3
    found = at_once(flat, calibration, ["pips"], otherwise)
    assert found.dice == ()
    assert len(found.rest) >= 3


def test_a_die_that_cannot_be_here_is_not_known_at_once():
    _, calibration, flat = shown(any_scene(920_101, PIPS, variety=APART))
    assert at_once(flat, calibration, ["colour"]).dice == ()


def test_a_thing_with_room_for_another_die_is_searched():
    """A strip of cardboard that begins at a die: nothing that the judge knows, and wide enough for a die."""
    _, calibration, flat = shown(any_scene(920_101, PIPS, variety=APART))
    square = at_once(flat, calibration, ["pips"]).dice[0][0]
    picture = flat.picture.copy()
    side = -1 if square.x > picture.shape[1] / 2 else 1
    corners = np.array([[0.55, -0.6], [2.6, -0.6], [2.6, 0.6], [0.55, 0.6]]) * square.edge * (side, 1)
    where = corners + np.array([square.x, square.y])
    cv2.fillConvexPoly(picture, np.round(where).astype(np.int32), (40, 200, 240))
    expected = Expected(calibration.die_edge * PER_MM)
    covered = replace(flat, picture=picture)
    found = at_once(covered, calibration, ["pips"])
    holding = [thing for thing in clumps(covered, expected) if thing.area > 2.5 * expected.edge**2]
    assert holding, "the strip lies against the die"
    assert all(any(thing.x == rest.x and thing.y == rest.y for rest in found.rest) for thing in holding)


@pytest.mark.parametrize("seed", range(920_300, 920_306))
def test_dice_that_lean_are_never_told_as_lying_flat(seed: int):
    scene = any_scene(seed, MIXED, variety=Variety(cocked=1.0, touching=0.0))
    picture, calibration, _ = shown(scene)
    sighting = look(picture, Wanted(dice=dict(MIXED)), calibration)
    assert [die.value for die in sighting.dice if die.value] == []


def leaning(scene: TableScene) -> list[DieOnTable]:
    return [die for die in scene.dice if die.tilt]


def test_the_drawn_dice_of_the_test_above_do_lean():
    assert all(
        len(leaning(any_scene(seed, MIXED, variety=Variety(cocked=1.0)))) for seed in range(920_300, 920_306)
    )
