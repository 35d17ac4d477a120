"""The one reader of dice: for a photograph of which nothing is known as for a frame of a game on the mat.

A finder says where top faces may lie, a judge what each shows; here it is decided what is said of them. A
`Ground` adds what a calibration knows: where dice may lie, how large they are, how the camera looks at them.
"""

from collections.abc import Sequence
from functools import partial
from statistics import median

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import Box, DieSeen, PassedOver
from vision.dice import unread
from vision.dice.candidates import candidates, may_be_tipped
from vision.dice.colours import Light, name_body
from vision.dice.drawings import KnownDie
from vision.dice.ground import Ground
from vision.dice.networks import Networks, Told, doubted, shipped
from vision.dice.options import as_taught, light_on, options_of
from vision.dice.read_faces import from_all_sides, shown_anew
from vision.dice.settings import SETTINGS
from vision.dice.tilted import tilted
from vision.dice.upright import Anywhere, Camera, Stance, leans, stance_of, touching
from vision.dice.verdicts import Verdict
from vision.dice.windows import Halvings
from vision.pictures import Picture
from vision.wanted import D10, NUMBER, PIGGY, PIPS, Wanted

_S = SETTINGS.reader

_NEVER = 1.1  # likelihood beyond reach: what is seen only in other light is asked about
_ACE = "1"


class _Look(Struct, frozen=True):
    """How it is looked: from how near by, and how sure what is seen must be to be said."""

    closer: float = 1.0
    sure: float = _S.sure


_AT_FIRST, _CLOSER, _OTHERWISE = _Look(), _Look(closer=1.5), _Look(sure=_NEVER)


class Found(Struct, frozen=True, eq=False):
    """One die and what may be said of it."""

    verdict: Verdict
    stance: Stance
    type: str
    value: str
    confidence: float
    choices: tuple[str, ...]
    box: Box
    inside: float  # which share of its face lies in the picture


def dice_in(
    picture: Picture,
    wanted: Wanted,
    taught: Sequence[KnownDie] = (),
    nets: Networks | None = None,
    ground: Ground | None = None,
) -> tuple[tuple[DieSeen, ...], tuple[PassedOver, ...]]:
    """The dice of *picture* and what was passed over, in its own pixels; *taught* dice are tried as well.

    With a *ground* only the dice that lie there, or else all. Where fewer are seen than are waited for, it is
    looked again from nearer by, then as if in other light, and what only that shows is asked about; where it
    shows too few as well, the place is told that may hide some.
    """
    part = picture if ground is None else ground.part_of(picture)
    nets, count = nets or shipped(), sum(wanted.dice.values())
    dice, passed = _dice_in_all(part, wanted, taught, nets, ground)
    if not unread.are_enough(dice, count):
        places = unread.hidden_places(part)
        again = [(part, _CLOSER)]
        again += [(unread.in_other_light(part), _OTHERWISE)] if dice or places else []
        for seen, look in again:
            if not unread.are_enough(dice, count):
                more, _ = _dice_in_all(seen, wanted, taught, nets, ground, look)
                dice = unread.with_those_seen_again(dice, more, count)
        passed += () if unread.are_enough(dice, count) else places
    if ground is None:
        return dice, passed
    return (
        tuple(replace(one, box=ground.in_picture(one.box)) for one in dice),
        tuple(replace(one, box=ground.in_picture(one.box)) for one in passed),
    )


