"""What becomes of a journal file that is broken, in the way, in use, or cannot be written.

Every entry of a broken file that is whole is taken over into a new one, which takes its place only when it is
whole and on the disk; the broken one is kept under a name that says when. What was kept and what was not
stands in the new journal and is shown to the family until something else is written there.
"""

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from companion.asks import Say
from companion.clock import Clock
from companion.journal import swap
from companion.journal.chain import Entry
from companion.journal.connect import (
    STEPS,
    FromTheFuture,
    Held,
    Lock,
    beside,
    connect,
    connect_in_memory,
    connect_read_only,
    copied,
    copy_in_memory,
    migrate,
    take,
    version,
)
from companion.journal.examine import Broken, examine, trouble_in_writing
from companion.journal.salvage import ANYTHING, note_rescue, read_entries, read_rescue, rescues, salvage


class Trouble(Struct, frozen=True):
    """What was the matter with the file, and what became of it."""

    says: Say
    in_memory: bool = False  # nothing of this evening will be kept
    aside: str = ""  # where the broken file lies now
    rescued: int = 0  # entries taken over from it
    held_by: str = ""  # who has the journal now; then it is only looked at
    why: str = ""  # for whoever examines the file: what it does not do


class Opened(Struct, frozen=True):
    """A connection to a journal, the lock of its file, and what the family must know."""

    connection: sqlite3.Connection
    lock: Lock | None = None
    trouble: Trouble | None = None


