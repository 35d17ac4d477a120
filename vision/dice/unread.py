"""What is not read: why a die is not, as somebody at the table can see, too; what other light may show of it,
and where glare or darkness may hide dice."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice.colours import median_of
from vision.dice.settings import SETTINGS
from vision.pictures import Mask, Picture, least_of, most_of

_S = SETTINGS.unread

HALF_OUT = "a part of it is outside of the picture"
ON_ANOTHER = "it lies on another die, or another one on it"
MAY_LEAN = "it may lean on something"
GLARE = "a light is reflected on it"
TOO_DARK = "it is too dark here"
TOO_SMALL = "it is too small in the picture"
UNCLEAR = "its face cannot be told from another one"


def reason(picture: Picture, box: Box, edge: float, *, may_lean: bool) -> str:
    """The likeliest reason why the die in *box* was not read for sure."""
    burnt, around = burnt_share(face_of(picture, box, 0.5)), face_of(picture, box, 0.75)
    if may_lean and burnt <= _S.washed_out:
        return MAY_LEAN
    if burnt > _S.glare:
        return GLARE
    if around.size and float(np.percentile(most_of(around), 90)) < _S.dark_face:
        return TOO_DARK
    return TOO_SMALL if edge < _S.few_pixels else UNCLEAR


def is_washed_out(picture: Picture, box: Box) -> bool:
    """Does the light leave so little of the face in *box* that it may show less than is there?"""
    return burnt_share(face_of(picture, box, 0.5)) > _S.washed_out


def burnt_share(face: Picture) -> float:
    """The share of it of which light leaves nothing."""
    white = cv2.inRange(face, (SETTINGS.colours.burnt,) * 3, (255,) * 3) if face.size else face
    return cv2.countNonZero(white) / max(1, white.size)


def body_of(picture: Picture, box: Box) -> tuple[int, int, int]:
    """The colour that most of the face has."""
    part = face_of(picture, box, 0.25)
    if not part.size:
        return 0, 0, 0
    blue, green, red = median_of(part.reshape(-1, 3)).tolist()
    return blue, green, red


def face_of(picture: Picture, box: Box, reach: float) -> Picture:
    """The part so far around the middle of *box*, as a share of its sides."""
    x, y, wide, high = box
    rows = slice(max(0, round(y + high * (0.5 - reach))), max(1, round(y + high * (0.5 + reach))))
    columns = slice(max(0, round(x + wide * (0.5 - reach))), max(1, round(x + wide * (0.5 + reach))))
    return picture[rows, columns]


# --- the same picture in other light, and places where nothing is read ---

PLACE = "place"  # what is passed over where dice may lie unseen


def in_other_light(picture: Picture) -> Picture:
    """A dim picture as if there were more light, any other in deeper shades."""
    levels, brightest = np.arange(256, dtype=np.float64), _brightest(picture)
    dim = brightest < _S.dim
    changed = levels * _S.lit / max(1.0, brightest) if dim else 255 * (levels / 255) ** _S.deeper
    return np.asarray(cv2.LUT(picture, np.clip(np.rint(changed), 0, 255).astype(np.uint8)), np.uint8)


def are_enough(dice: Sequence[DieSeen], count: int) -> bool:
    """Are as many dice seen as are waited for? What hardly looks like a die is not counted."""
    return sum(map(_likely, dice)) >= count


def with_those_seen_again(
    dice: Sequence[DieSeen], again: Sequence[DieSeen], count: int
) -> tuple[DieSeen, ...]:
    """The likely ones of *dice*, and as many as are missing of what only a second look *again* has seen, or
    of what hardly looks like a die: the likeliest."""
    new = [one for one in again if not any(_overlap(one, other) for other in dice)]
    likely = [one for one in dice if _likely(one)]
    others = sorted([*new, *(one for one in dice if not _likely(one))], key=lambda one: -one.confidence)
    return (*likely, *others[: max(0, count - len(likely))])


def _likely(one: DieSeen) -> bool:
    """A speck may look like a die where light leaves nothing of what is around it."""
    return bool(one.value) or one.cocked or (one.confidence > _S.likely and one.why != GLARE)


def _overlap(one: DieSeen, other: DieSeen) -> bool:
    (x, y, wide, high), (a, b, across, down) = one.box, other.box
    far = math.hypot(x + wide / 2 - a - across / 2, y + high / 2 - b - down / 2)
    return far <= _S.same * min(max(wide, high), max(across, down))


def hidden_places(picture: Picture) -> tuple[PassedOver, ...]:
    """The largest place of *picture* that glare burns out, or that lies in the dark."""
    rows, columns = (max(1, side // _S.tile) for side in picture.shape[:2])
    burnt = (least_of(picture) >= SETTINGS.colours.burnt).astype(np.float32)
    glares = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA) > _S.mostly
    found = _largest(glares.astype(np.uint8), picture)
    if found is not None:
        return (PassedOver(PLACE, found, GLARE),)
    if _brightest(picture) > _S.dark_room:
        return ()
    dark = cv2.resize(most_of(picture), (columns, rows), interpolation=cv2.INTER_AREA) < _S.dark
    found = _largest(dark.astype(np.uint8), picture)
    return () if found is None else (PassedOver(PLACE, found, TOO_DARK),)


def _brightest(picture: Picture) -> float:
    """How bright the brightest hundredth of the pixels is."""
    return float(np.percentile(most_of(picture[::4, ::4]), 99))


def _largest(tiles: Mask, picture: Picture) -> Box | None:
    """The box around the largest piece of *tiles*, in pixels of *picture*."""
    count, _, pieces, _ = cv2.connectedComponentsWithStats(tiles)
    if count < 2:
        return None
    left, top, wide, high, area = (int(v) for v in pieces[1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax())])
    if area < _S.enough_tiles:
        return None
    across, down = picture.shape[1] / tiles.shape[1], picture.shape[0] / tiles.shape[0]
    return left * across, top * down, wide * across, high * down
