"""The digit on a face of a ten-sided die, in strokes or in any font of the machine; 6 and 9 are marked."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.cards.marks import fonts, text_mask
from vision.lab.dice.marks import SIDE, Floats, Rng, Style, marbled, write

_PRINTED = 0.75  # so many dice have the digits of a font
_HIGH = 0.32  # of the side that is drawn on, before it is made smaller
_FINE = 2
_DOT = 0.4  # so many dice tell a six from a nine by a dot beside its foot; the others have a bar below it


def digit_map(rng: Rng, style: Style, value: str) -> Floats:
    """The colours of a face with one digit in its middle, half its height high, shape (SIDE, SIDE, 3)."""
    ink = _inked(np.random.default_rng(style.design), value, _HIGH * style.digit)
    small = cv2.resize(ink, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    mark = np.asarray(small, np.float32)[:, :, None] / 255
    body = style.body + marbled(rng, style)
    return np.asarray(np.clip(body * (1 - mark) + style.ink * mark, 0, 1), np.float32)


def _inked(design: Rng, value: str, high: float) -> NDArray[np.uint8]:
    """The digit; the same *design* gives all digits of a die the same look."""
    side = SIDE * _FINE
    ink = np.zeros((side, side), np.uint8)
    font = _any_font(design)
    dotted, broad = bool(design.random() < _DOT), float(design.uniform(0.85, 1.1))
    mask = text_mask(value, font) if font else None
    if mask is None:
        write(ink, design, value, high)
        wide = 0.66 * high
    else:
        tall, wide = high, high * broad * mask.shape[1] / mask.shape[0]
        shown = cv2.resize(mask, (max(2, round(wide * side)), max(2, round(tall * side))))
        top, left = (side - shown.shape[0]) // 2, (side - shown.shape[1]) // 2
        ink[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    if value in ("6", "9"):
        _tell_apart(ink, high * side, wide * side, dotted)
    return ink


def _any_font(design: Rng) -> str:
    printed = fonts()[0]
    return str(design.choice(printed)) if printed and design.random() < _PRINTED else ""


def _tell_apart(ink: NDArray[np.uint8], high: float, wide: float, dotted: bool) -> None:
    """A dot beside the foot of the digit, or a bar below it."""
    middle = ink.shape[0] / 2
    foot, thick = middle + high / 2, max(3, round(high * 0.09))
    if dotted:
        where = (round(middle + wide / 2 + 1.3 * thick), round(foot - thick))
        cv2.circle(ink, where, round(thick * 0.9), 255, -1, cv2.LINE_AA)
    else:
        left, right = round(middle - wide * 0.45), round(middle + wide * 0.45)
        below = round(foot + 1.6 * thick)
        cv2.line(ink, (left, below), (right, below), 255, thick, cv2.LINE_AA)
