"""Dice: from a flat picture of the tray to what every die shows, or to a question where it cannot be told.

The stages, each a pure function: `masks` (what is not tray) → `at_once` (dice that leave no doubt), and for
all others → `locate` (squares of a die's size) → `patches` (their top faces) → `read_faces` (what they may
show; replaceable) → `sharpen` (a better place for a doubtful one); then `decide` (values, questions, things
passed over).
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.sightings import PassedOver
from vision.dice.at_once import AtOnce, known_at_once
from vision.dice.colours import NO_TINT, Gains
from vision.dice.lean import leaning
from vision.dice.locate import Clump, clumps, guesses, locate
from vision.dice.locate import Expected as Expected
from vision.dice.networks import Networks, shipped
from vision.dice.patches import cut
from vision.dice.read_faces import FaceReading, ReadFaces, read_faces
from vision.dice.sharpen import GOOD, best_fit, is_shadow, sharpen
from vision.dice.squares import Square, overlap
from vision.flatten import Flat
from vision.kit.values import DIE_VALUES

_PASSES = 2


class Found(Struct, frozen=True, eq=False):
    """Die-like squares with their readings, before it is decided what they are."""

    dice: tuple[tuple[Square, FaceReading], ...] = ()
    leans: tuple[float, ...] = ()  # how likely each of them does not stand flat
    passed_over: tuple[PassedOver, ...] = ()
    large: tuple[Clump, ...] = ()  # too large for dice, like a hand


def find_dice(
    flat: Flat,
    expected: Expected,
    types: Collection[str] = tuple(DIE_VALUES),
    gains: Gains = NO_TINT,
    read: ReadFaces = read_faces,
    count: int = 0,
    nets: Networks | None = None,
) -> Found:
    """Every die-like square in *flat* with what its face may show.

    What the *nets* leave no doubt about is taken, and what else reads well; the rest of each clump is then
    looked through again without it. If fewer than *count* dice are found then, the places where a die with no
    clear sides may lie are tried as well.
    """
    everything = clumps(flat, expected)
    known = known_at_once(flat, everything, expected, types, gains, read, nets or shipped())
    things = _to_be_searched(everything, known, count)
    first = locate(things, flat, expected, [square for square, _ in known.dice])
    good, poor = _read(flat, first.squares, types, gains, read, known.dice)
    good = [*known.dice, *good]
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
    poor = [pair for pair in poor if not any(overlap(pair[0], square) for square, _ in good)]
    searched = [*good[len(known.dice) :], *poor]
    leans = (*known.leans, *leaning(flat, [square for square, _ in searched]))
    return Found((*known.dice, *searched), leans, first.passed_over, first.large)


def _to_be_searched(things: Sequence[Clump], known: AtOnce, count: int) -> Sequence[Clump]:
    """Those with room for another die, or everything where even with those dice would be missing."""
    return things if len(known.dice) + len(known.rest) < count else known.rest


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
        if any(overlap(square, other) for other, _ in (*good, *others)):
            continue
        (good if best_fit(reading) >= GOOD else poor).append((square, reading))
    return good, poor
