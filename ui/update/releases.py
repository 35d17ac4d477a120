"""The environments that the installer and updates make, side by side, and which of them is in use.

~/.local/lib/table-companion/releases/20260101-120000/   one whole environment
~/.local/lib/table-companion/current                     a link to the one in use
"""

import os
import shutil
import sys
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

KEPT = 3  # the one in use and two to go back to
STAMP = "%Y%m%d-%H%M%S"
UNTRIED = "untried"  # lies in one that has not come up yet: the service goes back if it fails before
CAME_AFTER = "came_after"  # lies in one and names that which was in use before it
UNFINISHED = "unfinished"  # lies in an environment that is being made or thrown away


class Releases(Struct, frozen=True):
    """The place of all environments."""

    place: Path

    @property
    def link(self) -> Path:
        return self.place / "current"

    def current(self) -> Path | None:
        """The environment in use."""
        return self.link.resolve() if self.link.is_symlink() and self.link.exists() else None

    def all(self) -> tuple[Path, ...]:
        """Every environment, the oldest first: their names are the moments at which they were made."""
        folders = (self.place / "releases").glob("*")
        return tuple(sorted(folder for folder in folders if _is_whole(folder)))

    def before(self) -> Path | None:
        """The environment that was in use when the present one came, else the newest that is older."""
        current = self.current()
        if current is None:
            return None
        mark = current / CAME_AFTER
        name = mark.read_text("utf-8") if mark.exists() else ""
        older = [release for release in self.all() if release.name < current.name]
        return next((release for release in older if release.name == name), older[-1] if older else None)

    def fresh(self, now: datetime) -> Path:
        """A new folder for an environment, unfinished until `finish`; its name comes after all others.

        A clock that stands in 1970 must not turn the order round: the way back leads by it.
        """
        names = [release.name[:15] for release in (self.place / "releases").glob("*")]
        stamps = [now, *(when + timedelta(seconds=1) for name in names if (when := _moment(name)))]
        folder = self.place / "releases" / f"{max(stamps):{STAMP}}"
        folder.mkdir(parents=True)
        (folder / UNFINISHED).touch()
        return folder

    def finish(self, release: Path) -> None:
        """*release* is whole and well."""
        (release / UNFINISHED).unlink(missing_ok=True)

    def use(self, release: Path, *, untried: bool = False) -> None:
        """From now on *release* is in use; at any moment there is either the old one or the new one.

        *untried*: nobody has seen it come up here. The mark then names the one to use again if it does not.
        """
        before = self.current()
        if before is not None and before.name < release.name:
            (release / CAME_AFTER).write_text(before.name, "utf-8")
        if untried and before is not None:
            (release / UNTRIED).write_text(str(before), "utf-8")
        new = self.link.with_name("next")
        new.unlink(missing_ok=True)
        new.symlink_to(release)
        new.replace(self.link)

    def tidy(self) -> tuple[Path, ...]:
        """Throw away halves, and the oldest environments but for the last few, never the one in use."""
        current = self.current()
        others = [
            folder for folder in sorted((self.place / "releases").glob("*")) if folder.resolve() != current
        ]
        halves = [folder for folder in others if not _is_whole(folder)]
        old = [folder for folder in others if _is_whole(folder)]
        gone = (*halves, *old[: max(0, len(old) - KEPT + 1)])
        for release in gone:
            self.throw_away(release)
        return gone

    def throw_away(self, release: Path) -> None:
        """Away with *release*; killed on the way, it is a half that the next `tidy` finds.

        Its command goes first: the mark may be the first thing that goes of the rest.
        """
        if release.is_dir():
            (release / UNFINISHED).touch()
            command_of(release).unlink(missing_ok=True)
        shutil.rmtree(release, ignore_errors=True)


def here(executable: str = sys.executable) -> Releases | None:
    """The releases that this very program belongs to; None if no installer has put it here."""
    environment = Path(os.path.abspath(executable)).parent.parent  # noqa: PTH100  (resolve() would leave the venv)
    for folder in (environment.resolve(), environment):
        if folder.parent.name == "releases":
            return Releases(folder.parent.parent)
    return None


def came_up(executable: str = sys.executable) -> None:
    """The app stands with the release that this very program belongs to: it stays in use."""
    (Path(executable).parent.parent / UNTRIED).unlink(missing_ok=True)


def command_of(release: Path) -> Path:
    return release / "bin" / "companion"


def _is_whole(release: Path) -> bool:
    return command_of(release).exists() and not (release / UNFINISHED).exists()


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, STAMP)
    except ValueError:
        return None
