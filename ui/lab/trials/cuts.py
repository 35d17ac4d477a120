"""Processes that are killed while they play: whatever they had told must be in the journal, and nothing else.

A killed process is a pulled plug as far as the program is concerned: it gets no chance to tidy up. What a
disk makes of writes under way is another matter, see `torn`.
"""

import contextlib
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.clock import HandClock, SystemClock
from companion.game import AnyGame
from companion.journal import Entry, Journal
from companion.rulings import Ruling
from companion.table import Table
from ui.lab.trials.file_layer import Deed, FileDeed, watched
from ui.lab.trials.player import mark, play, waited_for

LINES = (2, 40)  # so many lines are heard before the plug is pulled
BACK_WITHIN_S = 5.0


class Cut(Struct, frozen=True):
    """What one pulled plug has shown."""

    told: int  # rulings that were told before
    back_s: float  # of work, until the table stood again
    wrong: str = ""


def cut(place: Path, games: Mapping[str, AnyGame], seed: int, at_write: int = 0) -> Cut:
    """Let a process play on in the journal at *place*, kill it, and look whether all is there.

    It is killed at any moment or, where *at_write* is given, in the middle of that write to a file.
    """
    lines = _killed(place, games, Random(seed), at_write)
    told = [line for line in lines if line[0] == "told"]
    start = time.process_time()  # on a busy machine others' work is not ours
    with Journal.open(place, HandClock()) as journal:
        table = Table.resume(journal, HandClock(), find=lambda name: games[name])
        back = time.process_time() - start
        wrong = _what_is_wrong(journal, table, lines)
    if not wrong and back > BACK_WITHIN_S:
        wrong = f"it took {back:.1f} s until the table stood again"
    return Cut(len(told), back, wrong)


def _killed(place: Path, games: Mapping[str, AnyGame], random: Random, at_write: int) -> list[list[str]]:
    """What a process has told before it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            with watched(_Killer(at_write, random)) if at_write else contextlib.nullcontext():
                for _ in play(place, SystemClock(), games, random, lambda line: _write(writing, line)):
                    pass
        finally:
            os._exit(1)
    os.close(writing)
    lines: list[str] = []
    with os.fdopen(reading) as heard:
        if not at_write:
            lines += [line for _, line in zip(range(random.randint(*LINES)), heard, strict=False)]
            os.kill(child, signal.SIGKILL)
        lines += heard.readlines()
        _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        lines.append("ended\n")
    return [line.split() for line in lines if line.endswith("\n")]


class _Killer:
    """Pulls the plug of its own process when a part of one write has reached the file."""

    def __init__(self, at_write: int, random: Random) -> None:
        self._left, self._random = at_write, random

    def __call__(self, deed: FileDeed) -> None:
        self._left -= deed.deed is Deed.WRITE
        if self._left or deed.deed is not Deed.WRITE:
            return
        number = os.open(deed.file, os.O_WRONLY)
        os.pwrite(number, deed.data[: self._random.randrange(len(deed.data) + 1)], deed.at)
        os.kill(os.getpid(), signal.SIGKILL)


def _write(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def _what_is_wrong(journal: Journal, table: Table | None, lines: list[list[str]]) -> str:
    if ["ended"] in lines:
        return "the process had ended by itself"
    if journal.trouble is not None:
        return f"the journal told {journal.trouble.says.key}"
    if not journal.verify().good:
        return "the chain of the journal does not hold"
    entries = {entry.id: entry for entry in journal.entries()}
    return _lost(entries, lines) or _invented(entries, lines) or _elsewhere(table, entries, lines)


def _lost(entries: Mapping[int, Entry], lines: list[list[str]]) -> str:
    """Whether something that was told is not there, or says something else."""
    for number, told in ((int(line[1]), int(line[2])) for line in lines if line[0] == "told"):
        if number not in entries:
            return f"entry {number} was told and is lost"
        if mark(msgspec.convert(entries[number].read()["ruling"], Ruling)) != told:
            return f"entry {number} says something else than was told"
    return ""


def _invented(entries: Mapping[int, Entry], lines: list[list[str]]) -> str:
    """Whether the journal holds something of this run that nobody has done."""
    told = [int(line[1]) for line in lines if line[0] == "told"]
    did = {int(line[1]) for line in lines if line[0] == "did"}
    for number in (n for n in entries if told and n > min(told)):
        fact = entries[number].read().get("fact")
        if fact and fact["kind"] != "time" and fact["t"] not in did:
            return f"entry {number} holds a fact that nobody has told of"
    return ""


def _elsewhere(table: Table | None, entries: Mapping[int, Entry], lines: list[list[str]]) -> str:
    """Whether the table waits for something else than it did, if the last ruling was told."""
    last = next((line for line in reversed(lines) if line[0] == "told"), None)
    if last is None or table is None:
        return ""
    after = [e for e in entries.values() if e.id > int(last[1]) and e.kind != "resume"]
    if after or waited_for(table) == last[3]:
        return ""
    return f"the table waits for {waited_for(table)}, not for {last[3]}"
