"""Where tables and pictures of results are put, and what is remembered of copies in other places.

That is a memory stick if one is in, else a folder of the house.
"""

import contextlib
import os
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from companion.journal import Journal, NotWritten
from companion.people.forgetting import Removed, forget_everything, forget_person, whom
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


def put(exports: Path, name: str, write: Callable[[Path], object]) -> Say:
    """Let *write* make the file *name* where it can be taken from; where that is, or why it failed."""
    try:
        place = place_for(exports)
        path = place.folder / name
        write(path)
        if not path.is_file():
            raise NotExported(str(path))
    except (NotExported, OSError) as error:
        return Say("share.failed", {"why": str(error)})
    return Say("share.on_stick" if place.on_stick else "share.saved", {"file": str(path)})


# --- copies of the journal in other places: remembered when made, so that forgetting reaches them ---

LIST = "elsewhere.txt"  # in the folder of the journal, a path on each line
FOLDER = "companion-copies"  # on a stick
# by `name_for` and the recovery
EXPORTED = re.compile(r".+_\d{4}(-\d\d){2}_\d\d-\d\d\.[a-z]+|(journal|simulated)-.+\.sqlite")


def note(folder: Path, copy: Path) -> None:
    """Remember *copy*, if it lies outside the *folder* of the journal."""
    path, known = copy.resolve(), _noted(folder)
    if not path.is_relative_to(folder.resolve()) and path not in known:
        _write(folder, [*(old for old in known if not _was_deleted(old)), path])


def forget(journal: Journal, name: str = "", nobody: str = "Guest") -> Removed:
    """Take the person called *name*, or everything, out of all that the house has written, wherever it lies.

    What lay on a stick that is not plugged in is named, and remembered until it is.
    """
    if journal.path is None:
        raise NotWritten("nothing of this journal is on a disk")
    folder = journal.path.parent
    noted = _noted(folder)
    there = {path for path in noted if path.is_file()}
    for stick in (stick for root in STICKS for stick in mounted(root)):
        there |= set((stick / FOLDER).glob("*.sqlite"))
        there |= {file for file in stick.glob("*") if file.is_file() and EXPORTED.fullmatch(file.name)}
    files = sorted(there)
    if name:
        removed = forget_person(journal, whom(journal, name, nobody), folder, files)
    else:
        removed = forget_everything(journal, folder, files)
    away = tuple(str(path) for path in noted if path not in there and not _was_deleted(path))
    removed += Removed(unreached=away)
    _write(folder, sorted({*map(Path, removed.unreached), *(path for path in noted if path.is_file())}))
    return removed


def _was_deleted(path: Path) -> bool:
    """Whether its folder is there, with others in it: a pulled stick leaves an empty one, or none."""
    return not path.exists() and path.parent.is_dir() and any(path.parent.iterdir())


def _noted(folder: Path) -> list[Path]:
    try:
        return [Path(line) for line in (folder / LIST).read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return []


def _write(folder: Path, paths: Iterable[Path]) -> None:
    with contextlib.suppress(OSError):  # then no journal is kept either, and that is reported
        (folder / LIST).write_text("".join(f"{path}\n" for path in paths), "utf-8")
