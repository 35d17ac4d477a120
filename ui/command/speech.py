"""What commands say, and why they cannot do their work; their words stand in `ui.command.po`.

The key of what a command is for is its name, that of an option "COMMAND --option". What argparse says has the
English sentence as its key.
"""

import argparse
import contextlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from companion.asks import Say, Unable
from companion.words import Words, words_of


def worded(language: str, key: str, /, **gaps: Any) -> str:
    """The sentence of *key* in *language*, its {gaps} filled. What is no key is said as it is."""
    words = words_of("ui.command")
    return words.say(Say(key, gaps), language) if key in words else key


@contextlib.contextmanager
def argparse_in(language: str) -> Iterator[None]:
    """Meanwhile argparse says its own words in *language*: its gettext reads compiled files alone."""
    usual = vars(argparse)["_"]
    vars(argparse)["_"] = partial(worded, language)
    try:
        yield
    finally:
        vars(argparse)["_"] = usual


def flags(to: argparse._ActionsContainer, *names: str) -> None:
    """Options that are given or not."""
    for name in names:
        to.add_argument(name, action="store_true")


def help_in(language: str) -> type[argparse.HelpFormatter]:
    """How the help of a command is written in *language*."""

    class Help(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            super().__init__(prog)
            self._command = prog.rpartition(" ")[2]

        def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
            for action in actions:
                key = f"{self._command} {(action.option_strings or [action.dest])[-1]}"
                action.help = worded(language, action.help or key)
                self.add_argument(action)

    return Help


# --- how a command says that it could not do its work: one sentence and a next step ---


DONE, NOT_HELD, USAGE = 0, 1, 2


class CommandError(Exception):
    """A command cannot go on; what helps stands below ``<what>.next``, or is *next_step*.

    *gaps* are filled into both, as in `worded`; where one is *near*, that may have been meant.
    """

    def __init__(self, what: str, next_step: str = "", code: int = NOT_HELD, **gaps: Any) -> None:
        self.what, self.next_step, self.code, self.gaps = what, next_step, code, gaps
        super().__init__(self.worded(""))

    def worded(self, language: str) -> str:
        usual = "did_you_mean" if self.gaps.get("near") else f"{self.what}.next"
        parts = (self.what, self.next_step or (usual if usual in words_of("ui.command") else ""))
        return " ".join(worded(language, part, **self.gaps) for part in parts if part)


@contextlib.contextmanager
def trying(what: str, next_step: str = "", code: int = NOT_HELD, **gaps: Any) -> Iterator[None]:
    """What the system refuses inside is reported as *what*, its {why} filled, with *next_step*."""
    try:
        yield
    except OSError as error:
        raise CommandError(what, next_step, code, why=error.strerror, **gaps) from error


def writing(file: Path, next_step: str) -> contextlib.AbstractContextManager[None]:
    """The same for whatever keeps *file* from being written."""
    return trying("not_written", next_step, file=file)


@contextlib.contextmanager
def said(language: str, next_step: str, code: int = NOT_HELD, words: Words | None = None) -> Iterator[None]:
    """Whatever cannot be done inside is reported in *words* of *language*, with *next_step*."""
    try:
        yield
    except Unable as error:
        what = (words or words_of("companion")).say(error.says, language)
        raise CommandError(what, next_step, code) from error
