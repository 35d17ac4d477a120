"""Dice in a picture of which nothing is known: no mat, no camera height, no size of dice.

A finder says where top faces may lie, a judge what each shows; here it is decided what is said of them.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice.decide import name_body
from vision.dice.drawings import KnownDie
from vision.dice.finder import find_places
from vision.dice.judge import Verdict, judge
from vision.dice.networks import Networks, shipped
from vision.dice.options import options_of
from vision.dice.upright import out_of_line
from vision.pictures import Picture
from vision.wanted import Wanted

SURE = 0.9  # so likely must a value be on average of the looks,
_SURE_COLOUR = 0.75  # colours are mixed up with each other alone
_EACH = 0.6  # and so likely in each of them
_DIE, _MAYBE = 0.5, 0.3  # from the one on it is a die, from the other on it is asked about
_COCKED, _FLAT = 0.6, 0.34
_ALONE, _TOUCHING = 0.85, 1.36  # how much a lean counts: a die needs something to lean on
_HEAD = 0.5  # how much of what the judge itself thinks of it is added
_WITHIN = 1.6  # edges: near enough to be leant on
_SAME = 0.62  # of the smaller edge: middles nearer than this are one die's
_BESIDE, _BELOW = 0.78, 1.0  # of a sure die's edge: what is doubtful and so near is one of its side faces,
_SLANTED = 0.3  # the farther one where the camera looks from the side
_INSIDE = 0.85
_CHOICE = 0.02
_MOST_CHOICES = 3


class _Found(Struct, frozen=True, eq=False):
    """One die and what may be said of it."""

    verdict: Verdict
    lean: float  # how much it stands out of line with the others
    type: str
    value: str
    confidence: float
    choices: tuple[str, ...]
    box: Box
    inside: float  # which share of its face lies in the picture


def dice_anywhere(
    picture: Picture, wanted: Wanted, taught: Sequence[KnownDie] = (), nets: Networks | None = None
) -> tuple[tuple[DieSeen, ...], tuple[PassedOver, ...]]:
    """The dice of *picture* and what was passed over, in its own pixels; *taught* dice are tried as well."""
    nets = nets or shipped()
    verdicts = judge(picture, find_places(picture, nets), nets)
    likely = [one for one in verdicts if one.die >= _MAYBE]
    apart = _apart(likely)
    leans = _leans(apart, picture)
    found = [_found(picture, one, lean, wanted, taught) for one, lean in zip(apart, leans, strict=True)]
    dice, too_many = _as_many_as(_without_sides(found), sum(wanted.dice.values()))
    passed = [_passed(one, "one more than there can be") for one in too_many]
    return tuple(_seen(picture, one) for one in dice), tuple(passed)


def _apart(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The likeliest of those that mean the same die."""
    kept: list[Verdict] = []
    for one in sorted(verdicts, key=lambda v: -v.die * v.place.heat):
        if all(not _same(one, other) for other in kept):
            kept.append(one)
    return kept


def _same(one: Verdict, other: Verdict) -> bool:
    apart = np.hypot(one.place.x - other.place.x, one.place.y - other.place.y)
    return bool(apart < _SAME * min(one.place.edge, other.place.edge))


def _leans(verdicts: Sequence[Verdict], picture: Picture) -> list[float]:
    """How much of a lean each die shows; more where there is another one to lean on."""
    leans = out_of_line(verdicts, picture.shape[1], picture.shape[0])
    return [
        (lean + _HEAD * one.cocked)
        * (_TOUCHING if any(_within(one, other) for other in verdicts if other is not one) else _ALONE)
        for one, lean in zip(verdicts, leans, strict=True)
    ]


def _within(one: Verdict, other: Verdict) -> bool:
    apart = np.hypot(one.place.x - other.place.x, one.place.y - other.place.y)
    return bool(other.die > _DIE and apart < _WITHIN * one.place.edge)


