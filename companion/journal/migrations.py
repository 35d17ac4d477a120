"""The shape of the journal file, and the numbered steps that bring an old file up to date.

A step is SQL, never changed once it was released; a new shape is a new step at the end. All steps that a file
lacks run in one transaction: the file has the new shape afterwards, or it is exactly as it was.
"""

import sqlite3
from collections.abc import Sequence

APPLICATION_ID = 0x7461626C  # "tabl": tells our files from other SQLite files

_FIRST = """
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    t INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
);
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_go_in_at_the_end BEFORE INSERT ON entries
WHEN NEW.id <= (SELECT max(id) FROM entries)
BEGIN SELECT RAISE(ABORT, 'entries go in at the end'); END;
"""

_GAMES_AT_A_GLANCE = """
CREATE INDEX entries_by_game ON entries (game, id);
CREATE INDEX entries_that_begin_or_end ON entries (kind, game)
    WHERE kind IN ('start', 'end', 'left', 'undo', 'override', 'correction', 'salvage');
CREATE VIEW games AS
    SELECT s.id AS id, s.wall AS wall, s.body AS body,
        (SELECT body FROM entries e WHERE e.game = s.id AND e.kind IN ('end', 'left') AND e.id > coalesce(
            (SELECT max(b.id) FROM entries b WHERE b.game = s.id
                AND b.kind IN ('undo', 'override', 'correction')
                AND b.body LIKE '%"verdict":"accepted"%'), 0)
            ORDER BY e.id DESC LIMIT 1) AS ending,
        (SELECT count(*) FROM entries c WHERE c.game = s.id) AS entries,
        (SELECT max(l.wall) FROM entries l WHERE l.game = s.id) AS last_wall
    FROM entries s WHERE s.kind = 'start';
"""

_PEOPLE_AT_A_GLANCE = """
CREATE INDEX entries_about_people ON entries (id) WHERE kind = 'person';
"""

STEPS: tuple[str, ...] = (_FIRST, _GAMES_AT_A_GLANCE, _PEOPLE_AT_A_GLANCE)


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
