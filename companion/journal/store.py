"""The journal file: entries go in at the end and stay as they are.

An entry is on the disk (`synchronous=FULL`) before `append` returns, so whoever announces it to the table
afterwards announces nothing that a pulled plug could take back.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import msgspec

from companion.asks import JSON
from companion.clock import Clock
from companion.journal import backup as backups
from companion.journal import damage
from companion.journal.chain import INSERT, Entry, Hole, breaks, canonical, link
from companion.journal.connect import FromTheFuture, connect_in_memory, copy_in_memory
from companion.journal.examine import trouble_in_pages, trouble_in_shape
from companion.journal.salvage import ANYTHING, known_holes, read_entries

EVENING_GAP = 6 * 3600 * 10**9  # two games that far apart belong to two evenings


class NotWritten(Exception):  # noqa: N818
    """The disk would not take an entry: what it says has not happened."""


class GameRow(msgspec.Struct, frozen=True):
    """One game of the journal at a glance."""

    id: int
    wall: int
    last_wall: int
    start: JSON  # the body of its first entry
    ending: JSON  # the body of the entry that ended it, or None while it goes on
    entries: int

    @property
    def finished(self) -> bool:
        return self.ending is not None


class Evening(msgspec.Struct, frozen=True):
    """Games that were played one after the other."""

    wall: int
    games: tuple[GameRow, ...]


class Check(msgspec.Struct, frozen=True):
    """What an examination of the whole file has found."""

    entries: int
    broken: tuple[int, ...]  # ids at which the chain does not hold
    holes: tuple[Hole, ...]  # entries that were lost with a broken file, as its rescue has recorded
    trouble: str = ""

    @property
    def good(self) -> bool:
        return not self.broken and not self.trouble


class Journal:
    """One file per install. Belongs to the thread that has opened it."""

    def __init__(self, opened: damage.Opened, path: Path | None, clock: Clock) -> None:
        """*path* is None if it forgets everything when it is closed."""
        self.connection, self._lock, self._clock = opened.connection, opened.lock, clock
        self.trouble = opened.trouble  # what the family must know about the file, if anything
        self.path = None if self.trouble is not None and self.trouble.in_memory else path

    @classmethod
    def open(cls, path: Path | str, clock: Clock) -> "Journal":
        """The journal at *path*, whatever lies there: a broken file is set aside and what it held is rescued.

        Never fails: where nothing can be written it works in memory, and what somebody else has open can only
        be read. `trouble` says what was the matter.
        """
        if str(path) == ":memory:":
            return cls(damage.Opened(connect_in_memory()), None, clock)
        place = Path(path)
        return cls(damage.open_or_rescue(place, clock), place, clock)

    @classmethod
    def look(cls, path: Path, clock: Clock) -> "Journal":
        """What can be read of the journal at *path*, whoever writes it now; nothing there is changed."""
        return cls(damage.look(path, clock), path, clock)

    def append(self, game: int, bodies: Sequence[tuple[str, JSON]]) -> tuple[Entry, ...]:
        """Write (kind, body) entries of *game* (0: the first of them begins a game): all of them, or none."""
        try:
            return self._append(game, bodies)
        except (sqlite3.Error, OSError) as error:
            with contextlib.suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            raise NotWritten(str(error)) from error

    def _append(self, game: int, bodies: Sequence[tuple[str, JSON]]) -> tuple[Entry, ...]:
        self.connection.execute("BEGIN IMMEDIATE")
        previous = self.last()
        entries = []
        for kind, body in bodies:
            number = previous.id + 1 if previous else 1
            game = game or number
            now, wall = self._clock.now(), self._clock.wall()
            previous = link(previous, Entry(number, game, now, wall, kind, canonical(body)))
            entries.append(previous)
        self.connection.executemany(INSERT, [msgspec.structs.astuple(entry) for entry in entries])
        self.connection.execute("COMMIT")
        return tuple(entries)

    def last(self) -> Entry | None:
        """The newest entry of all."""
        return next(self._read("ORDER BY id DESC LIMIT 1"), None)

    def entry(self, number: int) -> Entry | None:
        return next(self._read("WHERE id = ?", number), None)

    def entries(self, game: int | None = None) -> tuple[Entry, ...]:
        """The entries of *game*, or of all games, oldest first."""
        if game is None:
            return tuple(self._read("ORDER BY id"))
        return tuple(self._read("WHERE game = ? ORDER BY id", game))

    def people(self) -> tuple[Entry, ...]:
        """What was written about the people of the house, oldest first."""
        return tuple(self._read("WHERE kind = 'person' ORDER BY id"))

    def games(self) -> tuple[GameRow, ...]:
        """All games, newest first."""
        return tuple(self.each_game())

    def each_game(self) -> Iterator[GameRow]:
        """The same one by one, for those who do not want all of them or have no time for all at once."""
        every = "SELECT id, wall, last_wall, body, ending, entries FROM games ORDER BY id DESC"
        rows = self.connection.execute(every)
        for number, wall, last, body, ending, count in rows:
            yield GameRow(number, wall, last, json.loads(body), json.loads(ending) if ending else None, count)

    def each_evening(self) -> Iterator[Evening]:
        """The games by evening, newest first."""
        games: list[GameRow] = []
        for game in self.each_game():
            if games and abs(games[-1].wall - game.last_wall) > EVENING_GAP:
                yield Evening(games[-1].wall, tuple(games))
                games = []
            games.append(game)
        if games:
            yield Evening(games[-1].wall, tuple(games))

    def verify(self) -> Check:
        """Examine the whole file: its pages, its shape and its chain."""
        trouble, count = trouble_in_pages(self.connection), 0
        holes: tuple[Hole, ...] = ()
        broken: tuple[int, ...] = ()
        try:
            trouble = trouble or trouble_in_shape(self.connection)
            holes = known_holes(self._read("WHERE kind = 'salvage' ORDER BY id"))
            broken = tuple(breaks(self._read("ORDER BY id"), holes))
            count = int(self.connection.execute("SELECT count(*) FROM entries").fetchone()[0])
        except (*ANYTHING, FromTheFuture) as error:
            trouble = trouble or str(error)
        return Check(count, broken, holes, trouble)

    def backup(self, to: Path | str) -> Path:
        """One file with everything, checked before it takes the place of an older one."""
        return backups.backup(self._read("ORDER BY id"), Path(to))

    def restore(self, backup: Path) -> Path | None:
        """Go on with what stands in *backup*; gives where the journal before it lies now.

        Raises `BackupFailed` where that cannot be; then the journal is as it was.
        """
        if self.path is None or self._lock is None:
            raise backups.BackupFailed("journal.not_here")
        with self.let_go():
            return backups.put_back(backup, self.path.resolve(), self._clock)

    def copy_in_memory(self) -> "Journal":
        """The same entries, to try something on: nothing of it is kept."""
        return Journal(damage.Opened(copy_in_memory(self.connection)), None, self._clock)

    @contextlib.contextmanager
    def let_go(self) -> Iterator[None]:
        """Closed meanwhile, so that the file can be changed under its lock; afterwards open again."""
        if self.path is None or self._lock is None:
            raise NotWritten("nothing of this journal can be written on a disk")
        self.connection.close()
        try:
            yield
        finally:
            opened = damage.open_held(self.path.resolve(), self._clock)
            self.connection, self.trouble = opened.connection, opened.trouble

    def close(self) -> None:
        """May be called twice."""
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, where: str, *values: object) -> Iterator[Entry]:
        return read_entries(self.connection, where, *values)