def _found(
    picture: Picture, verdict: Verdict, lean: float, wanted: Wanted, taught: Sequence[KnownDie]
) -> _Found:
    """The verdict as a type and a value that the wanted dice can have."""
    options = options_of(picture, verdict, wanted.types if wanted.dice else (), taught)
    (kind, value), confidence = max(options.items(), key=lambda option: option[1])
    order = sorted((v for k, v in options if k == kind and v), key=lambda v: -options[kind, v])
    choices = tuple(v for v in order[:_MOST_CHOICES] if options[kind, v] > _CHOICE or v == value)
    half = _half(verdict)
    box = (verdict.place.x - half, verdict.place.y - half, 2 * half, 2 * half)
    return _Found(verdict, lean, kind, value, confidence, choices, box, _inside(picture, box))


def _without_sides(found: list[_Found]) -> list[_Found]:
    """Without the doubtful ones that lie so near to a sure one that they must be its side faces."""
    sure = [one for one in found if one.confidence >= SURE]
    return [one for one in found if one in sure or not any(_beside(one, other) for other in sure)]


def _beside(one: _Found, other: _Found) -> bool:
    apart = np.hypot(one.verdict.place.x - other.verdict.place.x, one.verdict.place.y - other.verdict.place.y)
    slanted = float(np.hypot(*other.verdict.foot)) > _SLANTED
    return bool(apart < (_BELOW if slanted else _BESIDE) * other.verdict.place.edge)


def _half(verdict: Verdict) -> float:
    turn = np.radians(verdict.turn)
    return float(verdict.place.edge / 2 * (abs(np.cos(turn)) + abs(np.sin(turn))))


def _inside(picture: Picture, box: Box) -> float:
    """Which share of a box lies in the picture."""
    x, y, wide, high = box
    across = min(x + wide, picture.shape[1]) - max(x, 0)
    down = min(y + high, picture.shape[0]) - max(y, 0)
    return float(max(0.0, across) * max(0.0, down) / max(1e-6, wide * high))


def _as_many_as(found: list[_Found], count: int) -> tuple[list[_Found], list[_Found]]:
    """The dice, and those beyond *count* (nought: any number) of which it is not sure that they are dice."""
    if not count or len(found) <= count:
        return found, []
    order = sorted(found, key=lambda one: -one.verdict.die)
    extra = [one for one in order[count:] if one.confidence < SURE]
    return [one for one in found if one not in extra], extra


def _seen(picture: Picture, one: _Found) -> DieSeen:
    colour = name_body(_body(picture, one.box))
    confidence = round(min(one.confidence, one.verdict.agreed if one.verdict.agreed < _EACH else 1.0), 3)
    cocked = max(one.verdict.cocked, min(1.0, one.lean))
    if cocked > _COCKED and one.verdict.die > _DIE:
        return DieSeen(one.type, "", one.box, round(cocked, 3), colour, cocked=True)
    if confidence >= _least(one.type) and cocked < _FLAT and one.inside > _INSIDE and one.value:
        return DieSeen(one.type, one.value, one.box, confidence, colour)
    return DieSeen(one.type, "", one.box, confidence, colour, choices=one.choices)


def _least(kind: str) -> float:
    """From which confidence on a value is said for sure."""
    return _SURE_COLOUR if kind == "colour" else SURE


def _body(picture: Picture, box: Box) -> tuple[int, int, int]:
    """The colour that most of the face has."""
    x, y, wide, high = box
    rows = slice(max(0, round(y + high * 0.25)), max(1, round(y + high * 0.75)))
    columns = slice(max(0, round(x + wide * 0.25)), max(1, round(x + wide * 0.75)))
    part = picture[rows, columns].reshape(-1, 3)
    if not len(part):
        return 0, 0, 0
    blue, green, red = (int(v) for v in np.median(part, axis=0))
    return blue, green, red


def _passed(one: _Found, why: str) -> PassedOver:
    return PassedOver("die", one.box, why)
