"""Are dice fair? Chi-square tests over what was rolled, and honestly: how much they can show at all.

Whoever looks at many dice and many people finds something odd by luck alone. So all tests that are shown
together are judged together (Holm's way), and with too few rolls nothing is said.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from companion.family import FACES
from companion.people.past import PastGame

FEWEST_EXPECTED = 5  # of the rarest face: below that the test means nothing
ODD = 0.01  # of a hundred families with fair dice one sees anything this odd
POWER = 0.8  # a crooked die that would be noticed four times out of five
LARGEST_LAMBDA = 100.0

SHARES: Mapping[str, Mapping[str, float]] = {
    kind: {str(face): faces.count(face) / len(faces) for face in faces}
    for kind, faces in FACES.items()
    if len(faces) == 6
}


class Luck(Struct, frozen=True):
    """The result for somebody's rolls of one kind of dice ("" for the rolls of all)."""

    who: str
    kind: str
    counts: Mapping[str, int]
    chi_square: float
    chance: float  # of a fair die to look at least as odd
    adjusted: float  # the same, corrected for the number of tests
    fewest: int  # rolls that it takes for the test to mean anything
    noticeable: float  # the share of a face that should have 1/6 from which on it would be noticed

    @property
    def rolls(self) -> int:
        return sum(self.counts.values())

    @property
    def enough(self) -> bool:
        return self.rolls >= self.fewest

    @property
    def odd(self) -> bool:
        return self.enough and self.adjusted < ODD


Counts = dict[str, dict[str, Counter[str]]]


def count(game: PastGame, who: Callable[[PastGame, str], str], counts: Counts) -> None:
    """Add the rolls of one more *game* to *counts*."""
    for roll in game.rolls:
        for name in {"", who(game, roll.seat) if roll.seat else ""}:
            for kind, faces in roll.faces.items():
                known = [face for face in faces if face in SHARES.get(kind, {})]
                counts.setdefault(name, {}).setdefault(kind, Counter()).update(known)


def judged(counts: Mapping[str, Mapping[str, Mapping[str, int]]]) -> tuple[Luck, ...]:
    """Each kind of dice of each person against a fair one, all of them looked at together."""
    found = [alone(who, kind, seen) for who, kinds in counts.items() for kind, seen in kinds.items()]
    tested = [luck.chance for luck in found if luck.enough]
    adjusted = iter(holm(tested))
    return tuple(replace(one, adjusted=round(next(adjusted), 4) if one.enough else 1.0) for one in found)


def alone(who: str, kind: str, seen: Mapping[str, int]) -> Luck:
    """One kind of dice against a fair one, as if nothing else was looked at."""
    shares, rolls = SHARES[kind], sum(seen.values())
    expected = {face: share * rolls for face, share in shares.items()}
    chi = sum((seen.get(face, 0) - n) ** 2 / n for face, n in expected.items()) if rolls else 0.0
    freedom = len(shares) - 1
    chance = chance_of(chi, freedom)
    counts = {face: seen.get(face, 0) for face in shares}
    fewest = math.ceil(FEWEST_EXPECTED / min(shares.values()) - 1e-9)
    noticeable = round(noticeable_share(rolls, freedom), 3)
    return Luck(who, kind, counts, round(chi, 2), chance, chance, fewest, noticeable)


def holm(chances: Iterable[float]) -> list[float]:
    """Each of *chances* corrected for the number of tests (Holm 1979), in the same order.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    numbered = sorted(enumerate(chances), key=lambda pair: pair[1])
    adjusted, highest = [0.0] * len(numbered), 0.0
    for rank, (place, chance) in enumerate(numbered):
        highest = max(highest, min(1.0, (len(numbered) - rank) * chance))
        adjusted[place] = highest
    return adjusted


def chance_of(chi_square: float, freedom: int) -> float:
    """The chance of at least this chi-square by luck alone: exact, by the steps of the gamma function."""
    x = chi_square / 2
    if x <= 0:
        return 1.0
    a, chance = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        chance += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, chance)


def noticeable_share(rolls: int, freedom: int, share: float = 1 / 6) -> float:
    """The share at which a face that should have *share* is noticed four times out of five."""
    if not rolls:
        return 1.0
    needed = _strength_that_is_noticed(freedom)
    return min(1.0, share + math.sqrt(needed / rolls / (1 / share + 1 / (1 - share))))


@cache
def _strength_that_is_noticed(freedom: int) -> float:
    limit = _between(lambda x: chance_of(x, freedom) < ODD)
    return _between(lambda strength: _power(strength, limit, freedom) > POWER)


def _power(strength: float, limit: float, freedom: int) -> float:
    """The chance that a die that is crooked by *strength* gets above *limit* (noncentral chi-square)."""
    return sum(
        math.exp(-strength / 2 + j * math.log(max(strength, 1e-9) / 2) - math.lgamma(j + 1))
        * chance_of(limit, freedom + 2 * j)
        for j in range(120)
    )


def _between(above: Callable[[float], bool]) -> float:
    """Where *above* begins to hold."""
    low, high = 0.0, LARGEST_LAMBDA
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if above(middle) else (middle, high)
    return high
