"""The whole way of an update: keep the journal, make the new version, try it, switch, go back if need be."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.clock import SystemClock
from companion.journal import Journal
from companion.journal.backup import BackupFailed, restore
from ui.update import service, trial
from ui.update.releases import Releases

SOURCE_FILES = ("pyproject.toml", "README.md", "LICENSE")
SOURCE_FOLDERS = ("companion", "vision", "hardware", "ui")


class UpdateFailed(Exception):  # noqa: N818
    """The update was not made; what ran before runs still, or again."""


class Works(Protocol):
    """What the steps need from the world around them."""

    def make(self, release: Path, source: str) -> str: ...
    def what_is_wrong(self, release: Path, journal: Path) -> str: ...
    def runs(self) -> bool: ...
    def restart(self) -> str: ...


class RealWorks:
    """The world as it is: pip, the trial game, and the user service."""

    def make(self, release: Path, source: str) -> str:
        """A new environment with *source* in it; "" or what went wrong."""
        python = getattr(sys, "_base_executable", sys.executable)
        if Path(source).is_dir():
            source = str(_copied(Path(source), release / "from"))
        pip = [str(release / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        steps = (
            [python, "-m", "venv", "--system-site-packages", str(release)],
            [*pip, "install", source],
        )
        for words in steps:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                said = (done.stderr or done.stdout).strip().splitlines()
                return said[-1] if said else f"exit code {done.returncode}"
        return ""

    def what_is_wrong(self, release: Path, journal: Path) -> str:
        """A whole game, and the journal."""
        return trial.what_is_wrong(release, journal)

    def runs(self) -> bool:
        return service.runs()

    def restart(self) -> str:
        return service.restart()


def _copied(folder: Path, to: Path) -> Path:
    """What a build needs of *folder*: pip writes beside what it builds, and that folder may be anybody's."""
    for name in (*SOURCE_FILES, *SOURCE_FOLDERS):
        if (folder / name).is_dir():
            shutil.copytree(folder / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "lab"))
        elif (folder / name).exists():
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy2(folder / name, to / name)
    return to


class Updated(Struct, frozen=True):
    """What an update has done."""

    release: Path
    backup: Path | None
    thrown_away: tuple[Path, ...] = ()


def update(
    releases: Releases, source: str, journal: Path, works: Works, now: datetime, tell: Callable[[str], None]
) -> Updated:
    """Bring *source* into use; on any trouble everything is as before, and `UpdateFailed` says why."""
    releases.tidy()  # of an update that somebody has pulled the plug on
    tell("Keeping a copy of the journal ...")
    kept = _keep(journal, now)
    release = releases.fresh(now)
    tell("Making the new version beside the old one (some minutes) ...")
    if trouble := works.make(release, source):
        releases.throw_away(release)
        raise UpdateFailed(f"The new version could not be made: {trouble}.")
    tell("Trying it: a whole game, and the journal ...")
    if trouble := works.what_is_wrong(release, kept or journal):
        releases.throw_away(release)
        raise UpdateFailed(f"The new version is not well. {trouble}.")
    if Path(source).is_dir():
        (release / "source").write_text(f"folder {source} update\n", "utf-8")
    releases.finish(release)
    _switch(releases, release, kept, journal, works)
    return Updated(release, kept, releases.tidy())


def go_back(releases: Releases, journal: Path, works: Works) -> Path:
    """Use the version before the one in use again, after the same trial."""
    before = releases.before()
    if before is None:
        raise UpdateFailed("There is no older version here.")
    if trouble := works.what_is_wrong(before, journal):
        raise UpdateFailed(f"The older version is not well. {trouble}.")
    _switch(releases, before, None, journal, works)
    return before


def _keep(journal: Path, now: datetime) -> Path | None:
    if not journal.is_file():
        return None
    with Journal.look(journal, SystemClock()) as opened:
        try:
            return opened.backup(journal.with_name(f"before-update-{now:%Y%m%d-%H%M%S}.sqlite"))
        except BackupFailed as error:
            raise UpdateFailed(f"The journal could not be copied: {error}.") from error


def _switch(releases: Releases, release: Path, kept: Path | None, journal: Path, works: Works) -> None:
    """Use *release*; if the app does not come up with it, use what was before."""
    before, was_running = releases.current(), works.runs()
    releases.use(release)
    trouble = works.restart() if was_running else ""
    if not trouble:
        return
    if before is not None:
        releases.use(before)
        if kept is not None and works.what_is_wrong(before, journal):
            restore(kept, journal, SystemClock())  # the new version has changed the journal's form
        works.restart()
    raise UpdateFailed(f"The app did not start with it ({trouble}); the version before runs again.")
