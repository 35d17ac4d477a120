"""The whole way of an update: keep the journal, make the new version, try it, switch, go back if need be."""

import contextlib
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from companion.clock import SystemClock
from companion.journal import Journal
from companion.journal.backup import BackupFailed, restore
from companion.journal.connect import Held, take
from ui.exporting import STICKS, mounted
from ui.machine import ran
from ui.update import trial
from ui.update.bundle import WHEEL, Bundle, NoRelease, UpdateFailed, read_bundle, unpack
from ui.update.releases import Releases

SERVICE = "table-companion"  # the user service that keeps the app running
PATIENCE_S = 180  # more than its own TimeoutStartSec
SOURCE_FILES = ("pyproject.toml", "README.md", "LICENSE")
SOURCE_FOLDERS = ("companion", "vision", "hardware", "ui")


class RealWorks:
    """The world as it is: pip, the trial game, and the user service."""

    def make(self, release: Path, source: str) -> str:
        """A new environment with *source* in it; "" or what went wrong."""
        python = getattr(sys, "_base_executable", sys.executable)
        quietly = ("--quiet", "--disable-pip-version-check")
        pip = (str(release / "bin" / "python"), "-m", "pip", *quietly, "install")
        try:
            wanted = _brought(Path(source), release / "from")
        except OSError as error:
            return str(error)
        venv = [python, "-m", "venv", "--system-site-packages", str(release)]
        for words in (venv, [*pip, *wanted]):
            if trouble := ran(words, None).trouble:
                return trouble
        shutil.rmtree(release / "from", ignore_errors=True)
        return ""

    def what_is_wrong(self, release: Path, journal: Path) -> str:
        """A whole game, and the journal."""
        return trial.what_is_wrong(release, journal)

    def runs(self) -> bool:
        """Whether the app runs as a service now."""
        return _systemctl("is-active", "--quiet", SERVICE) == ""

    def stop(self) -> None:
        """Close it; what it shows stands in the journal."""
        _systemctl("stop", SERVICE)

    def start(self) -> str:
        """Start it; "" once it is up (the service waits for READY), else what went wrong."""
        _systemctl("reset-failed", SERVICE)
        return _systemctl("start", SERVICE)


def _systemctl(*words: str) -> str:
    return ran(["systemctl", "--user", *words], PATIENCE_S).trouble


def _brought(source: Path, to: Path) -> list[str]:
    """What pip is asked to install: of a release nothing but what lies in it, so no network is needed."""
    if source.is_dir():
        return [str(_copied(source, to))]
    if source.suffix != ".bundle":
        return [str(source)]
    bundle = read_bundle(source)
    unpack(bundle, to)
    return ["--no-index", "--find-links", str(to), f"table-companion=={bundle.version}"]


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


