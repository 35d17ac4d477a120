"""Reading an ABspecken card: its digit and its colour must say the same number, or it is asked about."""

from functools import lru_cache

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.frames import ink_mask
from vision.dice.colours import Gains, name_colour
from vision.kit.card import CARD_SIZE, DIGIT_THICK, WHITE, digit_box
from vision.kit.marks import stroke_digit
from vision.kit.values import COLOUR_OF_NUMBER, COLOURS
from vision.pictures import Picture

NUMBERS = tuple(COLOUR_OF_NUMBER)
_SCALE = 1.0  # pixels per millimetre of the flattened card
_FINE = 4  # pixels per millimetre of a digit, before it is made smaller
_GOOD, _APART = 0.72, 0.08
_COLOUR_SURE = 0.9
Floats = NDArray[np.float32]


class CardReading(Struct, frozen=True):
    """The name for sure, or "" and the likely ones; `upside_down`: the corners are to be turned by half."""

    name: str
    confidence: float
    choices: tuple[str, ...]
    upside_down: bool


def flat_card(picture: Picture, corners: NDArray[np.float32]) -> Picture:
    """The card between *corners* from straight above, one pixel per millimetre."""
    width, height = (round(side * _SCALE) for side in CARD_SIZE)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, target)
    soft = cv2.blur(picture, (2, 2))
    return np.asarray(cv2.warpPerspective(soft, matrix, (width, height), flags=cv2.INTER_LINEAR), np.uint8)


def read_number(card: Picture, gains: Gains) -> CardReading:
    """What a flattened number card says by its digit and by its colour."""
    ink = ink_mask(card, gains)
    digits, upside_down = _digit_fits(ink)
    order = np.argsort(-digits)
    first, second = NUMBERS[order[0]], NUMBERS[order[1]]
    fit, apart = float(digits[order[0]]), float(digits[order[0]] - digits[order[1]])
    by_digit = first if fit >= _GOOD and apart >= _APART else ""
    by_colour, colour_fit = _colour_number(card, ink, gains)
    if by_digit and by_digit == by_colour:
        return CardReading(first, round(min(0.999, 0.97 + 0.03 * min(fit, colour_fit)), 3), (), upside_down)
    likely = tuple(dict.fromkeys(name for name in (by_colour, first, second) if name))[:3]
    return CardReading("", round(0.5 * max(fit, 0.0), 3), likely, upside_down)


def _colour_number(card: Picture, ink: NDArray[np.uint8], gains: Gains) -> tuple[str, float]:
    """The number whose colour frame and digit have, and how well it fits; "" if none is clear."""
    core = cv2.erode(ink, np.ones((3, 3), np.uint8))
    pixels = card[core > 0]
    if len(pixels) < 40:
        return "", 0.0
    ranked = name_colour(np.median(pixels, axis=0).astype(np.float64), gains).ranked
    if not ranked or ranked[0][1] < _COLOUR_SURE:
        return "", 0.0
    return next(n for n, colour in COLOUR_OF_NUMBER.items() if colour == ranked[0][0]), ranked[0][1]


def _digit_fits(ink: NDArray[np.uint8]) -> tuple[Floats, bool]:
    """How well each digit fits the middle of the card, and whether it does so upside down."""
    x, y, width, height = _window()
    upright = np.ascontiguousarray(ink[y : y + height, x : x + width]).astype(np.float32)
    turned = np.ascontiguousarray(ink[::-1, ::-1][y : y + height, x : x + width]).astype(np.float32)
    fits = [[_best_match(view, template) for template in _templates()] for view in (upright, turned)]
    best = np.array(fits, np.float32)
    upside_down = bool(best[1].max() > best[0].max())
    return best.max(axis=0), upside_down


def _best_match(view: Floats, template: Floats) -> float:
    return float(cv2.matchTemplate(view, template, cv2.TM_CCOEFF_NORMED).max())


def _window() -> tuple[int, int, int, int]:
    """The part of the card that the digit stands in, with room to shift: x, y, width, height."""
    x, y, width, height = (v * _SCALE for v in digit_box())
    return round(x - 7), round(y - 8), round(width + 14), round(height + 16)


@lru_cache(maxsize=1)
def _templates() -> tuple[Floats, ...]:
    """The middle of every number card, in ink and paper, a little smaller than the window."""
    x, y, width, height = _window()
    out = []
    for number in NUMBERS:
        face = np.full((round(CARD_SIZE[1] * _FINE), round(CARD_SIZE[0] * _FINE), 3), WHITE, np.uint8)
        left, top, wide, high = (side * _FINE for side in digit_box())
        stroke_digit(
            face,
            number,
            (left, top, wide, high),
            round(DIGIT_THICK * _FINE),
            COLOURS[COLOUR_OF_NUMBER[number]],
        )
        small = cv2.resize(face, None, fx=_SCALE / _FINE, fy=_SCALE / _FINE, interpolation=cv2.INTER_AREA)
        ink = ink_mask(np.asarray(small, np.uint8), (1.0, 1.0, 1.0)).astype(np.float32)
        out.append(np.ascontiguousarray(ink[y + 3 : y + height - 3, x + 3 : x + width - 3]))
    return tuple(out)
