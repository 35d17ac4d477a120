"""Lessons for the doubter: dice seen close, and what the judge takes for dice, among others of both."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from msgspec import Struct

from vision.dice.networks import Networks
from vision.dice.verdicts import after_one_look, look_at
from vision.dice.windows import Halvings, Place
from vision.lab.dice.crops import POSE, Crop, cut_crop
from vision.lab.dice.lessons import name_of
from vision.lab.dice.lures import EDGE, any_lure
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.photos import Photo
from vision.lab.dice.scenes import degraded, laid_on
from vision.lab.dice.sprites import Bank
from vision.pictures import Picture

PIPS = slice(1, 7)  # of the names
_SIDE = 224  # pixels of a view
_SMALLEST = 13.0  # pixels of an edge
_LURES, _STEEP = 0.5, 0.3
_SIDE_FACES, _SIDE_FACES_STEEP = 0.18, 0.58
_BELIEVED, _OTHERS = 0.3, 0.12  # what the judge believes more is kept, and so much of all else
_SIZES = (0.85, 1.0, 1.2)
_PATCH, _TRIES = 300, 30


class Views(Struct, frozen=True, eq=False):
    """What views are drawn with."""

    banks: Sequence[Bank]
    grounds: Sequence[Picture]


def empty_part(rng: Rng, photo: Photo) -> Picture | None:
    """A part of a photograph on which no die lies, if one is found."""
    high, wide = photo.picture.shape[:2]
    for _ in range(_TRIES):
        side = int(rng.uniform(0.12, 0.5) * min(high, wide))
        x, y = int(rng.integers(0, wide - side)), int(rng.integers(0, high - side))
        taken = any(x - die[2] < die[0] < x + side + die[2] and y - die[2] < die[1] < y + side + die[2]
                    for die in photo.dice)  # fmt: skip
        if not taken:
            part = photo.picture[y : y + side, x : x + side]
            return np.asarray(cv2.resize(part, (_PATCH, _PATCH), interpolation=cv2.INTER_AREA), np.uint8)
    return None


def views(rng: Rng, made_with: Views, nets: Networks) -> Iterator[Crop]:
    """Without end: a die, or what the judge takes for one, in the middle of a view."""
    while True:
        picture = ground_of(rng, made_with.grounds)
        bank = made_with.banks[int(rng.integers(len(made_with.banks)))]
        steep = bool(rng.random() < _STEEP)
        tilt = float(rng.uniform(20, 66) if steep else abs(rng.normal(0, 10)))
        _lay_around(rng, picture, bank, tilt)
        middle = np.full(2, _SIDE / 2, np.float32)
        if rng.random() < _LURES:
            any_lure(rng, picture, _SIDE / 2, _SIDE / 2, EDGE)
            yield from _believed(rng, picture, middle, EDGE, nets, not steep)
            continue
        size = EDGE * float(rng.uniform(0.85, 1.1))
        die = laid_on(rng, picture, bank, tilt, (_SIDE / 2, _SIDE / 2), size)
        sides = [side for side in die.sides if not np.isnan(side[0])]
        if sides and rng.random() < (_SIDE_FACES_STEEP if steep else _SIDE_FACES):
            side = sides[int(rng.integers(len(sides)))]
            yield from _believed(
                rng, picture, side, die.edge * float(rng.uniform(0.75, 1.05)), nets, not steep
            )
        else:
            taken, scale = as_taken(rng, picture)
            yield _crop(taken, (die.middle + 0.5) * scale - 0.5, die.edge * scale, name_of(die), not steep)


def ground_of(rng: Rng, grounds: Sequence[Picture]) -> Picture:
    ground = grounds[int(rng.integers(len(grounds)))]
    y, x = (int(rng.integers(0, size - _SIDE + 1)) for size in ground.shape[:2])
    gains = rng.uniform(0.6, 1.25) * rng.uniform(0.85, 1.15, 3)
    piece = np.clip(ground[y : y + _SIDE, x : x + _SIDE] * gains, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(piece, int(rng.integers(4))))


def _lay_around(rng: Rng, picture: Picture, bank: Bank, tilt: float) -> None:
    """Up to three neighbours, dice or not."""
    for _ in range(int(rng.integers(0, 4))):
        around, far = float(rng.uniform(0, 2 * np.pi)), EDGE * float(rng.uniform(1.25, 1.8))
        x, y = _SIDE / 2 + far * float(np.cos(around)), _SIDE / 2 + far * float(np.sin(around))
        if rng.random() < 0.5:
            any_lure(rng, picture, x, y, EDGE * float(rng.uniform(0.7, 1.2)))
        else:
            laid_on(rng, picture, bank, tilt, (x, y), EDGE * float(rng.uniform(0.8, 1.1)))


def as_taken(rng: Rng, picture: Picture) -> tuple[Picture, float]:
    """The view as a camera gives it, smaller, and how much."""
    edge = float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(EDGE))))
    side = round(_SIDE * edge / EDGE)
    small = np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    return degraded(rng, small) if rng.random() < 0.85 else small, side / _SIDE


def _believed(
    rng: Rng, picture: Picture, at: Floats, edge: float, nets: Networks, free: bool
) -> Iterator[Crop]:
    """A crop of what is no top face, as the judge aims at it, if the judge believes that it is one."""
    taken, scale = as_taken(rng, picture)
    x, y = (float(v) for v in (at + 0.5) * scale - 0.5)
    places = [Place(x, y, edge * scale * size, 1.0) for size in _SIZES]
    said = look_at(Halvings(taken), places, nets.judge)
    beliefs = said.shares[:, PIPS].max(axis=1)
    best = int(beliefs.argmax())
    aimed = after_one_look(places, said)[best].place
    if beliefs[best] > _BELIEVED or rng.random() < _OTHERS:
        there = np.array([aimed.x, aimed.y], np.float32)
        yield _crop(taken, there, aimed.edge, 0, free, float(beliefs[best]))


def _crop(picture: Picture, at: Floats, edge: float, name: int, free: bool, belief: float = 0.0) -> Crop:
    """What is no die has no pose; how much the judge believes it is kept in its stead."""
    pose = np.zeros(POSE, np.float32)
    pose[0] = belief
    seen = cut_crop(Halvings(picture), float(at[0]), float(at[1]), edge)
    return Crop(seen, name, -1, pose, False, free, edge)
