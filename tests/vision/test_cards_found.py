"""Where cards lie: their edges beside printed frames, and how far covered ones reach."""

import cv2
import numpy as np
import pytest

from vision.cards.outlines import Outline, fitted, height_of
from vision.cards.sizes import of_one_size
from vision.pictures import Picture

SEEN = (0.9, 0.9, 0.9, 0.9)
TALL = 1.5


def card_at(x: float, y: float, degrees: float, wide: float = 100.0) -> np.ndarray:
    turn = np.radians(degrees)
    flat = np.array([[-0.5, -TALL / 2], [0.5, -TALL / 2], [0.5, TALL / 2], [-0.5, TALL / 2]]) * wide
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return (flat @ way + [x, y]).astype(np.float32)


def off(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance between corners, in widths of the card."""
    return float(np.hypot(*(one - other).T).max() / 100)


def table_with(quad: np.ndarray, ground: int, paper: int, frame: int | None, inset: float) -> Picture:
    """A card in grey, with or without a frame printed *inset* widths within its edge."""
    rng = np.random.default_rng(3)
    picture = np.full((400, 400), ground, np.uint8)
    cv2.fillPoly(picture, [quad.astype(np.int32)], paper)
    if frame is not None:
        middle = quad.mean(axis=0)
        inner = middle + (quad - middle) * np.array([1 - 2 * inset])
        cv2.polylines(picture, [inner.astype(np.int32)], True, frame, 2)
    grain = rng.normal(0, 4, picture.shape)
    return np.repeat(np.clip(picture + grain, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("degrees", [0, 25, 70])
@pytest.mark.parametrize("grown", [-0.04, 0.0, 0.03])
def test_sides_are_moved_to_the_edge(degrees: float, grown: float) -> None:
    quad = card_at(200, 200, degrees)
    found = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + grown)
    picture = table_with(quad, 90, 230, None, 0)
    assert off(fitted(picture, Outline(found.astype(np.float32), SEEN)).quad, quad) < 0.02


@pytest.mark.parametrize("ground", [160, 250])
def test_a_strong_printed_frame_is_not_taken_for_the_fainter_edge(ground: int) -> None:
    quad = card_at(200, 200, 20)
    middle = quad.mean(axis=0)
    on_the_frame = middle + (quad - middle) * (1 - 2 * 0.035)
    picture = table_with(quad, ground, 220, 40, 0.035)
    assert off(fitted(picture, Outline(on_the_frame.astype(np.float32), SEEN)).quad, quad) < 0.03


def test_a_coarse_cloth_draws_no_side_away() -> None:
    quad = card_at(200, 200, 35)
    picture = table_with(quad, 90, 230, None, 0)
    cloth = np.random.default_rng(5).normal(0, 14, picture.shape)
    outside = np.full(picture.shape[:2], 255, np.uint8)
    cv2.fillPoly(outside, [quad.astype(np.int32)], 0)
    picture = np.where(outside[:, :, None] > 0, np.clip(picture + cloth, 0, 255), picture).astype(np.uint8)
    assert off(fitted(picture, Outline(quad, SEEN)).quad, quad) < 0.02


@pytest.mark.parametrize("degrees", [0, 40, 155])
@pytest.mark.parametrize("corner", [0, 1, 2, 3])
def test_a_card_of_which_one_corner_is_seen_is_as_large_as_the_others(degrees: float, corner: int) -> None:
    whole = [Outline(card_at(150, 150, 10), SEEN), Outline(card_at(600, 150, -50), SEEN)]
    true = card_at(350, 400, degrees)
    seen = [0.0] * 4
    seen[corner] = 0.8
    guessed = true[corner] + (true - true[corner]) * 1.3  # the corner is right, its reach is not
    covered = Outline(guessed.astype(np.float32), (seen[0], seen[1], seen[2], seen[3]))
    *_, sized = of_one_size([*whole, covered])
    assert off(sized.quad, true) < 0.03


def test_cards_seen_from_aslant_are_as_large_as_they_look_there() -> None:
    def seen(quad: np.ndarray) -> np.ndarray:
        return (quad * [1.0, 0.8]).astype(np.float32)  # the table is foreshortened one way

    whole = [Outline(seen(card_at(150, 150, a)), SEEN) for a in (0.0, 45.0, 90.0)]
    true = seen(card_at(400, 400, 60))
    guessed = true[0] + (true - true[0]) * 0.75
    *_, sized = of_one_size([*whole, Outline(guessed.astype(np.float32), (0.8, 0.0, 0.0, 0.0))])
    assert off(sized.quad, true) < 0.05


def test_without_a_whole_card_nothing_is_known_of_the_size() -> None:
    alone = Outline(card_at(200, 200, 0), (0.9, 0.0, 0.0, 0.0))
    assert of_one_size([alone]) == [alone]


def test_cards_of_another_size_are_no_measure() -> None:
    large = [Outline(card_at(150 + 300 * n, 150, 0), SEEN) for n in range(3)]
    small = Outline(card_at(800, 500, 0, wide=60), SEEN)
    true = card_at(400, 450, 0)
    guessed = true[0] + (true - true[0]) * 0.8
    sized = of_one_size([*large, small, Outline(guessed.astype(np.float32), (0.8, 0.0, 0.0, 0.0))])
    assert off(sized[-1].quad, true) < 0.03
    assert height_of(sized[3].quad) == pytest.approx(height_of(small.quad))
