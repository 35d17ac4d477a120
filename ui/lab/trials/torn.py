"""What a disk may leave of writes that were under way when the power went.

Every commit is on the disk before it is told (`synchronous=FULL`). Here a game is played through a file layer
that records each write and each sync, in their order. The power may go at any of them: then everything synced
is there, and of what was written since there is any part, in any order, one piece torn at any byte.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.clock import HandClock
from companion.game import AnyGame
from companion.journal import Journal
from companion.journal.connect import beside
from companion.table import Table
from ui.lab.trials.file_layer import Deed, FileDeed, watched
from ui.lab.trials.player import play, waited_for

SECTOR = 512
STEPS = 40  # things that are done at the table while it is recorded
Files = dict[Path, bytes]


class Left(StrEnum):
    """What the disk has left of the writes since the last sync."""

    NOTHING = "nothing"
    ALL = "all"
    SOME = "some"


class Moment(Struct, frozen=True):
    """Something that was done to a file, and what the table had told before."""

    deed: FileDeed
    told: int  # the last entry that was told


class Recording(Struct, frozen=True):
    """A stretch of a game, as its files have seen it."""

    place: Path
    before: Files
    moments: tuple[Moment, ...]
    after: Files
    entries: tuple[tuple[int, str], ...]  # (id, hash), in order: all that was ever written
    asks: dict[int, str]  # what the table waited for, by its last entry


class Torn(Struct, frozen=True):
    """What became of one half-written state."""

    left: Left
    wrong: str = ""


def record(folder: Path, games: Mapping[str, AnyGame], seed: int) -> Recording:
    """Play, and record everything that is done to the files meanwhile."""
    place, moments, asks, told = folder / "journal.sqlite", list[Moment](), dict[int, str](), 0
    Journal.open(place, HandClock()).close()  # a file that is made is put in place as a whole
    before = _files(place)

    def hear(line: str) -> None:
        nonlocal told
        word, *rest = line.split()
        if word == "told":
            told = int(rest[0])
            asks[told] = rest[2]

    with watched(lambda deed: moments.append(Moment(deed, told))):
        playing = play(place, _Ticking(), games, Random(seed), hear)
        for _, table in zip(range(STEPS), playing, strict=False):
            journal = table._journal
            entries = tuple((entry.id, entry.hash) for entry in journal.entries())
            asks[entries[-1][0]] = waited_for(table)
        after = _files(place)
        playing.close()
        journal.close()
    return Recording(place, before, tuple(moments), after, entries, asks)


def _files(place: Path) -> Files:
    main, log, _ = beside(place)
    return {file: file.read_bytes() for file in (main, log) if file.exists()}


def tears(
    recording: Recording, first: int, count: int, games: Mapping[str, AnyGame], random: Random
) -> Iterator[Torn]:
    """Cut the power at *count* moments one after the other, from the *first* on; open what is left."""
    disk = _Disk(recording.before)
    for number, moment in enumerate(recording.moments[: first + count]):
        disk.do(moment.deed)
        if number >= first:
            left = random.choice(tuple(Left))
            yield Torn(left, what_is_wrong(recording, disk.after_cut(left, random), moment.told, games))


class _Disk:
    """What is on the disk for good, and what is still on its way there."""

    def __init__(self, files: Files) -> None:
        self._safe = {file: bytearray(content) for file, content in files.items()}
        self._on_its_way: dict[Path, list[FileDeed]] = {}

    def do(self, deed: FileDeed) -> None:
        match deed.deed:
            case Deed.SYNC:
                for waiting in self._on_its_way.pop(deed.file, ()):
                    _carry_out(self._safe.setdefault(deed.file, bytearray()), waiting)
            case Deed.DELETE:
                self._safe.pop(deed.file, None)
                self._on_its_way.pop(deed.file, None)
            case _:
                self._on_its_way.setdefault(deed.file, []).append(deed)

    def after_cut(self, left: Left, random: Random) -> Files:
        """The files as they are found when the power comes back."""
        found = {file: bytearray(content) for file, content in self._safe.items()}
        for file, waiting in self._on_its_way.items():
            content = found.setdefault(file, bytearray())
            torn, share = random.choice(waiting), random.random()
            for deed in waiting if left is not Left.NOTHING else ():
                if left is Left.SOME and deed is torn:
                    _carry_out(content, _torn(deed, random))
                elif left is Left.ALL or random.random() < share:
                    _carry_out(content, deed)
        return {file: bytes(content) for file, content in found.items()}


def _carry_out(content: bytearray, deed: FileDeed) -> None:
    if deed.deed is Deed.SHORTEN:
        del content[deed.at :]
        return
    if len(content) < deed.at:
        content.extend(bytes(deed.at - len(content)))  # a hole, as a file system shows it
    content[deed.at : deed.at + len(deed.data)] = deed.data


def _torn(deed: FileDeed, random: Random) -> FileDeed:
    """A write of which only the beginning is there, up to any byte; or only the end, from some sector on."""
    if random.random() < 0.7:
        return msgspec.structs.replace(deed, data=deed.data[: random.randrange(len(deed.data) + 1)])
    first = SECTOR * random.randrange(len(deed.data) // SECTOR + 1)
    return msgspec.structs.replace(deed, at=deed.at + first, data=deed.data[first:])


def what_is_wrong(recording: Recording, files: Files, told: int, games: Mapping[str, AnyGame]) -> str:
    """What is lost, invented or elsewhere in *files*, if anything; up to entry *told* all had been told."""
    for file in beside(recording.place):
        file.unlink(missing_ok=True)
    for file, content in files.items():
        file.write_bytes(content)
    with Journal.open(recording.place, HandClock()) as journal:
        if journal.trouble is not None:
            return f"the journal told {journal.trouble.says.key}"
        if not journal.verify().good:
            return "the chain of the journal does not hold"
        found = tuple((entry.id, entry.hash) for entry in journal.entries())
        if found != recording.entries[: len(found)]:
            return "there are entries that nobody has written"
        last = found[-1][0] if found else 0
        if last < told:
            return f"entry {told} was told and is lost"
        return _asks_elsewhere(journal, games, recording.asks.get(last))


def _asks_elsewhere(journal: Journal, games: Mapping[str, AnyGame], asks: str | None) -> str:
    table = Table.resume(journal, HandClock(), find=lambda name: games[name])
    now = waited_for(table) if table is not None else asks
    return "" if asks is None or now == asks else f"the table waits for {now}, not for {asks}"


class _Ticking(HandClock):
    """A clock on which every look is a little later."""

    def now(self) -> int:
        self.advance(1_000_000)
        return super().now()
