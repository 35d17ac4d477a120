"""Where a new version comes from when none is named: a stick, or the folder of the first time."""

import contextlib
import re
from collections.abc import Iterable
from pathlib import Path

from ui.exporting import STICKS, mounted
from ui.update.bundle import WHEEL, Bundle, NoRelease, read_bundle


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
    """The version of a wheel, as far as its name says; "" for anything else."""
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
