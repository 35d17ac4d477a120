"""`companion bench profile`: where the time goes in the three slowest things that happen again and again."""

import cProfile
import gc
import pstats
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from companion.clock import HandClock, SystemClock
from companion.family import family_class
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table

SHOWN = 6
LOOKS, HAPPENINGS = 6, 150
SLOWEST_GAME = "pack_rat"  # of the ten, by its moves a second


class Place(Struct, frozen=True):
    """A function and its share of the time."""

    where: str
    calls: int
    percent: float  # in itself, without what it calls


class ProfileResult(Struct, frozen=True):
    """One slow thing."""

    what: str
    ms: float  # once
    places: tuple[Place, ...]


def bench_profile(seed: int) -> tuple[ProfileResult, ...]:
    """A look of the eyes, a ruling on the disk, and opening the table after a pulled plug."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        place = Path(folder) / "journal.sqlite"
        return (
            _profiled("a look at dice and cards", LOOKS, _looks(seed)),
            _profiled(f"a ruling of {SLOWEST_GAME}, on the disk", HAPPENINGS, _rulings(place, seed)),
            _profiled("opening the table again", 1, _resuming(place)),
        )


def _profiled(what: str, times: int, steps: Iterator[Any]) -> ProfileResult:
    next(steps)  # getting ready does not count
    gc.collect()
    gc.freeze()  # as the app does at its start: nothing of what is loaded is looked through again and again
    profile = cProfile.Profile()
    profile.enable()
    for _ in zip(range(times), steps, strict=False):
        pass
    profile.disable()
    gc.unfreeze()
    stats: Any = pstats.Stats(profile)
    whole = stats.total_tt or 1e-9
    rows = sorted(stats.stats.items(), key=lambda row: -row[1][2])[:SHOWN]
    places = tuple(
        Place(_where(*function), calls, round(100 * own / whole, 1))
        for function, (_, calls, own, _, _) in rows
    )
    return ProfileResult(what, round(1e3 * whole / times, 2), places)


def _where(file: str, line: int, name: str) -> str:
    if file.startswith(("~", "<")):
        return _built_in(name)
    parts = Path(file).parts
    rooms = [n for n, part in enumerate(parts) if part in ("companion", "vision", "hardware", "ui")]
    return f"{'/'.join(parts[rooms[-1] if rooms else -1 :])}:{name}"


def _built_in(name: str) -> str:
    """The name of what is written in C, without what Python's profiler puts around it.

    >>> _built_in("<method 'execute' of 'sqlite3.Connection' objects>")
    'sqlite3.Connection.execute'
    """
    method = re.fullmatch(r"<method '(.+)' of '(.+)' objects>", name)
    return f"{method[2]}.{method[1]}" if method else name.strip("<>").removeprefix("built-in method ")


def _looks(seed: int) -> Iterator[None]:
    from ui.lab.bench.vision import DICE  # noqa: PLC0415
    from vision.calibration import calibrate  # noqa: PLC0415
    from vision.drawn import any_scene, draw  # noqa: PLC0415
    from vision.look import look  # noqa: PLC0415
    from vision.mat import table_mat  # noqa: PLC0415
    from vision.wanted import Wanted  # noqa: PLC0415

    picture = draw(any_scene(seed, DICE, {"discard:1": ["3"]}, seats=4))
    calibration = calibrate(picture, table_mat(4))
    while True:
        yield look(picture, Wanted(dice=DICE, cards=True), calibration)


def _rulings(place: Path, seed: int) -> Iterator[None]:
    from ui.twin.evening import Evening, PlainSenses  # noqa: PLC0415

    clock, game = HandClock(10**9), find_game(SLOWEST_GAME)
    seats = seats_named(("Ada", "Ben", "Cem"))
    with Journal.open(place, clock) as journal:
        table = Table.start(game, seats, {}, journal, clock)
        family = family_class(game)(game, ("Ada", "Ben", "Cem"), table.options, Random(seed))
        evening = Evening(table, family, clock, PlainSenses(clock))
        for happenings in range(1, 10_000):
            yield None
            evening.play(happenings)


def _resuming(place: Path) -> Iterator[None]:
    yield None
    with Journal.open(place, SystemClock()) as journal:
        Table.resume(journal, SystemClock())
    yield None


def profile_table(results: tuple[ProfileResult, ...]) -> str:
    """For people."""
    lines: list[str] = []
    for result in results:
        lines.append(f"{result.what}: {result.ms:g} ms (with the profiler)")
        lines += [f"  {p.percent:>5.1f} %  {p.calls:>8} x  {p.where}" for p in result.places]
    return "\n".join(lines)
