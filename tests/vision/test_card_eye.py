"""What was read of cards stands as long as nothing changes, and not one look longer."""

import pytest
from msgspec.structs import replace

from companion.sightings import CardSeen
from tests.at_first import quick
from vision import Wanted, calibrate
from vision.cards.cards_in import FoundCards, cards_in
from vision.drawn import CardOnTable, DieLook, DieOnTable, Light, draw
from vision.scene import still
from vision.scene.still import CardEye

WANTED = Wanted(tray=False, cards=True, deck="wobble", places=("scan",))
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Looks:
    """One eye before drawn tables; counts how often it really reads."""

    def __init__(self, scene, monkeypatch, read=cards_in):
        self.scene = replace(scene, cards=(), dice=())
        self.calibration = calibrate(draw(self.scene), scene.mat, scene.camera.view)
        self.eye, self.read, self.number = CardEye(), 0, 0

        def counted(*arguments):
            self.read += 1
            return read(*arguments)

        monkeypatch.setattr(still, "cards_in", counted)

    def at(self, scene, times=1, wanted=WANTED):
        for _ in range(times):
            self.number += 1
            picture = draw(replace(scene, seed=self.number))
            found = self.eye.see(picture, wanted, self.calibration)
        return [card.name for card in found.cards]

    def with_card(self, name, x=300.0, **more):
        spot = self.scene.mat.zone("scan")
        card = CardOnTable(name, x, spot.centre[1], angle=3, deck="wobble", place="scan")
        return replace(self.scene, cards=(card,), **more)


@pytest.fixture
def looks(table_scene, monkeypatch):
    return Looks(table_scene, monkeypatch)


def test_a_card_that_lies_still_is_read_twice_and_told_in_every_look(looks):
    lying = looks.with_card("m6")

    assert [looks.at(lying) for _ in range(6)] == [["m6"]] * 6
    assert looks.read == 2


@pytest.mark.parametrize(
    ("before", "after"),
    quick(
        [
            ("m6", "m8"),
            ("CSmc", "CScg"),
            ("g5", "g6"),
            ("y0", "y8"),
            ("c3", "c8"),
            ("mP3", "mP5"),
            ("gSK", "gCD"),
        ],
        2,
    ),
)
def test_a_card_that_is_exchanged_in_a_blink_is_read_at_once(looks, before, after):
    looks.at(looks.with_card(before), 4)

    assert looks.at(looks.with_card(after)) == [after]


@pytest.mark.parametrize("mm", [1.0, 2.0, 5.0])
def test_a_card_that_is_pushed_is_read_anew(looks, mm):
    looks.at(looks.with_card("m6"), 4)
    looks.at(looks.with_card("m6", 300 + mm))

    assert looks.read == 3


def test_a_lamp_that_grows_dimmer_does_not_hide_what_is_new(looks):
    looks.at(looks.with_card("m6"), 4)

    assert looks.at(looks.with_card("c8", light=Light(level=0.85))) == ["c8"]


def test_dice_that_roll_in_the_tray_are_no_reason_to_read_the_cards(looks):
    tray = looks.scene.mat.zone("tray").centre
    looks.at(looks.with_card("m6"), 4)
    looks.at(looks.with_card("m6", dice=(DieOnTable(DieLook("pips"), "3", *tray),)))

    assert looks.read == 2


def test_who_looks_for_something_else_reads_anew(looks):
    looks.at(looks.with_card("m6"), 4)
    looks.at(looks.with_card("m6"), wanted=replace(WANTED, rows=True))

    assert looks.read == 3


def test_a_card_in_doubt_is_read_in_every_look(table_scene, monkeypatch):
    doubtful = CardSeen("wobble", "", CORNERS, 0.6, "scan", choices=("m6", "m8"))
    looks = Looks(table_scene, monkeypatch, lambda *_: FoundCards((doubtful,)))
    looks.at(looks.with_card("m6"), 5)

    assert looks.read == 5
