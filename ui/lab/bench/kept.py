"""What long measurements have found already, in a file: an earlier run is gone on with."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import MsgspecError, json

from ui.command.speech import CommandError

T = TypeVar("T")
Key = tuple[str, ...]


class Kept(Generic[T]):
    """Each thing by its key, a line for each in *file*; without one only in memory."""

    def __init__(self, file: Path | None, kind: type[T]) -> None:
        self._file = file
        lines = file.read_bytes().splitlines() if file is not None and file.exists() else []
        try:
            self._known: dict[Key, T] = dict(json.decode(line, type=tuple[Key, kind]) for line in lines)  # type: ignore[valid-type]
        except MsgspecError as error:
            raise CommandError(
                f"{file} is no log of such a run: {error}.", "Name another file with --log."
            ) from error

    def get(self, key: Key, find: Callable[[], T]) -> T:
        """What is known by *key*, or what *find* finds."""
        if key not in self._known:
            self._known[key] = find()
            if self._file is not None:
                with self._file.open("ab") as out:
                    out.write(json.encode((key, self._known[key])) + b"\n")
        return self._known[key]
