"""Outlines that claim the same card: the one that can be read best stays."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from msgspec.structs import replace

from vision.cards.outlines import Outline
from vision.cards.verdict import FRENCH, Verdict

_NEAR = (
    0.17  # of a card's width: cards whose middles are so near are one card (in a row they lie further apart)
)
_WITHIN = 0.72  # of the smaller one that both share, where they are of different size or turned differently
_SIZE = 0.85
_TOUCHING = 0.05  # of the square of a card's width that two cards share
_ASKED = 0.5  # what the confidence of a question counts beside that of a name


def without_rivals(found: Sequence[Outline], verdicts: Sequence[Verdict]) -> list[int]:
    """The numbers of the outlines that stay."""
    order = sorted(range(len(found)), key=lambda n: -_worth(found[n], verdicts[n]))
    stay: list[int] = []
    for n in order:
        if verdicts[n].nothing:
            continue
        if not any(rivals(found[n], found[m], bool(verdicts[n].name)) for m in stay):
            stay.append(n)
    return stay


def _worth(outline: Outline, verdict: Verdict) -> float:
    sure = 1.0 if verdict.name or verdict.face_down else _ASKED
    return sure * verdict.confidence + 0.05 * sum(outline.seen)


def rivals(one: Outline, other: Outline, named: bool = True) -> bool:
    """Can both of them not be cards?"""
    small = min(one.width, other.width)
    apart = float(np.hypot(*(one.quad.mean(axis=0) - other.quad.mean(axis=0))))
    if apart > 1.2 * max(one.width, other.width):
        return False
    if apart < _NEAR * small:
        return True
    area, _ = cv2.intersectConvexConvex(one.quad, other.quad)
    sizes = sorted((cv2.contourArea(one.quad), cv2.contourArea(other.quad)))
    share = float(area) / max(1.0, sizes[0])
    odd = sizes[0] / max(1.0, sizes[1]) < _SIZE or not _parallel(one, other)
    if share > _WITHIN and odd:
        return True
    return not named and share > _WITHIN and min(one.seen) == 0 and sum(s > 0 for s in one.seen) < 2


def _parallel(one: Outline, other: Outline) -> bool:
    a, b = one.quad[1] - one.quad[0], other.quad[1] - other.quad[0]
    return abs(float(a[0] * b[1] - a[1] * b[0])) < 0.25 * float(np.hypot(*a) * np.hypot(*b))


def one_of_each(cards: Iterable[tuple[Outline, Verdict]]) -> list[tuple[Outline, Verdict]]:
    """The cards, but of two French ones of the same name only the better seen keeps it.

    The other is asked about; where both overlap it was the same card, seen twice.
    """
    out: list[tuple[Outline, Verdict]] = []
    for outline, verdict in sorted(cards, key=lambda card: -_worth(*card)):
        twin = next((o for o, v in out if v.name and (v.deck, v.name) == (verdict.deck, verdict.name)), None)
        if twin is None or verdict.deck != FRENCH:
            out.append((outline, verdict))
        elif cv2.intersectConvexConvex(outline.quad, twin.quad)[0] < _TOUCHING * outline.width**2:
            out.append((outline, replace(verdict, name="", confidence=verdict.confidence / 2)))
    return out
