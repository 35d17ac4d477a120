"""What helps when nothing else does: restore a copy, take the journal along, use another version."""

import logging
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread

from companion import __version__
from companion.asks import Say
from companion.clock import Clock
from companion.journal import Journal
from companion.journal.backup import BackupFailed
from companion.table import Announcement, Table
from ui.exporting import FOLDER, STICKS, mounted, note, put
from ui.screen.ports import Copy
from ui.update.bundle import Bundle, UpdateFailed
from ui.update.releases import here
from ui.update.steps import RealWorks, Updater, newest_release, order

# --- a copy of the journal after every game: beside it, and on a memory stick if one is in ---
# Each copy is read again before it counts. The newest few stay, and the largest: a journal that had to
# begin anew does not push out the copies of what was lost.

log = logging.getLogger(__name__)

KEPT = 5
NAME = re.compile(r"[a-z]+_(?P<when>[\d-]{10}_[\d-]{8})_(?P<games>\d+)\.sqlite")
OF_THE_FAMILY = ("backup-*.sqlite", "before-update-*.sqlite")  # the simulated table has none of these
PATIENCE_S = 20.0  # for a copy under way when the app is closed


class Copies:
    """Makes and finds the copies of the journal at *journal*."""

    def __init__(self, journal: Path, clock: Clock, sticks: Iterable[Path] = STICKS) -> None:
        self._journal, self._clock, self._sticks = journal, clock, tuple(sticks)
        self._one_at_a_time, self._last = Lock(), Thread()

    def heard(self, _announced: Announcement | None, table: Table) -> None:
        """A game is over: copy, on a thread of its own, so that nobody waits for a stick."""
        if table.over:
            self._last = Thread(target=self.make, name="copies", daemon=True)
            self._last.start()

    def close(self) -> None:
        """A copy that is under way is ended first."""
        if self._last.is_alive():
            self._last.join(PATIENCE_S)

    def make(self) -> tuple[Path, ...]:
        """Copy to every place there is; the copies that were made and are good."""
        with self._one_at_a_time, Journal.look(self._journal, self._clock) as journal:
            moment = datetime.fromtimestamp(self._clock.wall() / 1e9).astimezone()
            name = f"{self._journal.stem}_{moment:%Y-%m-%d_%H-%M-%S}_{len(journal.games())}.sqlite"
            made = [copy for folder in self._places() if (copy := _copy(journal, folder / name))]
        for copy in made:
            note(self._journal.parent, copy)
        return tuple(made)

    def found(self) -> tuple[Copy, ...]:
        """Everything that the journal could be restored from, the newest first."""
        stem, beside = self._journal.stem, self._journal.parent
        names = (f"{stem}_*.sqlite", f"{stem}.before-*.sqlite", *(OF_THE_FAMILY if stem == "journal" else ()))
        copies = [_described(file, False) for name in names for file in beside.glob(name)]
        for stick in self._all_sticks():
            files = (*(stick / FOLDER).glob(f"{stem}_*.sqlite"), *stick.glob(f"{stem}*.sqlite"))
            copies += [_described(file, True) for file in files]
        return tuple(sorted((copy for copy in copies if copy), key=lambda copy: copy.when, reverse=True))

    def _places(self) -> Iterator[Path]:
        yield self._journal.parent
        for stick in self._all_sticks():
            yield stick / FOLDER

    def _all_sticks(self) -> list[Path]:
        return [stick for root in self._sticks for stick in mounted(root)]


def _copy(journal: Journal, to: Path) -> Path | None:
    try:
        journal.backup(to)
        _tidy(to)
    except (BackupFailed, OSError) as error:
        log.warning("no copy of the journal in %s: %s", to.parent, error)
        return None
    return to


def _tidy(newest: Path) -> None:
    """Only our own names, never the one just made, never the largest."""
    stem = newest.name.partition("_")[0]
    old = sorted(f for f in newest.parent.glob(f"{stem}_*") if NAME.fullmatch(f.name) and f != newest)
    largest = max(old, key=lambda file: file.stat().st_size, default=None)
    for file in old[: max(0, len(old) + 1 - KEPT)]:
        if file != largest:
            file.unlink()


def _described(file: Path, on_stick: bool) -> Copy | None:
    ours = NAME.fullmatch(file.name)
    if ours:
        day, _, time = ours["when"].partition("_")
        return Copy(file, f"{day} {time[:5].replace('-', ':')}", int(ours["games"]), on_stick)
    try:
        written = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
    except OSError:  # the stick was pulled
        return None
    return Copy(file, f"{written:%Y-%m-%d %H:%M}", None, on_stick)


class HouseRecovery:
    """Needs neither a journal that is whole nor preferences nor devices; every answer is a sentence."""

    def __init__(self, journal: Journal, place: Path, exports: Path, clock: Clock, copies: Copies) -> None:
        self._journal, self._place, self._exports = journal, place, exports
        self._clock, self._copies, self.releases = clock, copies, here()

    @property
    def can_go_back(self) -> bool:
        """Whether there is a version before this one."""
        return self.releases is not None and self.releases.before() is not None

    def copies(self) -> Sequence[Copy]:
        return self._copies.found()

    def restore(self, copy: Copy) -> Say:
        """The journal is what stands in *copy* from now on."""
        try:
            aside = self._journal.restore(copy.file)
        except BackupFailed as error:
            return error.says
        args = {"when": copy.when, "n": len(self._journal.games()), "file": aside.name if aside else "–"}
        return Say("recovery.restored", args)

    def export(self) -> Say:
        """All that can be read of the journal, on a stick if one is in; else the file as it is."""

        def write(to: Path) -> None:
            try:
                self._journal.backup(to)
            except BackupFailed:
                shutil.copyfile(self._place, to)
            note(self._place.parent, to)

        return put(self._exports, f"{self._place.stem}-{self._now():%Y-%m-%d-%H%M%S}.sqlite", write)

    def newer(self) -> Bundle | None:
        """A release on a stick that is newer than what runs here; may be called by any thread."""
        if self.releases is None:
            return None
        found = newest_release(stick for root in STICKS for stick in mounted(root))
        return found if found is not None and order(found.version) > order(__version__) else None

    def update(self, release: Bundle, tell: Callable[[Say], None]) -> Say:
        """*release* is used from the next start on. Takes minutes: it is tried first."""
        return self._changed(lambda kit: kit.update(str(release.file), self._now(), tell).release)

    def go_back(self) -> Say:
        """The version before is used from the next start on. Takes minutes: it is tried first."""
        return self._changed(lambda kit: kit.go_back(self._now()))

    def _changed(self, change: Callable[[Updater], Path]) -> Say:
        if self.releases is None:
            return Say("recovery.no_version")
        kit = Updater(self.releases, self._place, RealWorks(), here=True)
        try:
            return Say("recovery.back", {"version": change(kit).name})
        except UpdateFailed as error:
            return error.says
        except OSError as error:
            return Say("update.not_made", {"why": str(error)})

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock.wall() / 1e9)
