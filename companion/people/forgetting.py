"""Forgetting: a person, or everything, leaves the journal and every other file that the house has made of it.

Of a person's games the others keep their figures: the name becomes one that says nobody, and each position
is worked out again under it. A game that cannot be written without it goes as a whole. What goes leaves an
empty entry in its place, so that the numbers of all others stay and the chain holds.
"""

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import count, groupby
from operator import add
from pathlib import Path
from typing import Any

import msgspec

from companion.asks import JSON
from companion.clock import SystemClock
from companion.game import AnyGame
from companion.games import find_game
from companion.journal import Entry, Journal, NotWritten
from companion.journal.chain import canonical, is_whole, link
from companion.journal.connect import Held, beside, connect_read_only, take
from companion.journal.salvage import read_entries
from companion.journal.swap import put_in_place, write_file
from companion.people.profiles import KIND
from companion.table.entries import KINDS, Started, fingerprint, read_body
from companion.table.line import Line, begin, follow

FORGOTTEN = "forgotten"  # the kind of the entries that are left where something was
TEXTS = (".csv", ".json", ".jsonl", ".txt", ".md")
JOURNALS = "*.sqlite*"


class Removed(msgspec.Struct, frozen=True):
    """What was taken away, for those who asked for it."""

    renamed: int = 0  # games in which the name says nobody now
    games: int = 0  # games that went as a whole
    entries: int = 0  # other entries about the person
    files: tuple[str, ...] = ()  # files that went as a whole
    unreached: tuple[str, ...] = ()  # files elsewhere that may still hold them

    def __add__(self, other: "Removed") -> "Removed":
        return Removed(*map(add, msgspec.structs.astuple(self), msgspec.structs.astuple(other)))


class Whom(msgspec.Struct, frozen=True):
    """A person by name, and by the numbers of all profiles that ever had it."""

    name: str
    persons: frozenset[int] = frozenset()
    nobody: str = "Guest"  # what stands in place of the name, with a number

    def sits(self, seat: JSON) -> bool:
        """Whether a seat, as it is written, is theirs."""
        return isinstance(seat, dict) and (
            seat.get("person") in self.persons or self.is_called(seat.get("name"))
        )

    def is_called(self, name: Any) -> bool:
        return isinstance(name, str) and name.casefold() == self.name.casefold()

    def stands_in(self, text: str) -> bool:
        """Whether the name is a word of *text*."""
        return re.search(rf"(?<!\w){re.escape(self.name)}(?!\w)", text, re.IGNORECASE) is not None


def whom(journal: Journal, name: str, nobody: str = "Guest") -> Whom:
    """Who is called *name* in *journal*; *nobody* is what stands there afterwards."""
    them = Whom(name.strip())
    read = ((entry.game, _read(entry)) for entry in journal.people())
    persons = frozenset(game for game, body in read if them.is_called(body.get("name")))
    return Whom(them.name, persons, nobody)


def forget_person(journal: Journal, them: Whom, folder: Path, elsewhere: Iterable[Path] = ()) -> Removed:
    """Take *them* out of the open *journal*, of all that lies in its *folder*, and of files *elsewhere*."""
    removed = Removed()
    with journal.let_go(), _nobody_else(journal, folder):
        for file in _journals_in(folder):
            try:
                removed += _without_them(file, them)
            except UNREADABLE:  # one that cannot be read through goes, if it may hold them
                removed += _thrown_away(file, them)
    for file in elsewhere:
        try:
            if ".sqlite" in file.name:
                removed += _without_them(file, them)
            elif _holds(file, them.stands_in):
                removed += Removed(files=(_gone(file),))
        except (*UNREADABLE, OSError):
            removed += Removed(unreached=(str(file),))
    return removed + _without_exports(folder, them.stands_in)


