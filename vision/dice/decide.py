"""From what faces may show to what is said: a value where it is sure, else a question with few choices.

The confidence is the share of right readings among those that weighed as much, fitted on drawn tables
(`vision.lab.confidence`); a die is said for sure only from `SURE` on.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice.lean import COCKED, FLAT
from vision.dice.locate import box_around
from vision.dice.read_faces import FaceReading
from vision.dice.squares import Square
from vision.flatten import Flat

SURE = 0.97
_CONSTANTS = (-16.3, 17.48, 0.44, 6.02, -0.26, -7.84)  # from `python -m vision.lab.confidence`
_WIDE = 0.3  # a margin wider than this says nothing more
_DIE_LIKE = 0.62  # a face that fits nothing better than this shows nothing that dice show
_CLEAR_SIDES = 115.0
_CHOICE_WITHIN = 0.25  # other values that fit nearly as well are choices
_MOST_CHOICES = 3
_BURNT = 0.3
_FEW_PIPS = ("1", "2", "3")
_BLURRED_SIDES, _TOO_SMALL = 145.0, 0.9
_MAYBE = 0.95  # at most, for few pips in doubtful sides unless they fit so well and so clearly
_FITS_WELL, _CLEARLY = 0.9, 0.1
_TOO_MANY = 0.9  # a die more than there can be is never sure


class Judged(Struct, frozen=True):
    """One die-like square with the type that it is taken for and how sure its value is."""

    square: Square
    reading: FaceReading
    type: str
    value: str
    confidence: float
    choices: tuple[str, ...]
    lean: float  # how likely it does not stand flat
    weights: tuple[float, ...]  # what its confidence was made of


def weighed(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """How sure readings are: the share that was right of those that weighed as much on drawn tables."""
    return np.asarray(1 / (1 + np.exp(-(weights @ np.array(_CONSTANTS)))))


def weights_of(fit: float, margin: float, square: Square, part: bool) -> tuple[float, ...]:
    """What counts: how well a value fits, how much better than the next, and how clear the sides are.

    The first two count anew where the face may be only a *part* of one with more pips.
    """
    margin, clear = min(margin, _WIDE), min(1.0, square.score / 150.0)
    return 1.0, fit, margin, clear, part * (1 - fit), part * (_WIDE - margin)


def decide(
    flat: Flat,
    found: Sequence[tuple[Square, FaceReading]],
    wanted: Mapping[str, int],
    leans: Sequence[float] = (),
) -> tuple[tuple[DieSeen, ...], tuple[PassedOver, ...]]:
    """The dice among the die-like squares *found*, and what was passed over.

    *wanted* counts dice by type; *leans* says of each square how likely its die leans (if that can be told).
    """
    dice: list[DieSeen] = []
    passed: list[PassedOver] = []
    left = dict(wanted)
    for one in judged(found, wanted, leans):
        box = box_of(flat, one.square)
        left[one.type] = left.get(one.type, 0) - 1
        too_many = bool(wanted) and left[one.type] < 0
        reason = _why_not(one, too_many)
        if reason:
            passed.append(PassedOver("die", box, reason))
        else:
            dice.append(_seen(one, box, too_many))
    return tuple(dice), tuple(passed)


def box_of(flat: Flat, square: Square) -> Box:
    """The square's upright box in the camera's picture."""
    return box_around(flat.in_picture(square.corners()))


def judged(
    found: Sequence[tuple[Square, FaceReading]], wanted: Mapping[str, int], leans: Sequence[float] = ()
) -> list[Judged]:
    """Every square with a type: the best fitting ones first, as long as dice of that type are wanted."""
    left = dict(wanted)
    options = [
        (fits[0][1], n, kind)
        for n, (_, reading) in enumerate(found)
        for kind, fits in reading.fits.items()
        if fits
    ]
    types: dict[int, str] = {}
    for _, n, kind in sorted(options, reverse=True):
        if n not in types and (not wanted or left.get(kind, 0) > 0):
            types[n] = kind
            left[kind] = left.get(kind, 0) - 1
    for _, n, kind in sorted(options, reverse=True):
        types.setdefault(n, kind)
    usual = float(np.median([square.edge for square, _ in found])) if found else 0.0
    return [_judged(*found[n], kind, usual, leans[n] if leans else 0.0) for n, kind in types.items()]


def _judged(square: Square, reading: FaceReading, kind: str, usual_edge: float, lean: float) -> Judged:
    own = reading.fits[kind]
    fit, margin = own[0][1], own[0][1] - _second_best(reading, kind)
    part = kind == "pips" and own[0][0] in _FEW_PIPS and _may_be_a_part(square, usual_edge)
    weights = weights_of(fit, margin, square, part)
    confidence = float(weighed(np.array(weights)))
    if reading.burnt > _BURNT:
        confidence = min(confidence, 0.6)
    if part and (fit < _FITS_WELL or margin < _CLEARLY):
        confidence = min(confidence, _MAYBE)
    choices = tuple(name for name, fit in own[:_MOST_CHOICES] if fit >= own[0][1] - _CHOICE_WITHIN)
    return Judged(square, reading, kind, own[0][0], confidence, choices, lean, weights)


def is_told(square: Square, reading: FaceReading, kind: str) -> bool:
    """Would its value be told, if it stands?"""
    fit = reading.fits[kind][0][1]
    weights = weights_of(fit, fit - _second_best(reading, kind), square, part=False)
    return bool(weighed(np.array(weights)) >= SURE) and reading.burnt <= _BURNT


def _second_best(reading: FaceReading, kind: str) -> float:
    """How well the next best value fits: of this kind of die, or the best of another kind."""
    own = reading.fits[kind]
    others = [fit for other, fits in reading.fits.items() for _, fit in fits[:1] if other != kind]
    return max([own[1][1] if len(own) > 1 else 0.0, *others])


def _may_be_a_part(square: Square, usual_edge: float) -> bool:
    """Few pips in a square without clear sides, or in one too small, may be some of a larger face's."""
    return square.score < _BLURRED_SIDES or square.edge < _TOO_SMALL * usual_edge


