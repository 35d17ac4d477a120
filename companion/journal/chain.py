"""Entries and the chain of hashes that ties each of them to the one before it."""

import hashlib
import json
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import astuple, replace

from companion.asks import JSON

COLUMNS = "id, game, t, wall, kind, body, previous, hash"
INSERT = f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
BEGINNING = "0" * 64  # what the very first entry calls its previous one
DEEPEST = 100  # lists and objects within each other; how many Python itself takes depends on its version


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal. `body` is canonical JSON; what it means, the table knows."""

    id: int
    game: int  # the id of the entry with which the game began
    t: int  # CLOCK_MONOTONIC ns: for order, only within one run of the program
    wall: int  # UNIX ns: for people
    kind: str
    body: str
    previous: str = ""  # the hash of the entry before it
    hash: str = ""

    def read(self) -> JSON:
        """What it says; raises `ValueError` or `RecursionError` where that is no JSON that we would write."""
        try:
            value = msgspec.json.decode(self.body)
        except (msgspec.DecodeError, UnicodeEncodeError):  # endless numbers and half characters, or no JSON
            value = json.loads(self.body)
        if self.body.count("[") + self.body.count("{") > DEEPEST and _is_deep(value):
            raise ValueError(f"JSON nested deeper than {DEEPEST}")
        return value


def _is_deep(value: JSON) -> bool:
    within = [value]
    for _ in range(DEEPEST):
        within = [part for whole in within for part in _parts(whole)]
    return bool(within)


def _parts(whole: JSON) -> Iterable[JSON]:
    return whole.values() if isinstance(whole, dict) else whole if isinstance(whole, list) else ()


class Hole(msgspec.Struct, frozen=True):
    """Entries that a broken file has swallowed, from the first to the last of them."""

    first: int
    last: int


def canonical(value: JSON) -> str:
    """The one way to write *value*: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(entry: Entry) -> str:
    """The hash of *entry*: over the hash before it and everything that it says."""
    *said, previous, _hash = astuple(entry)
    return hashlib.sha256((previous + canonical(said)).encode("utf-8", "surrogatepass")).hexdigest()


def link(previous: Entry | None, entry: Entry) -> Entry:
    """*entry* as the one that follows *previous*."""
    entry = replace(entry, previous=previous.hash if previous else BEGINNING)
    return replace(entry, hash=hash_of(entry))


def is_whole(entry: Entry) -> bool:
    """Whether *entry* says what it said when it was written."""
    return entry.hash == hash_of(entry)


def breaks(entries: Iterable[Entry], holes: Iterable[Hole] = ()) -> Iterator[int]:
    """The ids at which the chain does not hold, leaving out the *holes* that are known."""
    return (entry.id for entry, holds in followed(entries, holes) if not holds)


def followed(entries: Iterable[Entry], holes: Iterable[Hole] = ()) -> Iterator[tuple[Entry, bool]]:
    """Each entry, and whether it is whole and follows the one before it, or one of the *holes*."""
    bridged = {hole.last + 1 for hole in holes}
    previous, number = BEGINNING, 0
    for entry in entries:
        follows = entry.previous == previous and entry.id == number + 1
        yield entry, is_whole(entry) and (follows or entry.id in bridged)
        previous, number = entry.hash, entry.id
