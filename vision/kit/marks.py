"""What the faces of the kit's dice show, in ink alone: pips, digits, fields and the Piggy Die.

Drawn dice are painted from these marks and the eyes make their templates from them, so `mark_of` is the one
truth about what a face shows.
"""

from functools import lru_cache

import cv2
import numpy as np

from vision.kit.svg import Points, groups, points_of
from vision.pictures import Mask, Picture

SIDE = 96  # pixels of a finished face
_FINE = 4  # drawn larger by this, then reduced

PIPS: dict[str, tuple[tuple[int, int], ...]] = {  # in steps of the spread, x to the right and y downwards
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

Way = Points  # one stroke of the pen, in a box of 0..1, y downwards

STROKES: dict[str, tuple[Way, ...]] = {
    sign: tuple(map(points_of, group)) for sign, group in groups(__package__, "strokes.svg").items()
}  # letters, digits and signs


@lru_cache(maxsize=512)
def mark_of(die_type: str, value: str, pip: float = 0.09, spread: float = 0.255, side: int = SIDE) -> Mask:
    """What a face shows, 0 (body) to 255 (mark), without its colours; a colour die shows its field."""
    ink = np.zeros((side * _FINE, side * _FINE), np.uint8)
    {"pips": _pips, "number": _number, "colour": _field, "piggy": _piggy}[die_type](ink, value, pip, spread)
    mark = cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA)
    mark.flags.writeable = False
    return np.asarray(mark, np.uint8)


def rounded_box(
    canvas: Mask | Picture,
    start: tuple[int, int],
    end: tuple[int, int],
    radius: int,
    ink: int | tuple[int, ...],
) -> None:
    """A filled box with round corners."""
    (left, top), (right, bottom) = start, end
    radius = max(1, min(radius, (right - left) // 2, (bottom - top) // 2))
    cv2.rectangle(canvas, (left + radius, top), (right - radius, bottom), ink, -1)
    cv2.rectangle(canvas, (left, top + radius), (right, bottom - radius), ink, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(canvas, (x, y), radius, ink, -1, cv2.LINE_AA)


def stroke_digit(ink: Mask | Picture, digit: str, box: tuple[float, float, float, float], thick: int) -> None:
    """One digit in strokes of even thickness, filling *box* (x, y, width, height in pixels)."""
    x, y, width, height = box
    for stroke in STROKES[digit]:
        points = np.array([(x + width * u, y + height * v) for u, v in stroke], np.int32)
        cv2.polylines(ink, [points], False, 255, thick, cv2.LINE_AA)


def _pips(ink: Mask, value: str, pip: float, spread: float) -> None:
    side = ink.shape[0]
    for x, y in PIPS[value]:
        centre = (round(side * (0.5 + spread * x)), round(side * (0.5 + spread * y)))
        cv2.circle(ink, centre, round(side * pip), 255, -1, cv2.LINE_AA)


def _number(ink: Mask, value: str, pip: float, spread: float) -> None:
    side = ink.shape[0]
    stroke_digit(ink, value, (side * 0.33, side * 0.22, side * 0.34, side * 0.5), round(side * 0.1))
    if value == "6":  # a bar below, as on any die whose six could be a nine
        cv2.line(ink, (round(side * 0.34), round(side * 0.86)), (round(side * 0.66), round(side * 0.86)), 255,
                 round(side * 0.07), cv2.LINE_AA)  # fmt: skip


def _field(ink: Mask, value: str, pip: float, spread: float) -> None:
    side = ink.shape[0]
    rim = round(side * 0.1)
    rounded_box(ink, (rim, rim), (side - rim, side - rim), round(side * 0.12), 255)


def _piggy(ink: Mask, value: str, pip: float, spread: float) -> None:
    if value in ("smile", "grim"):
        _pig(ink, smiling=value == "smile")
    else:
        _plus_minus(ink, int(value[-1]))


def _plus_minus(ink: Mask, count: int) -> None:
    """A ± sign with one to three acorns in a row below it."""
    side = ink.shape[0]

    def bar(x0: float, y0: float, x1: float, y1: float) -> None:
        start, end = (round(side * x0), round(side * y0)), (round(side * x1), round(side * y1))
        cv2.line(ink, start, end, 255, round(side * 0.085), cv2.LINE_AA)

    bar(0.5, 0.14, 0.5, 0.42)
    bar(0.36, 0.28, 0.64, 0.28)
    bar(0.36, 0.5, 0.64, 0.5)
    for n in range(count):
        x = 0.5 + 0.26 * (n - (count - 1) / 2)
        cv2.circle(ink, (round(side * x), round(side * 0.74)), round(side * 0.1), 255, -1, cv2.LINE_AA)


def _pig(ink: Mask, smiling: bool) -> None:
    """A pig's head: the happy one a ring with a wide smile, the grim one a filled head with a scowl."""
    side = ink.shape[0]

    def at(x: float, y: float) -> tuple[int, int]:
        return round(side * x), round(side * y)

    thick = round(side * 0.06)
    for sign in (-1, 1):
        ear = np.array([at(0.5 + sign * 0.38, 0.12), at(0.5 + sign * 0.1, 0.2), at(0.5 + sign * 0.34, 0.42)])
        cv2.fillPoly(ink, [ear.astype(np.int32)], 255, cv2.LINE_AA)
    head, drawn = (-1, 0) if not smiling else (thick, 255)
    cv2.circle(ink, at(0.5, 0.54), round(side * 0.36), 255, head, cv2.LINE_AA)
    if smiling:
        cv2.circle(ink, at(0.5, 0.54), round(side * 0.33), 0, -1, cv2.LINE_AA)
    for sign in (-1, 1):
        cv2.circle(ink, at(0.5 + sign * 0.15, 0.42), round(side * 0.05), drawn, -1, cv2.LINE_AA)
        cv2.circle(ink, at(0.5 + sign * 0.055, 0.57), round(side * 0.032), drawn, -1, cv2.LINE_AA)
    if smiling:
        cv2.ellipse(
            ink, at(0.5, 0.62), (round(side * 0.2), round(side * 0.15)), 0, 15, 165, 255, thick, cv2.LINE_AA
        )
    else:
        cv2.ellipse(
            ink, at(0.5, 0.84), (round(side * 0.17), round(side * 0.13)), 0, 200, 340, 0, thick, cv2.LINE_AA
        )
        for sign in (-1, 1):
            cv2.line(ink, at(0.5 + sign * 0.26, 0.3), at(0.5 + sign * 0.07, 0.38), 0, thick, cv2.LINE_AA)
