"""What a disk may leave of writes that were under way when the power went.

Every commit is on the disk before it is told (`synchronous=FULL`): so at the moment of a cut the files are as
after the last commit, plus any part of what was written since, in any order, torn at any byte. The files are
photographed after each commit here, and each such half-written state is put together from two photographs:

* the log (`-wal`) grows or begins anew: any parts of the new bytes are there, the rest is old or missing;
* at a checkpoint the log is whole, and any pages of the main file are already new, one of them perhaps torn.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from msgspec import Struct

from companion.clock import HandClock
from companion.game import AnyGame
from companion.journal import Journal
from companion.journal.connect import beside
from companion.table import Table
from ui.trials.player import play, waited_for

SECTOR, PAGE, HEADER = 512, 4096, 32
STEPS = 60  # commits that are photographed in one go
CHECKPOINT_PAGES = 24  # the log is taken over after so many pages, so that this happens often


class Photograph(Struct, frozen=True):
    """The files after a commit, and what the table had said by then."""

    main: bytes
    log: bytes
    entries: tuple[tuple[int, str], ...]  # (id, hash), in order
    asks: str


class Torn(Struct, frozen=True):
    """What became of one half-written state."""

    kind: str  # "log" or "pages"
    wrong: str = ""


def photographs(folder: Path, games: Mapping[str, AnyGame], seed: int) -> list[Photograph]:
    """Play, and photograph the files after every commit."""
    place, random = folder / "journal.sqlite", Random(seed)
    playing = play(place, _Ticking(), games, random, lambda _line: None)
    taken: list[Photograph] = []
    for _, table in zip(range(STEPS), playing, strict=False):
        table._journal._connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        photo = _photograph(place, table)
        if not taken or photo.entries != taken[-1].entries:
            taken.append(photo)
    playing.close()
    return taken


def _photograph(place: Path, table: Table) -> Photograph:
    main, log, _ = beside(place)
    entries = tuple((entry.id, entry.hash) for entry in table._journal.entries())
    return Photograph(main.read_bytes(), log.read_bytes(), entries, waited_for(table))


def tear(
    folder: Path, before: Photograph, after: Photograph, games: Mapping[str, AnyGame], random: Random
) -> Torn:
    """Put together a state between two photographs, open it, and see whether it is one or the other."""
    kind = "pages" if before.main != after.main and random.random() < 0.5 else "log"
    if _begun_anew(before, after):
        kind = "pages"
    main = _mixed(before.main, after.main, PAGE, random) if kind == "pages" else before.main
    log = after.log if kind == "pages" else _torn_log(before.log, after.log, random)
    if _begun_anew(before, after):
        main = after.main  # the log begins anew only once all of the main file is on the disk
    place = folder / "torn.sqlite"
    for file, content in zip(beside(place), (main, log, b""), strict=True):
        file.unlink(missing_ok=True)
        if content:
            file.write_bytes(content)
    return Torn(kind, _what_is_wrong(place, before, after, games, whole=kind == "pages"))


def _begun_anew(before: Photograph, after: Photograph) -> bool:
    """Whether the log was taken over and begun anew between the two, by a commit of its own."""
    return before.main != after.main and before.log[:HEADER] != after.log[:HEADER]


def _torn_log(old: bytes, new: bytes, random: Random) -> bytes:
    """The log while it was written. One that begins anew gets its head first, and waits for it.

    (SQLite sees to that: an old head with new frames behind it would be a log that goes back in time.)
    """
    if old[:HEADER] == new[:HEADER] or not old:
        return _mixed(old, new, SECTOR, random)
    if random.random() < 0.3:
        torn = random.randrange(HEADER)
        return new[:torn] + old[torn:]
    return _mixed(new[:HEADER] + old[HEADER:], new, SECTOR, random)


def _mixed(old: bytes, new: bytes, piece: int, random: Random) -> bytes:
    """Any of the pieces are new, one of them only up to some byte; the others are old, or not there yet."""
    written, share = bytearray(old), random.random()
    changed = [at for at in range(0, len(new), piece) if new[at : at + piece] != old[at : at + piece]]
    torn = random.choice(changed) if changed else -1
    for at in changed:
        if at == torn:
            part = new[at : at + random.randrange(piece)]
        elif random.random() < share:
            part = new[at : at + piece]
        else:
            continue
        if len(written) < at:
            written.extend(bytes(at - len(written)))  # a hole, as a file system shows it
        written[at : at + len(part)] = part
    return bytes(written)


def _what_is_wrong(
    place: Path, before: Photograph, after: Photograph, games: Mapping[str, AnyGame], *, whole: bool
) -> str:
    """Whether the file is neither as before nor as after; *whole*: the later commit was on the disk."""
    with Journal.open(place, HandClock()) as journal:
        if journal.trouble is not None:
            return f"the journal told {journal.trouble.says.key}"
        found = tuple((entry.id, entry.hash) for entry in journal.entries())
        if not journal.verify().good:
            return "the chain of the journal does not hold"
        if found[: len(before.entries)] != before.entries:
            return "entries that were told are lost"
        if found != after.entries[: len(found)]:
            return "there are entries that nobody has written"
        if whole and found != after.entries:
            return "a commit that was on the disk is lost"
        if found not in (before.entries, after.entries):
            return ""  # several commits lay between the photographs: one of them is fine as well
        asks = before.asks if found == before.entries else after.asks
        return _asks_elsewhere(journal, games, asks)


def _asks_elsewhere(journal: Journal, games: Mapping[str, AnyGame], asks: str) -> str:
    table = Table.resume(journal, HandClock(), find=lambda name: games[name])
    now = waited_for(table) if table is not None else asks
    return "" if now == asks else f"the table waits for {now}, not for {asks}"


class _Ticking(HandClock):
    """A clock on which every look is a little later."""

    def now(self) -> int:
        self.advance(1_000_000)
        return super().now()
