"""A small coverage-guided fuzzer: inputs that reach a new line of our code are kept and changed further."""

import hashlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from msgspec import Struct

LONGEST = 8192


class Find(Struct, frozen=True):
    """An input that has made a target fall."""

    target: str
    data: bytes
    error: str
    trace: str


class Run(Struct):
    """What a run has done."""

    inputs: int = 0
    places: int = 0  # of our code that were reached
    corpus: int = 0
    finds: list[Find] = []


class Reached:
    """The lines of our own code that were ever run."""

    def __init__(self, rooms: Sequence[str]) -> None:
        self._parts = tuple(f"/{room}/" for room in rooms)
        self._ours: dict[Any, bool] = {}
        self.lines: set[tuple[Any, int]] = set()

    def by(self, work: Callable[[], None]) -> bool:
        """Whether *work* has reached anything new; what it raises goes on."""
        before = len(self.lines)
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(None)
        return len(self.lines) > before

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        ours = self._ours.get(code)
        if ours is None:
            ours = self._ours[code] = any(part in code.co_filename for part in self._parts)
        return self._line if ours else None

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self.lines.add((frame.f_code, frame.f_lineno))
        return self._line


def changed(data: bytes, corpus: Sequence[bytes], words: Sequence[bytes], random: Random) -> bytes:
    """*data* with one to four small changes."""
    new = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(new) + 1)
        match random.randrange(7):
            case 0 if new:
                new[at % len(new)] ^= 1 << random.randrange(8)
            case 1:
                new[at:at] = random.randbytes(random.randint(1, 8))
            case 2:
                del new[at : at + random.randint(1, 16)]
            case 3:
                new[at:at] = random.choice(words)
            case 4:
                other = random.choice(corpus)
                start = random.randrange(len(other) + 1)
                new[at : at + random.randint(0, 40)] = other[start : start + random.randint(1, 80)]
            case 5:
                new[at:at] = new[at : at + random.randint(1, 64)]
            case _:
                new[at : at + 1] = str(random.choice((0, -1, 7, 2**31, 2**63, 10**20))).encode()
    return bytes(new[:LONGEST])


def fuzz(
    name: str,
    target: Callable[[bytes], None],
    seeds: Sequence[bytes],
    words: Sequence[bytes],
    rooms: Sequence[str],
    folder: Path,
    goes_on: Iterator[Any],
    seed: int = 1,
) -> Run:
    """Feed *target* as long as *goes_on* gives anything; the corpus lies in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = [*seeds, *(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())]
    reached, random, run, known = Reached(rooms), Random(seed), Run(), set[str]()
    waiting = list(kept)
    for _ in goes_on:
        data = waiting.pop() if waiting else changed(random.choice(kept), kept, words, random)
        run.inputs += 1
        try:
            new = reached.by(lambda data=data: target(data))  # type: ignore[misc]
        except Exception as error:  # that is what is looked for
            new = False
            find = _found(name, data, error)
            if find.error not in known:
                known.add(find.error)
                run.finds.append(find)
        if new and data not in kept:
            kept.append(data)
            (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    run.places, run.corpus = len(reached.lines), len(kept)
    return run


def _found(name: str, data: bytes, error: Exception) -> Find:
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return Find(name, data, f"{type(error).__name__} at {where}", traceback.format_exc())


def for_seconds(seconds: float) -> Iterator[int]:
    """Numbers until the time is over."""
    end, n = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield (n := n + 1)
