"""Backup and restore. A backup is read as data: its entries, one by one, go into a file of our own shape.

Nothing else that lies in such a file is taken over or carried out, whoever made it: no trigger, no view, no
index. It is good only if the chain of its entries holds from the first to the last.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.asks import Unable
from companion.clock import Clock
from companion.journal import connect, swap
from companion.journal.chain import COLUMNS, Entry, followed
from companion.journal.examine import shape_of
from companion.journal.salvage import ANYTHING, is_an_entry, known_holes

LARGEST_FILE = 1024**3
LARGEST_ENTRY = 1024**2  # bytes; the longest that was ever written has some thousand
LONGEST_KIND = 40
TABLE = next(sql for kind, name, _, sql in shape_of(1) if (kind, name) == ("table", "entries"))
FEW_DEEDS = 10**6  # of SQLite's machine between two looks whether it has been at it for too long


class BackupFailed(Unable):
    """A backup was not made, or not restored. Nothing has changed."""


def backup(entries: Iterable[Entry], to: Path) -> Path:
    """All *entries* in one file at *to*; an older backup there stays until the new one is good."""
    new = to.with_name(to.name + ".new")
    try:
        if to.is_dir():
            raise IsADirectoryError(str(to))
        to.parent.mkdir(parents=True, exist_ok=True)
        swap.write_file(new, entries)
        examine(new)
        new.replace(to)
        connect.sync(to.parent)
    except (*ANYTHING, OSError, BackupFailed) as error:
        with contextlib.suppress(OSError):
            swap.forget(new)
        raise BackupFailed("journal.backup_failed", file=str(to), why=str(error)) from error
    return to


def restore(source: Path | str, place: Path | str, clock: Clock) -> Path | None:
    """The backup *source* becomes the journal at *place*; returns where the journal before it lies now.

    If the backup is not good, or somebody uses the journal, nothing is touched.
    """
    place = Path(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        lock = connect.take(place, clock)
    except connect.Held as held:
        raise BackupFailed("journal.held", file=place.name, who=held.who) from held
    except OSError as error:
        raise _not_restored(place, error) from error
    try:
        return put_back(Path(source), place, clock)
    finally:
        lock.release()


def put_back(source: Path, place: Path, clock: Clock) -> Path | None:
    """The same for whoever holds the lock of the journal, and has closed it."""
    new, aside = place.with_name(place.name + ".new"), None
    try:
        swap.finish(place)
        swap.write_file(new, read_backup(source))
        if place.exists():
            aside = swap.other_name(place, "before-restore", clock)
            swap.keep(place, aside)
        swap.put_in_place(new, place)
    except (*ANYTHING, OSError) as error:
        with contextlib.suppress(OSError):
            swap.forget(new)
            if aside is not None:
                swap.keep_no_more(aside, place)
        raise _not_restored(place, error) from error
    return aside


def examine(file: Path) -> int:
    """How many entries the backup *file* holds; raises unless it is good, from the first to the last."""
    return sum(1 for _ in read_backup(file))


def read_backup(file: Path) -> Iterator[Entry]:
    """The entries of a backup, each of them checked; raises `BackupFailed` where one is not good."""
    if not file.is_file():
        raise BackupFailed("journal.backup_missing", file=str(file))
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise _Wrong("journal.backup_foreign")
        with _opened(file) as connection:
            yield from _checked(connection)
    except _Wrong as wrong:
        raise BackupFailed(str(wrong), file=str(file)) from wrong
    except (*ANYTHING, OSError) as error:
        raise BackupFailed("journal.backup_broken", file=str(file)) from error


class _Wrong(Exception):  # noqa: N818
    """The key of the sentence that says what is wrong with the file."""


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """*file*, only to be read; where SQLite would have to write beside it, a copy."""
    with contextlib.ExitStack() as until_read:
        try:
            connection = _guarded(file)
        except sqlite3.OperationalError:
            connection = _guarded(until_read.enter_context(connect.copied(file)))
        until_read.callback(connection.close)
        yield connection


def _guarded(file: Path) -> sqlite3.Connection:
    """A connection that reads *file*, nothing large or endless in it, and runs nothing that lies there."""
    uri = f"{file.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=connect.WAIT_S, isolation_level=None)
    looks = iter(range(file.stat().st_size // FEW_DEEDS + 20))  # more than any table of this size asks for
    connection.set_progress_handler(lambda: next(looks, None) is None, FEW_DEEDS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * LARGEST_ENTRY)
    with connect.closed_if_broken(connection):
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def _checked(connection: sqlite3.Connection) -> Iterator[Entry]:
    if int(connection.execute("PRAGMA application_id").fetchone()[0]) != connect.APPLICATION_ID:
        raise _Wrong("journal.backup_foreign")
    if connect.version(connection) > len(connect.STEPS):
        raise _Wrong("journal.backup_future")
    if connection.execute("SELECT type, sql FROM sqlite_master WHERE name = 'entries'").fetchall() != [
        ("table", TABLE)
    ]:
        raise _Wrong("journal.backup_foreign")
    if connection.execute("PRAGMA quick_check(entries)").fetchall() != [("ok",)]:
        raise _Wrong("journal.backup_broken")
    holes = known_holes(_entries(connection, "WHERE kind = 'salvage' ORDER BY id"))
    for entry, holds in followed(_entries(connection, "ORDER BY id"), holes):
        if not holds:
            raise _Wrong("journal.backup_broken")
        yield entry


def _entries(connection: sqlite3.Connection, where: str) -> Iterator[Entry]:
    last = 0
    for row in connection.execute(f"SELECT {COLUMNS} FROM entries NOT INDEXED {where}"):
        entry = Entry(*row)
        if not is_an_entry(entry) or entry.id <= last or not _is_in_bounds(entry):
            raise _Wrong("journal.backup_broken")
        last = entry.id
        yield entry


def _is_in_bounds(entry: Entry) -> bool:
    return (
        1 <= entry.game <= entry.id
        and entry.wall >= 0
        and len(entry.kind) <= LONGEST_KIND
        and len(entry.body) <= LARGEST_ENTRY
        and isinstance(entry.read(), dict)
    )


def _not_restored(place: Path, error: Exception) -> BackupFailed:
    return BackupFailed("journal.restore_failed", file=str(place), why=str(error))
