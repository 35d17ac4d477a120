"""Copies of the journal in other places: remembered when they are made, so that forgetting reaches them."""

import contextlib
import re
from collections.abc import Iterable
from pathlib import Path

from companion.journal import Journal, NotWritten
from companion.people.forgetting import Removed, forget_everything, forget_person, whom
from ui.exporting import STICKS, mounted

LIST = "elsewhere.txt"  # in the folder of the journal, a path on each line
FOLDER = "companion-copies"  # on a stick
# by `name_for` and the recovery
EXPORTED = re.compile(r".+_\d{4}(-\d\d){2}_\d\d-\d\d\.[a-z]+|(journal|simulated)-.+\.sqlite")


def note(folder: Path, copy: Path) -> None:
    """Remember *copy*, if it lies outside the *folder* of the journal."""
    path, known = copy.resolve(), _noted(folder)
    if not path.is_relative_to(folder.resolve()) and path not in known:
        _write(folder, [*(old for old in known if not _was_deleted(old)), path])


def forget(
    journal: Journal, name: str = "", sticks: Iterable[Path] = STICKS, nobody: str = "Guest"
) -> Removed:
    """Take the person called *name*, or everything, out of all that the house has written, wherever it lies.

    What lay on a stick that is not plugged in is named, and remembered until it is.
    """
    if journal.path is None:
        raise NotWritten("nothing of this journal is on a disk")
    folder = journal.path.parent
    noted = _noted(folder)
    there = {path for path in noted if path.is_file()}
    for stick in (stick for root in sticks for stick in mounted(root)):
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
