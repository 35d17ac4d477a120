"""Reading top faces: the one function that another reader, like a small network, may replace.

A face is compared with the legal faces only (six pip patterns, six digits, five piggy faces, six colours),
so a
value that no die can show never comes out. What fits nothing well has no reading.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.colours import NO_TINT, Gains, name_colours
from vision.dice.patches import SIDE, Patch, stack
from vision.dice.templates import bank_of, normal, window
from vision.kit.values import DIE_VALUES

Floats = NDArray[np.float32]
MARKED = ("pips", "number", "piggy")
_LEAST_CONTRAST = 14.0  # grey levels between body and mark below which a face counts as plain
_COLOUR_TOP = 0.88  # a face with marks that fit better than this is no colour die
_NO_RIM, _FIELD = 34.0, 0.75  # a stronger contrast must come from the field's own rim
_SPOTS = 0.36  # a face of which so much has another colour is no plain field at all
_BURNT = 250
_FAINTEST = 0.03  # so much of a face at either end of its brightness says nothing of its contrast
_RIM = SIDE // 4  # pixels left out on every side where only the middle of a face is looked at


class FaceReading(Struct, frozen=True):
    """What one face may show: for each type of die the values with their fit (0..1), the best first.

    `contrast` is how strong its marks are in grey levels, `colour` the middle colour of the face.
    """

    fits: dict[str, tuple[tuple[str, float], ...]]
    contrast: float
    colour: tuple[int, int, int]
    burnt: float  # share of the face that is blown out by glare


ReadFaces = Callable[[Sequence[Patch], Collection[str], Gains], list[FaceReading]]


def read_faces(
    patches: Sequence[Patch], types: Collection[str] = tuple(DIE_VALUES), gains: Gains = NO_TINT
) -> list[FaceReading]:
    """What every patch shows if it is a face of one of the *types* of die."""
    if not patches:
        return []
    pictures = stack(patches)
    marks, contrast = _marks(pictures)
    rows = normal(marks.reshape(len(patches), -1))
    by_type = {kind: _compare(rows, kind) for kind in types if kind in MARKED}
    fields = bank_of("colour").likeness(rows).max(axis=1) if "colour" in types else np.zeros(len(rows))
    middle = _middle_colours(pictures)
    darkest = np.minimum(np.minimum(pictures[..., 0], pictures[..., 1]), pictures[..., 2])
    burnt = (darkest > _BURNT).mean(axis=(1, 2))
    if "colour" in types:
        rims = np.where(contrast < _NO_RIM, 1.0, np.minimum(1.0, fields / _FIELD))
        by_type["colour"] = _colour_fits(pictures, middle, gains, rims)
    readings = []
    for n in range(len(patches)):
        fits = {kind: fits[n] for kind, fits in by_type.items()}
        blue, green, red = (round(float(v)) for v in middle[n])
        readings.append(FaceReading(fits, float(contrast[n]), (blue, green, red), float(burnt[n])))
    return readings


def _marks(pictures: Floats) -> tuple[Floats, Floats]:
    """Each face along the one direction of colour in which it varies most, and how strongly it does."""
    weight = np.maximum(window().ravel(), 0)
    flat = pictures.reshape(len(pictures), -1, 3)
    total = weight.sum()
    mean = weight @ flat / total
    centred = flat - mean[:, None]
    weighted = centred * np.sqrt(weight)[:, None]
    spread = weighted.transpose(0, 2, 1) @ weighted / total
    _, vectors = np.linalg.eigh(spread)
    marks = (centred @ vectors[:, :, 2:])[..., 0]
    inside = marks[:, weight > 0.5]
    least = round(_FAINTEST * inside.shape[1])
    inside.partition((least, inside.shape[1] - 1 - least), axis=1)
    contrast = inside[:, -1 - least] - inside[:, least]
    return marks.reshape(len(pictures), SIDE, SIDE).astype(np.float32), contrast.astype(np.float32)


def _compare(rows: Floats, kind: str) -> list[tuple[tuple[str, float], ...]]:
    """For each face the values of one kind of die with their fit, the best first; light or dark marks
    alike."""
    bank = bank_of(kind)
    best = np.maximum.reduceat(bank.likeness(rows), bank.starts, axis=1)
    return [tuple((bank.names[i], float(fit[i])) for i in np.argsort(-fit)) for fit in best]


def _middle_colours(pictures: Floats) -> NDArray[np.float64]:
    q = _RIM
    return np.median(pictures[:, q:-q:2, q:-q:2].reshape(len(pictures), -1, 3), axis=1).astype(np.float64)


def _colour_fits(
    pictures: Floats, middle: NDArray[np.float64], gains: Gains, rims: NDArray[np.float64]
) -> list[tuple[tuple[str, float], ...]]:
    """For each face the colours of the colour die with their fit, lower the less it is one plain field.

    *rims* says how plainly each has a field's own rim, 0 to 1.
    """
    tall = cv2.blur(pictures.reshape(-1, SIDE, 3), (3, 3))  # the disc lies clear of where two faces meet
    smooth = tall.reshape(pictures.shape)[:, _disc()]
    away = np.abs(smooth - middle[:, None]).max(axis=2)
    least = np.maximum(_LEAST_CONTRAST, 0.16 * middle.max(axis=1))
    spots = (away > least[:, None]).mean(axis=1)
    plain = np.clip((_SPOTS - spots) / _SPOTS * 2, 0.0, 1.0)
    shares = (plain * rims * _COLOUR_TOP).tolist()
    named = name_colours(middle, gains)
    return [
        tuple((name, fit * share) for name, fit in reading.ranked) if seen else ()
        for reading, share, seen in zip(named, shares, (plain > 0).tolist(), strict=True)
    ]


@lru_cache(maxsize=1)
def _disc() -> NDArray[np.bool_]:
    """The part of a patch that a colour die's field covers however it is turned."""
    away = np.arange(SIDE) - (SIDE - 1) / 2
    return np.asarray(np.hypot(away[:, None], away[None]) <= 0.31 * SIDE)
