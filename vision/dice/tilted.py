"""Does a die lean? Told where the camera is known, from how the judge sees the die and what is around it.

Where a die shows its foot follows from the camera alone if it stands. Looks from several ways and from
farther away say where it does show it, how much it looks like leaning, and how well they agree. Most dice
plainly stand by what is known of them already, or after the first of these looks.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.dice.networks import WEIGHTS, Networks
from vision.dice.settings import SETTINGS
from vision.dice.upright import Stance
from vision.dice.verdicts import AS_IT_IS, FOOT, POSE, Floats, Said, Verdict, Way, feet_of, look_in
from vision.dice.windows import Halvings, Place

_S = SETTINGS.tilted

LEARNT = "tilted.json"
_AT_FIRST: tuple[Way, ...] = ((False, 0), (False, 2))
_OTHERS: tuple[Way, ...] = ((True, 1), (True, 3))


class Weights(Struct, frozen=True, eq=False):
    """What each trait counts, as steps from its mean."""

    means: Floats
    steps: Floats
    counts: Floats
    offset: Floats

    def likely(self, traits: Floats) -> Floats:
        """How likely dice with such *traits* lean, 0 to 1."""
        score = ((traits - self.means) / self.steps) @ self.counts + self.offset
        return np.asarray(1 / (1 + np.exp(-score)), np.float32)


def tilted(
    halvings: Halvings, dice: Sequence[Verdict], feet: Floats, doubtful: Sequence[int], nets: Networks
) -> list[Stance]:
    """How each of the *dice* stands, which would show their *feet* there; only those with *doubtful* numbers
    may lean."""
    sight, first, all_looks = learnt()
    if doubtful:
        at_sight = sight.likely(traits_at_sight([dice[n] for n in doubtful], feet[list(doubtful)]))
        doubtful = [n for n, likely in zip(doubtful, at_sight, strict=True) if likely > _S.plainly]
    places = [dice[n].place for n in doubtful]
    if not places:
        return [Stance()] * len(dice)
    known = feet[doubtful]
    rows, seen = first_traits(halvings, places, known, nets)
    likely = first.likely(rows)
    again = np.flatnonzero(likely > _S.stands).tolist()
    if again:
        more = [places[n] for n in again], known[again], nets, seen.at(again)
        likely[again] = all_looks.likely(all_traits(halvings, *more))
    shares = dict(zip(doubtful, map(float, likely), strict=True))
    return [_stance(n, shares, dice) for n in range(len(dice))]


def _stance(n: int, shares: Mapping[int, float], dice: Sequence[Verdict]) -> Stance:
    """Of two that lie side by side and both seem to lean, one may only seem to: both are asked about."""
    share, here = shares.get(n, 0.0), dice[n].place
    near = [m for m, other in enumerate(dice) if m != n and here.far(other.place) < _S.near * here.edge]
    leans = share > _S.leans and all(shares.get(other, 0.0) < _S.also_leans for other in near)
    return Stance(leans, share < (_S.may_lean if near else _S.may_lean_alone), share)


def traits_at_sight(dice: Sequence[Verdict], feet: Floats) -> Floats:
    """What is known already of how dice lie that would show their *feet* there, a row for each."""
    shares, cocked = np.array([[one.shares] for one in dice]), [[one.cocked] for one in dice]
    pose = np.zeros((len(dice), 1, POSE), np.float32)
    pose[:, 0, FOOT] = [one.foot for one in dice]
    return np.column_stack(
        [_traits(Said(shares, np.array(cocked, np.float32), pose), feet, (AS_IT_IS,)), _far_out(feet)]
    )


def first_traits(
    halvings: Halvings, places: Sequence[Place], feet: Floats, nets: Networks
) -> tuple[Floats, Said]:
    """What two looks at each place say of how the die lies, a row for each; and those looks."""
    seen = _looks(halvings, places, nets, _S.wider, _AT_FIRST)
    return np.column_stack([_traits(seen, feet, _AT_FIRST), _far_out(feet)]), seen


def all_traits(
    halvings: Halvings, places: Sequence[Place], feet: Floats, nets: Networks, first: Said
) -> Floats:
    """What those *first* looks say together with six others, also from farther away."""
    ways = (*_AT_FIRST, *_OTHERS)
    near = first.and_of(_looks(halvings, places, nets, _S.wider, _OTHERS))
    farther = _looks(halvings, places, nets, _S.widest, ways)
    return np.column_stack([_traits(near, feet, ways), _traits(farther, feet, ways), _far_out(feet)])


def _looks(
    halvings: Halvings, places: Sequence[Place], nets: Networks, farther: float, ways: Sequence[Way]
) -> Said:
    """Looks from so much *farther* away in those *ways*."""
    return look_in(halvings, [replace(one, edge=one.edge * farther) for one in places], ways, nets.judge)


def _far_out(feet: Floats) -> Floats:
    return np.asarray(np.hypot(feet[:, 0], feet[:, 1]), np.float32)


def _traits(said: Said, feet: Floats, ways: Sequence[Way]) -> Floats:
    """What looks in all *ways* say of dice that would show their *feet* there, a row for each."""
    seen, cocked, shares = feet_of(said.pose, ways), said.cocked, said.shares
    count = len(ways)
    mean = seen.sum(axis=1) / count
    off = mean - feet
    apart = seen.reshape(len(seen), -1)
    apart = apart - apart.sum(axis=1, keepdims=True) / (2 * count)
    logits = np.log((cocked + 1e-4) / (1 - cocked + 1e-4))
    traits = [
        _far_out(off),
        (off * feet).sum(axis=1) / np.maximum(1e-3, _far_out(feet)),
        _far_out(mean),
        np.sqrt((apart * apart).sum(axis=1) / (2 * count)),
        logits.sum(axis=1) / count,
        logits.max(axis=1),
        1 - shares[..., 0].sum(axis=1) / count,
        shares[..., 1:].sum(axis=1).max(axis=1) / count,
    ]
    return np.array(traits, np.float32).T


@lru_cache(maxsize=1)
def learnt() -> tuple[Weights, ...]:
    """The weights that come with the program: at sight, for the first looks, and for all."""
    kept = json.loads((WEIGHTS / LEARNT).read_text())
    names = "means", "steps", "counts", "offset"
    return tuple(Weights(*(np.array(one[name], np.float32) for name in names)) for one in kept)
