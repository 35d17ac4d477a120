"""Which dice do not stand as the others do: seen together, the dice of a picture tell how the camera stands.

The judge says of every die how far its foot reaches out from under its top face. For dice that stand on one
table that follows from the camera alone: it is nearly the same for all, and points a little more to the
middle of the picture the farther out they lie. A die that leans on another one breaks the pattern: its foot
reaches out towards that one, because it is tipped away from it.
"""

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct

from vision.dice.settings import SETTINGS
from vision.dice.verdicts import Floats, Verdict

_S = SETTINGS.upright


class Camera(Protocol):
    """From where dice are seen. What is *known* of it need not be guessed from the dice themselves."""

    @property
    def known(self) -> bool: ...

    def feet(self, verdicts: Sequence[Verdict]) -> Floats:
        """Where each die would show its foot if it stood, in x and y, as sines."""


def out_of_line(verdicts: Sequence[Verdict], camera: Camera) -> Floats:
    """How far each die's foot is from where it would be if it stood, in x and y, as sines."""
    seen = np.array([one.foot for one in verdicts], np.float32).reshape(-1, 2)
    return np.asarray(seen - camera.feet(verdicts), np.float32)


def leans(verdicts: Sequence[Verdict], camera: Camera) -> list[float]:
    """How much each die leans, as a sine: on another one, or on anything where the camera is known."""
    apart = out_of_line(verdicts, camera)
    return [_tipped(one, apart[n], verdicts, camera.known) for n, one in enumerate(verdicts)]


def _tipped(one: Verdict, apart: Floats, verdicts: Sequence[Verdict], known: bool) -> float:
    """How much the die tips away from a neighbour, or at all if there is none.

    That it leans on what is no die is said only where the camera is known; several dice are reason to ask.
    """
    far_off = float(np.hypot(*apart))
    tips = []
    for other in verdicts:
        way = (other.place.x - one.place.x, other.place.y - one.place.y)
        far = math.hypot(*way)
        near = other is not one and 0 < far < _S.near * one.place.edge and other.die > _S.least_die
        if near and not _flush(one, other):
            # a side face may have been taken for its top: then its foot points anywhere
            tips.append(max(float(apart @ way) / far, _S.anyhow * far_off))
    if tips or known:
        return max(tips, default=far_off)
    from_above = float(np.hypot(*(one.foot - apart))) < _S.low_down
    several = from_above and sum(other.die > _S.surely for other in verdicts) >= _S.several
    return min(far_off, _S.leans) if several else _S.alone * far_off


def _flush(one: Verdict, other: Verdict) -> bool:
    """Do they stand side to side? If one leant, its side would be seen between them, from above."""
    if one.slanted or other.slanted:
        return False
    way = math.atan2(other.place.y - one.place.y, other.place.x - one.place.x)
    between = one.place.far(other.place) - _to_its_rim(one, way) - _to_its_rim(other, way)
    return _S.flush[0] < between / min(one.place.edge, other.place.edge) < _S.flush[1]


def _to_its_rim(one: Verdict, way: float) -> float:
    """From the middle of a top face to its rim, in the direction of *way* (in radians)."""
    off = way - math.radians(one.turn)
    return one.place.edge / 2 / max(abs(math.cos(off)), abs(math.sin(off)))


def touching(verdicts: Sequence[Verdict], others: Sequence[Verdict] | None = None) -> list[bool]:
    """Which of them lie so near to another die, or to one of the *others*, that one may lean on the other."""
    others = verdicts if others is None else others
    return [any(_may_lean(one, other) for other in others if other is not one) for one in verdicts]


def _may_lean(one: Verdict, other: Verdict) -> bool:
    far = one.place.far(other.place)
    edge = max(one.place.edge, other.place.edge)  # what leans looks smaller than it is
    return 0 < far < _S.near * edge and other.die > _S.least_die and not _flush(one, other)


class Anywhere(Struct, frozen=True):
    """A camera of which nothing is known but the size of its pictures: most of the dice say where it is."""

    wide: int
    high: int
    known: bool = False

    def feet(self, verdicts: Sequence[Verdict]) -> Floats:
        if not verdicts:
            return np.zeros((0, 2), np.float32)
        feet = np.array([one.foot for one in verdicts], np.float32)
        middle = np.array([self.wide / 2, self.high / 2], np.float32)
        places = np.array([(one.place.x, one.place.y) for one in verdicts], np.float32)
        out = (places - middle) / max(self.wide, self.high)
        weights = np.array([one.die for one in verdicts], np.float32)
        stands = feet + np.array(_S.views, np.float32)[:, None, None] * out  # by view and die
        straight = np.zeros((len(_S.views), 1, 2), np.float32)
        # by view: from straight above, or as one of the dice tells
        cameras = np.concatenate([straight, stands], axis=1)
        apart = stands[:, None] - cameras[:, :, None]  # by view, camera and die
        away = np.hypot(apart[..., 0], apart[..., 1])
        unlikely = np.minimum(_S.odd, (np.hypot(cameras[..., 0], cameras[..., 1]) / _S.feet_alike) ** 2)
        cost = (weights * np.minimum(away / _S.feet_alike, 1) ** 2).sum(axis=2) + unlikely
        first = int(np.argmax(cost.ravel() < cost.min() + 1e-6))  # of those that are as good
        return np.asarray(feet - apart.reshape(-1, len(verdicts), 2)[first], np.float32)


# --- flat, leaning for sure, or perhaps leaning, which is asked about ---


class Stance(Struct, frozen=True):
    """If a die neither *leans* nor *stands* for sure, it is asked about."""

    leans: bool = False
    stands: bool = True
    sure: float = 1.0  # how likely it leans, if it does


def stance_of(one: Verdict, lean: float, near: bool = False) -> Stance:
    """How a die stands that leans so much (a sine), on one that is *near* or on none: no camera is known."""
    leans = (lean > _S.leans and one.cocked > _S.not_cocked) or one.cocked > _S.cocked
    believed = _S.belief_adds * one.cocked * min(1.0, lean / _S.seen_lean)
    most = _S.upright if one.cocked > _S.not_cocked else _S.leans
    stands = lean + believed < most and one.cocked < (_S.cocked_near if near else _S.maybe_cocked)
    return Stance(leans, stands, sure=max(one.cocked, min(1.0, lean / _S.leans - 0.5)))
