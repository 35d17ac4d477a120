"""A lamp's sheen upon a card, taken away: it makes print paler and brighter, more here than there.

A face that a card has the texture of, however pale, tells how bright and how strong its print should be.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.likeness import COLUMNS, NEAR, ROWS, Floats, light_on, look_of, texture_shared, unlike
from vision.cards.taught import Known, compared, decide, is_sure
from vision.pictures import Picture

_LEAST, _NEARLY, _MOST = 0.7, 0.1, 6  # share of a face's texture that is seen; beside the best; faces tried
_COARSE = (-2, 0, 2)  # pixels by which a part may be displaced: enough for its texture
_DOTS = 4  # spots across and down a part at which the light is compared
_SIZE = COLUMNS * _DOTS, ROWS * _DOTS
_PALEST, _STRONGEST = 0.15, 1.5  # contrast of print beside that of its face
_ROUNDS, _OFF = 3, 2.0  # of fitting; grey levels by which print may be off its face
_x, _y = np.meshgrid(np.linspace(-1, 1, _SIZE[0]), np.linspace(-1, 1, _SIZE[1]))
_SMOOTH = np.stack([np.ones(_x.size), *(s.ravel() for s in (_x, _y, _x * _y, _x * _x, _y * _y))], axis=1)
_STEADY = np.diag([1e-3, 1e-3, *[0.5] * 5])  # keeps the light even where little of a card is seen


def unlike_each_face(deck: Known, flat: Picture, hidden: NDArray[np.bool_]) -> Floats:
    """How unlike a *flat* card is to each face; with less light upon it, unless it is sure without."""
    apart = compared(deck, flat)
    if not deck.cards or is_sure(decide(deck, apart, hidden)):
        return apart
    return without_sheen(deck, flat, apart, hidden)


def without_sheen(deck: Known, flat: Picture, apart: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """How unlike a *flat* card is to each face, sheen taken away where its texture is like the face's.

    *apart*: the same with it, shape (faces, parts); parts that are *hidden* do not count.
    """
    shown = ~hidden
    if not shown.any():
        return apart
    shared = texture_shared(look_of(flat, _COARSE), deck.faces, shown.astype(np.float32))
    out = apart.copy()
    for face in np.argsort(-shared)[:_MOST]:
        if shared[face] < max(_LEAST, shared.max() - _NEARLY):
            break
        card = _card(deck, face)
        clear = _evened(flat, card, shown)
        for light in (None, light_on(card)):
            less = unlike(look_of(clear, NEAR, light), deck.faces[:, :, face : face + 1])[0]
            if less[shown].sum() < out[face][shown].sum():
                out[face] = less
    return out


def cleared(deck: Known, flat: Picture, face: int, hidden: NDArray[np.bool_]) -> Picture:
    """The *flat* card without sheen, if it has the texture of that *face*."""
    return _evened(flat, _card(deck, face), ~hidden) if has_texture(deck, flat, face, hidden) else flat


def has_texture(deck: Known, flat: Picture, face: int, hidden: NDArray[np.bool_]) -> bool:
    """Is the texture of that *face* seen, however pale, where the *flat* card is not *hidden*?"""
    weight = (~hidden).astype(np.float32)
    return bool(
        texture_shared(look_of(flat, _COARSE), deck.faces[:, :, face : face + 1], weight)[0] >= _LEAST
    )


def _card(deck: Known, face: int) -> Picture:
    way = -1 if face % 2 else 1
    return deck.cards[face // 2][::way, ::way]


def _evened(flat: Picture, card: Picture, shown: NDArray[np.bool_]) -> Picture:
    """The *flat* card with the brightness and contrast of a face's, without light that is smooth upon it."""
    seen, face = (_grey(picture) for picture in (flat, card))
    visible = np.repeat(np.repeat(shown.reshape(ROWS, COLUMNS), _DOTS, axis=0), _DOTS, axis=1).ravel()
    fit, weight = np.column_stack([face / 255, _SMOOTH]), visible.astype(np.float64)
    for _ in range(_ROUNDS):
        told = fit * weight[:, None]
        strength = np.linalg.solve(told.T @ fit + _STEADY, told.T @ seen)
        off = np.abs(seen - fit @ strength)
        weight = visible / (1 + (off / (2 * max(_OFF, float(np.median(off[visible]))))) ** 2)
    light = cv2.resize((_SMOOTH @ strength[1:]).reshape(_SIZE[::-1]), flat.shape[1::-1])
    contrast = min(max(float(strength[0]) / 255, _PALEST), _STRONGEST)
    return np.asarray(np.clip((flat - light[:, :, None]) / contrast, 0, 255), np.uint8)


def _grey(card: Picture) -> NDArray[np.float64]:
    small = cv2.resize(card, _SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(small.mean(axis=2).ravel(), np.float64)
