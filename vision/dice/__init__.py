"""Dice: from a flat picture of the tray to what every die shows, or to a question where it cannot be told.

The stages, each a pure function: `masks` (what is not tray) → `locate` (squares of a die's size) → `patches`
(their top faces) → `read_faces` (what they may show; replaceable) → `sharpen` (a better place for a
doubtful one)
→ `decide` (values, questions, things passed over).
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.sightings import PassedOver
from vision.dice.colours import NO_TINT, Gains
from vision.dice.locate import Clump, clumps, guesses, locate
from vision.dice.locate import Expected as Expected
from vision.dice.patches import cut
from vision.dice.read_faces import FaceReading, ReadFaces, read_faces
from vision.dice.sharpen import GOOD, best_fit, is_shadow, sharpen
from vision.dice.squares import Square
from vision.drawn.scene import DIE_VALUES
from vision.flatten import Flat

_PASSES = 2


class Found(Struct, frozen=True, eq=False):
    """Die-like squares with their readings, before it is decided what they are."""

    dice: tuple[tuple[Square, FaceReading], ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    large: tuple[Clump, ...] = ()  # too large for dice, like a hand
    clumps: tuple[Clump, ...] = ()


def find_dice(
    flat: Flat,
    expected: Expected,
    types: Collection[str] = tuple(DIE_VALUES),
    gains: Gains = NO_TINT,
    read: ReadFaces = read_faces,
    count: int = 0,
) -> Found:
    """Every die-like square in *flat* with what its face may show.

    What reads well is taken; the rest of each clump is then looked through again without it. If fewer than
    *count*
    dice are found then, the places where a die with no clear sides may lie are tried as well.
    """
    things = clumps(flat, expected)
    first = locate(things, flat, expected)
    good, poor = _read(flat, first.squares, types, gains, read)
    for _ in range(_PASSES):
        if not poor or not good:
            break
        again = locate(things, flat, expected, [square for square, _ in good])
        better, poor_again = _read(flat, again.squares, types, gains, read, good)
        good.extend(better)
        poor = poor_again
        if not better:
            break
    for clump in things:
        if len(good) >= count:
            break
        tried = guesses(flat, clump, expected, [square for square, _ in good])
        better, _ = _read(flat, tried, types, gains, read, good)
        good.extend(better)
    poor = [pair for pair in poor if not any(_overlap(pair[0], square) for square, _ in good)]
    return Found(tuple(good + poor), first.passed_over, first.large, tuple(things))


Read = list[tuple[Square, FaceReading]]


def _read(
    flat: Flat,
    squares: Sequence[Square],
    types: Collection[str],
    gains: Gains,
    read: ReadFaces,
    others: Sequence[tuple[Square, FaceReading]] = (),
) -> tuple[Read, Read]:
    """The squares with their readings: those that read well, and the others."""
    readings = read(cut(flat.picture, squares), types, gains)
    sharp = sharpen(flat.picture, squares, readings, read, types, gains)
    pairs = sorted((pair for pair in sharp if not is_shadow(*pair)), key=lambda pair: -best_fit(pair[1]))
    good: Read = []
    poor: Read = []
    for square, reading in pairs:
        if any(_overlap(square, other) for other, _ in (*good, *others)):
            continue
        (good if best_fit(reading) >= GOOD else poor).append((square, reading))
    return good, poor


def _overlap(one: Square, other: Square) -> bool:
    """Two dice cannot lie in one place."""
    near = 0.88 * min(one.edge, other.edge)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < near**2
