"""Bringing a roughly found card exactly onto the face that it resembles: a geometric check by its parts."""

import cv2
import numpy as np

from vision.cards.flat import flat_card
from vision.cards.likeness import FAR, NEAR, Floats, Look, displaced, look_of, unlike
from vision.cards.outlines import Outline
from vision.cards.taught import Known, recognise
from vision.pictures import Picture, Quad

_TRIED = 3  # faces that the card as it was found is likest to
_FEWEST = 8  # parts that must agree on how the card lies
_ROUNDS = 300  # of looking for parts that agree; with more no better places were found
_EXACT = 0.035  # of the card: parts that agree lie no further from where they should


def aligned(
    picture: Picture, outline: Outline, deck: Known, fit: float
) -> tuple[Outline, Picture, float] | None:
    """The outline on which the card fits a face of *deck* better than *fit*; None if there is none."""
    look = look_of(flat_card(picture, outline.quad), FAR)
    best = None
    for face in np.argsort(unlike(look, deck.faces).sum(axis=1))[:_TRIED]:
        quad = _moved(outline.quad, look, FAR, deck.faces[:, :, face])
        if quad is not None:
            near = look_of(flat_card(picture, quad), NEAR)
            quad = _moved(quad, near, NEAR, deck.faces[:, :, face])
        if quad is None:
            continue
        card = flat_card(picture, quad)
        now = recognise(deck, card).fit
        if now > fit:
            best, fit = (Outline(quad, outline.seen), card, now), now
    return best


def _moved(quad: Quad, look: Look, reach: tuple[int, ...], face: Floats) -> Quad | None:
    """The corners after one step towards that face; None if too few parts agree on it."""
    start, end = displaced(look, reach, face)
    if len(start) < _FEWEST:
        return None
    matrix, agree = cv2.findHomography(start, end, cv2.USAC_FAST, _EXACT, maxIters=_ROUNDS)
    if matrix is None or int(agree.sum()) < _FEWEST:
        return None
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_picture = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    moved = np.asarray(cv2.perspectiveTransform(unit[None], to_picture @ matrix)[0], np.float32)
    return moved if cv2.isContourConvex(moved) and not _grown(moved, quad) else None


def _grown(moved: Quad, quad: Quad) -> bool:
    """Has the card become much larger or smaller? Then the parts were found by chance."""
    return not 0.6 < cv2.contourArea(moved.astype(np.float32)) / max(1.0, cv2.contourArea(quad)) < 1.6
