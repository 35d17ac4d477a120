"""How often the wrong player wins: our timing of calls against what others do, on simulated switches."""

from hardware.bench_calls.report import CallBench, bench_calls

__all__ = ["CallBench", "bench_calls"]
