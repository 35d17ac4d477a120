"""What the eyes ask people to put right, and what they do where there is no mat."""

import re

import numpy as np
import pytest
from msgspec.structs import replace

from companion.asks import Ask, Fact, Kind, Say
from companion.clock import HandClock
from companion.games import all_games
from companion.pyramid.cells import ALL_CELLS, layer
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame, Seen
from companion.table import Announcement
from companion.words import game_words
from hardware.board import Board as Wires
from hardware.sound.speaker import Silence
from tests.at_first import more
from ui.eyes_set_up import EyesSetUp, OwnCorners, calibration_for
from ui.gaze import CALIBRATE_EVERY, NO_MAT_NS, Gaze
from ui.screen.ports import Look, Trouble
from ui.table_board import TableBoard
from vision.calibration import calibration_of
from vision.drawn import DieLook, DieOnTable, TableScene, draw
from vision.drawn.scene import PyramidOnTable
from vision.kit.camera import Camera
from vision.lab.scenes.any_pyramid import NO_MAT, any_pyramid_dice
from vision.mat import PYRAMID, TRAY, pyramid_mat, table_mat

ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2})
BUILD = Ask("build", Kind.PYRAMID, ("Ada",), Say("build"), "G2")
PEOPLE = ("Ada", "Ben")
LEANING = (3, 3, 2)
BETWEEN_NS = 400_000_000  # two frames


def look_at(gaze, picture, count, noise=None):
    """Show the same table *count* times, as a sensor sees it."""
    noise = noise or np.random.default_rng(1)
    for _ in range(count):
        number = gaze._frames + 1
        seen = np.clip(picture + noise.integers(-2, 3, picture.shape), 0, 255).astype(np.uint8)
        gaze.look(Frame(seen, number * BETWEEN_NS, number))


# --- dice that hang or lean ---


def pyramid_on_mat(**more):
    mat = pyramid_mat(50)
    x, y = mat.zone(PYRAMID).centre
    dice = any_pyramid_dice(np.random.default_rng(1), [cell for cell in ALL_CELLS if layer(cell) == 8])
    camera = Camera(x=mat.width / 2, y=mat.height / 2, distance=500)
    return draw(TableScene(mat=mat, camera=camera, pyramid=PyramidOnTable(dice, x, y + 12, 0.0, **more)))


@more
def test_a_leaning_die_is_told_once_and_its_end_too():
    heard = []
    gaze = Gaze(heard.append)
    gaze.watch([BUILD], PEOPLE)
    look_at(gaze, pyramid_on_mat(loose=((LEANING, (3.5, 0.0, 1.5)),)), 8)
    look_at(gaze, pyramid_on_mat(), 8)
    told = [thing for thing in heard if isinstance(thing, Trouble)]
    assert [trouble.what for trouble in told] == ["on the table", "on the table"]
    begun, ended = told
    assert ended.says is None
    assert [cell.args for cell in begun.says.args["cells"]] == [{"layer": 1, "a": 3, "b": 3, "c": 2}]


@pytest.mark.parametrize(("language", "words"), [("en", "press it gently"), ("de", "sitzt etwas schief")])
def test_a_leaning_die_is_told_aloud_in_words(language, words):
    game, sound = all_games()["sums"], Silence()
    board = TableBoard(Wires.pretend(HandClock(10**9), sound=sound), lambda: language)
    board.announced(Announcement(1, None, Ruling(Verdict.ACCEPTED), "start"), game)
    crooked = Say("crooked", {"cells": [Say("cell", {"layer": 1, "a": 3, "b": 3, "c": 2})]})
    board.pass_on(Trouble("pyramid", crooked))
    board.pass_on(Trouble("pyramid", None))
    (spoken,) = sound.heard
    assert words in spoken and not re.search(r"A\d-B\d-C\d", spoken)


@pytest.mark.parametrize(
    "name", ["sums", "squeeze_play", "pack_rat", "cui_bono", "forced_memory", "dice_march"]
)
def test_every_game_of_the_pyramid_has_the_words(name):
    assert "crooked" in game_words(all_games()[name])


# --- no mat ---


def two_dice(mat=NO_MAT):
    dice = tuple(DieOnTable(DieLook(), value, x, 0.0) for value, x in (("5", -40.0), ("2", 35.0)))
    return draw(TableScene(mat=mat, camera=Camera(640, 360, x=0, y=0, distance=450), dice=dice))


def frames_in(ns):
    """Pictures until the eyes have waited for so long and look for a mat once more."""
    return ns // BETWEEN_NS + CALIBRATE_EVERY


