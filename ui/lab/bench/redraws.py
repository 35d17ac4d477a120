"""How long a redraw holds the screen in the running app, while a family plays and the eyes work.

From the end of the rest before a picture to the beginning of the rest after it no finger is felt: that
counts, whatever was done in between. Turns in which nothing was drawn are not counted.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from companion.clock import SystemClock
from companion.games import find_game
from companion.lab.family import family_class
from companion.seats import seats_named
from ui.command.the_journal import journal_to_write
from ui.lab.bench.process import offscreen
from ui.settings import settings_in_force
from ui.twin.evening import NAMES
from ui.twin.show import seat_family

PLAYED = ("abspecken", "sums", "wobble")  # dice, the pyramid, cards
PEOPLE = 3
SPEED = 3.0  # times as fast as people: more to draw in less time


class RedrawResult(Struct, frozen=True):
    """One game."""

    game: str
    redraws: int
    median_ms: float
    p90_ms: float
    worst_ms: float
    # the same in processor time of this thread: what a machine with nothing else to do takes
    worst_cpu_ms: float


def bench_redraws(games: Sequence[str], seconds: float) -> tuple[RedrawResult, ...]:
    """Each of *games* is played for so many *seconds*."""
    return tuple(_played(name, seconds) for name in games)


def _played(name: str, seconds: float) -> RedrawResult:
    _start, told = offscreen(__name__, name, str(seconds), seconds=seconds)
    return RedrawResult(name, int(told.pop("redraws")), **told)


class Turns:
    """Inside the app: what each turn of Kivy's loop takes, without its rest."""

    def __init__(self) -> None:
        self.took: list[tuple[float, float]] = []  # milliseconds on the wall, and of the processor
        self._since: tuple[float, float] | None = None
        self._drawn = False

    def watch(self, clock: Any, window: Any) -> None:
        """From now on: *clock* and *window* are Kivy's."""
        rest: Callable[[], float] = clock.idle

        def rested() -> float:
            self._over()
            now = rest()
            self._since, self._drawn = (time.perf_counter(), time.thread_time()), False
            return now

        clock.idle = rested
        window.bind(on_flip=self._flipped)

    def _flipped(self, *_: Any) -> None:
        self._drawn = True

    def _over(self) -> None:
        if self._since is not None and self._drawn:
            now = time.perf_counter(), time.thread_time()
            self.took.append(((now[0] - self._since[0]) * 1e3, (now[1] - self._since[1]) * 1e3))

    @property
    def told(self) -> dict[str, float]:
        wall = sorted(took for took, _ in self.took) or [0.0]
        return {
            "redraws": len(self.took),
            "median_ms": round(wall[len(wall) // 2], 1),
            "p90_ms": round(wall[min(len(wall) - 1, len(wall) * 9 // 10)], 1),
            "worst_ms": round(wall[-1], 1),
            "worst_cpu_ms": round(max((cpu for _, cpu in self.took), default=0.0), 1),
        }


def redraws_table(results: Sequence[RedrawResult]) -> str:
    """For people."""
    return "\n".join(
        f"a redraw while {row.game} is played and the eyes work: {row.median_ms:g} ms, nine in ten within "
        f"{row.p90_ms:g} ms, the longest {row.worst_ms:g} ms ({row.worst_cpu_ms:g} ms of the processor)"
        for row in results
    )


def _watch_a_game(name: str, seconds: float) -> None:
    from ui.house import house_for_show  # noqa: PLC0415  (only inside the app's own process)
    from ui.twin.show import FamilyShow  # noqa: PLC0415

    loaded, clock, game = settings_in_force(), SystemClock(), find_game(name)
    low, high = game.about.seats
    seats = seats_named(NAMES[: min(max(PEOPLE, low), high)], loaded.settings.table.language)
    options = game.read_options({})
    family = family_class(game)(game, tuple(seat.name for seat in seats), options, Random(1), 0.0)
    table = FamilyShow(family, {seat.name: seat.button for seat in seats}, clock, Random(2), SPEED)
    turns = Turns()

    def opening(app: Any) -> None:
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        seat_family(app, table, app.seat(game, seats, options))
        turns.watch(Clock, Window)
        leave = Clock.create_trigger(lambda _passed: app.stop(), seconds)
        Window.bind(on_flip=lambda *_: leave())  # so long from the first picture on

    with (
        journal_to_write(None, clock, loaded.settings.table.language) as journal,
        house_for_show(loaded, journal, clock, table) as house,
    ):
        house.show(opening)
    print(json.dumps(turns.told), flush=True)


if __name__ == "__main__":
    _watch_a_game(sys.argv[1], float(sys.argv[2]))
