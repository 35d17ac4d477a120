"""Where cards lie: their edges beside printed frames."""

import cv2
import numpy as np
import pytest

from vision.cards.fitted import fitted
from vision.cards.outlines import Outline
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
