"""Lessons of clear and shining dice, of lamps, and of pictures whose labels are boxes."""

from itertools import islice

import numpy as np
import pytest
from msgspec.structs import replace

from tests.at_first import more
from vision.dice.networks import shipped
from vision.lab.dice.boxed import boxes_of, crops_in_boxes, crops_of_no_dice
from vision.lab.dice.crops import SIDE as CROP
from vision.lab.dice.deceits import Views
from vision.lab.dice.glassy import glassy_views, with_lamps
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.marks import any_style
from vision.lab.dice.rarities import glassy_style
from vision.lab.dice.scenes import laid_on
from vision.lab.dice.solids import drawn
from vision.lab.dice.sprites import bank_in

SAME = np.random.default_rng


def plain_style(**changes):
    body, ink = np.array([0.9, 0.3, 0.2], np.float32), np.full(3, 0.95, np.float32)
    style = replace(any_style(SAME(3), "pips"), body=body, ink=ink, other_ink=ink, odd=(), marble=0.0)
    return replace(style, gloss=0.0, mirrored=0.0, round=0.1, ball=9.0, **changes)


@pytest.mark.parametrize("tilt", [0.0, 20.0])
def test_through_clear_plastic_the_ground_is_seen_and_through_pips_it_is_not(tilt):
    clear, solid = (drawn(SAME(5), plain_style(glass=glass), tilt, 0.0) for glass in (0.3, 0.0))
    inside = solid.picture[:, :, 3] == 255

    assert clear.value == solid.value and np.array_equal(clear.quad, solid.quad)
    assert (clear.picture[inside][:, 3] < 200).mean() > 0.2
    assert (clear.picture[inside][:, 3] == 255).any()


def test_the_deeper_the_tint_the_less_is_seen_through_it():
    covers = [
        drawn(SAME(5), plain_style(glass=glass), 0.0, 0.0).picture[:, :, 3].mean() for glass in (0.2, 2.0)
    ]

    assert covers[0] < covers[1]


def test_most_glassy_styles_are_clear_or_mirror_lamps():
    styles = [glassy_style(SAME(n), "pips") for n in range(200)]

    assert 60 < sum(style.glass > 0 for style in styles) < 140
    assert sum(style.mirrored > 0 or style.clear > 0 for style in styles) > 180


@pytest.mark.parametrize("seed", range(6))
def test_lamps_shine_on_the_face_alone_and_make_nothing_darker(seed):
    before = np.full((CROP, CROP, 3), 90, np.uint8)
    after = with_lamps(SAME(seed), before, 40.0)
    changed = (after != before).any(axis=2)

    assert (after >= before).all() and changed.any()
    assert not changed[:10].any() and not changed[:, -10:].any()


@more
def test_views_of_glassy_dice_show_one_in_their_middle_and_teach_no_lean(tmp_path):
    bank = bank_in(tmp_path / "glassy.npz", 30, 5, lambda _line: None, sort="glassy")
    made_with = Views((bank,), [any_ground(SAME((6, n))) for n in range(2)])
    crops = list(islice(glassy_views(SAME(4), made_with), 40))

    assert set(bank.kinds) == {"pips"} and not bank.leans.any()
    assert all(crop.picture.shape == (CROP, CROP, 3) and crop.cocked == -1 for crop in crops)
    assert sum(crop.name > 0 for crop in crops) > 25


def test_boxes_are_read_with_their_values_and_outlines_become_boxes(tmp_path):
    (tmp_path / "a.txt").write_text("3 0.5 0.25 0.1 0.2\n5 0.1 0.1 0.3 0.1 0.3 0.5 0.1 0.5\n")

    first, second = boxes_of(tmp_path / "a.txt", np.zeros((200, 100, 3), np.uint8))

    assert first == pytest.approx((4, 50, 50, 10, 40))
    assert second == pytest.approx((6, 20, 60, 20, 80))


@more
def test_a_die_whose_label_the_judge_surely_denies_is_left_out(tmp_path):
    bank = bank_in(tmp_path / "bank.npz", 60, 91, lambda _line: None)
    right = wrong = 0
    for seed in range(12):
        rng = SAME((8, seed))
        picture = np.ascontiguousarray(any_ground(rng)[:320, :320])
        die = laid_on(rng, picture, bank, 0.0, (160.0, 160.0), 60.0)
        if die.kind == "pips":
            value = int(die.value)
            box = 160.0, 160.0, 76.0, 76.0
            right += sum(one.name == value for one in crops_in_boxes(picture, [(value, *box)], shipped()))
            wrong += sum(one.name > 0 for one in crops_in_boxes(picture, [(value % 6 + 1, *box)], shipped()))
    assert right >= 4 and wrong <= right / 2


@more
def test_of_a_picture_without_dice_nothing_is_called_one():
    crops = list(crops_of_no_dice(SAME(1), any_ground(SAME(2)), shipped()))

    assert all(one.name == 0 for one in crops)
