"""The finder: a small network that marks the corners of cards, each with the card's two sides.

The mark lies a little inside the card, where its index is: so corners of cards that touch are distinct.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.settings import SETTINGS
from vision.network import Network
from vision.pictures import Picture, Quad, smaller

_S = SETTINGS.corners

INWARDS = 0.13  # of a card's width: how far inside both sides a corner's mark lies, on its index
STRIDE = 4  # pixels of the small picture per cell of the network's answer
REACH = 32.0  # pixels of the small picture: the unit of the vectors that the network answers
Floats = NDArray[np.float32]
# rows and columns from a peak to the cells about it
_ABOUT = np.divmod(np.arange(9), 3) - np.ones((2, 1), int)


class CornerMark(Struct, frozen=True, eq=False):
    """A visible corner, and its estimate of the whole card: clockwise, the first two on a short side."""

    quad: Quad
    number: int  # 0: upper left, or lower right of the card turned round; 1: upper right or lower left
    sure: float


@lru_cache(maxsize=1)
def finder() -> Network:
    return Network(Path(__file__).with_name("finder.onnx").read_bytes())


def find_corners(picture: Picture) -> list[CornerMark]:
    """Every corner of a card in *picture*, in its own pixels; large cards are found in a smaller copy."""
    longest = max(picture.shape[:2])
    small = _small(picture, _S.longest)
    seen = _corners_in(small, picture)
    far = [mark for mark in seen if _width(mark) < _S.large * longest]
    if len(far) == len(seen) and _are_small(far, longest):
        return far
    near = _corners_in(_small(small, _S.longest // 2), picture)
    return far + [mark for mark in near if _width(mark) > _S.small * longest]


def corners_at(picture: Picture, longest: int) -> list[CornerMark]:
    """The corners found with the longer side scaled to that many pixels, the surest first."""
    return _corners_in(_small(picture, longest), picture)


def _are_small(marks: Sequence[CornerMark], longest: int) -> bool:
    """Are all their cards small enough without a smaller copy, and some beyond doubt?"""
    sure = sum(mark.sure > _S.sure for mark in marks) >= _S.some
    return sure and all(_width(mark) < _S.small * longest for mark in marks)


def _width(mark: CornerMark) -> float:
    return float(np.hypot(*(mark.quad[1] - mark.quad[0])))


def _small(picture: Picture, longest: int) -> Picture:
    """The picture scaled to that longer side, in a size that the network takes."""
    high, wide = picture.shape[:2]
    scale = longest / max(high, wide)
    return smaller(picture, (_fitting(wide * scale), _fitting(high * scale)))


def _corners_in(small: Picture, picture: Picture) -> list[CornerMark]:
    """The corners found in a *small* copy of the *picture*, in its own pixels, the surest first."""
    seen = cv2.dnn.blobFromImage(small, 1 / 255, mean=(127.5, 127.5, 127.5))
    said = finder().said_of(np.asarray(seen, np.float32))[0]
    back = np.divide(picture.shape[1::-1], small.shape[1::-1], dtype=np.float32)
    heat = 1 / (1 + np.exp(-said[0]))
    peaks = (heat >= _S.least_heat) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-heat[rows, columns])[: _S.most]
    return _marks(said[1:], heat, (rows[order], columns[order]), back)


def _fitting(side: float) -> int:
    return max(32, round(side / 32) * 32)


def _marks(
    vectors: Floats, heat: Floats, peaks: tuple[NDArray[np.intp], NDArray[np.intp]], back: Floats
) -> list[CornerMark]:
    """The combined answers of the cells at and around each of the *peaks*."""
    rows, columns = (where[:, None] + about for where, about in zip(peaks, _ABOUT, strict=True))
    within = (rows >= 0) & (rows < heat.shape[0]) & (columns >= 0) & (columns < heat.shape[1])
    cells = rows.clip(0, heat.shape[0] - 1), columns.clip(0, heat.shape[1] - 1)
    sure = heat[peaks]
    weight = heat[cells] * (within & (heat[cells] > _S.tells * sure[:, None]))
    away, short, long = vectors[:, *cells].reshape(3, 2, *weight.shape) * REACH
    corners = away + (np.stack(cells[::-1]) + 0.5) * STRIDE
    said = (np.stack([corners, short, long]) * weight / weight.sum(axis=1, keepdims=True)).sum(axis=3)
    said = (said.transpose(2, 0, 1) * back).astype(np.float32)
    return [_mark(*one) for one in zip(said, sure.tolist(), strict=True)]


def _mark(said: Floats, sure: float) -> CornerMark:
    """The mark of a corner there, with the card's short and its long side."""
    corner, short, long = said
    if short[0] * long[1] - short[1] * long[0] > 0:
        return CornerMark(np.stack([corner, corner + short, corner + short + long, corner + long]), 0, sure)
    return CornerMark(np.stack([corner + short, corner, corner + long, corner + short + long]), 1, sure)
