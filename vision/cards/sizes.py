"""Cards of a picture are of one size: how far a covered one reaches is known from those seen whole."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Outline, height_of

_MARKED = 0.3  # a corner is seen for sure from here on, not by a sheet alone
_ALIKE = 0.15  # cards whose size differs by less are of one deck
_TURN = 0.03  # how much a covered corner counts for the card's turn, beside one that is seen
_USUAL, _WEAK = (
    1.45,
    0.02,
)  # height over width of most cards, and how much that counts; so does a view from above
_SLENDER = (1.2, 1.75)
Floats = NDArray[np.float64]


def of_one_size(found: Sequence[Outline]) -> list[Outline]:
    """The cards, those that are covered in part as large as those about them that are seen whole."""
    whole = _of_usual_size([card for card in found if sum(s > _MARKED for s in card.seen) >= 3])
    if not whole:
        return list(found)
    return [card if sum(s > 0 for s in card.seen) > 2 else _sized(card, whole) for card in found]


def _of_usual_size(whole: list[Outline]) -> list[Outline]:
    """Those as large as most are; of two sizes the one with the surer corners."""
    sizes = [np.sqrt(card.width * height_of(card.quad)) for card in whole]
    best: list[Outline] = []
    for size in sizes:
        alike = [card for card, other in zip(whole, sizes, strict=True) if abs(other / size - 1) < _ALIKE]
        best = max(best, alike, key=lambda cards: sum(sum(card.seen) for card in cards))
    return best


def _sized(card: Outline, whole: Sequence[Outline]) -> Outline:
    """The card with its corners where they must be, if it is as large as the *whole* ones about it."""
    measured = _measure(card, whole)
    if measured is None:
        return card
    way, tall = measured
    flat = card.quad.astype(np.float64) @ way.T
    shape = np.array([[0, 0], [1, 0], [1, tall], [0, tall]])
    seen = np.array([max(s, 1e-6) if s > 0 else 0.0 for s in card.seen])
    about, pivot = (seen[:, None] * flat).sum(0) / seen.sum(), (seen[:, None] * shape).sum(0) / seen.sum()
    weight = np.where(seen > 0, 1.0, _TURN)
    both = ((shape - pivot) * weight[:, None]).T @ (flat - about)
    angle = np.arctan2(both[0, 1] - both[1, 0], both[0, 0] + both[1, 1])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = ((shape - pivot) @ turn + about) @ np.linalg.inv(way).T
    return Outline(corners.astype(np.float32), card.seen)


def _measure(card: Outline, whole: Sequence[Outline]) -> tuple[Floats, float] | None:
    """The way from the picture to the table, a card being one wide there, and how tall cards are."""
    size = float(np.mean([other.width for other in whole]))
    rows, wanted = [[_WEAK, 0, -_WEAK, 0], [0, _WEAK, 0, 0], [0, 0, 0, _WEAK]], [0, 0, _WEAK * _USUAL**2]
    for other in whole:
        near = 1 / (1 + float(np.hypot(*(other.quad.mean(0) - card.quad.mean(0)))) / size)
        a, b, c, d = other.quad.astype(np.float64) / size
        (x, y), (u, v) = (b - a + c - d) / 2, (d - a + c - b) / 2
        rows.append([near * x * x, near * 2 * x * y, near * y * y, 0])
        rows.append([near * u * u, near * 2 * u * v, near * v * v, -near])
        rows.append([near * x * u, near * (x * v + y * u), near * y * v, 0])
        wanted += [near, 0, 0]
    p, q, r, tall = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    if p <= 0 or p * r - q * q <= 1e-6 or not _SLENDER[0] ** 2 < tall < _SLENDER[1] ** 2:
        return None
    lower = np.linalg.cholesky(np.array([[p, q], [q, r]]))
    return lower.T / size, float(np.sqrt(tall))
