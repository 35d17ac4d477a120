"""Colour and numbers of every die that is at least partly visible, from all its faces together.

Dice are right-handed, so a die can lie in 24 ways only; the faces of one die are judged together. What no
way of lying explains well stays open, and is asked.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.pyramid.dice import ORIENTATIONS
from vision.pyramid.lattice import CELLS, Floats
from vision.pyramid.read_faces import COLOURS, Judged
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.dice

_WAYS = np.array(ORIENTATIONS) - 1  # shape (24, 3)
_SHOWN = np.eye(6)[_WAYS].reshape(len(_WAYS), 18)  # which number each way to lie shows on each face
RED, YELLOW, WHITE = COLOURS


class DieRead(Struct, frozen=True):
    """A die that is at least partly visible. None where the eyes are not sure; "" for the colour."""

    cell: tuple[int, int, int]
    colour: str
    faces: tuple[int | None, int | None, int | None]
    seen: tuple[bool, bool, bool]  # which faces nothing covers
    confidence: float
    choices: tuple[tuple[int, ...], ...] = ()  # for each face the likely numbers, the likeliest first
    odd: bool = False  # its faces contradict each other: it lies crooked, or something covers it
    # how far it lies from its place, in edges: across and down the picture
    off: tuple[float, float] = (0.0, 0.0)


def read_dice(judged: Judged, seen: NDArray[np.bool_], shares: Floats) -> tuple[DieRead, ...]:
    """The dice with *seen* faces (165, 3), of which these *shares* can be seen; *judged* has 495 rows."""
    values = _softened(judged.values.reshape(len(CELLS), 3, 6))
    colours = _softened(judged.colours.reshape(len(CELLS), 3, len(COLOURS)))
    trust = np.clip((shares - _S.too_little) / (_S.enough - _S.too_little), 0, 1) * seen
    trust = trust * (0.3 + 0.7 / (1 + np.exp(-judged.right.reshape(len(CELLS), 3))))
    visible = seen.any(axis=1)
    numbers, odd = _numbers(values[visible], trust[visible])
    tints = (trust[..., None] * colours).sum(axis=1)[visible]
    clear = np.diff(np.sort(tints, axis=1))[:, -1] > _S.clear
    tints = np.exp(tints - tints.max(axis=1, keepdims=True))
    tints /= tints.sum(axis=1, keepdims=True)
    told = (tints.max(axis=1) >= _S.sure_colour) | (trust[visible].max(axis=1, initial=0) <= 0)
    names = [COLOURS[best] if tell else "" for best, tell in zip(tints.argmax(axis=1), told, strict=True)]
    rows = names, tints.max(axis=1).tolist(), numbers.tolist(), seen[visible].tolist(), odd.tolist()
    dice = [_read_die(cell, *row) for cell, *row in zip(CELLS[visible].tolist(), *rows, strict=True)]
    bare = shares[visible, :, None] > _S.enough
    bodies = np.where(bare, judged.tints.reshape(len(CELLS), 3, 2)[visible], np.nan)
    return told_apart(dice, _middling(bodies), clear)


# --- colours beside each other: what has which colour shows in any light ---


def told_apart(dice: Sequence[DieRead], tints: Floats, clear: NDArray[np.bool_]) -> tuple[DieRead, ...]:
    """The *dice* as all together show them: yellow or not, then red or white, where they clearly are both.

    *tints* (n, 2): how red and how blue each is beside green, as logarithms; nan where too little is seen.
    What is *clear* (n,) from its own looks gets no other colour; it is open if all together say otherwise.
    """
    red, blue = tints.T
    said = _colours(dice)
    white = _way_to_the_other(np.where(said == RED, np.nan, blue), said == YELLOW, said == WHITE)
    out = _named(dice, white, (YELLOW, WHITE), clear)
    others = np.where((white > 0.5) | (_colours(out) == WHITE) | (said == RED), red, np.nan)
    if not (np.isfinite(others) & (_colours(out) == WHITE)).any():
        return tuple(out)  # red dice alone are not parted: some are only in the shade
    return tuple(_named(out, _way_to_the_other(others, said == WHITE, said == RED), (WHITE, RED), clear))


def _colours(dice: Sequence[DieRead]) -> NDArray[np.str_]:
    return np.array([die.colour for die in dice], np.str_)


def _named(
    dice: Sequence[DieRead], way: Floats, ends: tuple[str, str], clear: NDArray[np.bool_]
) -> list[DieRead]:
    """The *dice* with the colour at their end of the *way*; open if *clear* or half-way and said otherwise.

    What is neither yellow nor surely red or white has no colour yet.
    """
    out = list(dice)
    for n in np.flatnonzero(np.isfinite(way)).tolist():
        name, die = ends[int(way[n] >= 0.5)], dice[n]
        plainly = way[n] < _S.plainly or way[n] > 1 - _S.plainly
        if die.colour != name and (die.colour or ends != (YELLOW, WHITE) or name == YELLOW):
            colour = name if not clear[n] and (plainly or not die.colour) else ""
            out[n] = replace(die, colour=colour, confidence=min(die.confidence, _S.sure_colour))
    return out


def _way_to_the_other(tint: Floats, low: NDArray[np.bool_], high: NDArray[np.bool_]) -> Floats:
    """How far each is on the way from one group (0) to the other (1), half-way in the gap between both.

    They are parted where the gap is wide and few are beyond it that were said to be *low*, or *high*. All nan
    if they are not clearly two, or if none was said to be *high*.
    """
    nowhere, order = np.full(len(tint), np.nan), np.argsort(tint)[: int(np.isfinite(tint).sum())]
    cuts = np.arange(_S.company, len(order) - _S.company + 1)
    if not len(cuts) or not high[order].any():
        return nowhere
    along = tint[order]
    gaps = along[cuts] - along[cuts - 1]
    beyond = np.cumsum(high[order])[cuts - 1] + low[order].sum() - np.cumsum(low[order])[cuts - 1]
    wide = gaps / (np.ptp(along) + 1e-9)
    beyond = np.where(wide > _S.wide, 0.0, beyond / len(order))
    cut = int(cuts[np.argmin(_S.beyond * beyond - wide)])
    one, other = float(np.median(along[:cut])), float(np.median(along[cut:]))
    spread = max(float(np.median(np.abs(along[:cut] - one))), float(np.median(np.abs(along[cut:] - other))))
    gap = along[cut] - along[cut - 1]
    if other - one < max(_S.apart, _S.evenly * spread) or gap < _S.gap * (other - one):
        return nowhere
    return np.interp(tint, [one, (along[cut - 1] + along[cut]) / 2, other], [0.0, 0.5, 1.0])


def _middling(values: Floats) -> Floats:
    """The mean over the faces of *values* (n, 3, 2) without those that are nan."""
    there = np.isfinite(values)
    return np.asarray(
        np.where(there, values, 0).sum(axis=1) / np.where(there.any(axis=1), there.sum(axis=1), np.nan)
    )


def _softened(logs: Floats) -> Floats:
    return np.asarray(np.log((1 - _S.blunt) * np.exp(logs) + _S.blunt / logs.shape[-1]))


def _numbers(values: Floats, trust: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """How likely each number is on each face of some dice, (n, 3, 6), and whether their single faces clearly
    contradict every right-handed die."""
    ways = (trust[..., None] * values[:, np.arange(3)[:, None], _WAYS.T]).sum(axis=1)
    shares = np.exp(ways - ways.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    alone = (trust * values.max(axis=2)).sum(axis=1)
    return (shares @ _SHOWN).reshape(-1, 3, 6), alone - ways.max(axis=1) > _S.contradicts


def _read_die(
    cell: list[int], colour: str, tint: float, numbers: list[list[float]], seen: list[bool], odd: bool
) -> DieRead:
    faces: list[int | None] = [None, None, None]
    choices: list[tuple[int, ...]] = [(), (), ()]
    sure = 1.0
    for axis in (axis for axis in range(3) if seen[axis]):
        each = numbers[axis]
        order = sorted(range(6), key=lambda value: -each[value])
        sure = min(sure, each[order[0]])
        choices[axis] = tuple(value + 1 for value in order if each[value] > _S.may_be)[:3]
        if each[order[0]] >= _S.sure_face:
            faces[axis] = order[0] + 1
    (i, j, k), (a, b, c), (x, y, z) = cell, faces, seen
    return DieRead((i, j, k), colour, (a, b, c), (x, y, z), round(min(sure, tint), 4), tuple(choices), odd)
