"""Is a version well? It has to start, play a whole game against the truth, and read the family's journal."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from companion.clock import HandClock
from companion.family import family_class
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from ui.machine import ran
from ui.twin.evening import Evening
from ui.update.releases import command_of

PATIENCE_S = 300
NAMES, HAPPENINGS = ("Ada", "Ben", "Cem", "Dora"), 40  # of the known game
GAME = ("demo", "abspecken", "--headless", "--no-frames", "--quiet", "--seed", "1")

UNREADABLE = "It cannot read the journal"

Run = Callable[[Path, tuple[str, ...], Mapping[str, str]], tuple[str, str]]  # the trouble, what it said


def what_is_wrong(release: Path, journal: Path, run: Run | None = None) -> str:
    """Try the version in *release* on a copy of *journal*; "" if all is well, else one sentence."""
    run = run or started
    with tempfile.TemporaryDirectory(prefix="companion-trial-") as folder:
        known = Path(folder) / "known.sqlite"
        hash_of_it = known_game(known)
        place = {"COMPANION_DATA": folder, "COMPANION_TABLE_LANGUAGE": "en", "SDL_VIDEODRIVER": "offscreen"}
        checks: list[tuple[str, tuple[str, ...]]] = [
            ("It does not start", ("version", "--json")),
            ("It does not play a whole game right", GAME),
        ]
        if journal.exists():
            shutil.copy2(journal, Path(folder) / "journal.sqlite")
            checks.append((UNREADABLE, ("backup", str(Path(folder) / "copy.sqlite"))))
        for what, words in checks:
            trouble, _said = run(command_of(release), words, place)
            if trouble:
                return f"{what}: {trouble}"
        trouble, said = run(command_of(release), ("export", "--journal", str(known)), place)
        if trouble or hash_of_it not in said:
            return f"It does not replay a known game as it was: {trouble or 'the last hash is another one'}"
        record = Path(folder) / "known.jsonl"
        record.write_text(said, "utf-8")
        trouble, said = run(command_of(release), ("replay", str(record), "--verify"), place)
        if trouble or "everything holds" not in said:
            return f"It does not play a known game as it was: {trouble or 'other rulings'}"
    return ""


def known_game(place: Path) -> str:
    """Plays a game by today's rules, never the same twice, into a journal at *place*; its last hash."""
    clock, game, chance = HandClock(10**9), find_game("squeeze_play"), Random()
    names = NAMES[: game.seat_range(game.options())[0]]
    with Journal.open(place, clock) as journal:
        table = Table.start(game, seats_named(names), game.options(), journal, clock)
        family = family_class(game)(game, names, game.options(), chance)
        Evening(table, family, clock).play(HAPPENINGS)
        last = journal.last()
    assert last is not None
    return last.hash


def started(command: Path, words: tuple[str, ...], place: Mapping[str, str]) -> tuple[str, str]:
    """Run a command of that version; its last line if it fails, and all that it has said."""
    return ran([command, *words], PATIENCE_S, env={**os.environ, **place}, stdin=subprocess.DEVNULL)
