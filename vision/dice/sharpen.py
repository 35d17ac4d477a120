"""A second look at faces that fit nothing well: the square is moved a little until its face reads better.

A square whose sides are faint is also tried in other directions and half a face farther on, because where a
die
has nearly the tray's colour some of its pips alone can look like another face. The best of all is taken.
"""

from collections.abc import Callable, Collection, Sequence

import numpy as np
from msgspec.structs import replace

from vision.dice.colours import Gains
from vision.dice.patches import cut
from vision.dice.read_faces import FaceReading, ReadFaces
from vision.dice.squares import Square
from vision.pictures import Picture

GOOD = 0.84  # a face that fits so well is left as it is
CLEAR = 130.0  # the score of a square whose four sides are plain to see
_SHADOW = 100.0
_HOPELESS = 0.42
_ROUNDS = 4
_NO_FACE = 0.5  # what fits no better after two rounds shows no face, wherever it is moved
_STEP = 0.09  # of the edge
Move = tuple[float, float, float, float]  # x and y in steps, degrees, size
_MOVES: list[Move] = [(x, y, 0.0, 1.0) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y] + [
    (0, 0, -9.0, 1.0), (0, 0, 9.0, 1.0), (0, 0, 0.0, 0.94), (0, 0, 0.0, 1.06),
]  # fmt: skip
_TURNS: list[Move] = [(0.0, 0.0, angle, 1.0) for angle in (0.0, 15.0, 30.0, 45.0, 60.0, 75.0)]
_STARTS: list[Move] = _TURNS + [
    (x * 2.4, y * 2.4, angle, 1.0)
    for x in (-1, 0, 1)
    for y in (-1, 0, 1)
    if x or y
    for angle in (0.0, 22.0, 45.0, 68.0)
]
_FEW_PIPS = ("1", "2", "3")  # faces that are a part of other faces
_PLAIN_TO_SEE = 165.0  # the score of a square whose sides leave no doubt about where the die lies
_AROUND = [  # where the middle of a face with more pips would lie, if what was seen is only a part of it
    (radius * np.cos(np.radians(turn)), radius * np.sin(np.radians(turn)), turn - lean)
    for turn in range(0, 360, 20)
    for radius, lean in ((0.36, 45.0), (0.255, 0.0), (0.2, 45.0))
]
_BETTER = 0.02  # more pips that fit so much better are the truth
_ALMOST, _FAR_WORSE = 0.72, 0.05
_LARGER = 1.09  # a face is not that much larger or smaller than where it was found
Pair = tuple[Square, FaceReading]
Look = Callable[[Sequence[Square], Collection[str]], Pair]


def best_fit(reading: FaceReading) -> float:
    """How well the best of all values fits."""
    return max((fits[0][1] for fits in reading.fits.values() if fits), default=0.0)


def sharpen(
    picture: Picture,
    squares: Sequence[Square],
    readings: Sequence[FaceReading],
    read: ReadFaces,
    types: Collection[str],
    gains: Gains,
) -> list[Pair]:
    """*squares* with their *readings*, those that fit badly moved to where they fit best."""

    def look(tried: Sequence[Square], kinds: Collection[str]) -> Pair:
        seen = read(cut(picture, tried), kinds, gains)
        best = int(np.argmax([best_fit(reading) for reading in seen]))
        return tried[best], seen[best]

    out = []
    for square, reading in zip(squares, readings, strict=True):
        pair = (square, reading)
        if best_fit(reading) < GOOD and square.score < CLEAR and not is_shadow(square, reading):
            pair = _better(
                pair, look([_moved(square, _STEP * square.edge, *start) for start in _STARTS], types)
            )
        if best_fit(pair[1]) < GOOD and not is_shadow(*pair):
            pair = _climbed(pair, look, types)
        if _may_be_part_of_more(pair):
            pair = _whole(pair, picture, read, look, types, gains)
        out.append(pair)
    return out


def _may_be_part_of_more(pair: Pair) -> bool:
    """Could the pips seen be only some of a die's, because its body has nearly the tray's colour?"""
    fits = pair[1].fits.get("pips", ())
    best = bool(fits) and fits[0][1] == best_fit(pair[1]) and fits[0][1] >= GOOD
    return best and fits[0][0] in _FEW_PIPS and pair[0].score < _PLAIN_TO_SEE


def _whole(
    pair: Pair, picture: Picture, read: ReadFaces, look: Look, types: Collection[str], gains: Gains
) -> Pair:
    """*pair*, or the face of which it is only a part; in doubt both, so that it is asked about."""
    square, reading = pair
    name, fit = reading.fits["pips"][0]
    around = [
        replace(square, x=square.x + x * square.edge, y=square.y + y * square.edge, angle=square.angle + turn)
        for x, y, turn in _AROUND
    ]
    tried = zip(around, read(cut(picture, around), ["pips"], gains), strict=True)
    more = [
        (other.fits["pips"][0][1], n, at)
        for n, (at, other) in enumerate(tried)
        if other.fits["pips"][0][0] > name
    ]
    if not more or max(more)[0] < _ALMOST:
        return pair
    better = _climbed(look([max(more)[2]], types), look, types)
    found = better[1].fits.get("pips", (("", 0.0),))[0]
    if found[0] > name and found[1] >= fit + _BETTER and found[1] == best_fit(better[1]):
        return better
    if found[0] <= name or found[1] < fit - _FAR_WORSE:
        return pair
    doubtful = ((name, fit), (found[0], fit - 0.01), *reading.fits["pips"][1:])
    return square, replace(reading, fits={**reading.fits, "pips": doubtful})


def is_shadow(square: Square, reading: FaceReading) -> bool:
    """A square with faint sides on which nothing can be made out."""
    return square.score < _SHADOW and (square.surely < 0.5 or best_fit(reading) < _HOPELESS) and (
        best_fit(reading) < GOOD
    )  # fmt: skip


def _climbed(pair: Pair, look: Look, types: Collection[str]) -> Pair:
    """*pair* moved step by step to the best fit nearby."""
    step = _STEP
    sizes = pair[0].edge / _LARGER, pair[0].edge * _LARGER
    for n in range(_ROUNDS):
        kinds = _likely(pair[1], types)
        square = pair[0]
        moved = [_moved(square, step * square.edge, *move) for move in _MOVES]
        better = look([near for near in moved if sizes[0] <= near.edge <= sizes[1]], kinds)
        if best_fit(better[1]) > best_fit(pair[1]) + 0.004:
            pair = better
        elif step > 0.06:
            step /= 2
        else:
            break
        if best_fit(pair[1]) >= GOOD or (n and best_fit(pair[1]) < _NO_FACE):
            break
    return pair[0], look([pair[0]], types)[1]


def _likely(reading: FaceReading, types: Collection[str]) -> list[str]:
    """The types of die that this face may still be of."""
    top = {kind: fits[0][1] for kind, fits in reading.fits.items() if fits}
    best = max(top.values(), default=0.0)
    return [kind for kind in types if top.get(kind, 0.0) >= best - 0.12]


def _better(one: Pair, other: Pair) -> Pair:
    return other if best_fit(other[1]) > best_fit(one[1]) + 0.01 else one


def _moved(square: Square, step: float, x: float, y: float, lean: float, size: float) -> Square:
    return replace(
        square,
        x=square.x + x * step,
        y=square.y + y * step,
        angle=square.angle + lean,
        edge=square.edge * size,
    )
