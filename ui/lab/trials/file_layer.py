"""A layer between SQLite and its files: whoever listens hears of every write before it is made.

SQLite reaches its files through a table of functions, its VFS. Here the usual one is copied, with other
functions for writing, shortening, syncing and deleting; they tell the listener,
and then do what they always did.
"""

import contextlib
import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct


class Deed(StrEnum):
    """What is done to a file."""

    WRITE = "write"
    SHORTEN = "shorten"
    SYNC = "sync"
    DELETE = "delete"


class FileDeed(Struct, frozen=True):
    """One thing that SQLite does to one of its files."""

    file: Path
    deed: Deed
    at: int = 0  # where it writes, or how long the file is afterwards
    data: bytes = b""


Listener = Callable[[FileDeed], None]

# names of files are passed on as the pointers they are: SQLite keeps them for as long as the file is open
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_SHORTEN = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(ctypes.Structure):
    """The beginning and the length of `sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("app", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", c_void_p * 14),
    )


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _WRITE),
        ("shorten", _SHORTEN),
        ("sync", _SYNC),
        ("others", c_void_p * 13),
    )


class _File(ctypes.Structure):
    """The beginning of every open file of SQLite."""

    _fields_ = (("methods", POINTER(_Methods)),)


class _Layer:
    """The copied VFS. It must outlive every connection that was opened through it."""

    def __init__(self, listener: Listener) -> None:
        self._library, self._listener = _sqlite(), listener
        found = self._library.sqlite3_vfs_find(None)
        self._usual = ctypes.cast(found, POINTER(_Vfs)).contents
        self._files: dict[int, Path] = {}
        self._methods: dict[int, _Methods] = {}
        self._vfs = _copy(self._usual)
        self._vfs.name, self._vfs.next = b"watched", None
        self._vfs.open, self._vfs.delete = _OPEN(self._open), _DELETE(self._delete)

    def put_in(self) -> None:
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)

    def take_out(self) -> None:
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self._library.sqlite3_vfs_register(ctypes.byref(self._usual), 1)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        done = int(self._usual.open(vfs, name, file, flags, out))
        if done == sqlite3.SQLITE_OK and name is not None:
            self._files[file] = Path(ctypes.string_at(name).decode())
            opened = ctypes.cast(file, POINTER(_File)).contents
            opened.methods = ctypes.pointer(self._watched(opened.methods))
        return done

    def _watched(self, usual: Any) -> _Methods:
        """The functions of a file, with those that change it replaced."""
        known = ctypes.cast(usual, c_void_p).value or 0
        if known not in self._methods:
            methods = _copy(usual.contents)
            write, shorten, sync = usual.contents.write, usual.contents.shorten, usual.contents.sync
            methods.write = _WRITE(lambda f, data, n, at: self._write(write, f, data, n, at))
            methods.shorten = _SHORTEN(lambda f, size: self._shorten(shorten, f, size))
            methods.sync = _SYNC(lambda f, flags: self._sync(sync, f, flags))
            self._methods[known] = methods
        return self._methods[known]

    def _write(self, usual: Any, file: int, data: int, count: int, at: int) -> int:
        self._listener(FileDeed(self._files[file], Deed.WRITE, at, ctypes.string_at(data, count)))
        return int(usual(file, data, count, at))

    def _shorten(self, usual: Any, file: int, size: int) -> int:
        self._listener(FileDeed(self._files[file], Deed.SHORTEN, size))
        return int(usual(file, size))

    def _sync(self, usual: Any, file: int, flags: int) -> int:
        done = int(usual(file, flags))
        self._listener(FileDeed(self._files[file], Deed.SYNC))  # only now is everything on the disk
        return done

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        self._listener(FileDeed(Path(name.decode()), Deed.DELETE))
        return int(self._usual.delete(vfs, name, sync))


def _copy(structure: Any) -> Any:
    return type(structure).from_buffer_copy(structure)


def _sqlite() -> ctypes.CDLL:
    """The very library that Python's `sqlite3` works with, wherever it lies."""
    import _sqlite3  # noqa: PLC0415

    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = c_void_p
    return library


@contextlib.contextmanager
def watched(listener: Listener) -> Iterator[None]:
    """Every file that SQLite opens meanwhile is watched; it has to be closed meanwhile as well."""
    layer = _Layer(listener)
    layer.put_in()
    try:
        yield
    finally:
        layer.take_out()
