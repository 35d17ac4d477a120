"""Wide crops around what may be a top face, kept once; `looks` cuts a window anew each time one is shown."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.windows import Halvings, Place, window
from vision.lab.dice.lessons import four_turns, name_of, share_inside
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.photos import Photo
from vision.lab.dice.scenes import Table
from vision.pictures import Picture

SIDE = 120  # pixels of a crop
SPAN = 3.0  # edges of a die that it shows
POSE = 4  # cosine and sine of four times the turn, foot in x and in y
_SLANTED = 0.5  # a foot that reaches out farther: only in one direction such a top face is the top one
_OWN = 0.42  # edges: a place this near to a die's middle is that die,
_LIKE = 1.7  # unless its size is so far off
_MOST_OTHERS = 7
_SIDES, _ANYWHERE = 0.35, 1

Find = Callable[[Picture], Sequence[Place]]


class Crop(Struct, frozen=True, eq=False):
    """One of them: what it shows, whether the die there is cocked (-1: not known), and how it lies."""

    picture: Picture
    name: int
    cocked: int
    pose: Floats
    posed: bool  # is its place exact and its pose known?
    free: bool  # may it be turned by any angle?
    edge: float  # pixels that an edge had


class Crops(Struct, frozen=True, eq=False):
    """Many as arrays."""

    pictures: NDArray[np.uint8]
    names: NDArray[np.int64]
    cocked: NDArray[np.int64]
    poses: Floats
    posed: NDArray[np.bool_]
    free: NDArray[np.bool_]
    edges: Floats


def gathered_crops(crops: Sequence[Crop]) -> Crops:
    """As arrays."""
    return Crops(
        np.stack([one.picture for one in crops]),
        np.array([one.name for one in crops], np.int64),
        np.array([one.cocked for one in crops], np.int64),
        np.stack([one.pose for one in crops]).astype(np.float32),
        np.array([one.posed for one in crops], bool),
        np.array([one.free for one in crops], bool),
        np.array([one.edge for one in crops], np.float32),
    )


def crops_in(rng: Rng, table: Table, find: Find) -> Iterator[Crop]:
    """Crops of every die of a drawn table, and of what is taken for a top face there and is none."""
    halvings = Halvings(table.picture)
    slanted = any(float(np.hypot(*die.foot)) > _SLANTED and not die.cocked for die in table.dice)
    for die in table.dice:
        if share_inside(die.quad) > 0.8:
            pose = np.array([*four_turns(die.quad), *die.foot], np.float32)
            x, y = (float(v) for v in die.middle)
            picture = cut_crop(halvings, x, y, die.edge)
            yield Crop(picture, name_of(die), int(die.cocked), pose, True, not slanted, die.edge)
    dice = [(*(float(v) for v in die.middle), die.edge) for die in table.dice]
    places = [(p.x, p.y, p.edge) for p in find(table.picture)]
    places = [place for place in places if not _is_one(place, dice)][:_MOST_OTHERS]
    for die in table.dice:
        edge = die.edge * float(rng.uniform(0.7, 1.1))
        sides = [
            (float(x), float(y), edge) for x, y in die.sides if not np.isnan(x) and rng.random() < _SIDES
        ]
        places += [side for side in sides if not _is_one(side, dice)]
    usual = dice[0][2] if dice else float(np.exp(rng.uniform(2.3, 4.8)))
    high, wide = table.picture.shape[:2]
    anywhere = [(float(rng.uniform(0, wide)), float(rng.uniform(0, high)), usual) for _ in range(_ANYWHERE)]
    places += [place for place in anywhere if not _is_one(place, dice)]
    yield from _nothings(halvings, places, not slanted)


def crops_of(rng: Rng, photo: Photo) -> Iterator[Crop]:
    """Crops of every die of a photograph, and of what was taken for a top face there and is none."""
    halvings = Halvings(photo.picture)
    for x, y, edge, value in photo.dice:
        yield Crop(
            cut_crop(halvings, x, y, edge),
            int(value),
            0,
            np.zeros(POSE, np.float32),
            False,
            not photo.oblique,
            edge,
        )
    high, wide = photo.picture.shape[:2]
    dice = [die[:3] for die in photo.dice]
    places = [tuple(place) for place in photo.others]
    usual = float(np.median([die[2] for die in dice])) if dice else 0.08 * min(high, wide)
    for _ in range(2 * _ANYWHERE):
        edge = usual * float(np.exp(rng.normal(0, 0.4)))
        place = (float(rng.uniform(0, wide)), float(rng.uniform(0, high)), edge)
        places += [place] if not _is_one(place, dice) else []
    yield from _nothings(halvings, places, not photo.oblique)


def _nothings(halvings: Halvings, places: Sequence[tuple[float, ...]], free: bool) -> Iterator[Crop]:
    for x, y, edge in places:
        yield Crop(cut_crop(halvings, x, y, edge), 0, -1, np.zeros(POSE, np.float32), False, free, edge)


def cut_crop(halvings: Halvings, x: float, y: float, edge: float) -> Picture:
    """What lies around (x, y), as a crop shows it."""
    return window(halvings, Place(x, y, edge), side=SIDE, span=SPAN)


def _is_one(place: tuple[float, ...], dice: Sequence[tuple[float, ...]]) -> bool:
    """Does the place mean one of the dice?"""
    x, y, edge = place
    return any(
        np.hypot(x - die[0], y - die[1]) < _OWN * die[2] and max(edge / die[2], die[2] / edge) < _LIKE
        for die in dice
    )
