"""What is shown waits for the eyes: no scene of a movement is left out, however slow they are."""

from random import Random

import pytest

from companion.clock import HandClock
from ui.twin import film as film_module
from ui.twin.film import SHOWN_AT_MOST, Film
from ui.twin.stage import Stage

SPEED = 1000.0  # the pictures come without a wait


@pytest.fixture
def stage(monkeypatch):
    monkeypatch.setattr(film_module, "draw", lambda scene: scene)
    monkeypatch.setattr(film_module, "WAIT", 0.0)  # who has not looked by now is slow
    return Stage(("Ada", "Ben"), Random(1))


def rolled(stage):
    return list(stage.roll({"pips": [3, 5]}))


def places(scene):
    return [(die.x, die.y) for die in scene.dice], len(scene.hands)


def test_every_scene_is_shown_until_it_was_looked_at(stage):
    movement, rest = rolled(stage), stage.still()
    film = Film(HandClock(), rest, SPEED)
    film.add(movement, rest)
    for shown in movement:
        first, again = film.next_frame(), film.next_frame()
        assert places(first.picture) == places(again.picture) == places(shown.scene)
        film.looked(again.number)
    film.next_frame()
    assert not film.running


def test_a_film_that_nobody_looks_at_goes_on(stage):
    movement = rolled(stage)
    film = Film(HandClock(), stage.still(), SPEED)
    film.add(movement, stage.still())
    for _ in range(SHOWN_AT_MOST * (len(movement) + 1)):
        film.next_frame()
    assert not film.running


def test_what_is_cut_is_not_shown(stage):
    film = Film(HandClock(), stage.still(), SPEED)
    film.add(rolled(stage), stage.still())
    film.cut(stage.still())
    assert not film.running


def test_no_two_frames_are_the_very_same_picture(stage):
    film = Film(HandClock(), stage.still(), SPEED)
    assert film.next_frame().picture.seed != film.next_frame().picture.seed
