"""What `companion bench calls` measures: wrong winners by gap, permutations, the fairness of ties."""

import time
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from hardware.lab.checks import permutation_faults, tie_shares
from hardware.lab.ours import FAIRNESS, Outcomes, outcomes
from hardware.lab.rivals import RIVALS
from hardware.lab.switches import pairs
from hardware.pins import UNCERTAINTY

GAPS_MS = (0.1, 0.2, 0.5, 1.0, 1.2, 1.5, 2.0, 5.0, 10.0, 20.0, 50.0)


class GapResult(Struct, frozen=True):
    """All that happened at one gap."""

    gap_ms: float
    pairs: int
    wrong: int
    ties: int
    unknown: int
    unheard: int
    rivals_wrong: dict[str, float]  # per cent

    @property
    def outside_the_tie_window(self) -> bool:
        return self.gap_ms > FAIRNESS.button_ms + 2 * UNCERTAINTY / 1e6


class CallBench(Struct, frozen=True):
    """The whole bench."""

    pairs: int
    seed: int
    seconds: float
    gaps: tuple[GapResult, ...]
    permutations: int
    permutation_faults: int
    ties: int
    tie_shares: dict[str, float]

    @property
    def wrong_outside(self) -> int:
        """Wrong winners outside the published tie window."""
        return sum(gap.wrong for gap in self.gaps if gap.outside_the_tie_window)

    @property
    def held(self) -> bool:
        """Whether everything that is promised held."""
        fair = all(abs(share - 0.5) <= 0.01 for share in self.tie_shares.values())
        return self.wrong_outside == 0 and self.permutation_faults == 0 and fair


def bench_calls(
    pairs_in_all: int = 110_000,
    seed: int = 1,
    ties: int = 100_000,
    gaps: Sequence[float] = GAPS_MS,
    progress: Callable[[GapResult], None] = lambda _result: None,
) -> CallBench:
    """Runs the bench. Deterministic for a *seed*, but for the seconds."""
    begin = time.monotonic()
    each = max(1, pairs_in_all // len(gaps))
    results = []
    for number, gap in enumerate(gaps):
        results.append(_at_gap(gap, each, np.random.default_rng((seed, number))))
        progress(results[-1])
    permutations = min(2_000, pairs_in_all)
    faults = permutation_faults(permutations, seed)
    shares = tie_shares(ties, seed)
    return CallBench(
        each * len(gaps),
        seed,
        round(time.monotonic() - begin, 1),
        tuple(results),
        permutations,
        faults,
        ties,
        shares,
    )


def _at_gap(gap: float, count: int, random: np.random.Generator) -> GapResult:
    total, rivals = Outcomes(), dict.fromkeys(RIVALS, 0)
    for block in pairs(gap, count, random):
        total += outcomes(block, random)
        for name, wrong in RIVALS.items():
            rivals[name] += int(wrong(block, random).sum())
    shares = {name: round(100 * wrong / count, 2) for name, wrong in rivals.items()}
    return GapResult(gap, count, total.wrong, total.ties, total.unknown, total.unheard, shares)
