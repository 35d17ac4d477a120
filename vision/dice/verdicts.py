"""What is known of a place after one or more looks of a network at windows around it."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.networks import RULED_OUT, mean_of, said_of, shares_of
from vision.dice.settings import SETTINGS
from vision.dice.windows import Halvings, Place, turned, windows
from vision.kit.values import COLOURS
from vision.network import Network
from vision.pictures import Picture

_S = SETTINGS.verdicts

NOTHING = "nothing"
NAMES = (
    NOTHING, *(f"pips {n}" for n in range(1, 7)), *(f"colour {name}" for name in COLOURS), "piggy",
    *(f"number {n}" for n in range(1, 7)), *(f"d10 {n}" for n in range(10)),
)  # fmt: skip
POSE, FOOT = 7, slice(5, 7)  # figures of a pose, and which of them say where the foot is
_MIRRORED = NAMES.index("piggy")  # what comes before may be looked at in a mirror

Floats = NDArray[np.float32]
Way = tuple[bool, int]  # in a mirror or not, then turned by so many quarters
AS_IT_IS: Way = (False, 0)
ALL_SIDES: tuple[Way, ...] = tuple((mirrored, turn) for mirrored in (False, True) for turn in range(4))
HALF_OF_THEM: tuple[Way, ...] = ((False, 0), (True, 1), (False, 2), (True, 3))
OTHER_HALF = tuple(way for way in ALL_SIDES if way not in HALF_OF_THEM)
_QUARTER, _MIRROR = np.array([[0, -1], [1, 0]]), np.diag([-1, 1])
# from each way of looking to the picture as it is
_BACK = {
    (mirrored, turn): np.linalg.matrix_power(_MIRROR, int(mirrored)) @ np.linalg.matrix_power(_QUARTER, turn)
    for mirrored, turn in ALL_SIDES
}


class Verdict(Struct, frozen=True, eq=False):
    """What one or more looks at a place say."""

    place: Place  # as the last look corrected it
    shares: Floats  # how likely each of NAMES is
    cocked: float
    turn: float  # degrees by which the face is turned, -45 to 45
    foot: Floats  # how far and where the die reaches from under its top face (a sine in x and in y)
    agreed: float  # how likely the best name is where it looked least likely, but for a badly aimed look

    @property
    def best(self) -> int:
        """The number of the likeliest name of a die."""
        return int(self.shares[1:].argmax()) + 1

    @property
    def die(self) -> float:
        """How likely it is that a die's top face lies here."""
        return float(1 - self.shares[0])

    @property
    def slanted(self) -> bool:
        """Is it seen so much from the side that another side may be taken for the top one?"""
        return math.hypot(*self.foot) > _S.slanted


class Said(Struct, frozen=True, eq=False):
    """What a network says of windows, a row for each."""

    shares: Floats
    cocked: Floats
    pose: Floats

    def at(self, rows: slice | int | list[int]) -> "Said":
        """Of these windows alone."""
        return Said(self.shares[rows], self.cocked[rows], self.pose[rows])

    def in_rows_of(self, looks: int) -> "Said":
        """A row for so many looks in turn."""
        parts = self.shares, self.cocked, self.pose
        return Said(*(part.reshape(-1, looks, *part.shape[1:]) for part in parts))

    def and_of(self, other: "Said") -> "Said":
        """Of the other's windows as well."""
        parts = (self.shares, other.shares), (self.cocked, other.cocked), (self.pose, other.pose)
        return Said(*(np.concatenate(both, axis=self.cocked.ndim - 1) for both in parts))


def look_at(halvings: Halvings, places: Sequence[Place], net: Network) -> Said:
    """One look at every place."""
    return _said(windows(halvings, places), net)


def look_in(halvings: Halvings, places: Sequence[Place], ways: Sequence[Way], net: Network) -> Said:
    """Looks at every place in the same *ways*: a row for each place, in it all of them in turn."""
    views = [_seen_in(way, seen) for seen in windows(halvings, places) for way in ways]
    return _said(np.stack(views), net).in_rows_of(len(ways))