def _dice_in_all(
    picture: Picture,
    wanted: Wanted,
    taught: Sequence[KnownDie],
    nets: Networks,
    ground: Ground | None,
    look: _Look = _AT_FIRST,
) -> tuple[tuple[DieSeen, ...], tuple[PassedOver, ...]]:
    """The dice of a whole picture, which is the part that shows the *ground* if there is one."""
    halvings = Halvings(picture)
    drawn = [die for die in taught if die.type == PIGGY and PIGGY in wanted.types]
    known = partial(as_taught, halvings, drawn, nets)
    likely = candidates(halvings, sum(wanted.dice.values()), nets, ground, look.closer, known)
    camera = ground or Anywhere(*picture.shape[1::-1])
    apart, stances = _standing(halvings, likely, nets, camera)
    apart = [known(one) for one in apart]
    light = light_on(picture, apart, None if ground is None else ground.gains)
    found = [_found(halvings, *both, wanted, taught, light) for both in zip(apart, stances, strict=True)]
    found = _second_voice(halvings, odd_ones_doubted(found), nets)
    stacked = [one for one in found if any(overlap(one, other) for other in found if other is not one)]
    alone = [one for one in without_specks(without_sides(found)) if one not in stacked]
    dice, too_many = _as_many_as(stacked + alone, sum(wanted.dice.values()))
    passed = [PassedOver("die", one.box, "one more than there can be") for one in too_many]
    return tuple(_seen(picture, one, one in stacked, look.sure) for one in dice), tuple(passed)


def _standing(
    halvings: Halvings, verdicts: list[Verdict], nets: Networks, camera: Camera
) -> tuple[list[Verdict], list[Stance]]:
    """The dice, and how each stands; those that touch or are doubtful are looked at from all sides."""
    touches, lean = touching(verdicts), leans(verdicts, camera)
    plain = [one.shares[one.best] >= _S.hardly_doubted for one in verdicts]
    doubtful = [n for n in range(len(verdicts)) if touches[n] or lean[n] > _S.slight_lean or not plain[n]]
    unsure = [n for n in doubtful if not (camera.known and plain[n])]
    if unsure:
        some, may_lean = [verdicts[n] for n in unsure], partial(_may_lean, verdicts, unsure, camera)
        # where the camera is known, how it lies is weighed below
        look = shown_anew if camera.known else partial(from_all_sides, may_lean=may_lean)
        verdicts = _with(verdicts, unsure, look(halvings, some, nets))
        lean = leans(verdicts, camera)
    if camera.known:
        return verdicts, tilted(halvings, verdicts, camera.feet(verdicts), doubtful, nets)
    at_first = map(stance_of, verdicts, lean)
    others = [one for one, stance in zip(verdicts, at_first, strict=True) if not stance.leans]
    return verdicts, list(map(stance_of, verdicts, lean, touching(verdicts, others)))


def _may_lean(
    verdicts: Sequence[Verdict], unsure: Sequence[int], camera: Camera, lying: Sequence[Verdict]
) -> list[bool]:
    """Which of the *unsure* ones do not plainly stand, if they lie like that?"""
    dice = _with(verdicts, unsure, lying)
    lean = leans(dice, camera)
    return [lean[n] > _S.plain_lean or dice[n].cocked > _S.hardly_cocked for n in unsure]


