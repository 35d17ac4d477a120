"""The seal of a finished game: its last hash, as text and as a QR code.

Whoever has photographed it can prove later that a record of the game was not changed: each hash of the
journal is over the hash before it.
"""

import re
from collections.abc import Iterable, Iterator
from io import StringIO

import segno
from msgspec import Struct

from companion.journal import Entry, Journal
from companion.journal.chain import is_whole

HASH = re.compile(r"[0-9A-Fa-f]{64}")
QUIET = 2  # modules of white round its small code


class Seal(Struct, frozen=True):
    """What is photographed."""

    game: int
    hash: str

    @property
    def text(self) -> str:
        """Capitals and digits alone make the smallest code."""
        return f"GAME {self.game} {self.hash.upper()}"


def seal_of(journal: Journal, game: int) -> Seal | None:
    """The seal of *game*, if it is finished."""
    ended = [entry for entry in journal.entries(game) if entry.kind == "end"]
    row = next((row for row in journal.each_game() if row.id == game), None)
    return Seal(game, ended[-1].hash) if ended and row is not None and row.finished else None


def sealed_lines(seal: Seal) -> Iterator[str]:
    """What closes a record: the seal in words, and drawn with half blocks for a phone to read."""
    yield f"# {seal.text}"
    drawn = StringIO()
    segno.make(seal.text, error="l").terminal(drawn, border=QUIET, compact=True)
    yield from (f"# {line}" for line in drawn.getvalue().splitlines())


def why_not_proven(entries: Iterable[Entry], photographed: str) -> str:
    """Empty if the record ends as *photographed* and nothing in it was changed; else why not."""
    found = HASH.search(photographed)
    if found is None:
        return "that is no seal: it has 64 digits and letters in a row"
    before: Entry | None = None
    last, gap = "", 0
    for entry in entries:
        follows = before is None or entry.previous == before.hash
        if not is_whole(entry) or (not follows and before is not None and entry.id == before.id + 1):
            return f"entry {entry.id} was changed"
        gap = gap if follows else entry.id
        last = entry.hash if entry.kind == "end" else last
        before = entry
    if last != found[0].lower():
        return "the record ends with another seal"
    between = f"other games were played in between, so it proves only what stands from entry {gap} on"
    return between if gap else ""
