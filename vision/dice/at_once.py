"""Dice that are known at once: the judge looks at the things in a tray before their sides are sought.

A thing as large as one die is looked at in its middle, a larger one where the finder sees top faces in it.
What the judge is sure of needs no search, unless the templates read something else there. All else is sought.
"""

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.dice.colours import Gains
from vision.dice.decide import is_told
from vision.dice.finder import Place, find_places
from vision.dice.lean import leaning
from vision.dice.locate import Clump, Expected, is_in
from vision.dice.networks import Networks
from vision.dice.patches import cut
from vision.dice.read_faces import FaceReading, ReadFaces
from vision.dice.sharpen import GOOD, best_fit
from vision.dice.squares import Square, overlap
from vision.dice.verdicts import NAMES, Verdict, look_at, together
from vision.dice.windows import Halvings
from vision.flatten import Flat
from vision.pictures import Mask

_LEAST, _ONE, _MOST = 0.7, 3.2, 24.0  # faces' areas of a thing: one die with side and shadow, up to several
_ONE_UNSHADED = 1.7  # the same without the shadow
_AROUND = 0.5  # of an edge: so much of what is around a larger thing the finder sees as well
_MAY_BE, _LIKELY, _SURE, _SURER = 0.5, 0.85, 0.95, 0.985
_FLAT = 0.05  # how a die lies that may lean more likely than that is told by where its sides are found
_HALFWAY = 0.6  # so well do templates fit that agree with a judge who is a little less sure
_STANDS = 0.3  # more surely cocked than this: whether it leans is told where its sides are known
_AIMED, _SIZE = 0.15, 0.15  # of an edge: a look farther off, or a face so much larger or smaller, is none
_PLAIN_SIDES = 150.0  # the score of sides that are plain to see
_ROOM, _ROOM_UNSHADED = 0.42, 0.36  # of an edge: a die has more around its middle, in part shaded or not
_NOTHING, _SHADOWS = 0.9, 3
_RIM = 1
_PIPS = "pips"  # the judge reads these; of all other dice it tells the kind, and the templates read them

_KINDS = tuple(name.partition(" ")[0] for name in NAMES)
_VALUES = tuple(name.partition(" ")[2] for name in NAMES)

Pair = tuple[Square, FaceReading]


class AtOnce(Struct, frozen=True, eq=False):
    """The dice that leave no doubt, how likely each leans, and the things in which there may be others."""

    dice: tuple[Pair, ...] = ()
    leans: tuple[float, ...] = ()
    rest: tuple[Clump, ...] = ()


def known_at_once(
    flat: Flat,
    things: Sequence[Clump],
    expected: Expected,
    types: Collection[str],
    gains: Gains,
    read: ReadFaces,
    nets: Networks,
) -> AtOnce:
    """The dice among the *things* of a tray that the judge and the templates are sure of."""
    halvings = Halvings(flat.picture)
    places = [place for thing in things for place in _places(flat, thing, expected, nets)]
    sure = [one for one in _judged(halvings, places, nets) if _is_sure(one, expected)]
    squares = [_square(one) for one in sure]
    readings = read(cut(flat.picture, squares), types, gains)
    agreed = [_agreed(*each) for each in zip(sure, squares, readings, strict=True)]
    pairs = [(square, one) for square, one in zip(squares, agreed, strict=True) if one is not None]
    leans = leaning(flat, [square for square, _ in pairs])
    dice: list[tuple[Pair, float]] = []
    for pair, lean in zip(pairs, leans, strict=True):
        if lean < _FLAT and not any(overlap(pair[0], other) for (other, _), _ in dice):
            dice.append((pair, lean))
    taken = [square for (square, _), _ in dice]
    rest = [thing for thing in things if _has_room(halvings, thing, taken, expected, nets)]
    return AtOnce(tuple(pair for pair, _ in dice), tuple(lean for _, lean in dice), tuple(rest))


def _places(flat: Flat, thing: Clump, expected: Expected, nets: Networks) -> list[Place]:
    """Where dice may lie in a thing: in its middle, or in a larger one where the finder sees top faces."""
    face = expected.edge**2
    if thing.at_edge or not _LEAST * face <= thing.area <= _MOST * face:
        return []
    unshaded = cv2.countNonZero(thing.sure)
    if thing.area > _ONE * face or unshaded > _ONE_UNSHADED * face:
        return _found_in(flat, thing, round(_AROUND * expected.edge), nets)
    rows, columns = np.nonzero(thing.sure if unshaded > _LEAST * face else thing.mask)
    return [Place(thing.x + float(columns.mean()), thing.y + float(rows.mean()), expected.edge, 1.0)]


def _found_in(flat: Flat, thing: Clump, margin: int, nets: Networks) -> list[Place]:
    left, top = max(0, thing.x - margin), max(0, thing.y - margin)
    part = flat.picture[top : thing.y + thing.height + margin, left : thing.x + thing.width + margin]
    found = find_places(Halvings(np.ascontiguousarray(part)), nets)
    return [replace(place, x=place.x + left, y=place.y + top) for place in found]


