"""What people do to a dice pyramid, one thing after the other: the truth that the eyes are measured by."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from companion.lab.real_pyramid import BASE_PLACES, WAYS, Place, RealDie, RealPyramid, up
from companion.pyramid.dice import tipped

KINDS = ("added", "taken", "turned", "tipped", "slid")


class Happening(Struct, frozen=True):
    """One thing that was done: to the die in a place, or from a place to another."""

    kind: str
    places: tuple[Place, ...]


def change(pyramid: RealPyramid, random: Random) -> set[Happening]:
    """Do something that can be done to *pyramid*, and say what."""
    kinds = list(KINDS)
    random.shuffle(kinds)
    for kind in kinds:
        if done := set(_DEEDS[kind](pyramid, random)):
            return done
    raise ValueError("expected a pyramid to which something can be done, got an empty one on no base")


def _add(pyramid: RealPyramid, random: Random) -> Iterator[Happening]:
    open_base = [place for place in BASE_PLACES if place not in pyramid.dice]
    places = pyramid.gaps() + open_base
    if places:
        place = random.choice(places)
        pyramid.dice[place] = RealDie(random.choice("rym"), random.choice(WAYS))
        yield Happening("added", (place,))


def _take(pyramid: RealPyramid, random: Random) -> Iterator[Happening]:
    if len(pyramid.dice) > 1:
        place = random.choice(pyramid.free())
        del pyramid.dice[place]
        yield Happening("taken", (place,))


def _turn(pyramid: RealPyramid, random: Random) -> Iterator[Happening]:
    if places := pyramid.free():
        place = random.choice(places)
        lying = pyramid.dice[place]
        other = random.choice([way for way in WAYS if way != lying.shows])
        pyramid.dice[place] = RealDie(lying.colour, other)
        yield Happening("turned", (place,))


def _tip(pyramid: RealPyramid, random: Random) -> Iterator[Happening]:
    """A die of the base rolls into the empty funnel beside it."""
    ways = [
        (start, up(up(start, plus, -1), minus), plus, minus)
        for start in pyramid.free()
        if start in BASE_PLACES
        for plus in range(3)
        for minus in range(3)
        if plus != minus
    ]
    open_ways = [way for way in ways if way[1] in BASE_PLACES and way[1] not in pyramid.dice]
    if open_ways:
        start, end, plus, minus = random.choice(open_ways)
        lying = pyramid.dice.pop(start)
        pyramid.dice[end] = RealDie(lying.colour, tipped(lying.shows, plus, minus))
        yield Happening("tipped", (start, end))


def _slide(pyramid: RealPyramid, random: Random) -> Iterator[Happening]:
    """A die of the base is taken from under a row, and the row comes down."""
    places = [p for p in BASE_PLACES if p in pyramid.dice and len(pyramid.bare_sides(p)) == 2]
    if not places:
        return
    hole = random.choice(places)
    (axis,) = {0, 1, 2} - set(pyramid.bare_sides(hole))
    del pyramid.dice[hole]
    yield Happening("taken", (hole,))
    while (above := up(hole, axis)) in pyramid.dice:
        pyramid.dice[hole] = pyramid.dice.pop(above)
        yield Happening("slid", (above, hole))
        hole = above


_DEEDS = {"added": _add, "taken": _take, "turned": _turn, "tipped": _tip, "slid": _slide}
