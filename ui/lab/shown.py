"""Pictures and clips as a camera above a table would show them: frame by frame, each with its time.

A picture is a roll: the table without what lies on it, dice and cards that come flying, and then the
picture itself, as long as anybody wants to look. Every frame has a sensor's noise of its own; frames that
are the same to the last bit come from a camera that hangs.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.asks import MS
from companion.sightings import Frame
from vision.files import moving_pictures
from vision.pictures import Picture

LOOK_MS = 200  # between two looks on a Raspberry Pi
BEGIN = 10_000 * MS  # the time of the first frame: clocks do not begin at nought
_NOISE = 2  # grey levels
_EMPTY_AT_MOST = 40  # frames of the empty table, until it has been looked at
_IN_THE_AIR = 3  # frames of things that fly
_STAYS_MS = 1600  # so long the last frame of a clip is shown
# of its size: so much of what is round a thing goes away with it in any case, as boxes are narrower than
# things, and so much where there is room, its shadow above all
_AROUND, _ON_MAT = (0.15, 0.3), (0.05, 0.05)
_RIM = 0.06  # of the picture's sides, which a hand would have to cross
_COARSE = 160  # pixels of the longer side of the picture in which the table below things is made up

Quads = Iterable[NDArray[np.float32]]


class Thing(Struct, frozen=True, eq=False):
    """What is laid or thrown: its corners, and how much of what is round it goes away with it."""

    quad: NDArray[np.float32]
    around: tuple[float, float] = _AROUND


def card_on_mat(quad: NDArray[np.float32]) -> Thing:
    """A card whose corners are exact: what is printed beside its place stays."""
    return Thing(quad, _ON_MAT)


class Sensor:
    """Gives each picture its noise and its time."""

    def __init__(self, seed: int = 1) -> None:
        self._random, self._number, self._t = np.random.default_rng(seed), 0, BEGIN
        self.pace = LOOK_MS  # between two frames of a table at rest
        self.was_read = False  # the eyes have looked at the table before the throw
        self.at_rest = False  # the throw is over

    @property
    def now(self) -> int:
        """The time of the last frame."""
        return self._t

    def takes(self, picture: Picture, ms: int = LOOK_MS) -> Frame:
        """The frame that is so many milliseconds later than the one before."""
        self._number += 1
        self._t += ms * MS
        noise = self._random.integers(0, 2 * _NOISE + 1, picture.shape, np.uint8)
        seen = cv2.subtract(cv2.add(picture, noise), np.full(4, _NOISE, np.float64))
        return Frame(seen, self._t, self._number)


def rolled(picture: Picture, things: Iterable[Thing], sensor: Sensor) -> Iterator[Frame]:
    """The *picture* as a roll: without the *things*, with things in the air, and then as it is, on and on."""
    quads = [_wider(thing, picture) for thing in things]
    empty = _without(picture, quads)
    for _ in range(_EMPTY_AT_MOST):
        if sensor.was_read:
            break
        yield sensor.takes(empty)
    for n in range(_IN_THE_AIR):
        yield sensor.takes(_in_the_air(picture, empty, quads, (n + 1) / (_IN_THE_AIR + 1)), LOOK_MS // 2)
    sensor.at_rest = True
    while True:
        yield sensor.takes(picture, sensor.pace)


def _wider(thing: Thing, picture: Picture) -> NDArray[np.float32]:
    """What goes away with a thing. Only a hand would have changed the picture as far as its border."""
    quad, middle = thing.quad, thing.quad.mean(axis=0)
    least, most = (middle + (quad - middle) * (1 + 2 * around) for around in thing.around)
    size = np.array(picture.shape[1::-1], np.float32)
    rim = _RIM * size
    inside = (quad > rim) & (quad < size - rim)
    kept = np.clip(most, np.minimum(least, rim), np.maximum(least, size - rim))
    return np.asarray(np.where(inside, kept, most), np.float32)


def _without(picture: Picture, quads: Quads) -> Picture:
    """*picture* with the table where the *quads* are, as what is round them lets suppose."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    if not mask.any():
        return picture
    high, wide = picture.shape[:2]
    scale = min(1.0, _COARSE / max(high, wide))
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    coarse_mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    filled = cv2.inpaint(coarse, np.asarray(coarse_mask > 0, np.uint8), 3, cv2.INPAINT_TELEA)
    share = cv2.GaussianBlur(mask, (0, 0), max(1.0, 1 / scale / 2))[..., None] / np.float32(255)
    table = cv2.resize(filled, (wide, high), interpolation=cv2.INTER_CUBIC)
    return np.asarray(picture + (table - picture.astype(np.float32)) * share, np.uint8)


def _in_the_air(picture: Picture, empty: Picture, quads: Quads, share: float) -> Picture:
    """The things on their way to where they will lie, from beyond the upper border, smeared by speed."""
    seen = empty.copy()
    for quad in quads:
        left, top, wide, high = cv2.boundingRect(quad)
        rows = slice(max(0, top), max(0, top + high))
        columns = slice(max(0, left), max(0, left + wide))
        part = picture[rows, columns]
        if not part.size:
            continue
        blurred = cv2.blur(part, (1, max(3, high // 2)))
        y = round(rows.start * share)
        room = seen[y : y + part.shape[0], columns]
        room[:] = blurred[: room.shape[0]]
    return seen


def clip(path: Path, sensor: Sensor) -> Iterator[Frame]:
    """What a clip shows, as often as the eyes look; its last picture stays for a moment."""
    last: list[Picture] = []
    for seen in moving_pictures(path, LOOK_MS):
        last = [seen.picture]
        yield sensor.takes(seen.picture)
    for picture in last * (_STAYS_MS // LOOK_MS):
        yield sensor.takes(picture)
