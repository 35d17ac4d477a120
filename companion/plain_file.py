"""Files that are read and written as a whole.

A file that somebody names has to be a plain one of a bearable size, never a pipe or a device: a device gives
bytes without an end and a pipe none at all, so whoever reads them waits for good.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path

TEXT = 64_000_000  # bytes; a record of a thousand games has fewer


def read_plain(path: Path, most: int = TEXT) -> bytes:
    """What the file at *path* holds; raises `OSError` where it is no plain file, or larger than *most*."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file", str(path))
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1000} kB", str(path))
    return content


def read_text(path: Path, most: int = TEXT) -> str:
    """The same as text; raises `UnicodeDecodeError` where it is none."""
    return read_plain(path, most).decode("utf-8")


def write_whole(path: Path, content: bytes) -> None:
    """*content* as the file at *path*, on the disk and whole, or not at all; raises `OSError`."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
