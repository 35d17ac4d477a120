"""What may be dice: places where a face may lie are judged, those that stand out first."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from msgspec.structs import replace

from vision.dice.finder import find_places, seen_around, seen_at
from vision.dice.ground import Ground
from vision.dice.networks import Networks
from vision.dice.read_faces import judge
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import NAMES, Verdict, look_at
from vision.dice.windows import Halvings, Place

_S = SETTINGS.candidates


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
    clear = [place for place in places if place.heat >= _S.clear]
    judged = [known(one) for one in judge(halvings, clear, nets)]
    both = zip(clear, judged, strict=True)
    unclear = [place for place, one in both if place.heat > _S.seen_clearly and not _may_be(one)]
    judged += around_pips([one for one in judged if one.die < _S.surely], halvings, nets)
    likely = _apart(without_nested([one for one in judged if _may_be(one)]))
    likely += looked_closer(unclear, likely, halvings, nets)
    if 0 < count <= len(likely):
        return likely
    if count and ground is not None:
        likely += [one for one in judged if may_be_tipped(one) and not _taken(one.place, likely)]
    likely += as_large_as(likely, halvings, clear, nets)
    faint = [place for place in places if place.heat < _S.clear and not _taken(place, likely)]
    faint = as_large_ones_first(faint, likely)
    if len(likely) < count:
        likely += [one for one in judge(halvings, faint, nets) if one.die >= _S.maybe]
    else:
        likely += _sure(judge(halvings, faint[: _S.few_faint], nets, _S.worth_a_look))
    return _apart(without_nested(likely))


def _places(halvings: Halvings, nets: Networks, ground: Ground | None, closer: float) -> list[Place]:
    """Where dice may lie; on a *ground* their size is known, so one look at one scale is enough."""
    if ground is not None:
        return ground.may_hold(seen_at(halvings, nets, round(closer * ground.longest())))
    are_small = partial(_are_small_dice, halvings, nets)
    found = find_places(halvings, nets, round(closer * SETTINGS.finder.longest), are_small)
    largest = min(halvings.at(0).shape[:2])  # of a longer face no picture shows the whole
    return [place for place in found if _S.smallest <= place.edge <= largest]


def as_large_ones_first(places: Sequence[Place], dice: Sequence[Verdict]) -> list[Place]:
    """The *places*, those of the size that the sure *dice* have before all others."""
    edges = [one.place.edge for one in dice if one.shares[one.best] > _S.surely]
    usual = median(edges) if edges else 0.0
    return sorted(places, key=lambda place: not _S.part * usual < place.edge < usual / _S.part)


def as_large_as(
    dice: Sequence[Verdict], halvings: Halvings, places: Sequence[Place], nets: Networks
) -> list[Verdict]:
    """Dice as large as those *dice* where something smaller was seen: where dice fill a picture their pips
    may stand out more than they do."""
    edges = [one.place.edge for one in dice if one.shares[one.best] > _S.surely]
    if len(edges) < _S.sure_dice:
        return []
    usual = median(edges)
    smaller = (replace(place, edge=usual) for place in places if place.edge < _S.part * usual)
    known, tried = [one.place for one in dice], list[Place]()
    for place in smaller:
        if all(place.far(other) > _S.next_to * usual for other in (*known, *tried)):
            tried.append(place)
    return _sure_pips(judge(halvings, tried[: len(edges)], nets, _S.worth_a_look))


def around_pips(unsure: Sequence[Verdict], halvings: Halvings, nets: Networks) -> list[Verdict]:
    """Sure dice around what is none for sure, but stands out strongly, as a die's one pip may do alone."""
    ones = [one.place for one in unsure if one.place.heat >= _S.bright and NAMES[one.best] == "pips 1"]
    around = [replace(place, edge=_S.pips * place.edge) for place in ones]
    return [one for one in _sure_pips(judge(halvings, around, nets)) if one.agreed >= _S.plain]


def looked_closer(
    places: Sequence[Place], dice: Sequence[Verdict], halvings: Halvings, nets: Networks
) -> list[Verdict]:
    """Sure dice around *places* that stand out beside the *dice* and show none: parts of one, or of two."""
    large = (place for place in places if place.edge > SETTINGS.unread.few_pixels)
    beside = [place for place in large if not _taken(place, dice)][: _S.most_closer]
    seen = [one for place in beside for one in seen_around(halvings, nets, place)]
    fresh = [place for place in seen if place.heat >= _S.clear and not _taken(place, dice)]
    return _apart(_sure(judge(halvings, fresh, nets)))


def _sure(seen: Sequence[Verdict]) -> list[Verdict]:
    return [one for one in seen if one.die >= _S.surely]


def _sure_pips(seen: Sequence[Verdict]) -> list[Verdict]:
    return [one for one in _sure(seen) if NAMES[one.best].startswith("pips ")]


def _are_small_dice(halvings: Halvings, nets: Networks, places: Sequence[Place]) -> bool:
    """Does what stands out show dice so small that none beside them fills much of the picture?"""
    least, most = (share * max(halvings.at(0).shape[:2]) for share in _S.small_dice)
    clear = [place for place in places if place.heat >= _S.clear]
    if any(place.edge > most for place in clear):
        return False
    first = [place for place in clear if place.edge > least][: _S.first_glances]
    plain = look_at(halvings, first, nets.glance).shares[:, 1:].max(axis=1) > _S.plain if first else ()
    return sum(plain) >= _S.first_glances - 1


def _apart(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The likeliest of those that mean the same die."""
    kept: list[Verdict] = []
    for one in sorted(verdicts, key=lambda v: -v.die * v.place.heat):
        if not any(one.place.is_one_with(other.place) for other in kept):
            kept.append(one)
    return kept


def _taken(place: Place, dice: Sequence[Verdict]) -> bool:
    """Does it lie on the top face of one of the *dice*?"""
    return any(place.far(die.place) < _S.same * die.place.edge for die in dice)


def _may_be(one: Verdict) -> bool:
    """May it be a die? The less so it looks, the more its place must stand out."""
    return one.die >= (_S.maybe if one.place.heat < _S.bright else _S.hardly)


def may_be_tipped(one: Verdict) -> bool:
    """Does a die that tips so far that it shows no top face lie where dice may lie?"""
    return one.place.heat >= _S.bright and one.cocked > _S.tipped


# --- a tray with dice on it is no die itself ---


def without_nested(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Without the grounds on which dice lie."""
    sure = [one for one in verdicts if one.shares[one.best] > _S.sure and one.place.heat > _S.seen_clearly]
    return [one for one in verdicts if not _is_ground(one, sure)]


def _is_ground(one: Verdict, sure: Sequence[Verdict]) -> bool:
    """Does a *sure* die lie in its middle, or do several lie on it?"""
    there, edge = one.place, one.place.edge
    smaller = [other.place.far(there) / edge for other in sure if other.place.edge < _S.smaller * edge]
    return any(apart < _S.middle for apart in smaller) or sum(apart < _S.anywhere for apart in smaller) > 1
