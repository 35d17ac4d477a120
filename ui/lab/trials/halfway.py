"""Processes that are killed in the middle of a rescue, a restore or a backup; and two that want one journal.

A child does the work and is killed before the n-th thing that it asks of the system, for every n that there
is: each opening and renaming of a file, each write and sync of SQLite.
"""

import itertools
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.clock import HandClock, SystemClock
from companion.journal import Entry, Journal, restore
from companion.journal.backup import examine
from ui.lab.trials.breaks import play_shortly
from ui.lab.trials.file_layer import watched

ASKED = ("open", "os.", "shutil.", "sqlite3.", "fcntl.")
HELD = 3  # what a process says that found the journal in use
TOLD = 3  # entries that each of two processes writes
MOST_ASKED = 100  # more than any of the works asks for


class Half(Struct, frozen=True):
    """What became of one work that was killed."""

    was_cut: bool  # not if it was done before it came so far
    wrong: str = ""


def killed(work: Callable[[], object], at: int) -> bool:
    """Do *work* in a process that is killed before the *at*-th thing it asks for; whether it came so far."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    asked = itertools.count(1)

    def hear(event: str) -> None:
        if event.startswith(ASKED) and next(asked) == at:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(lambda event, _args: hear(event))
        with watched(lambda _deed: hear("os.write")):
            work()
    finally:
        os._exit(0)


class Rescues:
    """A broken journal is rescued."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / "rescue" / "journal.sqlite"
        self._written = _filled(self._place)
        spoilt = bytearray(self._place.read_bytes())
        at = spoilt.rindex(b'"winner"', 0, spoilt.rindex(b'"winner"'))  # the end of the second game of three
        spoilt[at : at + 200] = bytes(200)
        self._spoilt, self._kept = bytes(spoilt), self._rescued_in_peace(bytes(spoilt))

    def cut(self, at: int) -> Half:
        """Kill it before the *at*-th thing that it asks for, and see what the next start finds."""
        _only(self._place, self._spoilt)
        was_cut = killed(lambda: Journal.open(self._place, HandClock()), at)
        with Journal.open(self._place, HandClock()) as journal:
            return Half(was_cut, self._wrong(journal))

    def _rescued_in_peace(self, spoilt: bytes) -> tuple[Entry, ...]:
        _only(self._place, spoilt)
        with Journal.open(self._place, HandClock()) as journal:
            return _without_rescues(journal)

    def _wrong(self, journal: Journal) -> str:
        found = _without_rescues(journal)
        if found != self._kept or not found or not set(found) < set(self._written):
            return f"{len(found)} entries are there, not {len(self._kept)}"
        if journal.trouble is None or journal.trouble.rescued != len(found):
            return "the rescue is not told, or wrongly"
        if Path(journal.trouble.aside).read_bytes() != self._spoilt:
            return "the broken file is not kept as it was"
        return "" if journal.verify().good else "the chain does not hold"


