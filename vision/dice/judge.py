"""What lies at a place: a small network looks at a window around it and says which face, and how it lies."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import Networks, said_of
from vision.dice.windows import Halvings, windows
from vision.drawn.scene import COLOURS
from vision.pictures import Picture

NOTHING = "nothing"
NAMES = (
    NOTHING, *(f"pips {n}" for n in range(1, 7)), *(f"colour {name}" for name in COLOURS), "piggy",
    *(f"number {n}" for n in range(1, 7)),
)  # fmt: skip
_SURELY_NOTHING, _LEAST_DIE = 0.97, 0.1
_CLEAR, _FLAT = 0.985, 0.1
_POSE = 7
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
    """One look at every place; what is not clear is looked at again, better aimed, and then in a mirror."""
    if not places:
        return []
    halvings = Halvings(picture)
    first = _said(windows(halvings, [(p.x, p.y, p.edge) for p in places]), nets)
    verdicts = [_together(places[n], [(first, n)]) for n in range(len(places))]
    again = [n for n in range(len(places)) if not _clear(first, n)]
    aimed = [_aimed(places[n], first.pose[n]) for n in again]
    seen = windows(halvings, [(p.x, p.y, p.edge) for p in aimed])
    second = _said(seen, nets)
    for row, n in enumerate(again):
        verdicts[n] = _together(aimed[row], [(first, n), (second, row)])
    still = [
        row for row, n in enumerate(again) if verdicts[n].die > _LEAST_DIE and verdicts[n].agreed < _CLEAR
    ]
    mirrored = _said(np.ascontiguousarray(seen[still][:, :, ::-1]), nets)
    for third, row in enumerate(still):
        n = again[row]
        verdicts[n] = _together(aimed[row], [(first, n), (second, row), (mirrored, third)])
    return verdicts


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
    """What several looks say: a third is one in a mirror, where digits and drawings cannot be told."""
    shares = np.stack([said.shares[row] for said, row in looks])
    if shares[:2].mean(axis=0)[1:].argmax() + 1 >= _MIRRORED:
        shares = shares[:2]
    mean = np.exp(np.log(shares + 1e-6).mean(axis=0))
    mean /= mean.sum()
    best = int(mean[1:].argmax()) + 1
    cocked = float(np.mean([said.cocked[row] for said, row in looks]))
    aimed, row = looks[min(1, len(looks) - 1)]
    pose = aimed.pose[row]
    foot = np.mean([said.pose[row, 5:7] for said, row in looks[:2]], axis=0)
    return Verdict(_aimed(place, pose), mean, cocked, _turn(pose), foot, float(shares[:, best].min()))


def _turn(pose: Floats) -> float:
    return float(np.degrees(np.arctan2(pose[4], pose[3])) / 4)
