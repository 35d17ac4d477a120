"""Connections to journal files, with the manners that the journal relies on."""

import os
import sqlite3
from pathlib import Path

from companion.journal.migrations import migrate

WAIT_S = 2.0  # for another program that is writing just now


def connect(path: Path) -> sqlite3.Connection:
    """The file at *path*, which is made if there is none: WAL, and on the disk before a commit returns."""
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA trusted_schema = OFF")
    except (sqlite3.Error, UnicodeDecodeError):  # a damaged file may spoil even the words of an error
        connection.close()
        raise
    return connection


def connect_read_only(path: Path) -> sqlite3.Connection:
    """The file at *path*, which is only read; of a file that nobody may write, the last checkpoint."""
    try:
        connection = _open_uri(path, "mode=ro")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection = _open_uri(path, "mode=ro&immutable=1")
    return connection


def connect_in_memory() -> sqlite3.Connection:
    """A journal that forgets everything when it is closed."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def _open_uri(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=WAIT_S, isolation_level=None)


def beside(path: Path) -> tuple[Path, ...]:
    """The file and those that SQLite keeps next to it while it works."""
    return (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm")))


def sync(path: Path) -> None:
    """See to it that *path*, a file or a folder, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def put_in_place(new: Path, place: Path) -> None:
    """*new* takes the name *place*, for good: on the disk, either the old or the new file lies there."""
    sync(new)
    new.replace(place)
    sync(place.parent)
