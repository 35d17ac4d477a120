"""ABspecken cards are read from pixels, on piles, upside down and side by side."""

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from vision import Wanted, calibrate, calibration_of, look, table_mat
from vision.cards.numbers import NUMBERS, read_number
from vision.drawn import CardOnTable, Hand, TableScene, draw
from vision.drawn.cards import card_face
from vision.lab.scenes import any_scene


def cards_on(scene, **wanted):
    calibration = calibration_of(scene.camera, scene.mat)
    return look(draw(scene), Wanted(tray=False, cards=True, **wanted), calibration).cards


@pytest.mark.parametrize("angle", [0, 180, 92, 274, 3, 177])
@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_however_it_lies(name, angle):
    card = CardOnTable(name, 240, 274, angle)

    (seen,) = cards_on(TableScene(cards=(card,)))

    assert (seen.name, seen.place, seen.face_down) == (name, "scan", False)


@pytest.mark.parametrize("seed", range(6))
def test_the_top_card_of_every_pile_and_all_that_are_spread_out(seed):
    rng = np.random.default_rng(seed)
    piles = {f"discard:{n}": [str(v) for v in rng.integers(1, 7, n + 1)] for n in range(1, 5)}
    spread = [str(v) for v in rng.integers(1, 7, 6)]

    seen = cards_on(any_scene(seed, cards={**piles, "scan": spread}))

    assert {card.place: card.name for card in seen if card.place != "scan"} == {
        p: names[-1] for p, names in piles.items()
    }
    assert Counter(card.name for card in seen if card.place == "scan") == Counter(spread)


def test_only_the_places_asked_for_are_looked_at():
    scene = any_scene(1, cards={"discard:1": ["1"], "discard:2": ["2"]})

    assert [card.name for card in cards_on(scene, places=("discard:2",))] == ["2"]


def test_a_back_is_face_down_and_an_empty_place_is_empty():
    scene = TableScene(cards=(CardOnTable("4", 45, 61, face_down=True),))

    assert [(card.name, card.face_down) for card in cards_on(scene)] == [("", True)]
    assert not cards_on(TableScene())


def test_a_card_half_under_a_hand_is_passed_over_not_guessed():
    scene = TableScene(cards=(CardOnTable("4", 300, 274),), hands=(Hand(300, 260, 90),))

    assert not [card for card in cards_on(scene) if card.name]


@pytest.mark.parametrize(("digit", "colour"), [("3", "5"), ("6", "1"), ("2", "4")])
def test_digit_and_colour_that_disagree_are_asked_about(digit, colour):
    card = np.array(card_face("abspecken", digit))[::4, ::4].astype(int)
    own = np.array(card_face("abspecken", colour)[40, 20]).astype(int)
    ink = np.ptp(card, axis=2) > 30
    card[ink] = own

    reading = read_number(card.astype(np.uint8), (1.0, 1.0, 1.0))

    assert reading.name == "" and {digit, colour} <= set(reading.choices)


@pytest.mark.parametrize("seed", range(5))
def test_the_mat_is_found_by_its_markers(seed):
    scene = any_scene(seed)
    truth = calibration_of(scene.camera, scene.mat)

    found = calibrate(draw(scene), table_mat(4), scene.camera.view)

    corners = np.array([[x, y, z] for x in (10, 590) for y in (10, 320) for z in (0, 16)], float)
    assert np.abs(found.project(corners) - truth.project(corners)).max() < 1.5
    assert np.abs(found.on_table(truth.project(corners)[:1]) - corners[0, :2]).max() < 0.6


def test_without_markers_there_is_no_calibration():
    assert calibrate(np.full((720, 1280, 3), 90, np.uint8), table_mat(4)) is None
    hands = tuple(Hand(x, y, 270) for x in (110, 150, 450, 490) for y in (20, 100, 200))
    covered = replace(any_scene(1), hands=hands)
    assert calibrate(draw(covered), table_mat(4)) is None
