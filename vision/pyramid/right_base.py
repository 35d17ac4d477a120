"""Which base a pyramid stands in where the camera is not known, of all a whole step apart; or none is told.

One that is taken to stand a whole step beside its place fits what it shows of the dice as well. But it leaves
dice beyond its outline, or shows too few empty funnels. What explains the most is right; where another one
explains nearly as much, and where the faces do not belong together, nothing is told.
"""

from functools import cache
from itertools import permutations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.field import faces_around
from vision.pyramid.find_lattice import leaning_plan
from vision.pyramid.lattice import BOTTOM, Floats, corners_of, filled, seen_faces
from vision.pyramid.pose import AnyCamera, Pose
from vision.pyramid.read_at import PyramidRead, read_at
from vision.pyramid.read_faces import judge
from vision.pyramid.settings import SETTINGS
from vision.pyramid.settle_base import ways_to_stand

_S = SETTINGS.right_base

Step = tuple[int, int, int]


def in_its_base(picture: Picture, freedom: AnyCamera, read: PyramidRead) -> PyramidRead:
    """*read* in the base that explains the most; with nothing told if another one explains nearly as much."""
    for _ in range(_S.settling):
        ways = _ways(picture, freedom, read)
        if len(ways) == 1:
            return read
        reads = [read_at(picture, freedom, way.values, way.likely) for way in ways]
        explained = [one.explained + way.besides for one, way in zip(reads, ways, strict=True)]
        here = next(n for n, way in enumerate(ways) if way.values is read.values)
        best, second = np.argsort(explained)[:-3:-1].tolist()
        gained, rather = (explained[best] - explained[n] for n in (here, second))
        read, shows = reads[best], ways[best].besides > _S.shows or reads[best].explained > _S.much
        if best == here and rather >= (SETTINGS.settle_base.surely if shows else _S.nearly):
            return read
        if gained < SETTINGS.settle_base.surely:
            break
    return nothing_told(read)


class _Way(Struct, frozen=True, eq=False):
    values: Floats
    besides: float  # what speaks for it apart from the dice
    likely: NDArray[np.bool_] | None  # (165, 3) faces to look at; all if None


def _ways(picture: Picture, freedom: AnyCamera, read: PyramidRead) -> list[_Way]:
    """Where its base may lie: as it does, where as much seems to speak for it, and where dice lie beyond."""
    plan = leaning_plan(read.pose, SETTINGS.read_at.half_way)
    field = faces_around(picture, plan, SETTINGS.settle_base.far)
    likely = ways_to_stand(picture, freedom, read.values, plan, field, _S.nearly)[: _S.ways]
    out = {
        way.step: _Way(way.values if any(way.step) else read.values, way.besides, way.likely)
        for way in likely
    }
    for step in _with_dice_beyond(picture, read.pose):
        out.setdefault(step, _Way(freedom.stepped(read.values, np.array(step, float)), 0.0, None))
    out.setdefault((0, 0, 0), _Way(read.values, 0.0, None))
    return list(out.values())


# --- the outline ---


def _with_dice_beyond(picture: Picture, pose: Pose) -> list[Step]:
    """The steps to bases to which dice belong that seem to lie just beyond this one's outline."""
    corners, member, steps = _beyond()
    quads = pose.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
    gained = member.astype(np.float64) @ np.maximum(
        judge(picture, quads).right + SETTINGS.tiling.face_prior, 0.0
    )
    order = np.argsort(-gained, kind="stable")[: _S.to_look_at]
    return [steps[n] for n in order.tolist() if gained[n] > _S.beyond]


@cache
def _beyond() -> tuple[Floats, NDArray[np.bool_], list[Step]]:
    """The corners (n, 4, 3) of faces just beyond the outline, and which belong to bases at which steps."""
    steps = [(i, j, k) for i, j, k in {*permutations((1, -1, 0)), *permutations((1, 0, 0))}]
    span = range(-1, BOTTOM - 1)
    cells = np.array(
        [(i, j, k) for i in span for j in span for k in span if i + j + k in (BOTTOM - 3, BOTTOM - 2)]
    )
    low, outer = cells.min(axis=1), cells.sum(axis=1) == BOTTOM - 3
    shown = np.where(outer, low == -1, low == 0)[:, None] & (outer[:, None] | (cells == 0))
    rows, axes = np.nonzero(shown)
    member = np.array(
        [((cells - s).min(axis=1) >= 0) & ((cells - s).sum(axis=1) <= BOTTOM - 3) for s in steps]
    )
    return corners_of(cells)[rows, axes].astype(np.float64), member[:, rows], steps


# --- whether it makes sense ---


def makes_sense(read: PyramidRead) -> bool:
    """Whether its faces are those of dice: sure, nearly all fitting, nearly no die contradicting itself.

    A lattice of another size finds faces enough, but they do not belong together.
    """
    well = seen_faces(filled(read.occupied)) & (read.shares > SETTINGS.read_at.clear_share)
    together = [die.odd for die in read.dice if sum(die.seen) > 1]
    amiss = (read.evidence[well] <= 0).sum() / max(1, well.sum()) + sum(together) / max(1, len(together))
    return bool(amiss < _S.amiss and (read.agreement > _S.well or read.explained > _S.much))


def nothing_told(read: PyramidRead) -> PyramidRead:
    """*read* with every die as a question: where the pyramid stands is not known."""
    dice = tuple(replace(die, colour="", faces=(None, None, None), confidence=0.0) for die in read.dice)
    return replace(read, dice=dice, doubtful=tuple(sorted(read.occupied)))
