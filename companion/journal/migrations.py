"""The shape of the journal file, and the numbered steps that bring an old file up to date.

A step is SQL in a file of its own, never changed once it was released; a new shape is a new step at the end.
All steps that a file lacks run in one transaction: the file has the new shape afterwards, or it is exactly as
it was.
"""

import sqlite3
from collections.abc import Sequence
from importlib import resources

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
