"""What lies at a place: a small network looks at a window around it and says which face, and how it lies."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import Networks, said_of
from vision.dice.windows import SIDE, Halvings, windows
from vision.drawn.scene import COLOURS
from vision.pictures import Picture

NOTHING = "nothing"
NAMES = (
    NOTHING, *(f"pips {n}" for n in range(1, 7)), *(f"colour {name}" for name in COLOURS), "piggy",
    *(f"number {n}" for n in range(1, 7)), *(f"d10 {n}" for n in range(10)),
)  # fmt: skip
_SURELY_NOTHING, _LEAST_DIE = 0.97, 0.1
_CLEAR, _FLAT = 0.985, 0.1
_POSE = 7
_SLANTED = 0.4  # a foot that reaches out farther: a turned picture would show another face on top
_WELL_AIMED = 0.15  # of an edge, and of the size
_MIRRORED = NAMES.index("piggy")  # what comes before may be looked at in a mirror

Floats = NDArray[np.float32]


class Verdict(Struct, frozen=True, eq=False):
    """What one or more looks at a place say."""

    place: Place  # as the last look corrected it
    shares: Floats  # how likely each of NAMES is
    cocked: float
    turn: float  # degrees by which the face is turned, -45 to 45
    foot: Floats  # how far and where the die reaches from under its top face (a sine in x and in y)
    agreed: float  # how likely the best name is where it looked least likely

    @property
    def best(self) -> int:
        """The number of the likeliest name of a die."""
        return int(self.shares[1:].argmax()) + 1

    @property
    def die(self) -> float:
        """How likely it is that a die's top face lies here."""
        return float(1 - self.shares[0])


class _Said(Struct, frozen=True, eq=False):
    shares: Floats
    cocked: Floats
    pose: Floats


def judge(picture: Picture, places: Sequence[Place], nets: Networks) -> list[Verdict]:
    """One look at every place; what is not clear is looked at again: better aimed, mirrored and turned."""
    if not places:
        return []
    halvings = Halvings(picture)
    first = _said(windows(halvings, [(p.x, p.y, p.edge) for p in places]), nets)
    verdicts = [_together(places[n], [(first, n)]) for n in range(len(places))]
    again = [n for n in range(len(places)) if not _clear(first, n)]
    aimed = [_aimed(places[n], first.pose[n]) for n in again]
    seen = windows(halvings, [(p.x, p.y, p.edge) for p in aimed])
    second = _said(seen, nets)
    looks = [[(first, n), (second, row)] for row, n in enumerate(again)]
    verdicts_again = [_together(place, two) for place, two in zip(aimed, looks, strict=True)]
    still = [row for row, one in enumerate(verdicts_again) if one.die > _LEAST_DIE and one.agreed < _CLEAR]
    turned = [row for row in still if float(np.hypot(*verdicts_again[row].foot)) < _SLANTED]
    mirrored = _said(np.ascontiguousarray(seen[still][:, :, ::-1]), nets)
    quarter = _said(np.ascontiguousarray(np.rot90(seen[turned], axes=(1, 2))), nets)
    for more, row in enumerate(turned):
        looks[row].append((quarter, more))
    for more, row in enumerate(still):
        if verdicts_again[row].best < _MIRRORED:  # digits and drawings cannot be told in a mirror
            looks[row].append((mirrored, more))
        verdicts_again[row] = _together(aimed[row], looks[row])
    for row, n in enumerate(again):
        verdicts[n] = verdicts_again[row]
    return verdicts


