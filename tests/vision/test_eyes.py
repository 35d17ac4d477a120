"""Whole stories in drawn frames: a hand reaches in, dice fly, cards are laid, and the eyes tell what
happened."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.sightings import Frame, Seen
from tests.at_first import more
from vision import Eyes, Wanted, calibrate
from vision.drawn import CardOnTable, Hand, draw
from vision.lab.scenes import any_dice
from vision.scene.events import Laid, Nudged, Rolled
from vision.scene.motion import Memory, hand_in_view

WANTED = Wanted({"pips": 2, "colour": 1}, cards=True)


class Story:
    """Frames of scenes, one after the other, before the same eyes."""

    def __init__(self, scene):
        self.eyes = Eyes(calibrate(draw(scene), scene.mat, scene.camera.view))
        self.events, self.states, self.whys, self.number = [], [], {}, 0

    def show(self, scene, times=4):
        for _ in range(times):
            self.show_picture(draw(replace(scene, seed=self.number)))
        return self

    def show_picture(self, picture):
        self.number += 1
        sighting, events = self.eyes.see(Frame(picture, self.number * 33_000_000, self.number), WANTED)
        self.events += events
        self.states.append(sighting.state)
        self.whys |= {sighting.why: sighting.state}

    def told(self):
        return [type(event) for event in self.events]


@pytest.fixture
def thrown(table_scene):
    dice = any_dice(np.random.default_rng(5), table_scene, {"pips": 2, "colour": 1})
    return replace(
        table_scene,
        dice=tuple(replace(d, look=old.look) for d, old in zip(dice, table_scene.dice, strict=True)),
    )


def test_a_throw_is_told_once_with_what_lies_there(table_scene, thrown):
    story = Story(table_scene).show(table_scene).show(replace(table_scene, hands=(Hand(300, 110, 95),)))
    story.show(replace(table_scene, dice=()), 2)
    flying = tuple(replace(die, x=die.x + 20, drift=(25.0, 6.0), spin=50) for die in thrown.dice)
    story.show(replace(thrown, dice=flying), 1).show(thrown, 6)

    assert story.told() == [Rolled]
    assert sorted(die.value for die in story.events[0].dice) == sorted(die.value for die in thrown.dice)
    assert {Seen.HAND, Seen.MOVING, Seen.SETTLED, Seen.WAITING} <= set(story.states)


@more
def test_dice_that_were_taken_up_and_fell_by_chance_where_they_lay_were_thrown(table_scene):
    story = Story(table_scene).show(table_scene).show(replace(table_scene, hands=(Hand(300, 110, 95),)), 2)
    story.show(replace(table_scene, dice=()), 1)
    story.show(replace(table_scene, dice=tuple(replace(die, x=die.x + 2.5) for die in table_scene.dice)), 6)

    assert story.told() == [Rolled]


def test_a_pushed_die_is_no_throw(table_scene):
    first, *others = table_scene.dice
    pushed = replace(table_scene, dice=(replace(first, x=first.x + 11), *others))

    story = (
        Story(table_scene)
        .show(table_scene)
        .show(replace(table_scene, hands=(Hand(first.x, first.y, 90),)))
        .show(pushed)
    )

    assert story.told() == [Nudged]


def test_a_card_is_told_once_after_the_hand_has_gone(table_scene):
    x, y = table_scene.cards[0].x, table_scene.cards[0].y
    more = replace(
        table_scene, cards=(*table_scene.cards, CardOnTable("2", x + 2, y - 1, 4, place="discard:1"))
    )

    story = Story(table_scene).show(table_scene).show(replace(more, hands=(Hand(x, y, 170),))).show(more, 8)

    assert story.told() == [Laid]
    assert [card.name for card in story.events[0].cards] == ["2"]


@more
def test_light_that_fades_slowly_is_no_hand_and_moves_nothing(table_scene):
    story = Story(table_scene)
    for level in np.linspace(1.0, 0.7, 12):
        story.show(replace(table_scene, light=replace(table_scene.light, level=float(level))), 1)

    assert not story.told() and Seen.HAND not in story.states


def test_a_camera_that_goes_black_is_noticed_and_recovers(table_scene, table_picture):
    story = Story(table_scene).show(table_scene)
    story.show_picture(np.zeros_like(table_picture))

    assert (story.states[-1], story.whys["black"]) == (Seen.BLOCKED, Seen.BLOCKED)
    assert story.show(table_scene).states[-1] == Seen.WAITING


def test_a_box_on_the_border_is_no_hand_for_ever_whether_it_comes_or_goes(table_scene):
    """After a while what stays is part of the table, and a table seen before is known at once."""

    def with_box(number):
        picture = draw(replace(table_scene, seed=number))
        return np.asarray(cv2.rectangle(picture, (0, 500), (200, 719), (40, 60, 120), -1))

    story = Story(table_scene)
    for number in range(4):
        story.show_picture(with_box(number))
    story.show(table_scene)
    assert story.states[-1] is Seen.HAND  # somebody has taken it away: for all that can be seen an arm
    story.number += 500
    assert story.show(table_scene, 3).states[-1] is Seen.WAITING
    for number in range(4):
        story.show_picture(with_box(900 + number))
    assert story.states[-1] is Seen.WAITING
    story.show(replace(table_scene, hands=(Hand(300, 110, 95),)))
    assert story.states[-1] is Seen.HAND


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.04, -0.02), (-0.3, 0.2), (1.5, 1.0)])
def test_a_hand_that_rests_reaches_in_however_a_camera_in_a_hand_trembles(shift):
    """The border of what both pictures show counts as the picture's own."""
    spots = np.random.default_rng(7).random((108, 192, 3)) * 255
    table = np.asarray(cv2.GaussianBlur(spots, (0, 0), 2), np.float32)
    memory = Memory(last=table, quiet=table, held=True)
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    now = cv2.warpAffine(table, moved, (192, 108), borderMode=cv2.BORDER_REFLECT)
    assert not hand_in_view(memory, now)

    now[40:60, :60] = (120, 140, 190)
    assert hand_in_view(memory, now)