def forget_everything(journal: Journal, folder: Path, elsewhere: Iterable[Path] = ()) -> Removed:
    """Take away every game and every person: the journal begins anew."""
    games, files, unreached = len(journal.games()), list[str](), list[str]()
    with journal.let_go(), _nobody_else(journal, folder):
        found = (file for file in sorted(folder.rglob(JOURNALS)) if file.is_file())
        files += [_gone(file) for file in found if not file.name.endswith(".lock")]
    for file in elsewhere:
        try:
            files.append(_gone(file))
        except OSError:
            unreached.append(str(file))
    return Removed(0, games, 0, tuple(files), tuple(unreached)) + _without_exports(folder, lambda _text: True)


# --- one journal file ---


def _journals_in(folder: Path) -> list[Path]:
    logs = ("-wal", "-shm", "-journal", ".lock")
    found = (file for file in sorted(folder.rglob(JOURNALS)) if file.is_file())
    return [file for file in found if not file.name.endswith(logs)]


@contextlib.contextmanager
def _nobody_else(journal: Journal, folder: Path) -> Iterator[None]:
    """Raises `NotWritten` if another journal of the *folder*, like that of the simulated table, is in use."""
    with contextlib.ExitStack() as until_done:
        for file in _journals_in(folder):
            if journal.path is None or not file.samefile(journal.path):
                try:
                    until_done.callback(take(file, SystemClock()).release)
                except Held as held:
                    raise NotWritten(f"{file.name}: {held.who}") from held
        yield


def _without_them(file: Path, them: Whom) -> Removed:
    connection = connect_read_only(file)
    try:
        entries = list(read_entries(connection, "ORDER BY id"))
    finally:
        connection.close()
    if not entries or not all(map(is_whole, entries)):
        raise ValueError("it is broken")
    new, removed = without(entries, them)
    if removed == Removed():
        return removed
    fresh = file.with_name(f"{file.name}.forgetting")
    write_file(fresh, new)
    with contextlib.suppress(OSError):  # file systems of sticks know no rights
        fresh.chmod(0o600)
    put_in_place(fresh, file)
    return removed


UNREADABLE = (sqlite3.Error, ValueError, TypeError)


def _thrown_away(file: Path, them: Whom) -> Removed:
    content = b"".join(part.read_bytes() for part in beside(file) if part.is_file())
    if not them.stands_in(content.decode("utf-8", "replace")):
        return Removed()
    return Removed(files=tuple(_gone(part) for part in beside(file) if part.is_file()))


# --- what is written in it ---


def without(entries: Iterable[Entry], them: Whom) -> tuple[list[Entry], Removed]:
    """The same *entries* without *them*, and what that has taken away."""
    bodies, removed = dict[int, tuple[str, str]](), Removed()
    for _game, of_game in groupby(sorted(entries, key=lambda e: (e.game, e.id)), key=lambda e: e.game):
        one_game = list(of_game)
        new, gone = _game_without(one_game, them)
        bodies |= new
        removed += gone
    chained, previous = list[Entry](), None
    for entry in sorted(entries, key=lambda e: e.id):
        kind, body = bodies.get(entry.id, (entry.kind, entry.body))
        previous = link(previous, msgspec.structs.replace(entry, kind=kind, body=body))
        chained.append(previous)
    return chained, removed


def _game_without(entries: list[Entry], them: Whom) -> tuple[dict[int, tuple[str, str]], Removed]:
    """What the entries of one game, or about one person, say from now on, where that is something else."""
    empty = {entry.id: (FORGOTTEN, "{}") for entry in entries}
    first = _read(entries[0])
    if entries[0].kind == KIND:
        theirs = (
            any(them.is_called(_read(entry).get("name")) for entry in entries)
            or entries[0].id in them.persons
        )
        return (empty, Removed(entries=len(entries))) if theirs else ({}, Removed())
    names = {seat["name"] for seat in _seats(first) if them.sits(seat)}
    if not names and not any(them.stands_in(str(_read(entry).get("says", ""))) for entry in entries):
        return {}, Removed()  # whoever does not sit there can only stand in what people have written
    taken = {str(seat.get("name")) for seat in _seats(first)}
    fresh = (name for n in count(1) if (name := f"{them.nobody} {n}") not in taken)
    try:
        new = dict(_renamed(entries, {name: next(fresh) for name in sorted(names)}, them))
    except Exception:  # other rules, other shapes, a name that is a word of the game: it cannot be replaced
        new = {}
    if not new or (names and any(them.stands_in(body) for _kind, body in new.values())):
        return empty, Removed(games=1)
    return new, Removed(renamed=1)


