"""The environments that the installer and updates make, side by side, and which of them is in use.

~/.local/lib/table-companion/releases/20260101-120000/   one whole environment
~/.local/lib/table-companion/current                     a link to the one in use
"""

import os
import shutil
import sys
from datetime import datetime
from pathlib import Path

from msgspec import Struct

KEPT = 3  # the one in use and two to go back to


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
        return tuple(sorted(folder for folder in folders if command_of(folder).exists()))

    def before(self) -> Path | None:
        """The newest environment that is older than the one in use."""
        current = self.current()
        older = [release for release in self.all() if current is not None and release.name < current.name]
        return older[-1] if older else None

    def fresh(self, now: datetime) -> Path:
        """A folder that is not there yet, for a new environment."""
        stamp = f"{now:%Y%m%d-%H%M%S}"
        taken = {release.name for release in (self.place / "releases").glob("*")}
        number = next(n for n in range(len(taken) + 1) if _name(stamp, n) not in taken)
        return self.place / "releases" / _name(stamp, number)

    def use(self, release: Path) -> None:
        """From now on *release* is in use; whoever looks sees the old one or the new one, never neither."""
        new = self.link.with_name("next")
        new.unlink(missing_ok=True)
        new.symlink_to(release)
        new.replace(self.link)

    def tidy(self) -> tuple[Path, ...]:
        """Throw away the oldest environments but for the last few, never the one in use."""
        current = self.current()
        old = [release for release in self.all() if release.resolve() != current]
        gone = tuple(old[: max(0, len(old) - KEPT + 1)])
        for release in gone:
            shutil.rmtree(release, ignore_errors=True)
        return gone


def here(executable: str = sys.executable) -> Releases | None:
    """The releases that this very program belongs to; None if no installer has put it here."""
    environment = Path(os.path.abspath(executable)).parent.parent  # noqa: PTH100  (resolve() would leave the venv)
    for folder in (environment.resolve(), environment):
        if folder.parent.name == "releases":
            return Releases(folder.parent.parent)
    return None


def command_of(release: Path) -> Path:
    return release / "bin" / "companion"


def _name(stamp: str, number: int) -> str:
    return stamp if number == 0 else f"{stamp}-{number}"