def _judged(halvings: Halvings, places: Sequence[Place], nets: Networks) -> list[Verdict]:
    """What lies at each place, by a well aimed look; the first one tells where that is."""
    first = look_at(halvings, places, nets.judge)
    verdicts = [together(place, first.at(n)) for n, place in enumerate(places)]
    aimed = [_is_aimed(pose) for pose in first.pose]
    again = [
        n
        for n, one in enumerate(verdicts)
        if one.die > _MAY_BE and not (aimed[n] and _of_its_kind(one) > _LIKELY)
    ]
    second = look_at(halvings, [verdicts[n].place for n in again], nets.judge)
    for row, n in enumerate(again):
        verdicts[n] = together(verdicts[n].place, second.at(row))
        aimed[n] = _is_aimed(second.pose[row])
    return [one for one, well in zip(verdicts, aimed, strict=True) if well]


def _is_aimed(pose: NDArray[np.float32]) -> bool:
    return bool(np.abs(pose[:3]).max() < _AIMED)


def _is_sure(one: Verdict, expected: Expected) -> bool:
    of_its_size = abs(one.place.edge / expected.edge - 1) < _SIZE
    return of_its_size and one.cocked < _STANDS and _of_its_kind(one) > _LIKELY


def _of_its_kind(one: Verdict) -> float:
    """How likely it is the kind of die that it looks like, and if that has pips, how likely so many."""
    kind = _KINDS[one.best]
    if kind == _PIPS:
        return float(one.shares[one.best])
    return float(sum(share for of, share in zip(_KINDS, one.shares, strict=True) if of == kind))


def _square(one: Verdict) -> Square:
    place = one.place
    return Square(place.x, place.y, place.edge, one.turn, _PLAIN_SIDES, (0.0, 0.0, 0.0, 0.0), 1.0)


def _agreed(one: Verdict, square: Square, reading: FaceReading) -> FaceReading | None:
    """What judge and templates say together of a face; None where they differ or neither is sure enough."""
    kind, value = _KINDS[one.best], _VALUES[one.best]
    if not reading.fits.get(kind):
        return None  # no such die can be here
    top = max((other for other in reading.fits if reading.fits[other]), key=lambda k: reading.fits[k][0][1])
    alike = top == kind and (kind != _PIPS or reading.fits[kind][0][0] == value)
    if best_fit(reading) >= GOOD:
        return reading if alike and is_told(square, reading, kind) else None
    well = alike and best_fit(reading) > _HALFWAY
    if kind == _PIPS and one.shares[one.best] > (_SURE if well else _SURER):
        return replace(reading, fits={_PIPS: _pips(one)})
    return None


def _pips(one: Verdict) -> tuple[tuple[str, float], ...]:
    """How likely each number of pips is, the likeliest first."""
    named = zip(_KINDS, _VALUES, one.shares, strict=True)
    shares = [(value, float(share)) for kind, value, share in named if kind == _PIPS]
    return tuple(sorted(shares, key=lambda share: -share[1]))


def _has_room(
    halvings: Halvings, thing: Clump, taken: Sequence[Square], expected: Expected, nets: Networks
) -> bool:
    """May there be another die in *thing* than those *taken*? Where only a shadow is left the judge looks."""
    inside = [square for square in taken if is_in(thing, square)]
    if not inside:
        return True
    left, unshaded = (_without(mask, thing, inside) for mask in (thing.mask, thing.sure))
    if cv2.distanceTransform(unshaded, cv2.DIST_L2, 3).max() > _ROOM_UNSHADED * expected.edge:
        return True
    for _ in range(_SHADOWS):
        _, room, _, (x, y) = cv2.minMaxLoc(cv2.distanceTransform(left, cv2.DIST_L2, 3))
        if room <= _ROOM * expected.edge:
            return False
        place = Place(float(thing.x - _RIM + x), float(thing.y - _RIM + y), expected.edge, 1.0)
        if look_at(halvings, [place], nets.judge).shares[0, 0] < _NOTHING:
            return True
        cv2.circle(left, (x, y), round(room), 0, -1)
    return True


def _without(mask: Mask, thing: Clump, squares: Sequence[Square]) -> Mask:
    """The thing's pixels without those of the *squares*, with a rim around so that it ends there."""
    left = np.asarray(
        cv2.copyMakeBorder(mask, _RIM, _RIM, _RIM, _RIM, cv2.BORDER_CONSTANT, value=0), np.uint8
    )
    for square in squares:
        corners = square.corners(1.02) - [thing.x - _RIM, thing.y - _RIM]
        cv2.fillConvexPoly(left, np.round(corners).astype(np.int32), 0)
    return left
