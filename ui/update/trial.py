"""Is a version well? It has to start, play a whole game against the truth, and read the family's journal."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ui.update.releases import command_of

PATIENCE_S = 300
GAME = ("demo", "abspecken", "--headless", "--no-frames", "--quiet", "--seed", "1")

Run = Callable[[Path, tuple[str, ...], Mapping[str, str]], str]  # gives "" or what went wrong


def what_is_wrong(release: Path, journal: Path, run: Run | None = None) -> str:
    """Try the version in *release* on a copy of *journal*; "" if all is well, else one sentence."""
    run = run or started
    with tempfile.TemporaryDirectory(prefix="companion-trial-") as folder:
        place = {"COMPANION_DATA": folder, "SDL_VIDEODRIVER": "offscreen"}
        checks: list[tuple[str, tuple[str, ...]]] = [
            ("It does not start", ("version", "--json")),
            ("It does not play a whole game right", GAME),
        ]
        if journal.exists():
            shutil.copy2(journal, Path(folder) / "journal.sqlite")
            checks.append(("It cannot read the journal", ("backup", str(Path(folder) / "copy.sqlite"))))
        for what, words in checks:
            if trouble := run(command_of(release), words, place):
                return f"{what}: {trouble}"
    return ""


def started(command: Path, words: tuple[str, ...], place: Mapping[str, str]) -> str:
    """Run a command of that version; its last line if it fails."""
    try:
        done = subprocess.run(
            [command, *words], env={**os.environ, **place}, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no answer in {PATIENCE_S} s"
    except OSError as error:
        return str(error.strerror or error)
    if done.returncode == 0:
        return ""
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return said[-1] if said else f"exit code {done.returncode}"
