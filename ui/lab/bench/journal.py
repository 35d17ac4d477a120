"""`companion bench journal`: rulings that are on the disk, per second, and how long one of them takes."""

import tempfile
import time
from pathlib import Path
from statistics import median

from msgspec import Struct

from companion.clock import SystemClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.seats import seats_named
from companion.table import Table

GAME = "abspecken"
ENTRY = {"fact": {"kind": "dice", "value": {"pips": [3, 5], "colour": ["red"]}}, "text": "x" * 300}


class JournalResult(Struct, frozen=True):
    """The journal with `synchronous=FULL`, in the folder for temporary files."""

    rulings_per_second: float
    commit_ms: float  # median
    commit_ms_p99: float
    resume_ms: float  # until a game of so many entries stands again
    entries: int


def bench_journal(seconds: float) -> JournalResult:
    """Commits one entry after the other for *seconds*, and then opens the file as after a pulled plug."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        place = Path(folder) / "journal.sqlite"
        took = _commits(place, seconds)
        game, entries = _a_game(Path(folder) / "game.sqlite")
        start = time.perf_counter()
        with Journal.open(game, SystemClock()) as journal:
            Table.resume(journal, SystemClock())
            resumed = (time.perf_counter() - start) * 1e3
    took.sort()
    return JournalResult(
        round(1e3 * len(took) / sum(took), 1),
        round(median(took), 3),
        round(took[min(len(took) - 1, len(took) * 99 // 100)], 3),
        round(resumed, 1),
        entries,
    )


def _commits(place: Path, seconds: float) -> list[float]:
    took: list[float] = []
    with Journal.open(place, SystemClock()) as journal:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or not took:
            start = time.perf_counter()
            journal.append(0, [("fact", ENTRY)])
            took.append((time.perf_counter() - start) * 1e3)
    return took


def _a_game(place: Path) -> tuple[Path, int]:
    """A journal with a game that is under way, and how many entries it has."""
    clock, game = SystemClock(), find_game(GAME)
    with Journal.open(place, clock) as journal:
        table = Table.start(game, seats_named(("Ada", "Ben", "Cem")), {}, journal, clock)
        for _ in range(60):
            move = next((m for s in table.state.seats for m in legal(game, table.state, s)), None)
            if move is None or table.over:
                break
            table.propose(game.write_move(move))
        return place, len(journal.entries())


def journal_table(result: JournalResult) -> str:
    """For people."""
    return "\n".join(
        (
            f"rulings written and synchronised: {result.rulings_per_second:g} a second",
            f"one of them: {result.commit_ms:g} ms (median), {result.commit_ms_p99:g} ms (99 of 100)",
            f"after a pulled plug a game of {result.entries} entries stands again in {result.resume_ms:g} ms",
        )
    )
