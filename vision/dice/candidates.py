"""What may be dice: places where a face may lie are judged, those that stand out first."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from vision.dice.finder import LONGEST, find_places
from vision.dice.ground import Ground
from vision.dice.networks import Networks
from vision.dice.read_faces import judge
from vision.dice.verdicts import NAMES, Verdict, look_at
from vision.dice.windows import Halvings, Place

_MAYBE = 0.3  # likelihood of a die from which what does not stand out strongly is kept
_SAME = 0.62  # edges of a die: what has its middle nearer to the die's lies on its top face
_CLEAR, _BRIGHT = 0.2, 0.4  # heat of a place that stands out, and of one that does so strongly
_TIPPED = 0.4  # likelihood of leaning above which what stands out strongly is a die without a top
_HARDLY = 0.12  # likelihood of a die from which what stands out strongly is kept
_FEW, _SURELY = 8, 0.85  # so many faint places are looked at, and so likely must dice lie there
_WORTH_A_LOOK = 0.2  # likelihood of a die at first sight from which such places are looked at again
# at so many sure dice it is looked for others of their size, where what was seen has at most so much of their
# edge, and lies so many edges away from them
_A_FEW, _PART, _NEXT = 3, 0.65, 0.75
_FIRST, _PLAIN = 3, 0.9  # so many places that stand out are glanced at; all but one of them so surely dice
_SMALL_DICE = 0.03, 0.1  # shares of the longer side: between them dice are small
SMALLEST = 7.5  # pixels of an edge: what is smaller shows no pips


def candidates(
    halvings: Halvings,
    count: int,
    nets: Networks,
    ground: Ground | None,
    closer: float,
    known: Callable[[Verdict], Verdict] = lambda one: one,
) -> list[Verdict]:
    """What may be dice; of the faint places few are looked at, or all where fewer than *count* stand out.

    It is looked so many times *closer* than usual. Dice may be *known* that the judge takes for nothing.
    """
    places = _places(halvings, nets, ground, closer)
    clear = [place for place in places if place.heat >= _CLEAR]
    judged = [known(one) for one in judge(halvings, clear, nets)]
    likely = _apart(without_nested([one for one in judged if _may_be(one)]))
    if 0 < count <= len(likely):
        return likely
    if count and ground is not None:
        likely += [one for one in judged if may_be_tipped(one) and not _taken(one.place, likely)]
    likely += as_large_as(likely, halvings, clear, nets)
    faint = [place for place in places if place.heat < _CLEAR and not _taken(place, likely)]
    faint = as_large_ones_first(faint, likely)
    missing = len(likely) < count
    seen = judge(halvings, faint, nets) if missing else judge(halvings, faint[:_FEW], nets, _WORTH_A_LOOK)
    likely += [one for one in seen if one.die >= (_MAYBE if missing else _SURELY)]
    return _apart(without_nested(likely))


def _places(halvings: Halvings, nets: Networks, ground: Ground | None, closer: float) -> list[Place]:
    """Where dice may lie; on a *ground* their size is known, so one look at one scale is enough."""
    if ground is not None:
        likely = find_places(halvings, nets, round(closer * ground.longest()), enough=lambda _: True)
        return ground.may_hold(likely)
    found = find_places(
        halvings, nets, round(closer * LONGEST), enough=lambda seen: _are_small_dice(halvings, seen, nets)
    )
    largest = min(halvings.at(0).shape[:2])  # of a longer face no picture shows the whole
    return [place for place in found if SMALLEST <= place.edge <= largest]


def as_large_ones_first(places: Sequence[Place], dice: Sequence[Verdict]) -> list[Place]:
    """The *places*, those of the size that the sure *dice* have before all others."""
    edges = [one.place.edge for one in dice if one.shares[one.best] > _SURELY]
    usual = float(np.median(edges)) if edges else 0.0
    return sorted(places, key=lambda place: not _PART * usual < place.edge < usual / _PART)


def as_large_as(
    dice: Sequence[Verdict], halvings: Halvings, places: Sequence[Place], nets: Networks
) -> list[Verdict]:
    """Dice as large as those *dice* where something smaller was seen: where dice fill a picture their pips
    may stand out more than they do."""
    edges = [one.place.edge for one in dice if one.shares[one.best] > _SURELY]
    if len(edges) < _A_FEW:
        return []
    usual = float(np.median(edges))
    smaller = (replace(place, edge=usual) for place in places if place.edge < _PART * usual)
    known, tried = [one.place for one in dice], list[Place]()
    for place in smaller:
        if all(place.far(other) > _NEXT * usual for other in (*known, *tried)):
            tried.append(place)
    seen = judge(halvings, tried[: len(edges)], nets, _WORTH_A_LOOK)
    return [one for one in seen if one.die >= _SURELY and NAMES[one.best].startswith("pips ")]


def _are_small_dice(halvings: Halvings, places: Sequence[Place], nets: Networks) -> bool:
    """Does what stands out show dice so small that none beside them fills much of the picture?"""
    least, most = (share * max(halvings.at(0).shape[:2]) for share in _SMALL_DICE)
    clear = [place for place in places if place.heat >= _CLEAR]
    if any(place.edge > most for place in clear):
        return False
    first = [place for place in clear if place.edge > least][:_FIRST]
    plain = look_at(halvings, first, nets.glance).shares[:, 1:].max(axis=1) > _PLAIN if first else ()
    return sum(plain) >= _FIRST - 1


def _apart(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The likeliest of those that mean the same die."""
    kept: list[Verdict] = []
    for one in sorted(verdicts, key=lambda v: -v.die * v.place.heat):
        if not any(one.place.is_one_with(other.place) for other in kept):
            kept.append(one)
    return kept


def _taken(place: Place, dice: list[Verdict]) -> bool:
    """Does it lie on the top face of one of the *dice*?"""
    return any(place.far(die.place) < _SAME * die.place.edge for die in dice)


def _may_be(one: Verdict) -> bool:
    """May it be a die? The less so it looks, the more its place must stand out."""
    return one.die >= (_MAYBE if one.place.heat < _BRIGHT else _HARDLY)


def may_be_tipped(one: Verdict) -> bool:
    """Does a die that tips so far that it shows no top face lie where dice may lie?"""
    return one.place.heat >= _BRIGHT and one.cocked > _TIPPED


# --- a tray with dice on it is no die itself ---

_MIDDLE, _ANYWHERE = 0.55, 0.9  # edges from the middle of the larger one
_SMALLER = 0.6  # share of its edge: dice that lie on it are smaller
_SURE_OF_IT, _SEEN_CLEARLY = (0.85, 0.3)  # so sure of their value, and so clear to the finder, are dice


def without_nested(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Without the grounds on which dice lie."""
    sure = [one for one in verdicts if one.shares[one.best] > _SURE_OF_IT and one.place.heat > _SEEN_CLEARLY]
    return [one for one in verdicts if not _is_ground(one, sure)]


def _is_ground(one: Verdict, sure: Sequence[Verdict]) -> bool:
    """Does a *sure* die lie in its middle, or do several lie on it?"""
    smaller = [_edges_apart(other, one) for other in sure if other.place.edge < _SMALLER * one.place.edge]
    return any(apart < _MIDDLE for apart in smaller) or sum(apart < _ANYWHERE for apart in smaller) > 1


def _edges_apart(one: Verdict, other: Verdict) -> float:
    """How far their middles are apart, in edges of the *other* one."""
    return one.place.far(other.place) / other.place.edge