def _renamed(
    entries: list[Entry], names: dict[str, str], them: Whom
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Each entry under the new names; raises where the game does not go as it went."""
    game = find_game(str(_read(entries[0])["game"]))
    old, line = None, None
    for entry in entries:
        body = _in_other_names(_read(entry), names, them)
        if entry.kind == "start":
            body["seats"] = [
                _unknown(seat) if seat["name"] in names.values() else seat for seat in body["seats"]
            ]
        if entry.kind in KINDS:
            known = read_body(msgspec.structs.replace(entry, body=canonical(body)))
            old = _after(game, old, entry, read_body(entry))
            placed = bool(getattr(known, "position", ""))  # where it stands under the old names
            line = _after(game, line, entry, msgspec.structs.replace(known, position="") if placed else known)
            if placed:
                body["position"] = fingerprint(game, line.state)
        yield entry.id, (entry.kind, canonical(body))
    assert old is not None and line is not None
    if {names.get(k, k): v for k, v in game.scores(old.state).items()} != dict(game.scores(line.state)):
        raise ValueError("the scores are others")


def _after(game: AnyGame, line: Line | None, entry: Entry, body: Any) -> Line:
    if line is None:
        assert isinstance(body, Started)
        return begin(game, body, entry.id)
    return follow(game, line, entry.id, body)


def _unknown(seat: dict[str, Any]) -> dict[str, Any]:
    """A seat that says nothing of who sat there."""
    kept = ("name", "language", "button", "colour", "shape", "handicap_ms", "bot")
    return {name: value for name, value in seat.items() if name in kept}


def _in_other_names(value: JSON, names: dict[str, str], them: Whom) -> Any:
    """*value* with the *names* of seats, alone or behind a colon, as the others; free words say nobody."""
    if isinstance(value, dict):
        return {
            _word(key, names): (
                re.sub(rf"(?<!\w){re.escape(them.name)}(?!\w)", them.nobody, inner, flags=re.IGNORECASE)
                if key == "says" and isinstance(inner, str)
                else _in_other_names(inner, names, them)
            )
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_in_other_names(part, names, them) for part in value]
    return _word(value, names) if isinstance(value, str) else value


def _word(word: str, names: dict[str, str]) -> str:
    return ":".join(names.get(part, part) for part in word.split(":"))


def _seats(body: dict[str, Any]) -> list[dict[str, Any]]:
    seats = body.get("seats")
    return [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []


def _read(entry: Entry) -> dict[str, Any]:
    try:
        body = entry.read()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


# --- the other files ---


def _without_exports(folder: Path, holds: Callable[[str], bool]) -> Removed:
    """Without tables that hold the name, and pictures, in which nothing can be looked for."""
    gone = []
    for file in (*sorted((folder / "exports").glob("*")), folder / "support.zip"):
        if not file.is_file():
            continue
        with contextlib.suppress(OSError):
            if _holds(file, holds):
                gone.append(_gone(file))
    return Removed(files=tuple(gone))


def _holds(file: Path, holds: Callable[[str], bool]) -> bool:
    return file.suffix not in TEXTS or holds(file.read_text("utf-8", "replace"))


def _gone(file: Path) -> str:
    file.unlink(missing_ok=True)
    return file.name
