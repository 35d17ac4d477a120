"""Whole streams of drawn pictures before the eyes: exactly the events that a person would tell."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.sightings import Frame, Seen
from tests.tables import cases
from vision import Eyes, Wanted, calibration_of
from vision.drawn import DieLook, DieOnTable, Hand, TableScene, draw
from vision.lab.scenes.invent import BODIES
from vision.scene.events import Cocked, Miscounted, Nudged, Rolled

WANTED = Wanted({"pips": 2, "colour": 1})
IVORY = DieLook("pips", *BODIES["ivory"])
BLACK = DieLook("colour", *BODIES["black"])
ALONE = (DieOnTable(IVORY, "3", 220, 70, 15), DieOnTable(IVORY, "4", 300, 120, 50))
LYING = (*ALONE, DieOnTable(BLACK, "blue", 360, 80, 30))
THROWN = (
    DieOnTable(IVORY, "6", 250, 150, 70),
    DieOnTable(IVORY, "1", 340, 60, 5),
    DieOnTable(BLACK, "pink", 390, 150, 62),
)
ROLLING = tuple(replace(die, x=die.x - 25, drift=(22.0, 9.0), spin=60) for die in THROWN)
LEANS = (*THROWN[:2], replace(THROWN[2], tilt=24, tilt_towards=40))
AGAIN = (*THROWN[:2], DieOnTable(BLACK, "green", 300, 170, 20))
PUSHED = (replace(LYING[0], x=234), *LYING[1:])
HAND = Hand(300, 110, 95)


def table(dice, *hands):
    return TableScene(dice=tuple(dice), hands=hands)


def told(*scenes):
    """What happened; a scene is shown four times, a picture is shown as it is."""
    return watched(*scenes)[0]


def watched(*scenes):
    eyes = Eyes(calibration_of(TableScene().camera, TableScene().mat))
    events, states, number = [], [], 0
    for scene in scenes:
        shown = (
            [draw(replace(scene, seed=number + n)) for n in range(4)]
            if isinstance(scene, TableScene)
            else [scene]
        )
        for picture in shown:
            number += 1
            sighting, more = eyes.see(Frame(picture, number * 33_000_000, number), WANTED)
            events += more
            states.append(sighting.state)
    return events, states


START = table(LYING)
REACHING = table(LYING, HAND)
BROKEN = draw(START)
BROKEN[400:] = 0


@cases(
    "scenes, expected",
    {
        "lying there": ([START, START], []),
        "a hand that takes nothing": ([START, REACHING, START], []),
        "thrown": ([START, table((), HAND), table(ROLLING), table(THROWN)], [Rolled]),
        "one pushed": ([START, REACHING, table(PUSHED, HAND), table(PUSHED)], [Nudged]),
        "one lifted and put back by the same hand": (
            [START, REACHING, table(LYING[1:], HAND), table(LYING, HAND), START],
            [Nudged],
        ),
        "one taken away and brought back": (
            [START, REACHING, table(LYING[1:]), REACHING, START],
            [Miscounted, Nudged],
        ),
        "one leans and is rolled again": (
            [START, table((), HAND), table(LEANS), table(LEANS, HAND), table(AGAIN)],
            [Cocked, Rolled],
        ),
        "black for a moment": ([START, np.zeros_like(BROKEN), START], []),
        "half a picture": ([START, BROKEN, START], []),
        "broken pictures while the dice fly": (
            [START, table((), HAND), np.zeros_like(BROKEN), table(ROLLING), BROKEN, table(THROWN)],
            [Rolled],
        ),
    },
)
def test_what_a_stream_tells(scenes, expected):
    events, states = watched(*scenes)
    assert [type(event) for event in events] == expected
    assert (Seen.BLOCKED in states) == any(isinstance(scene, np.ndarray) for scene in scenes)


def test_a_leaning_die_is_the_one_that_is_named():
    events = told(START, table((), HAND), table(LEANS), table(LEANS, HAND), table(AGAIN))

    assert [die.type for die in events[0].again] == ["colour"]
    assert sorted(die.value for die in events[1].dice) == ["1", "6", "green"]


def test_nothing_is_read_while_a_hand_is_in_the_tray():
    events, states = watched(START, REACHING, REACHING)

    assert not events and set(states[4:]) == {Seen.HAND}


@pytest.mark.parametrize(("arm", "state"), [(False, Seen.SETTLED), (True, Seen.HAND)])
def test_a_large_die_over_the_border_is_no_hand_and_an_arm_beside_it_is_one(arm, state):
    table = Path(__file__).with_name("traced_tables") / "table_01000.jpg"
    thrown = cv2.resize(cv2.imread(str(table))[133:313, 745:905], None, fx=3, fy=3)
    bare = thrown.copy()
    bare[:220, 60:300] = thrown[300:520, 60:300]
    if arm:
        cv2.line(thrown, (480, 400), (240, 400), (140, 170, 220), 80)
    eyes, rng = Eyes(None), np.random.default_rng(1)
    for n, picture in enumerate([bare] * 3 + [thrown] * 3):
        noisy = cv2.add(picture, rng.integers(0, 4, picture.shape, np.uint8))
        seen, _ = eyes.see(Frame(noisy, n * 200_000_000, n), Wanted({"pips": 2}))

    assert (seen.state, [die.value for die in seen.dice]) == (state, [] if arm else ["2"])
