"""Everything that can still be read of a broken journal file.

Each entry carries the hash of what it says, so an entry that is read from a torn file can be trusted or not,
one by one. What lies behind a hole in its own game is left out: without the missing moves it means nothing.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from companion.clock import Clock
from companion.journal.chain import BEGINNING, COLUMNS, Entry, Hole, canonical, is_whole, link
from companion.journal.connect import copied, migrate

MAGIC = b"SQLite format 3\0"
# what reading a damaged file may raise
ANYTHING = (sqlite3.Error, ValueError, TypeError, OverflowError, MemoryError, RecursionError)
NUMBERS = ("after", "to", "corrects", "person")  # under these names entries speak of others
LARGEST = 4 * 1024**3  # no journal is larger; a header that says so is wrong


def salvage(file: Path) -> tuple[Entry, ...]:
    """The whole entries of the broken *file*, which is only read."""
    found = {entry.id: entry for entry in _read_what_can_be_read(file) if is_whole(entry)}
    whole = [found[number] for number in sorted(found)]
    return tuple(_without_torn_games(whole, known_holes(whole)))


def note_rescue(
    found: Sequence[Entry], aside: str, clock: Clock, now: Sequence[Entry] = ()
) -> tuple[Entry, ...]:
    """What was *found* in the file *aside*, then the games of *now*, closed by an entry that records it."""
    entries = [*found, *now]
    if now:
        known = {_beginning(entry) for entry in now}
        here = {entry.game for entry in found if entry.id == entry.game and _beginning(entry) in known}
        first = _behind(None, [e for e in found if e.game not in here]) if here else list(found)
        entries = [*first, *_behind(first[-1] if first else None, now)]
    holes = [*_holes_between(entries)]
    games = sum(entry.kind == "start" for entry in found)
    body = {"file": aside, "holes": msgspec.to_builtins(holes), "kept": len(found), "games": games}
    before, number = (entries[-1], entries[-1].id + 1) if entries else (None, 1)
    note = Entry(number, number, clock.now(), clock.wall(), "salvage", canonical(body))
    return (*entries, link(before, note))


def _beginning(entry: Entry) -> tuple[int, str, str]:
    return entry.wall, entry.kind, entry.body


def _behind(last: Entry | None, entries: Iterable[Entry]) -> list[Entry]:
    """*entries* with other numbers, so that they follow *last*; they speak of each other by these."""
    numbers, linked = {0: 0}, list[Entry]()
    for e in entries:
        number = last.id + 1 if last else 1
        numbers[e.id] = number
        body = e.read()
        if isinstance(body, dict):
            for part in (body, *(seat for seat in body.get("seats") or () if isinstance(seat, dict))):
                part.update({n: numbers.get(part[n], 0) for n in NUMBERS if isinstance(part.get(n), int)})
            if e.kind == "salvage":
                body["holes"] = []  # there are none between the new numbers
        last = link(last, Entry(number, numbers.get(e.game, number), e.t, e.wall, e.kind, canonical(body)))
        linked.append(last)
    return linked


class Rescue(msgspec.Struct, frozen=True):
    """What the entry that closes a rescue says: where the old file lies, and what could not be read of it."""

    file: str
    holes: tuple[Hole, ...]
    kept: int = 0  # so many entries come from it
    games: int = 0  # that begin in them

    @property
    def lost(self) -> int:
        """So many entries are missing for sure; what stood behind the last one kept, nobody knows."""
        return sum(hole.last + 1 - hole.first for hole in self.holes)


def read_rescue(entry: Entry) -> Rescue | None:
    """What *entry* says if it closes a rescue."""
    try:
        return msgspec.convert(entry.read(), Rescue) if entry.kind == "salvage" else None
    except ANYTHING:  # a foreign hand may have written anything
        return None


def rescues(entries: Iterable[Entry]) -> list[Rescue]:
    """What *entries* say about earlier rescues."""
    return [rescue for entry in entries if (rescue := read_rescue(entry)) is not None]


def known_holes(entries: Iterable[Entry]) -> tuple[Hole, ...]:
    """The holes that earlier rescues have recorded."""
    return tuple(hole for rescue in rescues(entries) for hole in rescue.holes)


def read_entries(connection: sqlite3.Connection, where: str, *values: object) -> Iterator[Entry]:
    """Entries, one by one."""
    for row in connection.execute(f"SELECT {COLUMNS} FROM entries {where}", values):
        yield Entry(*row)


def _holes_between(entries: Sequence[Entry]) -> Iterator[Hole]:
    """Where the chain of *entries* does not hold; an empty hole is a place where two do not fit together."""
    number, previous = 0, BEGINNING
    for entry in entries:
        if entry.id != number + 1 or entry.previous != previous:
            yield Hole(number + 1, entry.id - 1)
        number, previous = entry.id, entry.hash


def _without_torn_games(entries: Sequence[Entry], known: Sequence[Hole]) -> list[Entry]:
    """*entries* without those that lie behind a hole in their own game."""
    news = [hole for hole in _holes_between(entries) if hole not in known]
    last_of_game: dict[int, int] = {}
    torn: set[int] = set()
    kept = []
    for entry in entries:
        last = last_of_game.get(entry.game, entry.game)
        if entry.game not in torn and any(last < hole.last + 1 <= entry.id for hole in news):
            torn.add(entry.game)
        if entry.game not in torn:
            kept.append(entry)
            last_of_game[entry.game] = entry.id
    return kept


def _read_what_can_be_read(file: Path) -> Iterator[Entry]:
    """The entries of a copy of *file*; where its first page is gone, with a new one."""
    if not file.is_file():
        return
    with copied(file) as copy:
        found = _read_copy(copy)
        if not found:
            _put_on_a_new_head(copy)
            found = _read_copy(copy)
    yield from found


def _read_copy(copy: Path) -> list[Entry]:
    _fill_up(copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    try:
        return list(_read_towards_the_damage(connection))
    except ANYTHING:
        return []
    finally:
        connection.close()


def _fill_up(copy: Path) -> None:
    """Give a file that was cut the length that it says it has: SQLite refuses to read shorter ones at all."""
    with copy.open("rb") as file:
        head = file.read(100)
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    if head.startswith(MAGIC) and page >= 512 and copy.stat().st_size < page * pages <= LARGEST:
        os.truncate(copy, page * pages)


def _put_on_a_new_head(copy: Path) -> None:
    """The first page of a new journal: in all of them the entries begin on the same page."""
    fresh = copy.with_name("fresh.db")
    connection = sqlite3.connect(fresh, isolation_level=None)
    migrate(connection)
    page = int(connection.execute("PRAGMA page_size").fetchone()[0])
    connection.close()
    pages = max(1, copy.stat().st_size // page)
    head = bytearray(fresh.read_bytes()[:page])
    head[28:32] = pages.to_bytes(4, "big")
    with copy.open("r+b") as file:
        file.write(head)


def _read_towards_the_damage(connection: sqlite3.Connection) -> Iterator[Entry]:
    first = last = 0
    for entry in _until_trouble(connection, "ORDER BY id"):
        yield entry
        first = entry.id
    for entry in _until_trouble(connection, "WHERE id > ? ORDER BY id DESC", first):
        yield entry
        last = entry.id
    for number in range(first + 1, last):
        yield from _until_trouble(connection, "WHERE id = ?", number)


def _until_trouble(connection: sqlite3.Connection, where: str, *values: object) -> Iterator[Entry]:
    try:
        for entry in read_entries(connection, where, *values):
            if is_an_entry(entry):
                yield entry
    except ANYTHING:
        return


def is_an_entry(entry: Entry) -> bool:
    """Whether each thing in it is of its kind: SQLite keeps anything in any column."""
    numbers = (entry.id, entry.game, entry.t, entry.wall)
    texts = (entry.kind, entry.body, entry.previous, entry.hash)
    return all(isinstance(n, int) for n in numbers) and all(isinstance(text, str) for text in texts)
