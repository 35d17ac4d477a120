"""Where a new version comes from when none is named: a wheel on a stick, or the folder of the first time."""

import getpass
import re
from collections.abc import Iterable
from pathlib import Path

WHEEL = re.compile(r"table_companion-(?P<version>[^-]+)-py3-none-any\.whl")


def places_for_wheels(home: Path | None = None) -> tuple[Path, ...]:
    """Sticks that are plugged in, and the family's downloads."""
    home = home or Path.home()
    sticks = (path for base in ("/media", "/run/media") for path in Path(base, getpass.getuser()).glob("*"))
    return (*sorted(sticks), home / "Downloads", home)


def newest_wheel(places: Iterable[Path]) -> Path | None:
    """The wheel with the highest version in one of *places*."""
    found = [
        (_order(match["version"]), path)
        for place in places
        if place.is_dir()
        for path in sorted(place.glob("table_companion-*.whl"))
        if (match := WHEEL.fullmatch(path.name))
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def is_newer(wheel: Path, version: str) -> bool:
    """Whether *wheel* is newer than *version*, as far as its name tells."""
    match = WHEEL.fullmatch(wheel.name)
    return match is None or _order(match["version"]) > _order(version)


def folder_of_the_first_time(release: Path) -> Path | None:
    """The folder from which the installer made *release*, if it is still there."""
    note = release / "source"
    kind, _, rest = note.read_text("utf-8").strip().partition(" ") if note.exists() else ("", "", "")
    folder = Path(rest.rpartition(" ")[0])
    return folder if kind == "folder" and (folder / "pyproject.toml").exists() else None


def _order(version: str) -> tuple[tuple[int, str], ...]:
    """So that 0.10.0 comes after 0.9.1, and 1.0.0 after 1.0.0rc1."""
    parts = re.split(r"[.+]", version)
    return tuple(_part(part) for part in parts)


def _part(part: str) -> tuple[int, str]:
    match = re.match(r"(\d*)(.*)", part)
    assert match is not None
    return int(match[1] or 0), match[2] or "~"  # nothing behind the number is later than "rc1"