class Updater(Struct, frozen=True):
    """Whoever exchanges the version that is in use, and looks after the *journal* meanwhile.

    *here*: this very process is the app and has the journal; another version counts from its next start on.
    """

    releases: Releases
    journal: Path
    works: RealWorks
    here: bool = False

    def update(self, source: str, now: datetime, report: Callable[[Say], None]) -> Updated:
        """Bring *source* into use; on any trouble everything is as before, and `UpdateFailed` says why."""
        releases = self.releases
        with self._alone():
            releases.tidy()  # of an update that somebody has pulled the plug on
            name = self._copy_of(now)
            kept = self._keep(name)
            release = releases.fresh(now)
            report(Say("update.making"))
            try:
                if trouble := self.works.make(release, source):
                    raise UpdateFailed("update.not_made", why=trouble)
            except UpdateFailed:
                releases.throw_away(release)
                raise
            report(Say("update.trying"))
            if trouble := self.works.what_is_wrong(release, kept or self.journal):
                releases.throw_away(release)
                raise UpdateFailed("update.not_well", why=trouble)
            if Path(source).is_dir():
                (release / "source").write_text(f"folder {source} update\n", "utf-8")
            releases.finish(release)
            kept = self._switch(release, name)
            releases.tidy()
            return Updated(release, kept)

    def go_back(self, now: datetime) -> Path:
        """Use the version before the one in use again, after the same trial."""
        with self._alone():
            before = self.releases.before()
            if before is None:
                raise UpdateFailed("update.no_older")
            name = self._copy_of(now)
            if trouble := self.works.what_is_wrong(before, self._keep(name) or self.journal):
                older = self._readable(before, name) if trouble.startswith(trial.UNREADABLE) else None
                if older is not None:
                    raise UpdateFailed("update.journal_newer", file=str(older))
                raise UpdateFailed("update.not_well", why=trouble)
            self._switch(before, name)
            return before

    def _copy_of(self, now: datetime) -> Path:
        return self.journal.with_name(f"before-update-{now:%Y%m%d-%H%M%S}.sqlite")

    def _readable(self, release: Path, newest: Path) -> Path | None:
        """The newest copy of the journal from before an update that *release* can read, if there is one."""
        copies = sorted(set(self.journal.parent.glob("before-update-*.sqlite")) - {newest}, reverse=True)
        return next((copy for copy in copies if not self.works.what_is_wrong(release, copy)), None)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else updates meanwhile; nobody has the journal but the app that is closed for the switch."""
        with contextlib.ExitStack() as until_done:
            until_done.enter_context(_held(self.releases.link, "update.busy"))
            if not self.here and not self.works.runs():
                until_done.enter_context(_held(self.journal, "update.held"))
            yield

    def _keep(self, name: Path) -> Path | None:
        if not self.journal.is_file():
            return None
        with Journal.look(self.journal, SystemClock()) as opened:
            try:
                return opened.backup(name)
            except BackupFailed as error:
                raise UpdateFailed("update.not_kept", why=str(error.says.args.get("why", error))) from error

    def _switch(self, release: Path, name: Path) -> Path | None:
        """Use *release*, and keep the journal as it is now; if the app does not come up, all is as it was."""
        releases, works = self.releases, self.works
        before = releases.current()
        if self.here or not works.runs():
            kept = self._keep(name)
            releases.use(release, untried=self.here and (before is None or release.name > before.name))
            return kept
        works.stop()
        try:
            with _held(self.journal, "update.held"):  # what was played meanwhile is kept as well
                kept = self._keep(name)
                releases.use(release)
        except BaseException:
            works.start()
            raise
        trouble = works.start()
        if trouble and before is not None:
            works.stop()
            releases.use(before)
            why = self._put_back(kept, before)
            works.start()
            raise UpdateFailed("update.not_up", why=f"{trouble} {why}".strip())
        return kept

    def _put_back(self, kept: Path | None, before: Path) -> str:
        """The journal as it was, where the new version has changed its form; what went wrong with that."""
        if kept is None or not self.works.what_is_wrong(before, self.journal):
            return ""
        try:
            restore(kept, self.journal, SystemClock())
        except BackupFailed as error:
            return f"({error}: {kept})"
        return ""


@contextlib.contextmanager
def _held(place: Path, otherwise: str) -> Iterator[None]:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        lock = take(place, SystemClock())
    except Held as held:
        raise UpdateFailed(otherwise, who=held.who) from held
    except OSError as error:
        raise UpdateFailed("update.not_made", why=str(error)) from error
    try:
        yield
    finally:
        lock.release()


# --- where a new version comes from when none is named ---


def places_for_releases(home: Path | None = None) -> tuple[Path, ...]:
    """Sticks that are plugged in, and the family's downloads."""
    home = home or Path.home()
    return (*(stick for root in STICKS for stick in mounted(root)), home / "Downloads", home)


def newest_release(places: Iterable[Path]) -> Bundle | None:
    """The release with the highest version in one of *places*; what is none is passed over."""
    found = []
    for place in places:
        with contextlib.suppress(OSError):
            for file in sorted(place.glob("*.bundle")):
                with contextlib.suppress(NoRelease, OSError):
                    found.append(read_bundle(file))
    return max(found, key=lambda bundle: order(bundle.version), default=None)


def version_of(source: Path) -> str:
    """The version of a wheel by its file name; "" for anything else."""
    match = WHEEL.fullmatch(source.name)
    return match["version"] if match else ""


def folder_of_the_first_time(release: Path) -> Path | None:
    """The folder from which the installer made *release*, if it is still there."""
    note = release / "source"
    kind, _, rest = note.read_text("utf-8").strip().partition(" ") if note.exists() else ("", "", "")
    folder = Path(rest.rpartition(" ")[0])
    return folder if kind == "folder" and (folder / "pyproject.toml").exists() else None


def order(version: str) -> tuple[tuple[int, str], ...]:
    """So that 0.10.0 comes after 0.9.1, and 1.0.0 after 1.0.0rc1."""
    parts = re.split(r"[.+]", version)
    return tuple(_part(part) for part in parts)


def _part(part: str) -> tuple[int, str]:
    match = re.match(r"(\d*)(.*)", part)
    assert match is not None
    return int(match[1] or 0), match[2] or "~"  # nothing behind the number is later than "rc1"
