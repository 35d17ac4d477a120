"""A stock of drawn cards: every step takes some, each time a little otherwise; the oldest make room."""

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.cards.flat import BODY, INDEX
from vision.lab.cards.crops import any_crops

_CORNERS, _BODIES = 90_000, 24_000
_FIRST = 2500  # corners there must be before anything is learnt
_SHIFTED, _GROWN = 0.03, 0.05  # of a crop: how much it is moved and enlarged or made smaller
_BENT = (0.7, 1.4)  # exponents of brightness
_WASHED, _LEFT = 0.3, (0.18, 0.8)  # how often a lamp washes the print out, and what is left of it
_COARSE, _LESS = 0.3, (0.35, 0.8)  # how often the card was seen from further away, and how much smaller
_SOFT, _SPREAD = 0.2, (0.5, 1.6)  # how often it is out of focus, and over how many of its pixels
_PALE, _TINT = 0.15, 0.7  # how often little of the colour is seen, and how much of it at most
_DIM, _GLOOM = 0.2, (0.2, 0.6)  # how often there is little light, and how much of it
_OF_LAMP, _GRAIN = (0.65, 1.1), (1.0, 8.0)  # how much of each colour it has; grey levels of its noise


class Stock:
    """What has been drawn last, as many corners and whole cards as there is room for."""

    def __init__(self, cards: int) -> None:
        self._cards = cards
        self._corners = (
            np.empty((_CORNERS, INDEX[1], INDEX[0], 3), np.uint8),
            np.empty((_CORNERS, 2), np.uint8),
        )
        self._bodies = np.empty((_BODIES, BODY[1], BODY[0], 3), np.uint8), np.empty((_BODIES, 4), np.uint8)
        self._counts = [0, 0]

    def _draw(self, rng: np.random.Generator) -> None:
        """Draws a few more cards, at first until there are enough to begin."""
        cv2.setNumThreads(1)
        while True:
            crops = any_crops(rng, self._cards)
            for n, (store, new) in enumerate(((self._corners, crops[:2]), (self._bodies, crops[2:]))):
                if not new[0]:
                    continue
                where = (self._counts[n] + np.arange(len(new[0]))) % len(store[0])
                store[0][where], store[1][where] = np.array(new[0], np.uint8), np.array(new[1], np.uint8)
                self._counts[n] += len(new[0])
            if self._counts[0] >= _FIRST:
                return

    def some(self, rng: np.random.Generator, count: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """That many corners with their marks, and whole cards with what they are."""
        self._draw(rng)
        out: list[Tensor] = []
        for n, store in enumerate((self._corners, self._bodies)):
            if not count[n]:
                out += [torch.zeros(0), torch.zeros(0)]
                continue
            chosen = rng.integers(0, min(self._counts[n], len(store[0])), count[n])
            seen = np.stack([_varied(rng, store[0][k]) for k in chosen]).transpose(0, 3, 1, 2)
            out += [
                torch.from_numpy(np.ascontiguousarray(seen)).float() / 255 - 0.5,
                torch.from_numpy(store[1][chosen].astype(np.int64)),
            ]
        a, b, c, d = out
        return a, b, c, d


def _varied(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop as it looks when the card was found a little otherwise, in another light."""
    high, wide = crop.shape[:2]
    grow = np.exp(rng.normal(0, _GROWN, 2))
    lean = rng.normal(0, 0.02, 2)
    x, y = rng.normal(0, _SHIFTED, 2) * [wide, high]
    matrix = np.array([[grow[0], lean[0], x], [lean[1], grow[1], y]])
    shifted = cv2.warpAffine(
        crop, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    moved = np.asarray(shifted, np.uint8)
    if rng.random() < _COARSE:
        moved = from_afar(moved, rng.uniform(*_LESS))
    if rng.random() < _SOFT:
        moved = np.asarray(cv2.GaussianBlur(moved, (0, 0), rng.uniform(*_SPREAD)), np.uint8)
    if rng.random() < _WASHED:
        moved = washed_out(rng, moved)
    if rng.random() < _PALE:
        moved = without_colour(moved, max(0.0, rng.uniform(-0.3, _TINT)))
    light = rng.uniform(0.75, 1.2) * rng.uniform(0.94, 1.06, 3)
    bent = 255 * (np.arange(256) / 255.0) ** rng.uniform(*_BENT)
    dim = rng.random() < _DIM
    light = light * rng.uniform(*_GLOOM) * rng.uniform(*_OF_LAMP, 3) if dim else light
    table = np.clip(bent[:, None] * light, 0, 255).astype(np.uint8)[:, None, :]
    seen = np.asarray(cv2.LUT(moved, table), np.uint8)
    return grainy(rng, seen) if dim else seen


def grainy(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop as a camera sees it that has to make much of little light."""
    noise = rng.normal(0, rng.uniform(*_GRAIN), crop.shape)
    return np.asarray(np.clip(crop + cv2.blur(noise, (2, 2)), 0, 255), np.uint8)


def from_afar(crop: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """The crop as if so much less of it had been seen by the camera."""
    high, wide = crop.shape[:2]
    small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)


def without_colour(crop: NDArray[np.uint8], left: float) -> NDArray[np.uint8]:
    """The crop with so much of its colour *left*, as in a light of one colour or by a camera at night."""
    grey = crop.mean(axis=2, keepdims=True)
    return np.asarray(grey + (crop - grey) * left, np.uint8)


def washed_out(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop under the reflection of a lamp: its print is pale, its paper as bright as ever."""
    left = np.float32(rng.uniform(*_LEFT))
    paper = np.quantile(crop, 0.95, axis=(0, 1)).astype(np.float32)
    pale = crop * left + paper * (1 - left) + rng.normal(0, rng.uniform(0, 2.5), crop.shape)
    return np.clip(pale, 0, 255).astype(np.uint8)
