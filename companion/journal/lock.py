"""One table, one writer: whoever has opened a journal holds its lock until the process ends.

The lock lies in a small file beside the journal, which says who holds it. It is the kernel's (`flock`): when
the process dies, in whatever way, it is free again.
"""

import contextlib
import fcntl
import os
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.clock import Clock


class Held(Exception):  # noqa: N818
    """Another process has the journal."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who  # its number and since when, like "4711, 20:15"


class Lock(Struct, frozen=True):
    """The right to write a journal."""

    file: Path
    number: int  # of the open file

    def release(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink()
        with contextlib.suppress(OSError):
            os.close(self.number)


def take(place: Path, clock: Clock) -> Lock:
    """The lock of the journal at *place*; raises `Held`, or `OSError` where nothing can be written."""
    file = place.with_name(place.name + ".lock")
    while True:
        number = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            who = os.pread(number, 80, 0).decode("ascii", "replace")
            os.close(number)
            raise Held(who or "?") from error
        if _is_still(file, number):
            break
        os.close(number)  # whoever had it has just let it go, and taken the file away
    since = datetime.fromtimestamp(clock.wall() / 1e9).astimezone()
    with contextlib.suppress(OSError):  # a full disk: it is held all the same
        os.truncate(number, 0)
        os.pwrite(number, f"{os.getpid()}, {since:%H:%M}".encode(), 0)
    return Lock(file, number)


def _is_still(file: Path, number: int) -> bool:
    try:
        return os.path.samestat(file.stat(), os.fstat(number))
    except OSError:
        return False