def test_where_no_mat_is_found_dice_are_read_wherever_they_lie():
    told = []
    gaze = Gaze(told.append)
    gaze.watch([ROLL], PEOPLE)
    picture = two_dice()

    def seen():
        return [die.value for look in told if isinstance(look, Look) for die in look.sighting.dice]

    look_at(gaze, picture, NO_MAT_NS // BETWEEN_NS)
    assert seen() == [], "a mat may only be covered for a moment"
    look_at(gaze, picture, 3)
    assert set(seen()) == {"5", "2"}
    assert gaze.eyes.calibration is None


@more
def test_the_dice_of_a_pyramid_without_a_mat_are_no_roll():
    told = []
    gaze = Gaze(told.append)
    gaze.watch([BUILD], PEOPLE)
    look_at(gaze, two_dice(), frames_in(NO_MAT_NS))
    assert not any(look.sighting.dice for look in told if isinstance(look, Look))


@more
def test_a_table_with_a_mat_keeps_it():
    gaze = Gaze(lambda thing: None)
    gaze.watch([BUILD], PEOPLE)
    picture = pyramid_on_mat()
    look_at(gaze, picture, 2)
    gaze._looked, mat = 0, gaze.mat
    gaze.watch([ROLL], PEOPLE)
    look_at(gaze, np.zeros_like(picture) + 90, frames_in(NO_MAT_NS))
    assert mat is not None and gaze.mat == mat and gaze.eyes.calibration.mat == mat


# --- another camera, another mat ---


def test_pictures_of_another_size_do_not_blind_the_eyes():
    """The camera was set to smaller pictures: after one look that may have been torn the eyes see again."""
    told, picture = [], pyramid_on_mat()
    gaze = Gaze(told.append)
    gaze.watch([ROLL], PEOPLE)
    look_at(gaze, picture, 2)
    knows = gaze.eyes
    smaller = np.ascontiguousarray(picture[::2, ::2])
    look_at(gaze, smaller, 4)
    assert gaze.eyes is knows and gaze.eyes.calibration.size == (smaller.shape[1], smaller.shape[0])
    states = [look.sighting.state for look in told if isinstance(look, Look)]
    assert states[2] is Seen.BLOCKED and Seen.BLOCKED not in states[3:]


def test_one_torn_picture_is_no_other_camera():
    picture = pyramid_on_mat()
    gaze = Gaze(lambda thing: None)
    gaze.watch([ROLL], PEOPLE)
    look_at(gaze, picture, 2)
    look_at(gaze, picture[:300], 1)
    look_at(gaze, picture, 1)
    assert gaze.eyes.calibration.size == (picture.shape[1], picture.shape[0])


def test_another_mat_in_the_same_place_is_noticed_within_two_seconds():
    front, back = table_mat(2, 50), pyramid_mat(50)
    camera = Camera(x=front.width / 2, y=front.height / 2, distance=500)
    gaze = Gaze(lambda thing: None)
    gaze.watch([ROLL], PEOPLE)
    look_at(gaze, draw(TableScene(mat=front, camera=camera)), 2)
    assert gaze.mat.has(TRAY) and not gaze.mat.has(PYRAMID)
    look_at(gaze, draw(TableScene(mat=back, camera=camera)), 2_000_000_000 // BETWEEN_NS)
    assert gaze.mat.has(PYRAMID) and gaze.eyes.calibration.mat == back


@more
@pytest.mark.parametrize("light", [0.45, 0.7, 1.25])
def test_when_the_light_changes_nothing_is_rolled_and_the_eyes_see_on(light):
    """Somebody switches a lamp on or off while two dice lie there."""
    mat, told = table_mat(2, 50), []
    x, y = mat.zone(TRAY).centre
    dice = tuple(DieOnTable(DieLook(), value, x + by, y) for value, by in (("5", -40.0), ("2", 35.0)))
    camera = Camera(x=mat.width / 2, y=mat.height / 2, distance=500)
    scene = TableScene(mat=mat, camera=camera, dice=dice)
    gaze = Gaze(told.append)
    gaze.watch([ROLL], PEOPLE)
    look_at(gaze, draw(scene), 4)
    look_at(gaze, draw(replace(scene, light=replace(scene.light, level=scene.light.level * light))), 5)
    assert not [thing for thing in told if isinstance(thing, Fact)]
    last = [look.sighting for look in told if isinstance(look, Look)][-1]
    assert last.state in (Seen.WAITING, Seen.SETTLED) and len(last.dice) == 2
    assert {die.value for die in last.dice} <= {"2", "5", ""}, "what is too dark to be sure of is left open"


@pytest.mark.parametrize("times", [0.5, 1.5])
def test_own_corners_are_known_in_larger_and_smaller_pictures_too(times):
    camera = Camera(640, 360, x=150, y=100, distance=500)
    corners = calibration_of(camera, NO_MAT).project(
        np.array([(0, 0, 0), (300, 0, 0), (300, 200, 0), (0, 200, 0)], float)
    )
    own = OwnCorners(tuple(map(tuple, corners.tolist())), (640, 360), (300.0, 200.0))
    size = (round(640 * times), round(360 * times))
    found = calibration_for(np.full((size[1], size[0], 3), 90, np.uint8), 2, EyesSetUp(corners=own))
    assert found is not None and found.size == size
    assert np.allclose(found.on_table(corners * times), [(0, 0), (300, 0), (300, 200), (0, 200)], atol=0.5)
    assert own.seen_in((size[0], size[0])) is None, "a square picture shows another part of the table"
