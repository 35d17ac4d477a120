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

SURE_FACE, SURE_COLOUR = 0.75, 0.65
_WAYS = np.array(ORIENTATIONS) - 1  # shape (24, 3)
_BLUNT = 0.02  # of every look is wrong in a way that it does not know of
RED, YELLOW, WHITE = COLOURS
_TOO_LITTLE, _ENOUGH = 0.3, 0.7  # share of a face that is seen: below nothing is read, above all counts


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
    trust = np.clip((shares - _TOO_LITTLE) / (_ENOUGH - _TOO_LITTLE), 0, 1) * seen
    trust = trust * (0.3 + 0.7 / (1 + np.exp(-judged.right.reshape(len(CELLS), 3))))
    visible = np.flatnonzero(seen.any(axis=1)).tolist()
    dice = [_read_die(n, values[n], colours[n], seen[n], trust[n]) for n in visible]
    blue = np.where(shares > _ENOUGH, judged.blue.reshape(len(CELLS), 3), np.nan)[visible]
    return told_apart(dice, _middling(blue))


# --- yellow and white beside each other: what has which colour shows in any light ---

_APART, _EVENLY = 0.35, 4.0  # least distance of both, as a logarithm, and in multiples of their spread
_COMPANY = 3  # dice of each at least
_PLAINLY = 0.15  # so near to one colour a die must be to have it, as a share of the way to the other


def told_apart(dice: Sequence[DieRead], blue: Floats) -> tuple[DieRead, ...]:
    """The *dice*; yellow and white ones as all together show them, where they clearly fall into both.

    *blue*: how blue each is beside green, as a logarithm; nan where too little is seen.
    """
    known = np.isfinite(blue) & np.array([die.colour in (YELLOW, WHITE) for die in dice], bool)
    order = np.sort(blue[known])
    gaps = np.diff(order)[_COMPANY - 1 : len(order) - _COMPANY]
    if not len(gaps):
        return tuple(dice)
    limit = order[_COMPANY - 1 + int(gaps.argmax())]
    groups = order[order <= limit], order[order > limit]
    yellow, white = (float(np.median(group)) for group in groups)
    spread = max(float(np.median(np.abs(g - m))) for g, m in zip(groups, (yellow, white), strict=True))
    if white - yellow < max(_APART, _EVENLY * spread):
        return tuple(dice)
    whiteness = (blue - yellow) / (white - yellow)
    out = list(dice)
    for n in np.flatnonzero(known).tolist():
        if min(abs(whiteness[n]), abs(1 - whiteness[n])) < _PLAINLY:
            out[n] = replace(dice[n], colour=WHITE if whiteness[n] > 0.5 else YELLOW)
    return tuple(out)


def _middling(values: Floats) -> Floats:
    """The mean of each row of *values* without those that are nan."""
    there = np.isfinite(values)
    return np.asarray(
        np.where(there, values, 0).sum(axis=1) / np.where(there.any(axis=1), there.sum(axis=1), np.nan)
    )


def _softened(logs: Floats) -> Floats:
    return np.asarray(np.log((1 - _BLUNT) * np.exp(logs) + _BLUNT / logs.shape[-1]))


def _read_die(
    number: int, values: Floats, colours: Floats, seen: NDArray[np.bool_], trust: Floats
) -> DieRead:
    ways = sum(trust[axis] * values[axis, _WAYS[:, axis]] for axis in range(3))
    shares = np.exp(ways - np.max(ways))
    shares /= shares.sum()
    faces: list[int | None] = [None, None, None]
    choices: list[tuple[int, ...]] = [(), (), ()]
    sure = 1.0
    for axis in np.flatnonzero(seen):
        each = np.bincount(_WAYS[:, axis], weights=shares, minlength=6)
        order = np.argsort(-each)
        sure = min(sure, float(each[order[0]]))
        choices[axis] = tuple(int(v) + 1 for v in order if each[v] > 0.03)[:3]
        if each[order[0]] >= SURE_FACE:
            faces[axis] = int(order[0]) + 1
    pooled = (trust[:, None] * colours).sum(axis=0)
    tints = np.exp(pooled - pooled.max())
    tints /= tints.sum()
    best = int(tints.argmax())
    i, j, k = (int(c) for c in CELLS[number])
    colour = COLOURS[best] if tints[best] >= SURE_COLOUR or trust.max() <= 0 else ""
    read, see = (faces[0], faces[1], faces[2]), (bool(seen[0]), bool(seen[1]), bool(seen[2]))
    surely, odd = round(min(sure, float(tints[best])), 4), bool(_contradicts(values, trust, ways))
    return DieRead((i, j, k), colour, read, see, surely, tuple(choices), odd=odd)


def _contradicts(values: Floats, trust: Floats, ways: Floats) -> bool:
    """Whether the single faces clearly contradict every right-handed die."""
    alone = float((trust * values.max(axis=1)).sum())
    return alone - float(np.max(ways)) > 3.0
