"""What lies at a place: networks look at windows around it and say which face, and how it lies.

The glance is quick: what leaves no doubt at first sight is not looked at by the judge.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from vision.dice.networks import Networks
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import (
    ALL_SIDES,
    AS_IT_IS,
    HALF_OF_THEM,
    Said,
    Verdict,
    Way,
    fitting,
    look_at,
    look_from,
    seen_from,
    together,
)
from vision.dice.windows import Halvings, Place

_S = SETTINGS.read_faces

_OTHER_SIDES: tuple[Way, ...] = ((True, 0), (False, 1), (True, 3))


def judge(
    halvings: Halvings, places: Sequence[Place], nets: Networks, least: float = _S.worth_a_look
) -> list[Verdict]:
    """What lies at every place: at first sight where that leaves no doubt, else by closer looks.

    Where a die is less likely than *least* at first sight, there is none.
    """
    first = look_at(halvings, places, nets.glance)
    verdicts = [together(place, first.at(n)) for n, place in enumerate(places)]
    doubtful = [n for n, one in enumerate(verdicts) if one.die >= least and not _is_plain(n, verdicts, first)]
    aims = [verdicts[n].place if _is_likely(verdicts[n]) else places[n] for n in doubtful]
    seen = look_at(halvings, aims, nets.judge)
    again = []
    for row, n in enumerate(doubtful):
        one = together(aims[row], seen.at(row))
        alike = _is_likely(verdicts[n]) and one.best == verdicts[n].best
        verdicts[n] = one
        if not (alike and _is_clear(seen, row, _S.sure)):
            again.append(row)
    closer = _judged(halvings, [verdicts[doubtful[row]] for row in again], seen.at(*again), nets)
    for row, one in zip(again, closer, strict=True):
        verdicts[doubtful[row]] = one
    return verdicts


def _is_likely(one: Verdict) -> bool:
    """Is it likely at first sight what lies there, and is it seen from above?"""
    return bool(one.shares[one.best] > _S.likely) and not one.slanted


def _is_plain(n: int, verdicts: Sequence[Verdict], said: Said) -> bool:
    """Is it sure at first sight what lies there, that it lies alone, and that it is seen from above?"""
    one = verdicts[n]
    others = (other.place for other in verdicts if other is not one and other.die > _S.likely)
    near = any(one.place.far(other) < _S.near * one.place.edge for other in others)
    return not near and not one.slanted and _is_clear(said, n, _S.plain)


def _judged(halvings: Halvings, likely: Sequence[Verdict], first: Said, nets: Networks) -> list[Verdict]:
    """What is not clear after one look is looked at again: better aimed, then from other sides."""
    verdicts = list(likely)
    again = [
        n
        for n in range(len(verdicts))
        if first.shares[n, 0] <= _S.surely_nothing and not _is_clear(first, n, _S.no_doubt)
    ]
    aimed = [verdicts[n].place for n in again]
    second = look_at(halvings, aimed, nets.judge)
    doubtful = []
    for row, n in enumerate(again):
        verdicts[n] = together(aimed[row], first.at(n).and_of(second.at(row)), aimed=1)
        if verdicts[n].die > _S.least_die and verdicts[n].agreed < _S.sure:
            doubtful.append(row)
    sides = [fitting(verdicts[again[row]], _OTHER_SIDES) for row in doubtful]
    closer = look_from(halvings, [aimed[row] for row in doubtful], sides, nets.judge)
    for row, turns, seen in zip(doubtful, sides, closer, strict=True):
        both = second.at(row).and_of(seen)
        verdicts[again[row]] = seen_from(verdicts[again[row]], aimed[row], both, (AS_IT_IS, *turns))
    return verdicts


def _is_clear(said: Said, row: int, least: float) -> bool:
    """Is it a well-aimed look at a face that leaves no doubt, of a die that stands?"""
    aimed_well = bool(np.abs(said.pose[row, :3]).max() < _S.well_aimed)
    return aimed_well and bool(said.shares[row, 1:].max() > least and said.cocked[row] < _S.flat)


def from_all_sides(halvings: Halvings, verdicts: Sequence[Verdict], nets: Networks) -> list[Verdict]:
    """The same verdicts after a closer look at each: turned by all quarters, and in mirrors.

    How a die lies is judged by looks that take in more around it: what it leans on, and its own side
    that is seen beside that.
    """
    places = [one.place for one in verdicts]
    ways = [fitting(one, ALL_SIDES) for one in verdicts]
    wider = [replace(place, edge=place.edge * _S.wider) for place in places]
    wide = look_from(halvings, wider, ways, nets.judge)
    shown = shown_anew(halvings, verdicts, nets, ALL_SIDES)
    lying = [seen_from(*each) for each in zip(verdicts, places, wide, ways, strict=True)]
    return [replace(a, foot=b.foot, cocked=b.cocked) for a, b in zip(shown, lying, strict=True)]


def shown_anew(
    halvings: Halvings,
    verdicts: Sequence[Verdict],
    nets: Networks,
    ways_to_look: Sequence[Way] = HALF_OF_THEM,
) -> list[Verdict]:
    """What they show, looked at from several sides where that is doubtful, or where another side may have
    been taken for the top one."""
    shown = list(verdicts)
    again = [n for n, one in enumerate(verdicts) if one.slanted or one.shares[one.best] < _S.sure]
    places, ways = [shown[n].place for n in again], [fitting(shown[n], ways_to_look) for n in again]
    for n, said, turns in zip(again, look_from(halvings, places, ways, nets.judge), ways, strict=True):
        shown[n] = seen_from(shown[n], shown[n].place, said, turns)
    return shown
