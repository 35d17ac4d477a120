"""The seal of a finished game: its last hash, as text and as a QR code.

Whoever has photographed it can prove later that a record of the game was not changed: each hash of the
journal is over the hash before it.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.journal import Entry, Journal
from companion.journal.chain import is_whole

HASH = re.compile(r"[0-9A-Fa-f]{64}")
QUIET = 2  # modules of margin
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}  # on a dark ground
Modules = tuple[tuple[bool, ...], ...]  # rows from the top; True is dark


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


def code(text: str) -> Modules:
    """*text* as a QR code with its margin."""
    from reportlab.graphics.barcode import qrencoder  # noqa: PLC0415  (a tenth of a second)

    made = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.L)
    made.addData(text)
    made.make()
    side = made.getModuleCount()
    inside = range(QUIET, QUIET + side)
    return tuple(
        tuple(
            row in inside and column in inside and bool(made.isDark(row - QUIET, column - QUIET))
            for column in range(side + 2 * QUIET)
        )
        for row in range(side + 2 * QUIET)
    )


def sealed_lines(seal: Seal) -> Iterator[str]:
    """What closes a record: the seal in words, and drawn with half blocks for a phone to read."""
    yield f"# {seal.text}"
    rows = [*code(seal.text), tuple(False for _ in code(seal.text))]
    for upper, lower in zip(rows[::2], rows[1::2], strict=False):
        yield "# " + "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))


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
