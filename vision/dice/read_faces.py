"""What lies at a place: networks look at windows around it and say which face, and how it lies.

The glance is quick: what leaves no doubt at first sight is not looked at by the judge.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from vision.dice.networks import Networks
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import (
    ALL_SIDES,
    AS_IT_IS,
    HALF_OF_THEM,
    OTHER_HALF,
    Said,
    Verdict,
    Way,
    after_one_look,
    fitting,
    look_at,
    look_from,
    seen_from,
    together,
)
from vision.dice.windows import Halvings, Place

_S = SETTINGS.read_faces

Doubt = Callable[[Sequence[Verdict]], list[bool]]  # which of the dice may lean

_OTHER_SIDES: tuple[Way, ...] = ((True, 0), (False, 1), (True, 3))


def judge(
    halvings: Halvings, places: Sequence[Place], nets: Networks, least: float = _S.worth_a_look
) -> list[Verdict]:
    """What lies at every place: at first sight where that leaves no doubt, else by closer looks.

    Where a die is less likely than *least* at first sight, there is none.
    """
    if not places:
        return []
    first = look_at(halvings, places, nets.glance)
    verdicts, plain = after_one_look(places, first), _are_clear(first, _S.plain)
    doubtful = [
        n
        for n, one in enumerate(verdicts)
        if one.die >= least and not (plain[n] and _is_alone(one, verdicts))
    ]
    if not doubtful:
        return verdicts
    aims = [verdicts[n].place if _is_likely(verdicts[n]) else places[n] for n in doubtful]
    seen = look_at(halvings, aims, nets.judge)
    again, closer = list[int](), after_one_look(aims, seen)
    for row, (n, clear) in enumerate(zip(doubtful, _are_clear(seen, _S.sure), strict=True)):
        if not (clear and _is_likely(verdicts[n]) and closer[row].best == verdicts[n].best):
            again.append(row)
        verdicts[n] = closer[row]
    closer = _judged(halvings, [closer[row] for row in again], seen.at(again), nets)
    for row, one in zip(again, closer, strict=True):
        verdicts[doubtful[row]] = one
    return verdicts


def _is_likely(one: Verdict) -> bool:
    """Is it likely at first sight what lies there, and is it seen from above?"""
    return bool(one.shares[one.best] > _S.likely) and not one.slanted


def _is_alone(one: Verdict, verdicts: Sequence[Verdict]) -> bool:
    """Does it lie alone, and is it seen from above?"""
    others = (other.place for other in verdicts if other is not one and other.die > _S.likely)
    return not one.slanted and not any(one.place.far(other) < _S.near * one.place.edge for other in others)


def _judged(halvings: Halvings, likely: Sequence[Verdict], first: Said, nets: Networks) -> list[Verdict]:
    """What is not clear after one look is looked at again: better aimed, then from other sides."""
    verdicts = list(likely)
    clear = _are_clear(first, _S.no_doubt)
    again = [n for n in range(len(verdicts)) if first.shares[n, 0] <= _S.surely_nothing and not clear[n]]
    if not again:
        return verdicts
    aimed = [verdicts[n].place for n in again]
    second = look_at(halvings, aimed, nets.judge).in_rows_of(1)
    doubtful, both = list[int](), first.at(again).in_rows_of(1).and_of(second)
    for row, n in enumerate(again):
        verdicts[n] = together(aimed[row], both.at(row), aimed=1)
        if verdicts[n].die > _S.least_die and verdicts[n].agreed < _S.sure:
            doubtful.append(row)
    sides = [fitting(verdicts[again[row]], _OTHER_SIDES) for row in doubtful]
    closer = look_from(halvings, [aimed[row] for row in doubtful], sides, nets.judge)
    for row, turns, seen in zip(doubtful, sides, closer, strict=True):
        all_looks = second.at(row).and_of(seen)
        verdicts[again[row]] = seen_from(verdicts[again[row]], aimed[row], all_looks, (AS_IT_IS, *turns))
    return verdicts


def _are_clear(said: Said, least: float) -> list[bool]:
    """Which are well-aimed looks at a face that leave no doubt, of a die that stands?"""
    aimed_well = np.abs(said.pose[:, :3]).max(axis=1, initial=0.0) < _S.well_aimed
    clear = (said.shares[:, 1:].max(axis=1, initial=0.0) > least) & (said.cocked < _S.flat) & aimed_well
    return list(map(bool, clear))


def from_all_sides(
    halvings: Halvings, verdicts: Sequence[Verdict], nets: Networks, may_lean: Doubt
) -> list[Verdict]:
    """The same verdicts after a closer look at each: turned by quarters, and in mirrors.

    How a die lies is judged by looks that take in more around it: what it leans on, and its own side
    that is seen beside that. Half of them are enough where it plainly stands by those.
    """
    places = [one.place for one in verdicts]
    ways = [fitting(one, HALF_OF_THEM) for one in verdicts]
    wider = [replace(place, edge=place.edge * _S.wider) for place in places]
    wide = look_from(halvings, wider, ways, nets.judge)
    lying = [seen_from(*each) for each in zip(verdicts, places, wide, ways, strict=True)]
    again = [n for n, leans in enumerate(may_lean(lying)) if leans or verdicts[n].slanted]
    others = [fitting(verdicts[n], OTHER_HALF) for n in again]
    closer = look_from(halvings, [wider[n] for n in again], others, nets.judge)
    for n, more, seen in zip(again, others, closer, strict=True):
        lying[n] = seen_from(verdicts[n], places[n], wide[n].and_of(seen), (*ways[n], *more))
    shown = shown_anew(halvings, verdicts, nets, ALL_SIDES)
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
