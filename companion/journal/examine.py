"""Whether a file does all that a journal has to do: its pages, its shape, its chain, and one more entry."""

import functools
import sqlite3
from pathlib import Path

import msgspec

from companion.journal.chain import INSERT, Entry, breaks, is_whole, link
from companion.journal.connect import APPLICATION_ID, STEPS, FromTheFuture, connect, migrate, version
from companion.journal.salvage import ANYTHING, known_holes, read_entries

TAIL = 2000  # number of newest entries examined whenever the file is opened
# damage may leave an index in order and yet keep it from being read
ASKED_OF_A_JOURNAL = ("SELECT * FROM games", "SELECT * FROM entries WHERE kind = 'person' ORDER BY id")
Shape = tuple[tuple[str, ...], ...]


class Broken(Exception):  # noqa: N818
    """The file cannot be trusted as it is."""


def examine(connection: sqlite3.Connection) -> None:
    """Raise `Broken`, or whatever damage makes of it, unless the file is a good journal of some version."""
    if found := trouble_in_pages(connection) or trouble_in_shape(connection):
        raise Broken(found)
    if not version(connection):
        return
    newest = tuple(read_entries(connection, f"WHERE id > (SELECT max(id) FROM entries) - {TAIL} ORDER BY id"))
    holes = known_holes(read_entries(connection, "WHERE kind = 'salvage' ORDER BY id"))
    bad = list(breaks(newest, holes))
    if bad and bad[0] == newest[0].id > 1 and is_whole(newest[0]):
        del bad[0]  # what came before it is not examined here
    if bad:
        raise Broken(f"the chain does not hold at entry {bad[0]}")
    for question in ASKED_OF_A_JOURNAL if version(connection) == len(STEPS) else ():
        for _ in connection.execute(question):
            pass


def trouble_in_pages(connection: sqlite3.Connection) -> str:
    """What SQLite has to say against the pages and the indexes of the file; "" if nothing."""
    try:
        found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except ANYTHING as error:
        return str(error)
    return "" if found == "ok" else found


def trouble_in_shape(connection: sqlite3.Connection) -> str:
    """Whether the tables are others than the version says; raises `FromTheFuture`."""
    done, found = version(connection), _shape(connection)
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if (done, found, application) == (0, (), 0):
        return ""  # nothing was written into it yet
    if application != APPLICATION_ID:
        return "this is a database of another program"
    if done > len(STEPS) and found not in map(shape_of, range(len(STEPS) + 1)):
        raise FromTheFuture(f"expected a journal of shape {len(STEPS)} or older, got {done}")
    return "" if 0 < done <= len(STEPS) and found == shape_of(done) else "it has another shape than it says"


def trouble_in_writing(connection: sqlite3.Connection) -> str:
    """What happens when one more entry is written, which is taken back at once; "" if all goes well."""
    try:
        last = next(read_entries(connection, "ORDER BY id DESC LIMIT 1"), None)
        number = last.id + 1 if last else 1
        trial = link(last, Entry(number, number, 0, 0, "trial", "{}"))
        connection.execute("SAVEPOINT trial")
        try:
            connection.execute(INSERT, msgspec.structs.astuple(trial))
        finally:
            connection.execute("ROLLBACK TO trial")
            connection.execute("RELEASE trial")
    except ANYTHING as error:
        return str(error)
    return ""


def trouble_in_one_more(place: Path) -> str:
    """The same for the file at *place*, whoever has it open now."""
    try:
        connection = connect(place)
        try:
            return trouble_in_writing(connection)
        finally:
            connection.close()
    except ANYTHING as error:
        return str(error)


@functools.cache
def shape_of(done: int) -> Shape:
    """The tables, indexes, views and triggers of a journal of so many steps."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, STEPS[:done])
    found = _shape(connection)
    connection.close()
    return found


def _shape(connection: sqlite3.Connection) -> Shape:
    return tuple(
        connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    )
