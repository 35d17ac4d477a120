"""The hall: keeps what all tables of a league tell, and shows it on one page. It judges nothing."""

import json
import logging
import sqlite3
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from companion.asks import JSON
from companion.games import all_games
from companion.journal.connect import connect, migrate
from companion.people.league import Record, latest, plan, standings
from companion.plain_file import write_whole
from companion.words import languages
from ui.screen.language import Speaker
from ui.stream.broker import Broker
from ui.stream.club import root_of
from ui.stream.server import words_on
from ui.stream.settings import ClubSettings

log = logging.getLogger(__name__)

SHAPE = """CREATE TABLE records (
    league TEXT NOT NULL, place TEXT NOT NULL, entry TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (league, place, entry)) WITHOUT ROWID;"""
LONGEST = 8_000  # bytes of a record


class Hall:
    """What is known of the league, written into *folder* for the page. Belongs to one thread."""

    def __init__(self, settings: ClubSettings, file: Path, folder: Path) -> None:
        self._settings, self._root, self._page = settings, root_of(settings.league), folder / "club.json"
        self._news: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        self._here: dict[str, str] = {}  # what the tables are called that are here
        self.shown: JSON = None
        self._file = connect(file)
        migrate(self._file, (SHAPE,))
        kept = self._file.execute("SELECT body FROM records WHERE league = ?", (settings.league,))
        found = filter(None, (_read(body.encode()) for (body,) in kept))
        self._records = {(record.table, record.entry): record for record in found}
        here = (f"{self._root}/hall", "here", "")
        self._broker = Broker(settings.mqtt, "", here, self._come, lambda *told: self._news.put(told))

    def _come(self, broker: Broker) -> None:
        broker.listen(f"{self._root}/here/+", f"{self._root}/game/+/+")

    def attend(self, seconds: float) -> None:
        """Take in what comes within so many *seconds*, and tell each table what is on the disk now."""
        tables = set()
        try:
            told = self._news.get(timeout=seconds)
            while True:
                tables.add(self._take(*told))
                told = self._news.get_nowait()
        except Empty:
            pass
        for table in tables - {""}:
            ours = (record for record in self._records.values() if record.table == table)
            has = [record.entry for record in latest(ours)]
            self._broker.tell(f"{self._root}/has/{table}", msgspec.json.encode(has), keep=True)
        if tables or self.shown is None or self.shown["trouble"] != self._broker.trouble:
            self.shown = self._to_show()
            write_whole(self._page, msgspec.json.encode(self.shown))

    def _take(self, topic: str, message: bytes) -> str:
        """Keep what was told; the table that is to hear what we have."""
        what, table, *_ = topic.removeprefix(f"{self._root}/").split("/")
        if what == "here":
            self._here[table] = message.decode("utf-8", "replace")[:40]
            return table if message else ""
        record = _read(message)
        if record is None or record.table != table or (table, record.entry) in self._records:
            return ""
        row = (self._settings.league, table, record.entry, msgspec.json.encode(record).decode())
        try:
            self._file.execute("INSERT INTO records VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as error:  # the table will tell it again
            log.warning("a record could not be kept: %s", error)
            return ""
        self._records[table, record.entry] = record
        return table

    def close(self) -> None:
        self._broker.close()
        self._file.close()

    def _to_show(self) -> JSON:
        people, size = self._settings.people, self._settings.seats
        records = sorted(latest(self._records.values()), key=lambda record: record.begun)
        tables: dict[str, JSON] = {one.table: {**msgspec.to_builtins(one), "here": False} for one in records}
        for table, called in self._here.items():
            if called:
                tables[table] = {**tables.get(table, {}), "called": called, "here": True}
        return {
            "league": self._settings.league,
            "trouble": self._broker.trouble,
            "tables": sorted(tables.values(), key=lambda table: table["called"]),
            "games": sum(record.state == "over" for record in records),
            "playing": sum(record.state == "playing" for record in records),
            "standings": standings(records, people),
            "plan": plan(records, people, size),
        }


def _read(message: bytes) -> Record | None:
    """The record in a message; whatever else somebody writes there is passed over."""
    try:
        return msgspec.json.decode(message if len(message) < LONGEST else b"", type=Record)
    except ValueError:
        return None


class _Visitor(SimpleHTTPRequestHandler):
    """Whoever looks at the page; who says nothing is let go."""

    timeout = 5.0

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the base class's)
        log.debug(format, *args)


def page_in(folder: Path, port: int, network: bool) -> ThreadingHTTPServer:
    """A server of the page, laid out in *folder*, for this machine or for the *network*."""
    for name in ("index.html", "club.css", "club.js"):
        (folder / name).write_bytes((resources.files("ui.stream.club") / name).read_bytes())
    for language in languages():
        say = Speaker(language)
        titles = {game.about.name: say.title(game) for game in all_games().values()}
        words = json.dumps({**words_on("hall", language), "titles": titles})
        (folder / f"words.{language}.json").write_text(words, "utf-8")
    address = ("" if network else "127.0.0.1", port)
    return ThreadingHTTPServer(address, partial(_Visitor, directory=str(folder)))
