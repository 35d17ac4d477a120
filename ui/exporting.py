"""Where tables and pictures of results are put: a memory stick if one is in, else a folder of the house."""

import os
import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.plain_file import write_whole

STICKS = (Path("/media"), Path("/run/media"))
DEPTH = 2  # sticks are mounted as /media/NAME or /media/USER/NAME


class NotExported(Exception):  # noqa: N818
    """A file that could not be written; the text says why."""


class Place(Struct, frozen=True):
    """A folder that can be written to."""

    folder: Path
    on_stick: bool = False


def place_for(folder: Path, sticks: Iterable[Path] = STICKS) -> Place:
    """The first memory stick that can be written to, else *folder*, which is made if there is none."""
    for root in sticks:
        for stick in mounted(root):
            if os.access(stick, os.W_OK):
                return Place(stick, on_stick=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotExported(f"{folder}: {error.strerror}") from error
    return Place(folder)


def place_at_home(folder: Path) -> Place:
    """The same for what somebody looks for at once: without a stick where downloads go, if there is such."""
    downloads = Path.home() / "Downloads"
    return place_for(downloads if os.access(downloads, os.W_OK) else folder)


def mounted(root: Path) -> list[Path]:
    """The memory sticks below *root*."""
    patterns = ["/".join("*" * depth) for depth in range(1, DEPTH + 1)]
    try:
        return sorted(p for pattern in patterns for p in root.glob(pattern) if p.is_dir() and p.is_mount())
    except OSError:
        return []


def name_for(what: str, moment_ns: int, ending: str) -> str:
    """The name of a file, good for every system.

    >>> name_for("Abi '94", 0, "csv")[:9]
    'abi-94_19'
    """
    day = datetime.fromtimestamp(moment_ns / 1e9).astimezone().strftime("%Y-%m-%d_%H-%M")
    return f"{re.sub(r'[^a-z0-9]+', '-', what.casefold()).strip('-') or 'game'}_{day}.{ending}"


def write_export(place: Place, name: str, content: str | bytes) -> Path:
    """*content* as the file *name* in *place*, whole or not at all; an older one of that name is replaced."""
    path = place.folder / name
    if isinstance(content, str):
        content = content.encode("utf-8-sig" if name.endswith(".csv") else "utf-8")
    try:
        write_whole(path, content)
    except OSError as error:
        raise NotExported(f"{path}: {error.strerror}") from error
    return path
