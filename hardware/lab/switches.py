"""A model of two people who press two buttons. No figure from it was measured on a real switch.

* A contact closes, then opens and closes again for a while. How long is lognormal about the median of its
  button, cut to 0.1 to 15 ms. Buttons are worn unequally: their medians lie between 0.3 and 5 ms.
* While it bounces a contact stays closed for at least 0.1 ms, for it has a mass. An electrical spark on the
  wire is much shorter, 1 to 20 µs. One press in twenty has one, up to 60 ms before the contact closes.
* The kernel stamps an edge 10 µs after it happened, give or take 3 µs (never before).
* Edges of different lines may be delivered in the wrong order (0.2 ms on average), and Python hears of them
  later still (1 or 5 ms on average).
* In one pair of a thousand the kernel had to throw a run of edges away.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Times = NDArray[np.float64]  # milliseconds

MOST_FLIPS = 10
BOUNCE_MS = (0.1, 15.0)
WEAR_MS = (0.3, 5.0)
BOUNCE_SPREAD = 0.8  # sigma of the logarithm
CLOSED_MS = 0.1
SPARK_SHARE = 0.05
SPARK_MS = (0.001, 0.020)
SPARK_BEFORE_MS = 60.0
STAMP_MS = (0.010, 0.003)
INTERRUPT_MS = 0.001  # two edges of one line are at least one interrupt apart
REORDER_MS = 0.2
LOSS_SHARE = 0.001


class Presses(Struct, frozen=True, eq=False):
    """One press each of many buttons: row by row, times in milliseconds, NaN where there is nothing."""

    closes: Times  # (n,) when the contact first closes
    flips: Times  # (n, MOST_FLIPS) when it opens and closes again, in turn; the last flip closes it
    spark: Times  # (n, 2) a spark before it: down and up

    def edges(self) -> Times:
        """(n, edges) every change of the line, downs and ups in turn, first the spark's."""
        return np.column_stack((self.spark, self.closes, self.flips))

    def last(self) -> Times:
        """(n,) the last edge of the press."""
        last: Times = np.nanmax(np.column_stack((self.closes, self.flips)), axis=1)
        return last


def presses(closes: Times, random: np.random.Generator) -> Presses:
    """Presses whose contacts first close at *closes*."""
    n = len(closes)
    wear = np.exp(random.uniform(np.log(WEAR_MS[0]), np.log(WEAR_MS[1]), n))
    bounce = np.clip(wear * np.exp(random.normal(0, BOUNCE_SPREAD, n)), *BOUNCE_MS)
    count = 2 * random.integers(0, MOST_FLIPS // 2 + 1, n)
    places = np.sort(random.uniform(0, 1, (n, MOST_FLIPS)), axis=1) * bounce[:, None]
    apart = CLOSED_MS * np.arange(1, MOST_FLIPS + 1)
    flips = closes[:, None] + places + apart
    flips[np.arange(MOST_FLIPS) >= count[:, None]] = np.nan
    start = closes - random.uniform(1, SPARK_BEFORE_MS, n)
    spark = np.column_stack((start, start + random.uniform(*SPARK_MS, n)))
    spark[random.uniform(size=n) >= SPARK_SHARE] = np.nan
    return Presses(closes, flips, spark)


def stamped(edges: Times, random: np.random.Generator) -> Times:
    """What the kernel writes down: a little later than it happened, and in order on each line."""
    late = np.abs(random.normal(*STAMP_MS, edges.shape))
    stamps = edges + late
    filled = np.where(np.isnan(stamps), -np.inf, stamps)
    apart = np.arange(edges.shape[1]) * INTERRUPT_MS
    ordered = np.maximum.accumulate(filled - apart, axis=1) + apart
    return np.where(np.isnan(edges), np.nan, ordered)


class Pairs(Struct, frozen=True, eq=False):
    """Many pairs of presses; the first one closes at 0, the second one *gap* later."""

    gap: float
    first: Presses
    second: Presses
    first_stamps: Times
    second_stamps: Times
    first_on_low_pin: NDArray[np.bool_]
    loses_edges: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.first_on_low_pin)


def pairs(gap: float, count: int, random: np.random.Generator, block: int = 20_000) -> Iterator[Pairs]:
    """*count* pairs with *gap* milliseconds between them, in blocks."""
    for start in range(0, count, block):
        n = min(block, count - start)
        first, second = presses(np.zeros(n), random), presses(np.full(n, gap), random)
        yield Pairs(
            gap,
            first,
            second,
            stamped(first.edges(), random),
            stamped(second.edges(), random),
            random.uniform(size=n) < 0.5,
            random.uniform(size=n) < LOSS_SHARE,
        )