def _with(verdicts: Sequence[Verdict], numbers: Sequence[int], others: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, those with these *numbers* exchanged."""
    new = dict(zip(numbers, others, strict=True))
    return [new.get(n, one) for n, one in enumerate(verdicts)]


def _found(
    halvings: Halvings,
    verdict: Verdict,
    stance: Stance,
    wanted: Wanted,
    taught: Sequence[KnownDie],
    light: Light,
) -> Found:
    """The verdict as a type and a value that the wanted dice can have."""
    options = options_of(halvings, verdict, wanted.types if wanted.dice else (), taught, light)
    (kind, value), share = max(options.items(), key=lambda option: option[1])
    stands_out = verdict.place.heat if kind != D10 else 1.0  # no speck shows a digit
    confidence = _as_it_stands_out(share, stands_out, _S.judge_odds if kind != D10 else _S.ten_sided_odds)
    drawings = sum(some for (other, _), some in options.items() if other == kind == PIGGY)
    if share <= max(_S.half * verdict.die, _S.most_of_drawings * drawings):
        confidence = min(confidence, _S.torn)
    if kind == NUMBER and NUMBER not in wanted.dice and confidence < _S.plain_digit:
        confidence = min(confidence, _S.torn)
    if kind == D10 and D10 not in wanted.dice:
        confidence = min(confidence, _S.unasked)  # so many other solids bear digits
    order = sorted((v for k, v in options if k == kind and v), key=lambda v: -options[kind, v])
    likely = sum(options[kind, v] > _S.choice for v in order[: _S.most_choices])
    choices = tuple(order[: max(_S.least_choices, likely)])
    half = _half(verdict)
    box = (verdict.place.x - half, verdict.place.y - half, 2 * half, 2 * half)
    return Found(verdict, stance, kind, value, confidence, choices, box, _inside(halvings.at(0), box))


def _as_it_stands_out(confidence: float, heat: float, modest: float) -> float:
    """How often such beliefs are right; less so where the finder hardly sees a die: it may be a speck."""
    odds = modest * confidence / (1 - confidence + 1e-6) * min(1.0, heat / _S.full_heat) ** 2
    return odds / (1 + odds)


def without_sides(found: list[Found]) -> list[Found]:
    """Without those that must be side faces of another one: they lie too near to it to be another die."""
    dice = [one for one in found if not any(_is_turned_side(one, other) for other in found)]
    sure = [one for one in dice if one.confidence >= _S.sure]
    return [
        one for one in dice if one.confidence >= _S.sure or not any(_beside(one, other) for other in sure)
    ]


def _is_turned_side(one: Found, die: Found) -> bool:
    """Does *one*, which may lean, lie just where a *die* that stands, whatever it shows, has a side face?"""
    stands = die.stance.stands and die.verdict.die > _S.least_die
    return not one.stance.stands and stands and _beside(one, die) and _below(one, die)


def _below(one: Found, other: Found) -> bool:
    """Does it lie where the other's foot reaches out from under its top face?"""
    foot = other.verdict.foot
    here, there = one.verdict.place, other.verdict.place
    way = np.array([here.x - there.x, here.y - there.y], np.float32)
    reach, far = float(np.hypot(*foot)), float(np.hypot(*way))
    return reach > _S.slanted and float(way @ foot) > _S.straight * reach * far


def odd_ones_doubted(found: list[Found]) -> list[Found]:
    """The same; what is far smaller than most that is found is only said where it leaves little doubt, and
    asked about where nothing else is as small."""
    usual = _main_edge(found)
    return [replace(one, confidence=min(one.confidence, _odd_at_most(one, usual, found))) for one in found]


def _odd_at_most(one: Found, usual: float, found: list[Found]) -> float:
    """How sure it may be for its size."""
    edge = one.verdict.place.edge
    if any(edge < odd * usual and one.confidence < sure for odd, sure in _S.odd_sizes):
        return _S.torn
    others = (other.verdict.place.edge for other in found if other is not one and other.confidence >= _S.sure)
    alone = not any(edge > _S.lone_edge * other for other in others)
    return _S.lone if alone and edge < _S.lone_edge * usual else 1.0


def _second_voice(halvings: Halvings, found: list[Found], nets: Networks) -> list[Found]:
    """The same; the pips that are about to be told are asked about where the doubter does not see them."""
    told = [one for one in found if one.type == PIPS and one.confidence >= _S.sure]
    verdicts = [one.verdict for one in told]
    seen = [
        Told(v.place, int(one.value), one.confidence, None if v.slanted else v.turn)
        for one, v in zip(told, verdicts, strict=True)
    ]
    doubts = [one for one, doubt in zip(told, doubted(halvings, seen, nets), strict=True) if doubt]
    return [replace(one, confidence=min(one.confidence, _S.torn)) if one in doubts else one for one in found]


def _main_edge(found: list[Found]) -> float:
    """The edge that the larger dice have: half of what all faces cover is covered by such or smaller ones."""
    edges = np.sort([one.verdict.place.edge for one in found if one.verdict.die > _S.least_die])
    covered = np.cumsum(edges**2)
    return float(edges[np.searchsorted(covered, covered[-1] / 2)]) if len(edges) else 0.0


def without_specks(found: list[Found]) -> list[Found]:
    """Without the doubtful ones that are far smaller than the sure ones, and without bright spots."""
    sure = [one.verdict.place.edge for one in found if one.confidence >= _S.sure]
    usual = median(sure) if sure else 0.0
    least = _S.speck * _main_edge(found)
    return [
        one
        for one in found
        if one.verdict.place.edge >= _least_share(one) * usual
        and (one.verdict.place.edge >= max(least, _least_edge(one)) or one.confidence > _S.torn)
    ]


def _least_share(one: Found) -> float:
    """Of the usual edge: what is smaller is no die. A single pip on a tiny one is a spot on a speck."""
    if one.confidence <= _S.torn:
        return _S.dwarf
    return _S.speck if one.value == _ACE else _S.dust


def _least_edge(one: Found) -> float:
    """In pixels: smaller things that are doubtful are not asked about, the less they look like dice."""
    likely = one.confidence > SETTINGS.unread.likely
    return SETTINGS.candidates.smallest if likely else SETTINGS.unread.few_pixels


def _beside(one: Found, other: Found) -> bool:
    there = other.verdict.place
    slanted = float(np.hypot(*other.verdict.foot)) > _S.slanted
    return one.verdict.place.far(there) < (_S.beside_slanted if slanted else _S.beside) * there.edge


def overlap(one: Found, other: Found) -> bool:
    """Are both nearer than any two dice that lie side by side on a table seen from above?"""
    a, b = one.verdict, other.verdict
    if a.place.far(b.place) >= _S.touching * (a.place.edge + b.place.edge) / 2:
        return False
    from_above = float(np.hypot(*(a.foot + b.foot))) / 2 < _S.slanted
    alike = min(a.place.edge, b.place.edge) > _S.alike_size * max(a.place.edge, b.place.edge)
    return alike and from_above and not (one.stance.leans or other.stance.leans)


def _half(verdict: Verdict) -> float:
    turn = np.radians(verdict.turn)
    return float(verdict.place.edge / 2 * (abs(np.cos(turn)) + abs(np.sin(turn))))


def _inside(picture: Picture, box: Box) -> float:
    """Which share of a box lies in the picture."""
    x, y, wide, high = box
    across = min(x + wide, picture.shape[1]) - max(x, 0)
    down = min(y + high, picture.shape[0]) - max(y, 0)
    return float(max(0.0, across) * max(0.0, down) / max(1e-6, wide * high))


def _as_many_as(found: list[Found], count: int) -> tuple[list[Found], list[Found]]:
    """The dice, and those beyond *count* (nought: any number) of which it is not sure that they are dice."""
    if not count or len(found) <= count:
        return found, []
    order = sorted(found, key=lambda one: -one.verdict.die)
    extra = [one for one in order[count:] if one.confidence < _S.sure]
    return [one for one in found if one not in extra], extra


def _seen(picture: Picture, one: Found, stacked: bool, least: float = _S.sure) -> DieSeen:
    colour = name_body(unread.body_of(picture, one.box))
    confidence = round(one.confidence, 3)
    washed_out = unread.is_washed_out(picture, one.box)
    if one.stance.leans and one.verdict.die > _S.least_die and not washed_out:
        return DieSeen(one.type, "", one.box, round(one.stance.sure, 3), colour, cocked=True)
    least = max(least, _S.plain_in_glare) if washed_out else least
    if confidence >= least and one.stance.stands and one.inside > _S.inside and one.value and not stacked:
        return DieSeen(one.type, one.value, one.box, confidence, colour)
    why = unread.HALF_OUT if one.inside <= _S.inside else unread.ON_ANOTHER if stacked else _why(picture, one)
    return DieSeen(one.type, "", one.box, confidence, colour, choices=one.choices, why=why)


def _why(picture: Picture, one: Found) -> str:
    may_lean = not one.stance.stands and (one.confidence >= _S.sure or may_be_tipped(one.verdict))
    return unread.reason(picture, one.box, one.verdict.place.edge, may_lean=may_lean)
