"""What helps when nothing else does: restore a copy, take the journal along, use another version."""

import shutil
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.asks import Say
from companion.clock import Clock
from companion.journal import Journal
from companion.journal.backup import BackupFailed
from ui.copies import Copies, Copy
from ui.elsewhere import note
from ui.exporting import STICKS, NotExported, Place, mounted, place_for
from ui.update.bundle import Bundle
from ui.update.releases import Releases, here
from ui.update.sources import newest_release, order
from ui.update.steps import RealWorks, UpdateFailed, go_back, update


class HouseRecovery:
    """Needs neither a journal that is whole nor preferences nor devices; every answer is a sentence."""

    def __init__(self, journal: Journal, place: Path, exports: Path, clock: Clock, copies: Copies) -> None:
        self._journal, self._place, self._exports = journal, place, exports
        self._clock, self._copies, self._releases = clock, copies, here()

    @property
    def can_go_back(self) -> bool:
        """Whether there is a version before this one."""
        return self._releases is not None and self._releases.before() is not None

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
        try:
            place = place_for(self._exports)
            to = place.folder / f"{self._place.stem}-{self._now():%Y-%m-%d-%H%M%S}.sqlite"
            try:
                self._journal.backup(to)
            except BackupFailed:
                shutil.copyfile(self._place, to)
            note(self._place.parent, to)
        except (NotExported, OSError) as error:
            return Say("share.failed", {"why": str(error)})
        return Say(_said_of(place), {"file": str(to)})

    def newer(self) -> Bundle | None:
        """A release on a stick that is newer than what runs here; may be called by any thread."""
        if self._releases is None:
            return None
        found = newest_release(stick for root in STICKS for stick in mounted(root))
        return found if found is not None and order(found.version) > order(__version__) else None

    def update(self, release: Bundle, tell: Callable[[Say], None]) -> Say:
        """*release* is used from the next start on. Takes minutes: it is tried first."""
        return self._changed(
            lambda kit: (
                update(kit, str(release.file), self._place, RealWorks(), self._now(), tell, here=True).release
            )
        )

    def go_back(self) -> Say:
        """The version before is used from the next start on. Takes minutes: it is tried first."""
        return self._changed(lambda kit: go_back(kit, self._place, RealWorks(), self._now(), here=True))

    def _changed(self, change: Callable[[Releases], Path]) -> Say:
        if self._releases is None:
            return Say("recovery.no_version")
        try:
            return Say("recovery.back", {"version": change(self._releases).name})
        except UpdateFailed as error:
            return error.says
        except OSError as error:
            return Say("update.not_made", {"why": str(error)})

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock.wall() / 1e9)


def _said_of(place: Place) -> str:
    return "share.on_stick" if place.on_stick else "share.saved"
