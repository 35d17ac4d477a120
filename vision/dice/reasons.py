"""Why a die cannot be read: what somebody at the table can see, too, and put right."""

import cv2
import numpy as np

from companion.sightings import Box
from vision.dice.settings import SETTINGS
from vision.pictures import Picture

_S = SETTINGS.reasons

HALF_OUT = "a part of it is outside of the picture"
ON_ANOTHER = "it lies on another die, or another one on it"
MAY_LEAN = "it may lean on something"
GLARE = "a light is reflected on it"
TOO_DARK = "it is too dark here"
TOO_SMALL = "it is too small in the picture"
UNCLEAR = "its face cannot be told from another one"


def reason(picture: Picture, box: Box, edge: float, *, may_lean: bool) -> str:
    """The likeliest reason why the die in *box* was not read for sure."""
    burnt, around = _burnt(picture, box), face_of(picture, box, 0.75)
    if may_lean and burnt <= _S.washed_out:
        return MAY_LEAN
    if burnt > _S.glare:
        return GLARE
    if around.size and float(np.percentile(around.max(axis=2), 90)) < _S.dark:
        return TOO_DARK
    return TOO_SMALL if edge < _S.few_pixels else UNCLEAR


def is_washed_out(picture: Picture, box: Box) -> bool:
    """Does the light leave so little of the face in *box* that it may show less than is there?"""
    return _burnt(picture, box) > _S.washed_out


def _burnt(picture: Picture, box: Box) -> float:
    """The share of the face of which light leaves nothing."""
    face = face_of(picture, box, 0.5)
    white = cv2.inRange(face, (SETTINGS.colours.burnt,) * 3, (255,) * 3) if face.size else face
    return float(np.count_nonzero(white) / max(1, white.size))


def body_of(picture: Picture, box: Box) -> tuple[int, int, int]:
    """The colour that most of the face has."""
    part = face_of(picture, box, 0.25)
    if not part.size:
        return 0, 0, 0
    blue, green, red = (int(v) for v in np.median(part.reshape(-1, 3), axis=0))
    return blue, green, red


def face_of(picture: Picture, box: Box, reach: float) -> Picture:
    """The part so far around the middle of *box*, as a share of its sides."""
    x, y, wide, high = box
    rows = slice(max(0, round(y + high * (0.5 - reach))), max(1, round(y + high * (0.5 + reach))))
    columns = slice(max(0, round(x + wide * (0.5 - reach))), max(1, round(x + wide * (0.5 + reach))))
    return picture[rows, columns]
