"""One table of a club evening: tells the hall of the games that begin and end here.

Names, points and winners go out, and nothing that is hidden from anybody at the table.
"""

import logging
import secrets
import socket
import sqlite3
from collections.abc import Iterator, Set
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import msgspec

from companion.journal import Journal
from companion.journal.connect import connect_read_only
from companion.people.league import Record
from companion.table import Announcement, Table
from hardware.findings import Finding, ok, warning
from ui.settings import Forgetful
from ui.stream.broker import Broker
from ui.stream.club import root_of
from ui.stream.settings import ClubSettings

log = logging.getLogger(__name__)

KEPT = "club"  # among the preferences: the league, who we are in it, the last entry before it began here
LOOK_AGAIN_S = 60.0

# An entry is known by its number and its time: hashes change when somebody is forgotten, and numbers come
# again when an older journal is brought back.
GAMES = """
SELECT start.id || '-' || start.wall, last.id || '-' || last.wall, last.id, start.wall, game.body, game.ending
FROM games game JOIN entries start ON start.id = game.id JOIN entries last ON last.id = (
    SELECT max(id) FROM entries WHERE game = start.id
        AND kind IN ('start', 'end', 'left', 'undo', 'override', 'correction'))
WHERE game.id > ? ORDER BY last.id"""


def records(journal: sqlite3.Connection, since: int, table: str, called: str) -> Iterator[Record]:
    """How all games stand that began after entry *since*, but those that bots have played in."""
    for game, entry, number, begun, start, ending in journal.execute(GAMES, (since,)):
        began, ended = msgspec.json.decode(start), msgspec.json.decode(ending or "{}")
        outcome, seats = ended.get("outcome") or {}, began["seats"]
        if not any(seat.get("bot") for seat in seats):
            yield Record(
                table, called, game, entry, number, begun, began["game"],
                tuple(seat["name"] for seat in seats),
                "over" if outcome else "left" if ending else "playing",
                tuple(outcome.get("winners", ())),
                outcome.get("scores", {}),
            )  # fmt: skip


class ClubTable:
    """Tells of the games in the journal at *place* from now on. `close` may be called twice."""

    def __init__(self, settings: ClubSettings, journal: Journal, place: Path, kept: Forgetful) -> None:
        last = entry.id if (entry := journal.last()) is not None else 0
        match kept.get(KEPT):
            case [settings.league, str(table), int(since)]:
                self._table, self._since = table, min(last, since)  # an older journal may be back
            case _:
                self._table, self._since = secrets.token_hex(8), last
        kept.put(KEPT, [settings.league, self._table, self._since])
        self._place, self._called = place, settings.table or socket.gethostname()
        self._had: Set[str] = frozenset()  # the entries that the hall has
        self._told: set[str] = set()  # and those that are on their way
        self._wake, self._root = Event(), root_of(settings.league)
        here = (f"{self._root}/here/{self._table}", self._called, "")
        self._broker = Broker(settings.mqtt, f"companion-{self._table}", here, self._come, self._hear)
        Thread(target=self._run, name="club", daemon=True).start()

    def heard(self, _announcement: Announcement | None, _table: Table) -> None:
        """Something stands in the journal. Never waits."""
        self._wake.set()

    def findings(self) -> tuple[Finding, ...]:
        why = self._broker.trouble
        return (warning("club", "club_trouble", why=why) if why else ok("club", "club_ok"),)

    def close(self) -> None:
        self._broker.close()

    # --- on the broker's thread ---

    def _come(self, broker: Broker) -> None:
        broker.listen(f"{self._root}/has/{self._table}")
        self._told = set()
        self._wake.set()

    def _hear(self, _topic: str, told: bytes) -> None:
        """What the hall has; anything else may be lost."""
        try:
            self._had, self._told = frozenset(msgspec.json.decode(told, type=tuple[str, ...])), set()
        except msgspec.DecodeError:
            return
        self._wake.set()

    # --- on a thread of its own ---

    def _run(self) -> None:
        while True:
            self._wake.wait(LOOK_AGAIN_S)
            self._wake.clear()
            try:
                if not self._broker.trouble:
                    self._tell()
            except (sqlite3.Error, OSError, ValueError, KeyError) as error:
                log.warning("the journal cannot be read for the club: %s", error)

    def _tell(self) -> None:
        told = self._told
        with closing(connect_read_only(self._place)) as journal:
            for record in records(journal, self._since, self._table, self._called):
                if record.entry not in self._had and record.entry not in told:
                    told.add(record.entry)
                    topic = f"{self._root}/game/{self._table}/{record.game}"
                    self._broker.tell(topic, msgspec.json.encode(record), keep=True)
