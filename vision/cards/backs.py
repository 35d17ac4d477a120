"""Backs of cards are printed all over: what is blank, lined or written on is paper, and no back."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

_EDGE = 9, 12  # pixels of a flattened card, across and down, that are left out: its rim, and what is beside
_AROUND = 21  # pixels: so far about a spot its ground is looked for
_STANDS_OUT, _DARK = 0.06, 24.0  # of the ground's brightness, and grey levels more, by which print is another
_PRINTED = 0.4  # share of a back that stands out: of those measured 0.42 to 0.94, of paper written on 0.36
# so much darker or paler is print than its rim: of those measured 0.29 to 0.57; paper has none
_RIMMED = 0.12
_DENSELY = 0.75  # without a rim so much must stand out: of squared paper 0.65
_RIM = 2, 4  # pixels: where the rim of a card is
Floats = NDArray[np.float32]


def is_printed_over(card: Picture) -> bool:
    """Is the flattened *card* finely printed within a rim, as backs are, or covered with print?"""
    share = _standing_out(card)
    return share > _DENSELY or (share > _PRINTED and _rim_apart(card) > _RIMMED)


def _standing_out(card: Picture) -> float:
    """The share of the card that is brighter, darker or of another colour than most about it."""
    across, down = _EDGE
    inner = cv2.blur(card, (2, 2))[down:-down, across:-across]
    ground = cv2.medianBlur(inner, _AROUND).astype(np.float32)
    away = np.abs(inner - ground).max(axis=2)
    return float((away > _STANDS_OUT * (ground.max(axis=2) + _DARK)).mean())


def _rim_apart(card: Picture) -> float:
    """How far the rim's colour is from the mean of what is within, as a part of its brightness."""
    across, down = _EDGE
    inner = card[down:-down, across:-across].reshape(-1, 3).mean(axis=0)
    sides = (np.rot90(card, turn)[slice(*_RIM), down:-down].reshape(-1, 3) for turn in range(4))
    rim: Floats = np.median(np.concatenate(list(sides)), axis=0).astype(np.float32)
    return float(np.abs(rim - inner).max() / (rim.max() + _DARK))
