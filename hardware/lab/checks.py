"""That nothing but time decides: not pin, seat or order of arrival; and that ties are fair."""

from random import Random

from companion.asks import MS
from companion.calls.buttons import Fairness, Press
from companion.calls.evidence import Evidence, decide, rank
from hardware.pins import UNCERTAINTY

FAIRNESS = Fairness()


def permutation_faults(count: int, seed: int) -> int:
    """How often renaming seats or shuffling the arrival changed an outcome, over *count* situations."""
    random = Random(seed)
    return sum(not _same_when_permuted(random) for _ in range(count))


def _same_when_permuted(random: Random) -> bool:
    seats = [f"seat {n}" for n in range(random.randrange(2, 7))]
    times = [random.randrange(20 * MS) for _ in seats]
    renamed = dict(zip(seats, random.sample(seats, len(seats)), strict=True))
    presses = [Press(seat, t, uncertainty=UNCERTAINTY) for seat, t in zip(seats, times, strict=True)]
    other = [Press(renamed[p.seat], p.t, uncertainty=p.uncertainty) for p in presses]
    random.shuffle(other)
    here = [frozenset(renamed[seat] for seat in group.seats) for group in rank(presses, FAIRNESS)]
    there = [frozenset(group.seats) for group in rank(other, FAIRNESS)]
    return here == there


def tie_shares(count: int, seed: int) -> dict[str, float]:
    """Which share of ties is won by the lower pin, and which by whoever was earlier by less than the window.

    The rule is the one of the card games: of those that tie, the roller or whoever sits next clockwise is
    first, and the dice decide who rolls. Neither pin nor a thousandth of a second may show in the result.
    """
    random = Random(seed)
    seats = ("1", "2")
    lower = earlier = 0
    for _ in range(count):
        apart = random.randrange(round(FAIRNESS.button_ms * MS))
        ahead = random.choice(seats)
        presses = tuple(Press(seat, 0 if seat == ahead else apart) for seat in random.sample(seats, 2))
        roller = random.choice(seats)
        order = (roller, *(seat for seat in seats if seat != roller))
        winner = decide(Evidence(presses, FAIRNESS, 100 * MS, ties=(order,))).order[0]
        lower += winner == seats[0]
        earlier += winner == ahead
    return {"the lower pin": lower / count, "the earlier press": earlier / count}