def stance(picture: Picture, verdicts: Sequence[Verdict], nets: Networks) -> list[Verdict]:
    """The same verdicts with a closer look at how each die stands: from all four sides, and in mirrors."""
    halvings = Halvings(picture)
    ways = [_ways(one) for one in verdicts]
    views = [
        np.ascontiguousarray(np.rot90(seen[:, ::-1] if mirrored else seen, quarters))
        for one, turns in zip(verdicts, ways, strict=True)
        for seen in windows(halvings, [(one.place.x, one.place.y, one.place.edge)])
        for mirrored, quarters in turns
    ]
    said = _said(np.stack(views) if views else np.zeros((0, SIDE, SIDE, 3), np.uint8), nets)
    out, row = [], 0
    for one, turns in zip(verdicts, ways, strict=True):
        rows = slice(row, row + len(turns))
        feet = [_seen_back(foot, *way) for foot, way in zip(said.pose[rows, 5:7], turns, strict=True)]
        foot = np.asarray(np.mean(feet, axis=0), np.float32)
        out.append(replace(one, foot=foot, cocked=float(said.cocked[rows].mean())))
        row += len(turns)
    return out


def _ways(verdict: Verdict) -> list[tuple[bool, int]]:
    """Mirrored or not, and turned by how many quarters; a picture from the side must not be turned."""
    quarters = 1 if float(np.hypot(*verdict.foot)) > _SLANTED else 4
    return [(mirrored, turn) for mirrored in (False, True) for turn in range(quarters)]


def _seen_back(foot: Floats, mirrored: bool, quarters: int) -> Floats:
    """The foot as it lies in the picture that was not turned and not mirrored."""
    for _ in range(quarters):
        foot = np.array([-foot[1], foot[0]], np.float32)
    return foot * np.array([-1 if mirrored else 1, 1], np.float32)


def _clear(said: _Said, row: int) -> bool:
    """Nothing for sure, or a well-aimed look at a face that leaves no doubt."""
    if said.shares[row, 0] > _SURELY_NOTHING:
        return True
    aimed_well = bool(np.abs(said.pose[row, :3]).max() < _WELL_AIMED)
    return aimed_well and bool(said.shares[row, 1:].max() > _CLEAR and said.cocked[row] < _FLAT)


def _said(seen: NDArray[np.uint8], nets: Networks) -> _Said:
    """What the network says of windows."""
    count = len(NAMES)
    if not len(seen):
        return _Said(
            np.zeros((0, count), np.float32), np.zeros(0, np.float32), np.zeros((0, _POSE), np.float32)
        )
    said = said_of(nets.judge, list(seen))
    logits = said[:, :count] - said[:, :count].max(axis=1, keepdims=True)
    shares = np.exp(logits)
    shares /= shares.sum(axis=1, keepdims=True)
    cocked = np.asarray(1 / (1 + np.exp(-said[:, count])), np.float32)
    return _Said(shares, cocked, said[:, count + 1 :])


def _aimed(place: Place, pose: Floats) -> Place:
    """The place moved and resized as a look at it says."""
    x, y, size = (float(np.clip(v, -0.5, 0.5)) for v in pose[:3])
    return Place(
        place.x + x * place.edge, place.y + y * place.edge, place.edge * float(np.exp(size)), place.heat
    )


def _together(place: Place, looks: Sequence[tuple[_Said, int]]) -> Verdict:
    """What several looks say; how the die lies is taken from the last one that was aimed for that."""
    shares = np.stack([said.shares[row] for said, row in looks])
    mean = np.exp(np.log(shares + 1e-6).mean(axis=0))
    mean /= mean.sum()
    best = int(mean[1:].argmax()) + 1
    cocked = float(np.mean([said.cocked[row] for said, row in looks]))
    aimed, row = looks[min(1, len(looks) - 1)]
    pose = aimed.pose[row]
    foot = np.mean([said.pose[row, 5:7] for said, row in looks[:2]], axis=0)
    least = float(shares[min(1, len(looks) - 1) :, best].min())  # the first may have been aimed badly
    return Verdict(_aimed(place, pose), mean, cocked, _turn(pose), foot, least)


def _turn(pose: Floats) -> float:
    return float(np.degrees(np.arctan2(pose[4], pose[3])) / 4)
