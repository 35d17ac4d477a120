"""What was read of dice stands as long as nothing changes in the tray, and not one look longer."""

import pytest
from msgspec.structs import replace

from companion.sightings import DieSeen, Frame
from tests.at_first import more
from tests.tables import cases
from vision import Wanted, calibrate
from vision.dice.tray import FoundDice, dice_on
from vision.drawn import DieLook, DieOnTable, Hand, Light, draw
from vision.eyes import Eyes
from vision.lab.scenes.glare import Glare
from vision.scene import still
from vision.scene.still import DiceEye
from vision.scene.tray import AT_MOST

BOX = (20.0, 20.0, 40.0, 40.0)
WANTED = Wanted({"pips": 2}, cards=False)
THREE = DieOnTable(DieLook(), "3", 260, 90, 20)
FIVE = DieOnTable(DieLook(), "5", 330, 120, 50)


class Looks:
    """One eye before drawn trays; counts how often it really reads."""

    def __init__(self, scene, monkeypatch):
        self.scene = replace(scene, cards=(), dice=())
        self.calibration = calibrate(draw(self.scene), scene.mat, scene.camera.view)
        self.eye, self.read, self.number = DiceEye(), 0, 0

        def counted(*arguments):
            self.read += 1
            return dice_on(*arguments)

        monkeypatch.setattr(still, "dice_on", counted)

    def at(self, *dice, times=1, wanted=WANTED, **more):
        for _ in range(times):
            self.number += 1
            picture = draw(replace(self.scene, dice=dice, seed=self.number, **more))
            found = self.eye.see(picture, wanted, self.calibration)
        return sorted(die.value for die in found.dice)


@pytest.fixture
def looks(table_scene, monkeypatch):
    return Looks(table_scene, monkeypatch)


def test_dice_that_lie_still_are_read_twice_and_told_in_every_look(looks):
    assert [looks.at(THREE, FIVE) for _ in range(6)] == [["3", "5"]] * 6
    assert looks.read == 2


def test_an_empty_tray_is_not_searched_again_and_again(looks):
    assert looks.at(times=5) == []
    assert looks.read == 2


@pytest.mark.parametrize(
    "after",
    [
        (THREE, replace(FIVE, value="4")),
        (replace(THREE, value="2"), FIVE),
        (THREE, replace(FIVE, x=FIVE.x + 2)),
        (THREE,),
    ],
)
def test_a_face_that_is_turned_is_read_at_once(looks, after):
    looks.at(THREE, FIVE, times=4)

    assert looks.at(*after) == sorted(die.value for die in after)
    assert looks.read == 3


def test_another_light_has_all_read_again(looks):
    looks.at(THREE, FIVE, times=4)
    looks.at(THREE, FIVE, light=Light(azimuth=40), glare=(Glare(300, 70, 15, 60),))

    assert looks.read == 3


def test_what_is_doubtful_is_looked_at_until_it_has_been_asked_about(looks, monkeypatch):
    doubtful = FoundDice(
        (DieSeen("pips", "", BOX, 0.7), DieSeen("pips", "4", (300.0, 20.0, 40.0, 40.0), 0.9))
    )

    def read(*_):
        looks.read += 1
        return doubtful

    monkeypatch.setattr(still, "dice_on", read)
    looks.at(THREE, FIVE, times=AT_MOST)
    assert looks.read == AT_MOST

    looks.at(THREE, FIVE, times=AT_MOST)
    assert looks.read == AT_MOST + 1


@more
def test_as_long_as_a_die_is_missing_it_is_looked_for(looks):
    looks.at(THREE, FIVE, times=2 * AT_MOST, wanted=Wanted({"pips": 3}, cards=False))

    assert looks.read == 2 * AT_MOST


@pytest.mark.parametrize(("x", "y", "side", "reads"), [(300, 110, 90, (4, 5)), (60, 300, 180, (2,))])
def test_after_a_hand_over_the_tray_all_is_read_again(looks, x, y, side, reads):
    eyes = Eyes(looks.calibration)
    scene = replace(looks.scene, dice=(THREE, FIVE))
    hand = replace(scene, hands=(Hand(x, y, side),))
    for number, shown in enumerate([scene] * 4 + [hand] + [scene] * 4):
        eyes.see(Frame(draw(replace(shown, seed=number)), number * 200_000_000, number), WANTED)

    assert looks.read in reads  # twice before the hand, and after it


def test_other_dice_that_are_waited_for_are_looked_for(looks):
    looks.at(THREE, FIVE, times=3)
    looks.at(THREE, FIVE, wanted=Wanted({"pips": 1, "colour": 1}, cards=False))

    assert looks.read == 3


@cases(
    "dice, hands, taken_up",
    {
        "lifted": ((), (Hand(300, 160, 95),), ["3"]),
        "rolls": ((replace(THREE, x=300, y=130, drift=(25.0, 6.0), spin=50),), (), ["3"]),
        "perhaps below a hand": ((), (Hand(260, 90, 95),), []),
        "beside a hand": ((THREE,), (Hand(300, 160, 95),), []),
    },
)
def test_a_die_whose_place_is_bare_while_something_moves_was_taken_up(looks, dice, hands, taken_up):
    looks.at(THREE, times=2)
    (lying,) = looks.eye.see(draw(replace(looks.scene, dice=(THREE,))), WANTED, looks.calibration).dice
    picture = draw(replace(looks.scene, dice=dice, hands=hands, seed=9))
    assert [die.value for die in looks.eye.stirred(picture, looks.calibration, (lying,))] == taken_up
