"""How often the wrong player wins: our timing of calls against what others do, on simulated switches."""

from hardware.lab.report import CallBench, bench_calls
from hardware.lab.table import model_of, progress_of, table_of

__all__ = ["CallBench", "bench_calls", "model_of", "progress_of", "table_of"]
