"""`companion bench app`: how soon the app can be used, what it costs at rest, how long a redraw holds it.

The app runs in a process of its own, without a window, at the simulated table, with an empty journal.
"""

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from ui.command.speech import CommandError
from ui.lab.bench.process import offscreen
from ui.lab.bench.redraws import RedrawResult, bench_redraws, redraws_table
from ui.settings import settings_in_force

RUNS = 5  # of the start; the median counts
SETTLE_S = 2.0  # the camera has found the mat by then
REDRAWS = 30
LEAST_PLAYED_S = 6.0  # of each game that redraws are measured in


class AppResult(Struct, frozen=True):
    """The app at its first page, and at its table."""

    starts_s: tuple[float, ...]  # from the command to the first picture on the screen
    start_s: float
    start_cpu_s: float  # of the processor, in the same time
    memory_mb: float  # resident, after the start and some looks at the simulated table
    idle_cpu_percent: float  # of one core; drawing and reading the simulated table are in it
    redraw_ms: float  # all of the page, as far as it can be told without a screen
    page_ms: float  # to build the page anew
    redraws: tuple[RedrawResult, ...]


def bench_app(seconds: float, games: Sequence[str]) -> AppResult:
    """Starts the app some times; the last time it is watched for *seconds*. Then *games* are played in it."""
    from ui.screen.display import display_problem  # noqa: PLC0415

    problem = display_problem({**os.environ, "SDL_VIDEODRIVER": "offscreen"})
    if problem is not None:
        raise CommandError(problem, "The other benches need none.")
    seen = [_start(seconds if number == RUNS - 1 else 0.0) for number in range(RUNS)]
    starts = tuple(round(one["start_s"], 2) for one in seen)
    costs = {name: seen[-1][name] for name in ("memory_mb", "idle_cpu_percent", "redraw_ms", "page_ms")}
    cpu = median(one["start_cpu_s"] for one in seen)
    redraws = bench_redraws(games, max(seconds, LEAST_PLAYED_S))
    return AppResult(starts, median(starts), cpu, **costs, redraws=redraws)


def _start(seconds: float) -> dict[str, float]:
    start, told = offscreen(__name__, str(seconds), seconds=seconds)
    return {**told, "start_s": told["usable_at"] - start}


class _Watch:
    """Inside the app: notes when its first picture is there, watches it idle, and closes it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._app: Any = None
        self.told: dict[str, float] = {}

    def __call__(self, app: Any) -> None:
        from kivy.core.window import Window  # noqa: PLC0415  (only inside the app's own process)

        self._app, self._window = app, Window
        Window.bind(on_flip=self._drawn)

    def _drawn(self, *_: Any) -> None:
        from kivy.clock import Clock  # noqa: PLC0415

        self._window.unbind(on_flip=self._drawn)
        self.told["usable_at"] = time.monotonic()
        self.told["start_cpu_s"] = round(time.process_time(), 2)
        self._clock = Clock
        if self._seconds:
            Clock.schedule_once(self._settled, SETTLE_S)
        else:
            self._app.stop()

    def _settled(self, *_: Any) -> None:
        self._begin = time.process_time(), time.monotonic()
        self._clock.schedule_once(self._watched, self._seconds)

    def _watched(self, *_: Any) -> None:
        busy, passed = time.process_time() - self._begin[0], time.monotonic() - self._begin[1]
        self.told["idle_cpu_percent"] = round(100 * busy / passed, 1)
        self.told["memory_mb"] = _memory_mb()
        self.told["redraw_ms"] = _median_ms(self._redraw)
        self.told["page_ms"] = _median_ms(lambda: self._app.go("home"))
        self._app.stop()

    def _redraw(self) -> None:
        self._window.canvas.ask_update()
        self._window.dispatch("on_draw")
        self._window.flip()


def _median_ms(do: Any) -> float:
    took = []
    for _ in range(REDRAWS):
        start = time.perf_counter()
        do()
        took.append((time.perf_counter() - start) * 1e3)
    return round(median(took), 2)


def _memory_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(round(int(line.split()[1]) / 1024, 1) for line in lines if line.startswith("VmRSS"))


def app_table(result: AppResult) -> str:
    """For people."""
    starts = ", ".join(f"{start:g}" for start in result.starts_s)
    return "\n".join(
        (
            f"from the command to the first usable screen: {result.start_s:g} s (median of {starts}), "
            f"{result.start_cpu_s:g} s of the processor",
            f"memory: {result.memory_mb:g} MB",
            f"idle: {result.idle_cpu_percent:g} % of one core (the simulated table is drawn and read in it)",
            f"redrawing the page: {result.redraw_ms:g} ms; building it anew: {result.page_ms:g} ms",
            *([redraws_table(result.redraws)] if result.redraws else []),
            "without a window, so what a screen itself takes is not in it; not yet measured on a real Pi",
        )
    )


def _watch_the_app(seconds: float) -> None:
    from ui.house import open_house  # noqa: PLC0415

    watch = _Watch(seconds)
    with open_house(settings_in_force()) as house:
        house.show(watch)
    print(json.dumps(msgspec.to_builtins(watch.told)), flush=True)


if __name__ == "__main__":
    _watch_the_app(float(sys.argv[1]))
