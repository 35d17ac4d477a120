"""Dice seen from the side: where a side face was taken for the top one, the top one is looked for."""

import numpy as np
import pytest
from msgspec.structs import replace

from vision.dice.aim import aimed_anew
from vision.dice.networks import shipped
from vision.dice.upright import Anywhere
from vision.dice.verdicts import NAMES, Verdict
from vision.dice.windows import Halvings, Place
from vision.lab.dice.marks import any_style
from vision.lab.dice.solids import CANVAS, EDGE, drawn

TILT = 40.0
STEP = CANVAS + 20


@pytest.fixture(scope="module")
def seen():
    """Four white dice in a row, seen from the side, with verdicts that say so."""
    rng = np.random.default_rng(6)
    style = replace(
        any_style(rng, "pips"), body=np.full(3, 0.95, np.float32), ink=np.full(3, 0.05, np.float32), odd=(),
        marble=0.0, glow=0.0, gloss=0.0, pip=0.1, spread=0.25, six=1.0,
        ring=0.0, round=0.15, ball=9.0,
    )  # fmt: skip
    picture = np.full((CANVAS + 80, 4 * STEP, 3), (60, 110, 60), np.uint8)
    dice = []
    for n in range(4):
        sprite = drawn(rng, style, TILT, 0.0)
        part = picture[40 : 40 + CANVAS, n * STEP : n * STEP + CANVAS]
        cover = sprite.picture[:, :, 3:] / 255.0
        part[:] = part * (1 - cover) + sprite.picture[:, :, :3] * cover
        x, y = sprite.quad.mean(axis=0)
        dice.append(verdict(x + n * STEP, y + 40, sprite.value, np.sin(np.radians(TILT))))
    return picture, dice


def aimed(picture, said, leaning):
    """Those dice aimed at anew, seen by a camera of which nothing is known."""
    high, wide = picture.shape[:2]
    return aimed_anew(Halvings(picture), said, leaning, shipped(), Anywhere(wide, high))


def verdict(x, y, value, foot):
    shares = np.full(len(NAMES), 0.0, np.float32)
    shares[NAMES.index(f"pips {value}")] = 1.0
    return Verdict(Place(x, y, EDGE, 0.6), shares, 0.0, 0.0, np.array([0, foot], np.float32), 1.0)


def on_its_side(one):
    """The verdict of a look that was aimed at the side face, and took it for the top of a die that leans."""
    place = replace(one.place, y=one.place.y + 0.6 * EDGE)
    shares = np.roll(one.shares, 1)
    return replace(one, place=place, shares=shares, foot=np.array([0, -0.3], np.float32), cocked=0.3)


@pytest.mark.parametrize("wrong", range(4))
def test_the_top_face_is_found_from_a_side_face_that_seemed_to_lean(seen, wrong):
    picture, dice = seen
    said = [on_its_side(one) if n == wrong else one for n, one in enumerate(dice)]

    found = aimed(picture, said, [n == wrong for n in range(4)])

    assert found[wrong].best == dice[wrong].best
    away = np.hypot(found[wrong].place.x - dice[wrong].place.x, found[wrong].place.y - dice[wrong].place.y)
    assert away < 0.25 * EDGE
    assert [one for n, one in enumerate(found) if n != wrong] == [
        one for n, one in enumerate(said) if n != wrong
    ]


def test_what_does_not_seem_to_lean_is_left_as_it_is(seen):
    picture, dice = seen
    said = [on_its_side(dice[0]), *dice[1:]]

    assert aimed(picture, said, [False] * 4) == said


def test_two_other_dice_are_too_few_to_tell_how_the_camera_looks(seen):
    picture, dice = seen
    said = [on_its_side(dice[0]), *dice[1:3]]

    assert aimed(picture, said, [True, False, False]) == said


def test_from_above_no_die_is_aimed_at_anew(seen):
    picture, dice = seen
    above = [replace(one, foot=np.zeros(2, np.float32)) for one in dice]
    said = [replace(dice[0], foot=np.array([0, 0.6], np.float32)), *above[1:]]

    assert aimed(picture, said, [True, False, False, False]) == said


def test_where_another_die_was_found_already_none_is_found_again(seen):
    picture, dice = seen
    said = [on_its_side(dice[0]), *dice]

    assert aimed(picture, said, [True, *[False] * 4]) == said


def test_of_no_dice_none_is_aimed_at(seen):
    assert aimed(seen[0], [], []) == []
