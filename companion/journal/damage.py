"""What becomes of a journal file that is broken, in the way, or cannot be written.

A broken file is set aside under a name that says when, never deleted; every entry in it that is whole is
taken over into a new file, and what is missing is recorded there as holes. The family is told in words.
"""

import os
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from companion.clock import Clock
from companion.journal.chain import Entry, breaks, is_whole
from companion.journal.connect import beside, connect, connect_in_memory, connect_read_only, put_in_place
from companion.journal.migrations import APPLICATION_ID, FromTheFuture, MigrationFailed, migrate, version
from companion.journal.salvage import fill, known_holes, read_entries, salvage

TAIL = 2000  # so many of the newest entries are examined whenever the file is opened


class Trouble(Struct, frozen=True):
    """What was the matter with the file, and what became of it."""

    says: Say
    in_memory: bool = False  # nothing of this evening will be kept
    aside: str = ""  # where the broken file lies now
    rescued: int = 0  # entries taken over from it


class Broken(Exception):  # noqa: N818
    """The file cannot be trusted as it is."""


def open_or_rescue(place: Path, clock: Clock) -> tuple[sqlite3.Connection, Trouble | None]:
    """A connection to a good journal at *place*, or to one in memory, and what the family must know."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() and not place.is_symlink():
            _make_new(place)
        return _open_good(place), None
    except FromTheFuture:
        return _set_aside_and_begin(place, clock, "journal.future")
    except MigrationFailed:
        return connect_in_memory(), Trouble(Say("journal.migration", {"file": place.name}), in_memory=True)
    except sqlite3.OperationalError as error:
        in_the_way = os.path.lexists(place) and not place.is_file()
        if in_the_way or "malformed" in str(error):
            return _set_aside_and_begin(place, clock, "journal.broken")
        return _in_memory(place, _why_not(error))
    except (sqlite3.DatabaseError, Broken, UnicodeDecodeError):  # even SQLite's complaint may be damaged
        return _set_aside_and_begin(place, clock, "journal.broken")
    except OSError as error:
        return _in_memory(place, _why_not(error))


def trouble_in_pages(connection: sqlite3.Connection) -> str:
    """What SQLite has to say against the pages of the file; "" if nothing."""
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)
    return "" if found == "ok" else found


def moment(clock: Clock) -> str:
    """The time now as a part of a file name."""
    return datetime.fromtimestamp(clock.wall() / 1e9).astimezone().strftime("%Y-%m-%d-%H%M%S")


def set_aside(place: Path, why: str, when: str) -> Path:
    """*place* and its neighbours under a new name: "journal.db" → "journal.broken-2024-12-24-203000.db"."""
    aside = place.with_name(f"{place.stem}.{why}-{when}{place.suffix}")
    number = 2
    while aside.exists():
        aside = place.with_name(f"{place.stem}.{why}-{when}-{number}{place.suffix}")
        number += 1
    for old, new in zip(beside(place), beside(aside), strict=True):
        if old.exists() or old.is_symlink():
            old.rename(new)
    return aside


def _make_new(place: Path, entries: Sequence[Entry] = ()) -> None:
    """A new journal appears at *place* as a whole, or not at all."""
    new = place.with_name(place.name + ".new")
    for leftover in beside(new):
        leftover.unlink(missing_ok=True)
    connection = connect(new)
    try:
        migrate(connection)
        fill(connection, entries)
    finally:
        connection.close()
    put_in_place(new, place)


def _open_good(place: Path) -> sqlite3.Connection:
    if place.is_file() and place.stat().st_size == 0 and not beside(place)[1].exists():
        raise Broken("the file is empty")
    connection = connect(place)
    try:
        _examine(connection)
        migrate(connection)
        connection.execute("BEGIN IMMEDIATE")  # may it be written?
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return connection


def _examine(connection: sqlite3.Connection) -> None:
    found = trouble_in_pages(connection)
    if found:
        raise Broken(found)
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if tables and application != APPLICATION_ID:
        raise Broken("this is a database of another program")
    if not version(connection):
        return
    newest = tuple(read_entries(connection, f"WHERE id > (SELECT max(id) FROM entries) - {TAIL} ORDER BY id"))
    holes = known_holes(read_entries(connection, "WHERE kind = 'salvage' ORDER BY id"))
    bad = list(breaks(newest, holes))
    if bad and bad[0] == newest[0].id > 1 and is_whole(newest[0]):
        del bad[0]  # what came before it is not examined here
    if bad:
        raise Broken(f"the chain does not hold at entry {bad[0]}")


def _set_aside_and_begin(place: Path, clock: Clock, key: str) -> tuple[sqlite3.Connection, Trouble]:
    try:
        aside = set_aside(place, key.rpartition(".")[2], moment(clock))
        rescued = salvage(aside, clock) if key == "journal.broken" else ()
        _make_new(place, rescued)
        connection = connect(place)
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        return _in_memory(place, _why_not(error))
    count = max(0, len(rescued) - 1)  # the last of them tells of the rescue itself
    says = Say(key, {"file": aside.name, "n": count})
    return connection, Trouble(says, aside=str(aside), rescued=count)


def _in_memory(place: Path, key: str) -> tuple[sqlite3.Connection, Trouble]:
    """What can be read of *place*, in memory, so that the family can at least go on."""
    connection = connect_in_memory()
    trouble = Trouble(Say(key, {"file": str(place)}), in_memory=True)
    if not place.is_file():
        return connection, trouble
    copy = sqlite3.connect(":memory:", isolation_level=None)
    try:
        source = connect_read_only(place)
        try:
            source.backup(copy)
        finally:
            source.close()
        _examine(copy)
        migrate(copy)
    except (sqlite3.Error, OSError, UnicodeDecodeError, Broken, MigrationFailed, FromTheFuture):
        copy.close()
        return connection, trouble
    connection.close()
    return copy, trouble


def _why_not(error: Exception) -> str:
    """The sentence for a file that cannot be written."""
    text = str(error).lower()
    if "locked" in text or "busy" in text:
        return "journal.busy"
    if "full" in text or "no space" in text or "quota" in text:
        return "journal.full"
    return "journal.read_only"
