"""A lamp's sheen upon a card, taken away: it makes print paler and brighter, more here than there.

A face that a card has the texture of, however pale, tells how bright and how strong its print should be.
"""

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.likeness import COLUMNS, ROWS, Beside, Mask
from vision.cards.settings import SETTINGS
from vision.cards.taught import Known, compared, decide, is_sure, seen_again
from vision.pictures import Picture

_S = SETTINGS.sheen

_SIZE = COLUMNS * _S.dots, ROWS * _S.dots
_x, _y = np.meshgrid(np.linspace(-1, 1, _SIZE[0]), np.linspace(-1, 1, _SIZE[1]))
_SMOOTH = np.stack([np.ones(_x.size), *(s.ravel() for s in (_x, _y, _x * _y, _x * _x, _y * _y))], axis=1)
_STEADY = np.diag([1e-3, 1e-3, *[0.5] * 5])  # keeps the light even where little of a card is seen


def beside_each_face(deck: Known, flat: Picture, hidden: Mask) -> Beside:
    """A *flat* card beside each face; with less light upon it, unless it is sure without."""
    card = compared(deck, flat)
    if not deck.cards or is_sure(decide(deck, card, hidden)):
        return card
    return without_sheen(deck, flat, card, hidden)


def without_sheen(deck: Known, flat: Picture, card: Beside, hidden: Mask) -> Beside:
    """The *flat* card beside each face, sheen taken away where its texture is like the face's.

    *card*: the same with it; parts that are *hidden* do not count.
    """
    shown = ~hidden
    again = seen_again(deck, card, shown)
    out = card.unlike.copy()
    for face in np.argsort(-again)[: _S.most]:
        if again[face] < max(SETTINGS.taught.found, again.max() - _S.nearly):
            break
        way = -1 if face % 2 else 1
        printed = deck.cards[face // 2][::way, ::way]
        clear = _evened(flat, printed, shown)
        less = compared(deck, clear, slice(face, face + 1)).unlike[0]
        if less[shown].sum() < out[face][shown].sum():
            out[face] = less
    return replace(card, unlike=out)


def _evened(flat: Picture, card: Picture, shown: Mask) -> Picture:
    """The *flat* card with the brightness and contrast of a face's, without light that is smooth upon it."""
    seen, face = (_grey(picture) for picture in (flat, card))
    visible = np.repeat(np.repeat(shown.reshape(ROWS, COLUMNS), _S.dots, axis=0), _S.dots, axis=1).ravel()
    fit, weight = np.column_stack([face / 255, _SMOOTH]), visible.astype(np.float64)
    for _ in range(_S.rounds):
        told = fit * weight[:, None]
        strength = np.linalg.solve(told.T @ fit + _STEADY, told.T @ seen)
        off = np.abs(seen - fit @ strength)
        weight = visible / (1 + (off / (2 * max(_S.off, float(np.median(off[visible]))))) ** 2)
    light = cv2.resize((_SMOOTH @ strength[1:]).reshape(_SIZE[::-1]), flat.shape[1::-1])
    contrast = min(max(float(strength[0]) / 255, _S.palest), _S.strongest)
    return np.asarray(np.clip((flat - light[:, :, None]) / contrast, 0, 255), np.uint8)


def _grey(card: Picture) -> NDArray[np.float64]:
    small = cv2.resize(card, _SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(small.mean(axis=2).ravel(), np.float64)
