"""How a command says that it could not do its work: one sentence and a next step."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.words import Words

DONE, NOT_HELD, USAGE = 0, 1, 2


class CommandError(Exception):
    """A command cannot go on. *next_step* says what helps."""

    def __init__(self, what: str, next_step: str, code: int = NOT_HELD) -> None:
        super().__init__(what)
        self.what, self.next_step, self.code = what, next_step, code

    def __str__(self) -> str:
        return f"{self.what} {self.next_step}"


@contextmanager
def writing(file: Path, next_step: str) -> Iterator[None]:
    """Whatever keeps *file* from being written is reported, with *next_step*."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{file} cannot be written ({error.strerror}).", next_step) from error


@contextmanager
def said(words: "Words", language: str, next_step: str, code: int = NOT_HELD) -> Iterator[None]:
    """Whatever cannot be done inside is reported in *words* of *language*, with *next_step*."""
    from companion.asks import Unable  # noqa: PLC0415  (not for a command that only shows its options)

    try:
        yield
    except Unable as error:
        raise CommandError(words.say(error.says, language), next_step, code) from error
