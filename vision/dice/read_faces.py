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

from vision.dice.colours import NO_TINT, Gains, name_colour
from vision.dice.patches import SIDE, Patch, stack
from vision.dice.templates import bank_of, normal, window
from vision.drawn.scene import DIE_VALUES

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
    readings = []
    for n in range(len(patches)):
        fits = {kind: fits[n] for kind, fits in by_type.items()}
        colour = middle[n]
        if "colour" in types:
            field = 1.0 if contrast[n] < _NO_RIM else min(1.0, float(fields[n]) / _FIELD)
            fits["colour"] = _colour_fit(pictures[n], colour, gains, field)
        plain = (round(float(colour[0])), round(float(colour[1])), round(float(colour[2])))
        readings.append(FaceReading(fits, float(contrast[n]), plain, float(burnt[n])))
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
    inside = np.sort(marks[:, weight > 0.5], axis=1)
    least = round(_FAINTEST * inside.shape[1])
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


def _colour_fit(
    picture: Floats, colour: NDArray[np.float64], gains: Gains, field: float
) -> tuple[tuple[str, float], ...]:
    """The colours of the colour die with their fit, lower the less the face is one plain *field*."""
    smooth = cv2.blur(picture, (3, 3))[_disc()]
    away = np.abs(smooth - colour).max(axis=1)
    spots = float((away > max(_LEAST_CONTRAST, 0.16 * float(colour.max()))).mean())
    plain = min(1.0, max(0.0, (_SPOTS - spots) / _SPOTS * 2))
    if plain == 0.0:
        return ()
    return tuple((name, fit * plain * field * _COLOUR_TOP) for name, fit in name_colour(colour, gains).ranked)


@lru_cache(maxsize=1)
def _disc() -> NDArray[np.bool_]:
    """The part of a patch that a colour die's field covers however it is turned."""
    away = np.arange(SIDE) - (SIDE - 1) / 2
    return np.asarray(np.hypot(away[:, None], away[None]) <= 0.31 * SIDE)
