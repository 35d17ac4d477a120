"""Does a die lean? Told where the camera is known, from how the judge sees the die and what is around it.

Where a die shows its foot follows from the camera alone if it stands. Looks from several ways and from
farther away say where it does show it, how much it looks like leaning, and how well they agree. Most dice
plainly stand after the first of them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.dice.finder import Place
from vision.dice.networks import Networks
from vision.dice.stance import Stance
from vision.dice.verdicts import Floats, Said, Verdict, Way, feet_of, look_from
from vision.dice.windows import Halvings

LEARNT = "tilted.json"
# edges of the die are taken for so much longer, so that more of what is around it is seen; and in which ways
LOOKS: tuple[tuple[float, tuple[Way, ...]], ...] = (
    (1.2, ((False, 0), (False, 2))),
    (1.4, ((True, 1), (True, 3))),
)
_STANDS = 0.3  # who after the first looks leans less likely is not looked at again
_LEANS, _MAY_LEAN = 0.95, 0.55  # from the one on a die is said to lean, from the other on it is asked about
_ALONE = 0.8  # the same where it lies by itself: there is mostly nothing to lean on
_NEAR, _ALSO = 2.0, 0.8  # edges to another die, and how likely that one leans: then nobody can say which does


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
    places = [dice[n].place for n in doubtful]
    if not places:
        return [Stance()] * len(dice)
    known = feet[list(doubtful)]
    first, both = learnt()
    seen = traits(halvings, places, known, nets, LOOKS[:1])
    likely = first.likely(seen)
    again = np.flatnonzero(likely > _STANDS)
    if len(again):
        more = traits(halvings, [places[n] for n in again], known[again], nets, LOOKS[1:])
        likely[again] = both.likely(np.hstack([seen[again], more]))
    shares = dict(zip(doubtful, map(float, likely), strict=True))
    return [_stance(n, shares, dice) for n in range(len(dice))]


def _stance(n: int, shares: Mapping[int, float], dice: Sequence[Verdict]) -> Stance:
    """Of two that lie side by side and both seem to lean, one may only seem to: both are asked about."""
    share, here = shares.get(n, 0.0), dice[n].place
    near = [m for m, other in enumerate(dice) if m != n and _far(other.place, here) < _NEAR * here.edge]
    leans = share > _LEANS and all(shares.get(other, 0.0) < _ALSO for other in near)
    return Stance(leans, share < (_MAY_LEAN if near else _ALONE), share)


def _far(one: Place, other: Place) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def traits(
    halvings: Halvings,
    places: Sequence[Place],
    feet: Floats,
    nets: Networks,
    looks: Sequence[tuple[float, Sequence[Way]]],
) -> Floats:
    """What *looks* at each place say of how the die lies, a row for each."""
    parts = []
    for farther, ways in looks:
        wider = [replace(place, edge=place.edge * farther) for place in places]
        said = look_from(halvings, wider, [ways] * len(places), nets.judge)
        parts.append([_traits(one, foot, ways) for one, foot in zip(said, feet, strict=True)])
    return np.asarray(np.hstack(parts), np.float32)


def _traits(said: Said, foot: Floats, ways: Sequence[Way]) -> list[float]:
    seen = feet_of(said, ways)
    mean = seen.mean(axis=0)
    off, far = mean - foot, float(np.hypot(*foot))
    logits = np.log((said.cocked + 1e-4) / (1 - said.cocked + 1e-4))
    return [
        float(np.hypot(*off)),
        float(off @ foot) / max(1e-3, far),
        float(np.hypot(*mean)),
        float(seen.std()),
        float(logits.mean()),
        float(logits.max()),
        float(1 - said.shares[:, 0].mean()),
        float(said.shares[:, 1:].mean(axis=0).max()),
        far,
    ]


@lru_cache(maxsize=1)
def learnt() -> tuple[Weights, Weights]:
    """The weights that come with the program: for the first looks, and for those and the others together."""
    kept = json.loads(files("vision.dice").joinpath("weights", LEARNT).read_text())
    first, both = (
        Weights(*(np.array(one[name], np.float32) for name in ("means", "steps", "counts", "offset")))
        for one in kept
    )
    return first, both