def open_or_rescue(place: Path, clock: Clock) -> Opened:
    """A good journal at *place*; where somebody else has it or nothing can be written, what can be read."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        lock = take(place, clock)
    except Held as held:
        says = Say("journal.busy", {"file": place.name, "who": held.who})
        return look(place, clock, Trouble(says, in_memory=True, held_by=held.who))
    except OSError as error:
        return _in_memory(place, clock, error)
    opened = open_held(place, clock)
    if opened.trouble is not None and opened.trouble.in_memory:
        lock.release()
        return opened
    return Opened(opened.connection, lock, opened.trouble)


def open_held(place: Path, clock: Clock) -> Opened:
    """The same for whoever holds the lock already."""
    try:
        connection = _open(place, clock)
    except Exception as error:
        return _in_memory(place, clock, error)
    return Opened(connection, None, _trouble_of_rescue(connection, place))


def look(place: Path, clock: Clock, trouble: Trouble | None = None) -> Opened:
    """What can be read at *place*; nothing there is changed. Never fails."""
    if not place.exists() and not _broken(place):
        return Opened(connect_in_memory(), None, trouble)
    source = place if place.exists() else _broken(place)[-1]
    try:
        return Opened(_good_to_read(source), None, trouble)
    except FromTheFuture:
        newer = Trouble(Say("journal.backup_future", {"file": place.name}), in_memory=True)
        return Opened(connect_in_memory(), None, trouble or newer)
    except Exception as error:
        return _what_is_whole(source, clock, trouble, str(error))


def _what_is_whole(source: Path, clock: Clock, trouble: Trouble | None, why: str) -> Opened:
    connection, kept = connect_in_memory(), 0
    with contextlib.suppress(Exception):  # there may be nothing that can be read, or no room for it
        entries = salvage(source)
        swap.fill(connection, note_rescue(entries, source.name, clock))
        kept = len(entries)
    says = Say("journal.damaged", {"file": source.name, "n": kept})
    return Opened(connection, None, trouble or Trouble(says, in_memory=True, rescued=kept, why=why))


def _good_to_read(place: Path) -> sqlite3.Connection:
    connection = connect_read_only(place)
    try:
        examine(connection)
        if version(connection) == len(STEPS):
            return connection
        newer = copy_in_memory(connection)
        migrate(newer)
    except BaseException:
        connection.close()
        raise
    connection.close()
    return newer


def _in_memory(place: Path, clock: Clock, error: Exception) -> Opened:
    """Nothing can be written at *place*, but the family can go on with what is there."""
    opened = look(place, clock, Trouble(Say(_why_not(error), {"file": str(place)}), in_memory=True))
    connection = copy_in_memory(opened.connection)
    opened.connection.close()
    return Opened(connection, None, opened.trouble)


def _why_not(error: Exception) -> str:
    """The sentence for a place that cannot be written."""
    text = str(error).lower()
    if "locked" in text or "busy" in text:
        return "journal.in_use"
    if "full" in text or "no space" in text or "quota" in text:
        return "journal.full"
    return "journal.read_only"


def _open(place: Path, clock: Clock) -> sqlite3.Connection:
    """A connection to a good journal at *place*; raises where nothing can be written there."""
    if place.is_symlink() and place.exists():
        place = place.resolve()
    swap.finish(place)
    if not os.path.lexists(place):
        swap.put_in_place(swap.write_file(_new(place)), place)
    try:
        connection = _open_good(place)
    except FromTheFuture:
        return _set_aside(place, "future", (), clock)
    except Exception:
        if _would_be_good_elsewhere(place):
            raise
        return _set_aside(place, "broken", salvage(place), clock)
    taken = {rescue.file for rescue in rescues(read_entries(connection, "WHERE kind = 'salvage'"))}
    orphan = next((file for file in _broken(place) if file.name not in taken), None)
    if orphan is None:
        return connection
    now = tuple(read_entries(connection, "ORDER BY id"))
    connection.close()
    try:
        _take_in(place, orphan, now, clock)
    except (*ANYTHING, OSError):  # no room for it, or not even to be read: that must keep nobody from playing
        return _open_good(place)
    return _open(place, clock)


def _would_be_good_elsewhere(place: Path) -> bool:
    """Whether a copy of the file does all that a journal has to do: then it is the place that is to blame."""
    if not place.is_file():
        return False
    try:
        with copied(place) as copy:
            _open_good(copy).close()
    except (OSError, FromTheFuture):  # it cannot even be read; or the file is good for another version
        return True
    except Exception:
        return False
    return True


def _set_aside(place: Path, why: str, kept: Sequence[Entry], clock: Clock) -> sqlite3.Connection:
    """A new journal with what was *kept* takes the place; the old one is kept under another name."""
    aside = swap.other_name(place, why, clock)
    new = swap.write_file(_new(place), note_rescue(kept, aside.name, clock))
    swap.keep(place, aside)
    swap.put_in_place(new, place)
    return _open_good(place)


def _take_in(place: Path, orphan: Path, now: Sequence[Entry], clock: Clock) -> None:
    """End the rescue of *orphan*, which somebody has set aside without finishing: its games come first."""
    found = salvage(orphan)
    new = swap.write_file(_new(place), note_rescue(found, orphan.name, clock, now))
    if now:
        swap.keep(place, swap.other_name(place, "before-rescue", clock))
    swap.put_in_place(new, place)


def _broken(place: Path) -> list[Path]:
    """Broken journals that lie beside the *place* of the good one, the oldest first."""
    return sorted(
        aside for aside in place.parent.glob(f"{place.stem}.broken-*{place.suffix}") if aside.is_file()
    )


def _new(place: Path) -> Path:
    return place.with_name(place.name + ".new")


def _open_good(place: Path) -> sqlite3.Connection:
    if place.stat().st_size == 0 and not beside(place)[1].exists():
        raise Broken("the file is empty")
    connection = connect(place)
    try:
        examine(connection)
        migrate(connection)
        if found := trouble_in_writing(connection):
            raise Broken(found)
    except BaseException:
        connection.close()
        raise
    return connection


def _trouble_of_rescue(connection: sqlite3.Connection, place: Path) -> Trouble | None:
    """The report of the rescue at the end of the journal, until something else is written there."""
    last = next(read_entries(connection, "ORDER BY id DESC LIMIT 1"), None)
    rescue = read_rescue(last) if last is not None else None
    if rescue is None:
        return None
    if ".future-" in rescue.file:
        key = "journal.future"
    elif not rescue.kept:
        key = "journal.broken_nothing"
    else:
        key = "journal.broken" if rescue.lost else "journal.broken_whole"
    args = {"file": rescue.file, "n": rescue.kept, "games": rescue.games, "lost": rescue.lost}
    return Trouble(Say(key, args), aside=str(place.with_name(rescue.file)), rescued=rescue.kept)