def look_from(
    halvings: Halvings, places: Sequence[Place], ways: Sequence[Sequence[Way]], net: Network
) -> list[Said]:
    """What is said of every place in all its *ways*."""
    if not places:
        return []
    shown = zip(windows(halvings, places), ways, strict=True)
    views = [_seen_in(way, seen) for seen, turns in shown for way in turns]
    said = _said(np.stack(views), net)
    ends = np.cumsum([len(turns) for turns in ways], dtype=int).tolist()
    return [said.at(slice(end - len(turns), end)) for end, turns in zip(ends, ways, strict=True)]


def _seen_in(way: Way, seen: Picture) -> Picture:
    mirrored, quarters = way
    return turned(np.asarray(cv2.flip(seen, 1), np.uint8) if mirrored else seen, quarters)


def _said(seen: NDArray[np.uint8], net: Network) -> Said:
    """What a network says of windows."""
    count = len(NAMES)
    if not len(seen):
        none = np.zeros((0, count), np.float32)
        return Said(none, np.zeros(0, np.float32), np.zeros((0, POSE), np.float32))
    said = said_of(net, seen)
    shares = shares_of(said[:, :count])
    cocked = np.asarray(1 / (1 + np.exp(-said[:, count])), np.float32)
    return Said(shares, cocked, said[:, count + 1 :])


def fitting(verdict: Verdict, ways: Sequence[Way]) -> list[Way]:
    """Those of the *ways* in which the die may be looked at.

    A picture from the side must not be turned: it would show another face on top.
    """
    return [way for way in ways if way[1] == 0 or not verdict.slanted]


def after_one_look(places: Sequence[Place], said: Said) -> list[Verdict]:
    """What is known of each place after one look at it."""
    shares = said.shares + np.float32(RULED_OUT)
    shares /= shares.sum(axis=1, keepdims=True)
    agreed = said.shares[:, 1:].max(axis=1, initial=0.0).tolist()
    rows = zip(places, shares, said.cocked.tolist(), said.pose, said.pose[:, FOOT], agreed, strict=True)
    return [_verdict(*row) for row in rows]


def together(place: Place, said: Said, aimed: int = 0) -> Verdict:
    """What several looks say; how the die lies is taken from the one that was *aimed* at *place*."""
    return _after(place, said, said.shares, said.pose[:, FOOT], aimed)


def seen_from(one: Verdict, place: Place, said: Said, ways: Sequence[Way]) -> Verdict:
    """What looks at a *place* say together, one for each of the *ways*; the first shows it as it is."""
    told = [n for n, (mirrored, _) in enumerate(ways) if one.best < _MIRRORED or not mirrored]
    return _after(place, said, said.shares[told], feet_of(said.pose, ways))


def _after(place: Place, said: Said, shares: Floats, feet: Floats, aimed: int = 0) -> Verdict:
    mean = mean_of(shares)
    foot, agreed = feet.sum(axis=0) / len(feet), float(shares[aimed:, int(mean[1:].argmax()) + 1].min())
    cocked = float(said.cocked.sum() / len(feet))
    return _verdict(place, mean, cocked, said.pose[aimed], foot, agreed)


def _verdict(
    place: Place, shares: Floats, cocked: float, pose: Floats, foot: Floats, agreed: float
) -> Verdict:
    figures = pose.tolist()
    return Verdict(_aimed(place, figures), shares, cocked, _turn(figures), foot, agreed)


def feet_of(poses: Floats, ways: Sequence[Way]) -> Floats:
    """Where the foot is seen in each of the *ways*, as it lies in the picture as it is, shape (..., n, 2)."""
    back = np.array([_BACK[way] for way in ways], np.float32)
    return np.asarray((back @ poses[..., FOOT, None])[..., 0], np.float32)


def _aimed(place: Place, pose: list[float]) -> Place:
    """The place moved and resized as a look at it says."""
    x, y, size = (min(0.5, max(-0.5, v)) for v in pose[:3])
    return Place(place.x + x * place.edge, place.y + y * place.edge, place.edge * math.exp(size), place.heat)


def _turn(pose: list[float]) -> float:
    return math.degrees(math.atan2(pose[4], pose[3])) / 4
