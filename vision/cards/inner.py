"""Frames printed on the cards of a deck: a finder may take them for the card, but the deck knows better."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import HIGH, WIDE
from vision.cards.outlines import Outline
from vision.cards.sheets import sheets
from vision.pictures import Picture, Quad

Frame = tuple[float, ...]  # x and y of its four corners, from 0 to 1 across and down the card
LARGE = (3 * WIDE, 3 * HIGH)  # pixels of a card in which fine frames can be seen
_ROOM = 40  # pixels around it
_AREA = (0.3, 0.93)  # of the card
_SAME = 0.03  # of the card
_MANY = 0.2  # of the faces must have the frame


def inner_frames(cards: Sequence[Picture]) -> tuple[Frame, ...]:
    """The frames that many of the large flattened *cards* have in the same place, the commonest first."""
    found = [frame for card in cards for frame in _frames_of(card)]
    out: list[tuple[int, Frame]] = []
    left = found
    while left:
        same = [f for f in left if np.abs(f - left[0]).max() < _SAME]
        if len(same) >= max(2.0, _MANY * len(cards)):
            out.append((len(same), tuple(float(v) for v in np.median(same, axis=0).ravel())))
        left = [f for f in left if np.abs(f - left[0]).max() >= _SAME]
    return tuple(frame for _, frame in sorted(out, reverse=True)[:2])


def _frames_of(card: Picture) -> list[NDArray[np.float64]]:
    room = cv2.copyMakeBorder(card, *(_ROOM,) * 4, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    out = []
    for quad in sheets(np.asarray(room, np.uint8)):
        frame = (quad.astype(np.float64) - _ROOM) / LARGE
        upright = min((np.roll(frame, turn, axis=0) for turn in range(4)), key=lambda f: float(f[0].sum()))
        if _AREA[0] < cv2.contourArea(frame.astype(np.float32)) < _AREA[1]:
            out.append(upright)
    return out


def enlarged(outline: Outline, frame: Frame) -> list[Outline]:
    """The cards on which *outline* would be that printed frame: upright, and turned round."""
    corners = np.array(frame, np.float32).reshape(4, 2)
    card = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float32)
    sides = (
        np.hypot(*(corners[1] - corners[0]) * [WIDE, HIGH]),
        np.hypot(*(corners[3] - corners[0]) * [WIDE, HIGH]),
    )
    quad = outline.quad if sides[0] <= sides[1] else np.roll(outline.quad, 1, axis=0)
    out = []
    for turn in (0, 2):
        matrix = cv2.getPerspectiveTransform(corners, np.roll(quad, turn, axis=0).astype(np.float32))
        whole: Quad = np.asarray(cv2.perspectiveTransform(card, matrix)[0], np.float32)
        out.append(Outline(whole, outline.seen))
    return out
