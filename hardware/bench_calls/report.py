"""`companion bench calls`: shares of wrong winners by gap, permutations and the fairness of ties."""

import time
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from hardware.bench_calls.checks import permutation_faults, tie_shares
from hardware.bench_calls.ours import FAIRNESS, Outcomes, outcomes
from hardware.bench_calls.rivals import RIVALS
from hardware.bench_calls.switches import pairs
from hardware.pins.choose import OURS

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
        return self.gap_ms > FAIRNESS.button_ms + 2 * OURS.uncertainty / 1e6


class CallBench(Struct, frozen=True):
    """The whole bench."""

    model: str
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

    def table(self) -> str:
        """For people."""
        names = tuple(RIVALS)
        head = f"{'gap':>8} {'pairs':>9} {'ours wrong':>10} {'tie':>7} {'unknown':>7} " + " ".join(
            f"{name:>22}" for name in names
        )
        lines = [self.model, "", head]
        for gap in self.gaps:
            rivals = " ".join(f"{gap.rivals_wrong[name]:>20.1f} %" for name in names)
            lines.append(
                f"{gap.gap_ms:>5g} ms {gap.pairs:>9} {gap.wrong:>10} {gap.ties:>7} {gap.unknown:>7} {rivals}"
            )
        shares = ", ".join(f"{line} {100 * share:.2f} %" for line, share in self.tie_shares.items())
        lines += [
            "",
            f"wrong winners outside the tie window: {self.wrong_outside} (all {self.pairs} pairs decided by"
            f" the code that decides at the table; {self.seconds:.0f} s)",
            f"pins, seats and arrivals permuted {self.permutations} times:"
            f" {self.permutation_faults} outcomes changed",
            f"of {self.ties} ties with the dice choosing the roller are won by {shares}",
        ]
        return "\n".join(lines)


MODEL = (
    "Simulated switches, a model and not a measurement: bouncing 0.1 to 15 ms, unequally worn,"
    " sparks of 1 to 20 µs, stamps 10 ± 3 µs late, edges delivered late and in the wrong order,"
    " lost edges in one of 1000 pairs."
)


def bench_calls(
    pairs_in_all: int = 110_000,
    seed: int = 1,
    ties: int = 100_000,
    gaps: Sequence[float] = GAPS_MS,
    progress: Callable[[str], None] = lambda _line: None,
) -> CallBench:
    """Runs the bench. Deterministic for a *seed*, but for the seconds."""
    begin = time.monotonic()
    each = max(1, pairs_in_all // len(gaps))
    results = []
    for number, gap in enumerate(gaps):
        results.append(_at_gap(gap, each, np.random.default_rng((seed, number))))
        progress(f"gap {gap:g} ms: {results[-1].wrong} wrong of {each}")
    permutations = min(2_000, pairs_in_all)
    faults = permutation_faults(permutations, seed)
    shares = tie_shares(ties, seed)
    return CallBench(
        MODEL,
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