def _why_not(die: Judged, too_many: bool) -> str:
    """Why a die-like square is no die, or ""."""
    fit = die.reading.fits[die.type][0][1]
    if too_many and die.square.score < _CLEAR_SIDES:
        return "a shadow or a reflection"
    if fit >= _DIE_LIKE:
        return ""
    if die.square.score < _CLEAR_SIDES:
        return "a shadow or a reflection"
    if die.reading.burnt > _BURNT or die.lean > COCKED:
        return ""
    return "" if fit > 0.5 else "shows nothing that a die shows"


def _seen(die: Judged, box: Box, too_many: bool) -> DieSeen:
    confidence = round(die.confidence if not too_many else min(die.confidence, _TOO_MANY), 3)
    colour = name_body(die.reading.colour)
    if die.lean > COCKED:
        return DieSeen(die.type, "", box, round(die.lean, 3), colour, cocked=True)
    if confidence >= SURE and die.lean < FLAT:
        return DieSeen(die.type, die.value, box, confidence, colour)
    confidence = min(confidence, round(1 - die.lean, 3))
    return DieSeen(die.type, "", box, confidence, colour, choices=die.choices)


def name_body(colour: tuple[int, int, int]) -> str:
    """A plain name for a colour, for people to find the die by."""
    blue, green, red = (float(v) for v in colour)
    high, low = max(blue, green, red), min(blue, green, red)
    if high < 70:
        return "black"
    if high - low < 0.22 * high:
        return "white" if high > 150 else "grey"
    if red == high:
        if low > 0.55 * high:
            return "pink" if blue > green else "ivory"
        return "yellow" if green > 0.7 * red else "orange" if green > 0.4 * red else "red"
    if green == high:
        return "green"
    return "purple" if red > 0.6 * blue and red > green else "blue"
