"""Which of the cards that overlap lies above, and what of the lower ones is covered."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.likeness import COLUMNS, ROWS
from vision.cards.outlines import Outline
from vision.pictures import Picture

_NEAR = 0.04  # of a card's width: a corner this near to the other's edge says nothing


def covering(cards: Sequence[Outline]) -> list[list[int]]:
    """For each card the numbers of those that lie above it, or of which nobody can tell."""
    above: list[list[int]] = [[] for _ in cards]
    for a in range(len(cards)):
        for b in range(a + 1, len(cards)):
            if not _overlap(cards[a], cards[b]):
                continue
            over = _evidence(cards[a], cards[b]) - _evidence(cards[b], cards[a])
            if over <= 0:
                above[a].append(b)
            if over >= 0:
                above[b].append(a)
    return above


def _overlap(one: Outline, other: Outline) -> bool:
    area, _ = cv2.intersectConvexConvex(one.quad, other.quad)
    return bool(area > 0.02 * one.width**2)


def _evidence(upper: Outline, lower: Outline) -> float:
    """How much speaks for *upper* lying above *lower*: its corners are seen, those of the other are not."""
    shown = sum(s for s, inside in zip(upper.seen, _inside(upper, lower), strict=True) if inside)
    hidden = sum(s == 0 for s, inside in zip(lower.seen, _inside(lower, upper), strict=True) if inside)
    return shown + 0.8 * hidden


def _inside(one: Outline, other: Outline) -> list[bool]:
    """Which index corners of *one* lie within *other*."""
    middle = one.quad.mean(axis=0)
    points = one.quad + (middle - one.quad) * 0.12
    return [
        cv2.pointPolygonTest(other.quad, (float(x), float(y)), True) > _NEAR * other.width for x, y in points
    ]


def covered_parts(card: Outline, above: Sequence[Outline]) -> NDArray[np.bool_]:
    """Which parts of *card* (see `likeness`) the cards *above* it cover."""
    hidden = np.zeros(COLUMNS * ROWS, bool)
    if not above:
        return hidden
    points = _middles_of_parts(card)
    for other in above:
        hidden |= np.array(
            [cv2.pointPolygonTest(other.quad, (float(px), float(py)), False) > 0 for px, py in points]
        )
    return hidden


def parts_outside(card: Outline, picture: Picture) -> NDArray[np.bool_]:
    """Which parts of *card* lie beyond the edges of the *picture*."""
    points = _middles_of_parts(card)
    return np.asarray(((points < 0) | (points >= picture.shape[1::-1])).any(axis=1))


def _middles_of_parts(card: Outline) -> NDArray[np.float64]:
    """Where in the picture the middle of each part of a card is, shape (parts, 2)."""
    x, y = np.meshgrid((np.arange(COLUMNS) + 0.5) / COLUMNS, (np.arange(ROWS) + 0.5) / ROWS)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), card.quad)
    return np.asarray(cv2.perspectiveTransform(np.stack([x, y], -1).reshape(1, -1, 2), matrix)[0])
