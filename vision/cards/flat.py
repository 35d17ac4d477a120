"""A card from straight above, always of the same size, and the parts of it that are read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture, Quad

WIDE, HIGH = 130, 178  # pixels of a flattened card
INDEX = (44, 64)  # pixels of a corner: across, down
BODY = (72, 104)  # pixels of a whole card as it is judged
_FINER = 2
_TOO_FINE = 2.2  # times the size of the flattened card: then the picture is made smaller first


def flat_card(picture: Picture, corners: Quad, rough: bool = False) -> Picture:
    """The card between *corners* (clockwise, the first two on a short side) as `WIDE` by `HIGH` pixels.

    *rough*: in a third of the time, and good enough to be compared as a whole.
    """
    short = float(np.hypot(*(corners[1] - corners[0])) + np.hypot(*(corners[2] - corners[3]))) / 2
    part, quad = _around(picture, corners)
    while short > WIDE * _FINER * _TOO_FINE and min(part.shape[:2]) > 4:
        part, quad, short = cv2.pyrDown(part), quad / 2, short / 2
    finer = _FINER if short > WIDE and not rough else 1
    w, h = WIDE * finer, HIGH * finer
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
    flat = cv2.warpPerspective(part, matrix, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(
        flat if finer == 1 else cv2.resize(flat, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8
    )


def _around(picture: Picture, corners: Quad) -> tuple[Picture, Quad]:
    """The part of the picture about a card, and the card's corners in it."""
    high, wide = picture.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 4, 0, [wide - 2, high - 2])
    far = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 5, low + 2, [wide, high])
    return picture[low[1] : far[1], low[0] : far[0]], (corners - low).astype(np.float32)


def index_of(card: Picture, n: int) -> Picture:
    """Corner *n* of a flattened card (upper left, upper right, lower right, lower left), seen upright."""
    upright = card if n in (0, 1) else card[::-1, ::-1]
    across, down = INDEX
    return upright[:down, :across] if n in (0, 2) else upright[:down, WIDE - across :]


def body_of(card: Picture) -> Picture:
    """A whole flattened card, as small as it is judged."""
    return np.asarray(cv2.resize(card, BODY, interpolation=cv2.INTER_AREA), np.uint8)


def as_blob(crops: list[Picture]) -> NDArray[np.float32]:
    """Crops of one size as the networks take them, shape (n, 3, rows, columns)."""
    return np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255) - np.float32(0.5)
