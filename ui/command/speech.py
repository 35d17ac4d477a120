"""What commands say. Its key in `ui.command.po` is the English sentence, of an option "COMMAND --option"."""

import argparse
import contextlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from companion.asks import Say
from companion.words import words_of
from ui.settings import settings_in_force


def language_of(args: argparse.Namespace) -> str:
    """The language of whoever has called a command with *args*."""
    return getattr(args, "lang", None) or settings_in_force(args.set).settings.table.language


def worded(language: str, sentence: str, /, **gaps: Any) -> str:
    """*sentence* in *language*, its {gaps} filled. What nobody has translated is said as it is."""
    words = words_of("ui.command")
    return words.say(Say(sentence, gaps), language) if sentence in words else sentence


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
