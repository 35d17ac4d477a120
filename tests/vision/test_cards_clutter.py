"""What is no card in a crowd of edges and letters: it is not asked about, and cards among it are."""

import cv2
import numpy as np
import pytest
from cards_laid import at, table

from companion.sightings import CardSeen
from vision.lab.printed import faces
from vision.pictures import Picture
from vision.read import read_picture
from vision.wanted import Wanted

CARDS = Wanted(tray=False, cards=True, deck="any")
GROUNDS = ((40, 120, 60), (60, 60, 170), (210, 230, 230), (200, 160, 60))
EDGE = 80  # pixels of a tile
BESIDE = 760  # pixels: from there on, cards lie on felt


def tiles(seed: int) -> Picture:
    """A board of coloured fields with pale tiles on it, each with a letter."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((720, 1280, 3), np.uint8)
    for y in range(0, 720, EDGE):
        for x in range(0, 1280, EDGE):
            picture[y : y + EDGE, x : x + EDGE] = GROUNDS[rng.integers(4)]
            cv2.rectangle(picture, (x, y), (x + EDGE, y + EDGE), (235, 235, 235), 3)
            if rng.random() < 0.4:
                far = (x + EDGE - 6, y + EDGE - 6)
                cv2.rectangle(picture, (x + 6, y + 6), far, (205, 230, 240), -1)
                at, ink = (x + 14, y + EDGE - 16), (30, 30, 30)
                cv2.putText(picture, chr(rng.integers(65, 91)), at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, ink, 3)
    return picture


def half_covered() -> Picture:
    """Two cards with a coaster upon each."""
    return with_coasters(
        table(faces("abspecken"), [("3", 950, 480, 0), ("4", 1150, 480, 15)], wide=90),
        (950, 520),
        (1150, 440),
    )


def with_coasters(picture: Picture, *middles: tuple[int, int]) -> Picture:
    for middle in middles:
        cv2.circle(picture, middle, 56, (90, 60, 140), -1)
    return picture


def asked(picture: Picture) -> list[CardSeen]:
    return [card for card in read_picture(picture, CARDS)[1] if not (card.name or card.face_down)]


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_nothing_is_asked_about_a_board_full_of_letters(seed: int) -> None:
    assert asked(tiles(seed)) == []


def test_a_few_cards_in_part_are_asked_about_though_none_is_known() -> None:
    assert len(asked(half_covered())) == 2


@pytest.mark.parametrize(("seed", "coaster"), [(3, (1040, 520)), (5, (1000, 540))])
def test_a_card_below_a_known_one_is_asked_about_beside_such_a_board(
    seed: int, coaster: tuple[int, int]
) -> None:
    heap = table(faces("abspecken"), [("3", 1000, 480, 20), ("1", 950, 440, 0)], wide=90)
    picture = with_coasters(heap, coaster)
    picture[:, :BESIDE] = tiles(seed)[:, :BESIDE]
    assert any(at(card, 1000, 480) for card in asked(picture))
