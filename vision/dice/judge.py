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
_SURELY_NOTHING, _LEAST_DIE = 0.97, 0.15
_CLEAR, _FLAT, _SURE = 0.985, 0.1, 0.95
_POSE = 7
_SLANTED = 0.4  # a foot that reaches out farther: a turned picture would show another face on top
_WIDER = 1.15  # so much more of what is around it shows how a die lies
_WELL_AIMED = 0.15  # of an edge, and of the size
_MIRRORED = NAMES.index("piggy")  # what comes before may be looked at in a mirror

Floats = NDArray[np.float32]
Way = tuple[bool, int]  # in a mirror or not, then turned by so many quarters
_AS_IT_IS: Way = (False, 0)
_ALL_SIDES: tuple[Way, ...] = tuple((mirrored, turn) for mirrored in (False, True) for turn in range(4))
_OTHER_SIDES: tuple[Way, ...] = ((True, 0), (False, 1), (True, 3))


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


class _Said(Struct, frozen=True, eq=False):
    """What the network says of windows, a row for each."""

    shares: Floats
    cocked: Floats
    pose: Floats

    def at(self, *rows: int) -> "_Said":
        """Of these windows alone."""
        chosen = list(rows)
        return _Said(self.shares[chosen], self.cocked[chosen], self.pose[chosen])

    def and_of(self, other: "_Said") -> "_Said":
        """Of the other's windows as well."""
        parts = zip(
            (self.shares, self.cocked, self.pose), (other.shares, other.cocked, other.pose), strict=True
        )
        return _Said(*(np.concatenate(both) for both in parts))


def judge(picture: Picture, places: Sequence[Place], nets: Networks) -> list[Verdict]:
    """One look at every place; what is not clear is looked at again: better aimed, then from other sides."""
    halvings = Halvings(picture)
    first = _said(windows(halvings, [(p.x, p.y, p.edge) for p in places]), nets)
    verdicts = [_together(places[n], first.at(n)) for n in range(len(places))]
    again = [n for n in range(len(places)) if not _clear(first, n)]
    aimed = [verdicts[n].place for n in again]
    second = _said(windows(halvings, [(p.x, p.y, p.edge) for p in aimed]), nets)
    doubtful = []
    for row, n in enumerate(again):
        verdicts[n] = _together(aimed[row], first.at(n).and_of(second.at(row)), aimed=1)
        if verdicts[n].die > _LEAST_DIE and verdicts[n].agreed < _SURE:
            doubtful.append(row)
    sides = [_fitting(verdicts[again[row]], _OTHER_SIDES) for row in doubtful]
    closer = _looks(halvings, [aimed[row] for row in doubtful], sides, nets)
    for row, turns, seen in zip(doubtful, sides, closer, strict=True):
        both = second.at(row).and_of(seen)
        verdicts[again[row]] = _seen_from(verdicts[again[row]], aimed[row], both, (_AS_IT_IS, *turns))
    return verdicts


def from_all_sides(picture: Picture, verdicts: Sequence[Verdict], nets: Networks) -> list[Verdict]:
    """The same verdicts after a closer look at each: turned by all quarters, and in mirrors.

    How a die lies is told by looks that take in more of what is around it: what it leans on, and its own side
    that is seen beside that. What it shows is looked at again only where that is doubtful, or where another
    side may have been taken for the top one.
    """
    halvings, places = Halvings(picture), [one.place for one in verdicts]
    ways = [_fitting(one, _ALL_SIDES) for one in verdicts]
    wide = _looks(halvings, [replace(p, edge=p.edge * _WIDER) for p in places], ways, nets)
    again = [n for n, one in enumerate(verdicts) if _is_slanted(one) or one.shares[one.best] < _SURE]
    closer = _looks(halvings, [places[n] for n in again], [ways[n] for n in again], nets)
    shown = list(verdicts)
    for n, said in zip(again, closer, strict=True):
        shown[n] = _seen_from(verdicts[n], places[n], said, ways[n])
    lying = [_seen_from(*each) for each in zip(verdicts, places, wide, ways, strict=True)]
    return [replace(a, foot=b.foot, cocked=b.cocked) for a, b in zip(shown, lying, strict=True)]


def _looks(
    halvings: Halvings, places: Sequence[Place], ways: Sequence[Sequence[Way]], nets: Networks
) -> list[_Said]:
    """What is said of every place in all its *ways*."""
    views = [
        np.ascontiguousarray(np.rot90(seen[:, ::-1] if mirrored else seen, quarters))
        for seen, turns in zip(windows(halvings, [(p.x, p.y, p.edge) for p in places]), ways, strict=True)
        for mirrored, quarters in turns
    ]
    said = _said(np.stack(views) if views else np.zeros((0, SIDE, SIDE, 3), np.uint8), nets)
    ends = np.cumsum([len(turns) for turns in ways], dtype=int)
    return [said.at(*range(end - len(turns), end)) for end, turns in zip(ends, ways, strict=True)]


def _fitting(verdict: Verdict, ways: Sequence[Way]) -> list[Way]:
    """Those of the *ways* in which the die may be looked at.

    A picture from the side must not be turned: it would show another face on top.
    """
    return [way for way in ways if way[1] == 0 or not _is_slanted(verdict)]


def _is_slanted(verdict: Verdict) -> bool:
    return float(np.hypot(*verdict.foot)) > _SLANTED


def _seen_from(one: Verdict, place: Place, said: _Said, ways: Sequence[Way]) -> Verdict:
    """What looks at a *place* say together, one for each of the *ways*; the first shows it as it is."""
    feet = [_seen_back(foot, *way) for foot, way in zip(said.pose[:, 5:7], ways, strict=True)]
    told = [n for n, (mirrored, _) in enumerate(ways) if one.best < _MIRRORED or not mirrored]
    return replace(
        one,
        place=_aimed(place, said.pose[0]),
        shares=_mean(said.shares[told]),
        cocked=float(said.cocked.mean()),
        turn=_turn(said.pose[0]),
        foot=np.asarray(np.mean(feet, axis=0), np.float32),
    )


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


def _together(place: Place, said: _Said, aimed: int = 0) -> Verdict:
    """What several looks say; how the die lies is taken from the one that was *aimed* at *place*."""
    mean = _mean(said.shares)
    best = int(mean[1:].argmax()) + 1
    pose = said.pose[aimed]
    foot = np.asarray(said.pose[:, 5:7].mean(axis=0), np.float32)
    agreed = float(said.shares[aimed:, best].min())
    return Verdict(_aimed(place, pose), mean, float(said.cocked.mean()), _turn(pose), foot, agreed)


def _mean(shares: Floats) -> Floats:
    """The mean of several looks: a name that one of them rules out is hardly left."""
    mean = np.exp(np.log(shares + 1e-6).mean(axis=0))
    return np.asarray(mean / mean.sum(), np.float32)


def _turn(pose: Floats) -> float:
    return float(np.degrees(np.arctan2(pose[4], pose[3])) / 4)
