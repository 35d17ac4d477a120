"""Backup and restore: one file, checked before it replaces anything, and replaced in one step."""

import sqlite3
from pathlib import Path

from companion.asks import Say
from companion.clock import Clock
from companion.journal.chain import breaks
from companion.journal.connect import beside, connect, connect_read_only, put_in_place, sync
from companion.journal.damage import moment, set_aside, trouble_in_pages
from companion.journal.migrations import APPLICATION_ID, STEPS, migrate, version
from companion.journal.salvage import known_holes, read_entries


class BackupFailed(Exception):  # noqa: N818
    """A backup was not made, or not restored; `says` tells the family why. Nothing has changed."""

    def __init__(self, says: Say) -> None:
        super().__init__(f"{says.key} {says.args}")
        self.says = says


def backup(connection: sqlite3.Connection, to: Path) -> Path:
    """Everything in one file at *to*; an older backup there stays until the new one is good."""
    new = to.with_name(to.name + ".new")
    try:
        if to.is_dir():
            raise IsADirectoryError(str(to))
        to.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        _copy(connection, new)
        examine(new)
        put_in_place(new, to)
    except (sqlite3.Error, OSError) as error:
        _forget(new)
        raise BackupFailed(Say("journal.backup_failed", {"file": str(to), "why": str(error)})) from error
    return to


def restore(source: Path | str, place: Path | str, clock: Clock) -> Path | None:
    """The backup *source* becomes the journal at *place*; returns where the journal before it lies now.

    The journal at *place* must be closed. If the backup is not good, nothing is touched.
    """
    backup_file, place = Path(source), Path(place)
    examine(backup_file)
    new = place.with_name(place.name + ".new")
    aside = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _forget(new)
        reading = connect_read_only(backup_file)
        try:
            _copy(reading, new)
        finally:
            reading.close()
        _bring_up_to_date(new)
        if place.exists():
            aside = set_aside(place, "before-restore", moment(clock))
        put_in_place(new, place)
    except (sqlite3.Error, OSError) as error:
        _forget(new)
        if aside is not None and not place.exists():
            _put_back(aside, place)
        raise BackupFailed(Say("journal.restore_failed", {"file": str(place), "why": str(error)})) from error
    return aside


def examine(file: Path) -> None:
    """Raise unless *file* is a whole journal that this version can read."""
    if not file.is_file():
        raise BackupFailed(Say("journal.backup_missing", {"file": str(file)}))
    try:
        connection = connect_read_only(file)
        try:
            reason = _what_is_wrong(connection)
        finally:
            connection.close()
    except (sqlite3.Error, OSError, ValueError):
        reason = "journal.backup_broken"
    if reason:
        raise BackupFailed(Say(reason, {"file": str(file)}))


def _what_is_wrong(connection: sqlite3.Connection) -> str:
    if trouble_in_pages(connection):
        return "journal.backup_broken"
    if int(connection.execute("PRAGMA application_id").fetchone()[0]) != APPLICATION_ID:
        return "journal.backup_foreign"
    if version(connection) > len(STEPS):
        return "journal.backup_future"
    holes = known_holes(read_entries(connection, "WHERE kind = 'salvage' ORDER BY id"))
    if next(breaks(read_entries(connection, "ORDER BY id"), holes), None) is not None:
        return "journal.backup_broken"
    return ""


def _copy(source: sqlite3.Connection, to: Path) -> None:
    target = sqlite3.connect(to, isolation_level=None)
    try:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    finally:
        target.close()
    sync(to)


def _bring_up_to_date(file: Path) -> None:
    connection = connect(file)
    try:
        migrate(connection)
    finally:
        connection.close()


def _put_back(aside: Path, place: Path) -> None:
    for old, new in zip(beside(aside), beside(place), strict=True):
        if old.exists():
            old.rename(new)


def _forget(new: Path) -> None:
    for leftover in beside(new):
        leftover.unlink(missing_ok=True)
