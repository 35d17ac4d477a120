"""Connections to journal files, with the settings that the journal relies on, and the shape of the file.

Numbered steps bring an old file up to date. A step is SQL in a file of its own, never changed once it was
released; a new shape is a new step at the end. All steps that a file lacks run in one transaction: the file
has the new shape afterwards, or it is exactly as it was.
"""

import contextlib
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib import resources
from pathlib import Path

from msgspec import Struct

from companion.clock import Clock

APPLICATION_ID = 0x7461626C  # "tabl": marks our files among other SQLite files

# Entries that stay as they are; games at a glance; people at a glance.
STEPS = tuple((resources.files(__package__) / f"step_{n}.sql").read_text("utf-8") for n in (1, 2, 3))


class MigrationFailed(Exception):  # noqa: N818
    """The file could not be brought up to date; it is as it was."""


class FromTheFuture(Exception):  # noqa: N818
    """The file was written by a newer version of the program."""


def version(connection: sqlite3.Connection) -> int:
    """How many steps the file has behind it."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, steps: Sequence[str] = STEPS) -> int:
    """Bring the file up to date; the number of steps that this took."""
    done = version(connection)
    if done > len(steps):
        raise FromTheFuture(f"expected a journal of shape {len(steps)} or older, got {done}")
    if done == len(steps):
        return 0
    try:
        connection.execute("BEGIN IMMEDIATE")
        for step in steps[done:]:
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise MigrationFailed(
            f"a journal of shape {done} could not become one of shape {len(steps)}: {error}"
        ) from error
    return len(steps) - done


def _statements(script: str) -> list[str]:
    """The statements of *script* one by one: `executescript` would commit what came before it."""
    statements, part = [], ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            statements.append(part)
            part = ""
    return statements


WAIT_S = 2.0  # for another program that is writing just now
MEMORY = Path("/dev/shm")  # a folder that is on no disk, where there is one


def connect(path: Path) -> sqlite3.Connection:
    """The file at *path*, which is made if there is none: on the disk before a commit returns.

    It is in the log by then and, so that nothing depends on the log alone, in the file as well.
    """
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
    with closed_if_broken(connection):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 1")
        connection.execute("PRAGMA trusted_schema = OFF")
    return connection


@contextlib.contextmanager
def closed_if_broken(connection: sqlite3.Connection) -> Iterator[None]:
    """*connection* stays open only if all goes well: a damaged file may spoil even the words of an error."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def connect_read_only(path: Path) -> sqlite3.Connection:
    """The file at *path*, which is only read; where nothing may be written beside it, a copy in memory."""
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=WAIT_S, isolation_level=None
        )
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        return read_into_memory(path)
    return connection


def connect_in_memory() -> sqlite3.Connection:
    """A journal that forgets everything when it is closed."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def read_into_memory(path: Path) -> sqlite3.Connection:
    """All that stands in the file at *path* and in its log; it is left as it is."""
    with copied(path) as copy:
        source = sqlite3.connect(copy, isolation_level=None)
        try:
            return copy_in_memory(source)
        finally:
            source.close()


def copy_in_memory(source: sqlite3.Connection) -> sqlite3.Connection:
    """The same entries, where they can be gone on with and nothing is kept."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    source.backup(connection)
    return connection


@contextlib.contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of the file and its log, in memory where that is possible; thrown away afterwards."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="companion-journal-", dir=memory) as folder:
        copy = Path(folder) / "copy.sqlite"
        for old, new in zip(beside(path)[:2], beside(copy)[:2], strict=True):
            if old.is_file():
                shutil.copyfile(old, new)
        yield copy


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


# --- one table, one writer: whoever has opened a journal holds its lock until the process ends ---
# It lies in a small file beside the journal, which says who holds it. It is the kernel's (`flock`): when the
# process dies, in whatever way, it is free again.


class Held(Exception):  # noqa: N818
    """Another process has the journal."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who  # its number and since when, like "4711, 20:15"


class Lock(Struct, frozen=True):
    """The right to write a journal."""

    file: Path
    number: int  # of the open file

    def release(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink()
        with contextlib.suppress(OSError):
            os.close(self.number)


def take(place: Path, clock: Clock) -> Lock:
    """The lock of the journal at *place*; raises `Held`, or `OSError` where nothing can be written."""
    file = place.with_name(place.name + ".lock")
    while True:
        number = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            who = os.pread(number, 80, 0).decode("ascii", "replace")
            os.close(number)
            raise Held(who or "?") from error
        if _is_still(file, number):
            break
        os.close(number)  # whoever had it has just let it go, and taken the file away
    since = datetime.fromtimestamp(clock.wall() / 1e9).astimezone()
    with contextlib.suppress(OSError):  # a full disk: it is held all the same
        os.truncate(number, 0)
        os.pwrite(number, f"{os.getpid()}, {since:%H:%M}".encode(), 0)
    return Lock(file, number)


def _is_still(file: Path, number: int) -> bool:
    try:
        return os.path.samestat(file.stat(), os.fstat(number))
    except OSError:
        return False
