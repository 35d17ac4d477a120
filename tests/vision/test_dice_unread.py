"""Dice that light or darkness hides: it is looked again before one is missed, and the place is told."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sightings import DieSeen
from vision.calibration import calibrate_any, calibration_of
from vision.dice.reader import dice_in
from vision.dice.tray import dice_on
from vision.dice.unread import (
    GLARE,
    MAY_LEAN,
    PLACE,
    TOO_DARK,
    are_enough,
    hidden_places,
    in_other_light,
    reason,
    with_those_seen_again,
)
from vision.drawn import Camera, DieLook, DieOnTable, Lens, Light, Surface, TableScene, draw
from vision.look import at_rest
from vision.mat import pyramid_mat
from vision.wanted import PIPS, Wanted

TRACED = Path(__file__).with_name("traced_tables")
BOX = (20.0, 20.0, 30.0, 30.0)


def table(level=120):
    picture = np.full((240, 320, 3), level, np.uint8)
    cv2.rectangle(picture, (40, 40), (80, 80), (min(255, 2 * level),) * 3, -1)
    return picture


def test_a_burnt_place_is_told_with_where_it_is():
    picture = table()
    picture[100:200, 160:288] = 255

    (place,) = hidden_places(picture)

    assert (place.what, place.why) == (PLACE, GLARE)
    assert np.allclose(place.box, (160, 100, 128, 100), atol=20)


@pytest.mark.parametrize(("level", "why"), [(255, GLARE), (120, MAY_LEAN)])
def test_of_a_face_that_light_washes_out_nobody_can_say_that_it_leans(level, why):
    assert reason(np.full((60, 60, 3), level, np.uint8), BOX, 30.0, may_lean=True) == why


def test_a_dark_room_is_told_and_a_black_cloth_in_good_light_is_not():
    assert [place.why for place in hidden_places(table(20))] == [TOO_DARK]
    black_cloth = np.full((240, 320, 3), 20, np.uint8)
    black_cloth[40:100, 40:100] = 200
    assert hidden_places(black_cloth) == () and hidden_places(table()) == ()


def test_a_dim_picture_is_made_brighter_and_any_other_deeper():
    assert in_other_light(table(20)).max() >= 215
    bright = table(180)
    assert in_other_light(bright).mean() < bright.mean()


def test_what_only_another_light_shows_is_added_up_to_the_count():
    one, other = DieSeen("pips", "4", BOX, 0.9), DieSeen("pips", "", (100.0, 20.0, 30.0, 30.0), 0.8)
    seen = with_those_seen_again((one,), (DieSeen("pips", "", (22.0, 21.0, 30.0, 30.0), 0.99), other), 2)

    assert seen == (one, other)
    assert with_those_seen_again((one,), (other,), 1) == (one,)


@pytest.mark.parametrize("speck", [DieSeen("pips", "", BOX, 0.2), DieSeen("pips", "", BOX, 0.6, why=GLARE)])
def test_what_hardly_looks_like_a_die_or_lies_in_glare_is_not_counted_and_gives_way_to_what_does(speck):
    die = DieSeen("pips", "", (100.0, 20.0, 30.0, 30.0), 0.8)

    assert not are_enough((speck,), 1) and are_enough((die,), 1)
    assert with_those_seen_again((speck,), (die,), 1) == (die,)
    assert with_those_seen_again((speck,), (), 1) == (speck,)


def test_a_die_that_is_only_seen_from_nearer_by_is_told():
    """A white die with a number, side to side with another one."""
    picture = cv2.imread(str(TRACED / "table_01008.jpg"))
    calibration = calibrate_any(picture)

    first = dice_on(picture, Wanted({"pips": 5}), calibration).dice
    all_of_them = dice_on(picture, Wanted({"pips": 5, "number": 1}), calibration).dice
    assert len(first) == 5
    assert sorted((die.type, die.value) for die in all_of_them)[0] == ("number", "1")
    assert len(all_of_them) == 6


@pytest.mark.parametrize(("level", "why"), [(15, TOO_DARK), (None, GLARE)])
def test_a_roll_that_cannot_be_seen_is_not_missed_without_a_word(level, why):
    picture = np.full((240, 320, 3), level or 90, np.uint8)
    if level is None:
        picture[60:, 60:] = 255
    _, passed = dice_in(picture, Wanted(dice={"pips": 2}))

    assert [place.why for place in passed if place.what == PLACE] == [why]
    assert dice_in(picture, Wanted())[1] == ()


def test_a_lone_die_that_is_not_seen_at_first_is_looked_for_from_nearer_by() -> None:
    mat = pyramid_mat(50)
    camera = Camera(x=mat.width / 2, y=mat.height / 2, distance=500.0)
    green = DieLook(
        "pips", body=(60, 130, 60), mark=(240, 244, 246), edge=16.0, round=0.14, pip=0.09, spread=0.255
    )
    light = Light(azimuth=344.2, elevation=73.2, hardness=0.228, level=0.825, slope=0.125, vignette=0.1)
    table = TableScene(
        mat=mat,
        camera=camera,
        light=light,
        lens=Lens(blur=0.526, noise=1.424),
        tray=Surface("felt", (110, 70, 45), seed=36),
        dice=(DieOnTable(green, "2", 378.8, 73.45, 293.9),),
        seed=1035207868,
    )
    seen = at_rest(draw(table), Wanted({PIPS: 1}), calibration_of(camera, mat)).dice
    assert [die.value for die in seen] == ["2"]
