"""ABspecken cards are read from pixels, on piles, upside down and side by side."""

from collections import Counter

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.at_first import quick
from vision import Wanted, calibrate, calibration_of, look, table_mat
from vision.drawn import CardOnTable, Hand, TableScene, draw
from vision.lab.scenes import any_scene


def cards_on(scene, **wanted):
    calibration = calibration_of(scene.camera, scene.mat)
    return look(draw(scene), Wanted(tray=False, cards=True, **wanted), calibration).cards


@pytest.mark.parametrize("angle", quick([180, 92, 3, 0, 274, 177], 2))
@pytest.mark.parametrize("name", "123456")
def test_every_number_however_it_lies(name, angle):
    card = CardOnTable(name, 240, 274, angle)

    (seen,) = cards_on(TableScene(cards=(card,)))

    assert (seen.name, seen.place, seen.face_down) == (name, "scan", False)


@pytest.mark.parametrize("seed", quick(range(6)))
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


def test_what_is_no_back_is_none():
    """A dark thing of a back's size without paper around it, and a frame whose beads are painted over."""
    phone = draw(TableScene())
    calibration = calibration_of(TableScene().camera, TableScene().mat)
    corners = calibration.project(
        np.array([(214, 231, 1.0), (270, 231, 1.0), (270, 318, 1.0), (214, 318, 1.0)])
    )
    cv2.fillConvexPoly(phone, corners.round().astype(np.int32), (50, 40, 40))
    painted = draw(TableScene(cards=(CardOnTable("4", 240, 274),)))
    inside = calibration.project(
        np.array([(219, 238, 1.0), (261, 238, 1.0), (261, 310, 1.0), (219, 310, 1.0)])
    )
    cv2.fillConvexPoly(painted, inside.round().astype(np.int32), (240, 244, 244))

    for picture in (phone, painted):
        seen = look(picture, Wanted(tray=False, cards=True), calibration).cards
        assert not any(card.name or card.face_down for card in seen)


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
