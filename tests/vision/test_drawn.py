"""The drawn table says truly what lies on it, and the same scene is always the same picture."""

import itertools
import json

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from vision.drawn import CardOnTable, DieLook, DieOnTable, Hand, TableScene, draw
from vision.kit.marks import mark_of
from vision.kit.values import DIE_VALUES
from vision.lab.scenes import any_scene, truth, write_labelled
from vision.lab.scenes.glare import Glare
from vision.mat import table_mat


def test_the_same_scene_is_the_same_picture(table_scene):
    assert (draw(table_scene) == draw(table_scene)).all()


def test_another_seed_is_other_noise_on_the_same_table(table_scene):
    one, other = draw(table_scene), draw(replace(table_scene, seed=99))

    assert (one != other).any()
    assert np.abs(one.astype(int) - other).max() < 60


def test_noise_is_that_of_a_camera_nearly_grey_and_soft(table_scene):
    one, other = (draw(replace(table_scene, seed=seed)).astype(np.float32) for seed in (1, 2))
    noise = (one - other)[100:500, 100:500]

    grey = noise.mean(axis=2)
    colours = noise - grey[..., None]
    beside = np.corrcoef(grey[:, 1:].ravel(), grey[:, :-1].ravel())[0, 1]
    assert grey.std() > 2 * colours.std() > 0
    assert 0.3 < beside < 0.9  # white noise has none of it


def test_a_scene_of_its_own_for_every_seed():
    assert any_scene(1, {"pips": 2}) == any_scene(1, {"pips": 2}) != any_scene(2, {"pips": 2})


@pytest.mark.parametrize("kind", DIE_VALUES)
def test_a_die_changes_the_picture_where_its_label_says(kind):
    die = DieOnTable(DieLook(kind), DIE_VALUES[kind][2], 280, 100, yaw=33)
    scene = TableScene(dice=(die,))
    x, y, width, height = truth(scene)["dice"][0]["box"]

    changed = np.abs(draw(scene).astype(int) - draw(replace(scene, dice=()))).max(axis=2) > 60
    rows, columns = np.nonzero(changed)

    assert x - 2 <= columns.min() <= x + 6 and x + width - 6 <= columns.max() <= x + width + 2
    assert y - 2 <= rows.min() <= y + 6 and y + height - 6 <= rows.max() <= y + height + 2


@pytest.mark.parametrize(
    ("tilt", "cocked"),
    [pytest.param(0, False), pytest.param(5, False, id="leans unnoticeably"), pytest.param(25, True)],
)
def test_a_leaning_die_is_labelled_as_cocked_and_has_no_value(tilt, cocked):
    row = truth(TableScene(dice=(DieOnTable(DieLook(), "3", 300, 100, tilt=tilt),)))["dice"][0]

    assert row["cocked"] is cocked and row["value"] == (None if cocked else 3)


@pytest.mark.parametrize("kind", ["pips", "number", "piggy"])
def test_no_face_looks_like_another_however_it_is_turned(kind):
    marks = {value: mark_of(kind, value).astype(np.float32) for value in DIE_VALUES[kind]}

    for one, other in itertools.combinations(marks, 2):
        for turn in range(4):
            away = np.abs(marks[one] - np.rot90(marks[other], turn)).mean()
            assert away > 6, f"{one} and {other} turned by {turn * 90} degrees"


def test_what_moves_hides_and_shines_is_drawn_without_leaving_the_picture():
    scene = TableScene(
        dice=(
            DieOnTable(DieLook(), "3", 4, 4, drift=(40, 10), spin=90),
            DieOnTable(DieLook(), "3", -90, 900),
        ),
        cards=(
            CardOnTable("2", 0, 0, drift=(30, 0)),
            CardOnTable("?", 900, 100),
            CardOnTable("2", 500, 300, face_down=True),
        ),
        hands=(Hand(0, 0, 200), Hand(300, 100, 90)),
        glare=(Glare(-50, 400), Glare(300, 100)),
    )

    assert draw(scene).shape == (720, 1280, 3)


def test_a_covered_card_is_labelled_so():
    cards = (CardOnTable("1", 45, 60), CardOnTable("2", 45, 60), CardOnTable("3", 60, 70))

    rows = truth(TableScene(cards=cards))["cards"]

    assert [row["overlapped"] for row in rows] == [True, True, False]
    assert rows[0]["visible"] == 0.0 and 0.3 < rows[1]["visible"] < 0.7


@pytest.mark.parametrize("seats", range(1, 7))
def test_places_of_the_mat_do_not_overlap(seats):
    mat = table_mat(seats)

    for one, other in itertools.combinations(mat.zones, 2):
        apart = (
            one.x + one.width <= other.x or other.x + other.width <= one.x
            or one.y + one.height <= other.y or other.y + other.height <= one.y
        )  # fmt: skip
        assert apart, f"{one.name} and {other.name}"
        assert mat.place_of(*one.centre) == one.name


def test_places_are_named_after_the_seats():
    assert [zone.name for zone in table_mat(["Elfi", "Bo"]).zones][2:] == ["discard:Elfi", "discard:Bo"]


def test_labelled_pictures_on_disk(tmp_path):
    scenes = [any_scene(seed, {"pips": 1}) for seed in range(2)]

    paths = list(write_labelled(tmp_path, scenes))

    rows = json.loads((tmp_path / "labels.json").read_text(encoding="utf-8"))
    assert [row["file"] for row in rows] == [path.name for path in paths]
    assert (cv2.imread(str(paths[1])) == draw(scenes[1])).all()
