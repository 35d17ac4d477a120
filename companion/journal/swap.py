"""A new journal takes the place of the old one, which is kept: at every moment one of them lies there.

A file that is to take the place waits beside it under the name ``….ready``. It gets that name only when it is
whole and on the disk, and when the old file is kept under another name; whoever finds it there has only to
finish: take the old log away, and give it the name it waits for.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from companion.clock import Clock
from companion.journal.chain import INSERT, Entry
from companion.journal.connect import beside, migrate, sync


def write_file(new: Path, entries: Iterable[Entry] = ()) -> Path:
    """A journal file with *entries* at *new*, in a shape of its own, and on the disk."""
    forget(new)
    try:
        with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")  # it counts only when it is whole
            connection.execute("PRAGMA synchronous = OFF")
            migrate(connection)
            fill(connection, entries)
    except BaseException:
        forget(new)
        raise
    sync(new)
    return new


def fill(connection: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    """Put *entries* into a new journal as they are."""
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(INSERT, (msgspec.structs.astuple(entry) for entry in entries))
    connection.execute("COMMIT")


def put_in_place(new: Path, place: Path) -> None:
    """*new*, which is whole and on the disk, becomes the journal at *place*."""
    new.replace(_ready(place))
    sync(place.parent)
    finish(place)


def finish(place: Path) -> bool:
    """If a journal waits for its *place*, put it there; whether there was one."""
    ready = _ready(place)
    if not ready.is_file():
        return False
    for log in beside(place)[1:]:
        log.unlink(missing_ok=True)
    ready.replace(place)
    sync(place.parent)
    return True


def other_name(place: Path, why: str, clock: Clock) -> Path:
    """Under what name the file at *place* is kept: "journal.db" → "journal.broken-2024-12-24-203000.db"."""
    for aside in sorted(place.parent.glob(f"{place.stem}.{why}-*{place.suffix}")):
        if place.is_file() and aside.is_file() and aside.samefile(place):
            return aside  # somebody who came no further has given it this name
    when = datetime.fromtimestamp(clock.wall() / 1e9).astimezone().strftime("%Y-%m-%d-%H%M%S")
    aside, number = place.with_name(f"{place.stem}.{why}-{when}{place.suffix}"), 2
    while os.path.lexists(aside):
        aside = place.with_name(f"{place.stem}.{why}-{when}-{number}{place.suffix}")
        number += 1
    return aside


def keep(place: Path, aside: Path) -> None:
    """The file at *place* and its log have the other name *aside* as well."""
    if not place.is_file():
        place.rename(aside)  # a folder, or a link to nowhere
        return
    for old, new in zip(beside(place)[:2], beside(aside)[:2], strict=True):
        if old.is_file() and not new.exists():
            _keep_as(old, new)
    sync(place.parent)


def keep_no_more(aside: Path, place: Path) -> None:
    """*place* stays as it is, so its other name goes; a folder or a link gets its own name back."""
    if not os.path.lexists(place):
        aside.rename(place)
        return
    for old, new in zip(beside(place)[:2], beside(aside)[:2], strict=True):
        if old.is_file() and new.is_file():
            new.unlink()


def forget(new: Path) -> None:
    """Take away what somebody has left who was not finished with *new*."""
    for leftover in (*beside(new), new.with_name(new.name + "-journal")):
        with contextlib.suppress(FileNotFoundError):
            leftover.unlink()


def _keep_as(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # file systems of sticks know no second names
        try:
            shutil.copyfile(old, new)
            sync(new)
        except OSError:
            new.unlink(missing_ok=True)
            raise


def _ready(place: Path) -> Path:
    return place.with_name(place.name + ".ready")
