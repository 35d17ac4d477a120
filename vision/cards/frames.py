"""Where cards lie in a place of the mat: the closed coloured frame of the topmost card, or the back of one.

On a pile only the topmost card shows its frame whole, so the white inside of a whole frame is one card that
can be
read, however untidy the pile below it is.
"""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.colours import Gains
from vision.flatten import Flat
from vision.kit.card import CARD_SIZE, FRAME_INSET, FRAME_WIDTH
from vision.pictures import Mask, Picture

_INK = 0.3  # how far apart the channels of ink are, as a difference of logarithms; paper is grey
_SLACK = 0.09  # a frame may be so much larger or smaller than printed: it lies higher on a pile
_BACK = (48.0, 79.0)  # the printed part of a back, millimetres
_SOLID = 0.8


class Frame(Struct, frozen=True, eq=False):
    """A card's place in a flat picture: its four corners there, upper left first, and whether it lies face
    down."""

    corners: NDArray[np.float32]
    face_down: bool


class Frames(Struct, frozen=True, eq=False):
    cards: tuple[Frame, ...]
    ink: Mask
    unexplained: tuple[tuple[int, int, int, int], ...]  # boxes of ink that belongs to no whole card


def ink_mask(picture: Picture, gains: Gains) -> Mask:
    """255 where the picture is coloured, under a light with those *gains*."""
    table = np.log(np.arange(256, dtype=np.float32) + 10)
    logs = cv2.LUT(cv2.blur(picture, (3, 3)), table) - np.log(np.array(gains, np.float32))
    blue, green, red = cv2.split(logs)
    apart = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    return np.asarray(cv2.compare(apart, _INK, cv2.CMP_GT), np.uint8)


def find_frames(flat: Flat, gains: Gains) -> Frames:
    """Every card in *flat* whose frame, or whose back, is whole."""
    ink = ink_mask(flat.picture, gains)
    outlines, tree = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    inner = tuple(side - 2 * (FRAME_INSET + FRAME_WIDTH) for side in CARD_SIZE)
    cards: list[Frame] = []
    unexplained = []
    for number, outline in enumerate(outlines):
        is_hole = tree[0][number][3] >= 0
        corners = _card_from(outline, inner if is_hole else _BACK, flat.per_mm)
        if corners is not None:
            cards.append(Frame(corners, not is_hole))
        elif not is_hole and cv2.contourArea(outline) > 150 * flat.per_mm**2:
            unexplained.append(_box(outline))
    cards = [card for card in cards if not _is_outside_of(card, cards)]
    left = tuple(box for box in unexplained if not any(_touches(box, card) for card in cards))
    return Frames(tuple(cards), ink, left)


def _card_from(
    outline: NDArray[np.int32], size: tuple[float, ...], per_mm: float
) -> NDArray[np.float32] | None:
    """The card's corners if *outline* is a rectangle of *size* millimetres on it; None if it is not."""
    area = cv2.contourArea(outline) / per_mm**2
    if not (1 - _SLACK) ** 2 * _SOLID < area / (size[0] * size[1]) < (1 + _SLACK) ** 2:
        return None
    middle, sides, angle = cv2.minAreaRect(outline)
    if sides[0] > sides[1]:
        sides, angle = (sides[1], sides[0]), angle + 90
    wide, high = sides[0] / per_mm / size[0], sides[1] / per_mm / size[1]
    if abs(wide - 1) > _SLACK or abs(high - 1) > _SLACK or area < _SOLID * sides[0] * sides[1] / per_mm**2:
        return None
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    half = np.array(CARD_SIZE) / 2 * per_mm * (wide + high) / 2
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return (flat @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)


def _is_outside_of(card: Frame, cards: list[Frame]) -> bool:
    """The outside of a frame is about as large as a back; where the inside was found too, it is no back."""
    x, y = (float(v) for v in card.corners.mean(axis=0))
    return card.face_down and any(
        not other.face_down and cv2.pointPolygonTest(other.corners, (x, y), False) > 0 for other in cards
    )


def _box(outline: NDArray[np.int32]) -> tuple[int, int, int, int]:
    x, y, width, height = cv2.boundingRect(outline)
    return int(x), int(y), int(width), int(height)


def _touches(box: tuple[int, int, int, int], card: Frame) -> bool:
    """Does ink in *box* belong to a pile under *card*?"""
    x, y, width, height = box
    low, high = card.corners.min(axis=0), card.corners.max(axis=0)
    return bool(x < high[0] and y < high[1] and x + width > low[0] and y + height > low[1])
