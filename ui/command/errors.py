"""How a command says that it could not do its work: one sentence and a next step."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.words import Words

DONE, NOT_HELD, USAGE = 0, 1, 2
DID_YOU_MEAN = "Did you mean {near}?"


class CommandError(Exception):
    """A command cannot go on. *next_step* says what helps. *gaps* are filled into both, as in `worded`."""

    def __init__(self, what: str, next_step: str, code: int = NOT_HELD, **gaps: Any) -> None:
        super().__init__(f"{what} {next_step}")
        self.what, self.next_step, self.code, self.gaps = what, next_step, code, gaps

    def worded(self, language: str) -> str:
        from ui.command.speech import worded  # noqa: PLC0415  (only where something is said)

        return " ".join(worded(language, part, **self.gaps) for part in (self.what, self.next_step))


@contextmanager
def writing(file: Path, next_step: str) -> Iterator[None]:
    """Whatever keeps *file* from being written is reported, with *next_step*."""
    try:
        yield
    except OSError as error:
        what = "{file} cannot be written ({why})."
        raise CommandError(what, next_step, file=file, why=error.strerror) from error


@contextmanager
def said(words: "Words", language: str, next_step: str, code: int = NOT_HELD) -> Iterator[None]:
    """Whatever cannot be done inside is reported in *words* of *language*, with *next_step*."""
    from companion.asks import Unable  # noqa: PLC0415  (not for a command that only shows its options)

    try:
        yield
    except Unable as error:
        raise CommandError(words.say(error.says, language), next_step, code) from error