class Orphans:
    """A broken journal that was set aside and never rescued is taken in, before games played since."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / "orphan" / "journal.sqlite"
        self._old = _filled(self._place)
        self._files = {"journal.broken-2020-01-01-120000.sqlite": self._place.read_bytes()}
        self._place.unlink()
        with Journal.open(self._place, HandClock()) as journal:
            self._now = journal.append(0, [("start", {"game": "sums", "number": 9})])
        self._files[self._place.name] = self._place.read_bytes()

    def cut(self, at: int) -> Half:
        for file in self._place.parent.iterdir():
            file.unlink()
        for name, content in self._files.items():
            (self._place.parent / name).write_bytes(content)
        was_cut = killed(lambda: Journal.open(self._place, HandClock()), at)
        with Journal.open(self._place, HandClock()) as journal:
            found, told = _without_rescues(journal), journal.trouble
            good = journal.verify().good
        if not good or found[:-1] != self._old or found[-1].read()["number"] != 9:
            return Half(
                was_cut, f"{len(found)} entries are there, not {len(self._old) + 1}, or they do not hold"
            )
        if told is None or told.rescued != len(self._old):
            return Half(was_cut, "what came back is not told, or wrongly")
        for file in self._place.parent.glob("journal.before-rescue-*"):
            with Journal.look(file, HandClock()) as before:
                if before.entries() == self._now:
                    return Half(was_cut)
        return Half(was_cut, "the journal before is not kept")


class Restores:
    """A backup takes the place of a journal that has gone on."""

    def __init__(self, folder: Path) -> None:
        self._place, self._backup = folder / "restore" / "journal.sqlite", folder / "backup.sqlite"
        _filled(self._place)
        with Journal.open(self._place, HandClock()) as journal:
            self._earlier = journal.entries()
            journal.backup(self._backup)
            play_shortly(journal, 2)
            self._later = journal.entries()
        self._content = self._place.read_bytes()

    def cut(self, at: int) -> Half:
        _only(self._place, self._content)
        was_cut = killed(lambda: restore(self._backup, self._place, HandClock()), at)
        with Journal.open(self._place, HandClock()) as journal:
            found, good = journal.entries(), journal.trouble is None and journal.verify().good
        kept = [file.read_bytes() for file in self._place.parent.glob("journal.before-restore-*")]
        if not good:
            return Half(was_cut, "the journal is in trouble")
        if found == self._later or (found == self._earlier and self._content in kept):
            return Half(was_cut)
        return Half(was_cut, "neither is the journal as before, nor the backup there and the journal kept")


class Backups:
    """A backup takes the place of an older one."""

    def __init__(self, folder: Path) -> None:
        self._place, self._backup = folder / "backup" / "journal.sqlite", folder / "over.sqlite"
        _filled(self._place)
        with Journal.open(self._place, HandClock()) as journal:
            self._older = journal.backup(self._backup).read_bytes()
            play_shortly(journal, 2)
            self._counts = (examine(self._backup), len(journal.entries()))

    def cut(self, at: int) -> Half:
        self._backup.write_bytes(self._older)
        was_cut = killed(self._work, at)
        whole = examine(self._backup) in self._counts
        return Half(was_cut, "" if whole else "the backup is neither the old nor the new one")

    def _work(self) -> None:
        with Journal.look(self._place, HandClock()) as journal:
            journal.backup(self._backup)


def all_of(folder: Path) -> tuple[Rescues | Orphans | Restores | Backups, ...]:
    return Rescues(folder), Orphans(folder), Restores(folder), Backups(folder)


def two_at_once(folder: Path) -> str:
    """Two processes open one journal and write; whether something that one of them told is lost."""
    place = folder / "two" / "journal.sqlite"
    children = [_child(place) for _ in range(2)]
    told, ends = [], []
    for child, reading in children:
        with os.fdopen(reading) as lines:
            told += [line.split() for line in lines]
        ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    with Journal.open(place, HandClock()) as journal:
        found = {str(entry.id): entry.hash for entry in journal.entries()}
        whole = journal.trouble is None and journal.verify().good
    if not whole or any(found.get(number) != mark for number, mark in told):
        return "something that was told is lost"
    if sorted(ends) not in ([0, 0], [0, HELD]) or len(told) != TOLD * ends.count(0):
        return f"the two ended with {ends}"
    return ""


def _child(place: Path) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    end = 1
    try:
        with Journal.open(place, SystemClock()) as journal:
            held = journal.trouble is not None and bool(journal.trouble.held_by)
            for entry in () if held else journal.append(0, [("start", {"n": n}) for n in range(TOLD)]):
                os.write(writing, f"{entry.id} {entry.hash}\n".encode())
            end = HELD if held else 0
    finally:
        os._exit(end)


def _filled(place: Path) -> tuple[Entry, ...]:
    with Journal.open(place, HandClock()) as journal:
        play_shortly(journal, 3)
        return journal.entries()


def _without_rescues(journal: Journal) -> tuple[Entry, ...]:
    return tuple(entry for entry in journal.entries() if entry.kind != "salvage")


def _only(place: Path, content: bytes) -> None:
    for file in place.parent.iterdir():
        file.unlink()
    place.write_bytes(content)
