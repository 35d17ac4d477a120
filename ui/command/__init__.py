"""The `companion` command: one module for each sub-command, loaded only when it is called."""

import argparse
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from types import ModuleType
from typing import Any

from companion import __version__
from companion.config import from_flags, load
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, argparse_in, help_in, language_of, worded
from ui.settings import Settings, settings_in_force

PLACES = {  # for families, and for whoever looks after the table
    "run": "the touchscreen app (also without any command)",
    "demo": "a simulated family plays a whole game through the real path",
    "read": "what the eyes see in pictures, folders and videos",
    "enrol": "learn a deck or a die from one picture per face",
    "decks": "the decks and dice that the eyes know",
    "rules": "the rules of a game in our words, with their ids",
    "replay": "play a record again and compare",
    "export": "write a game as a readable record",
    "backup": "copy the journal into one file",
    "restore": "bring the journal back from a backup",
    "forget": "take a person, or everything, out of journal, backups and exports",
    "calibrate": "show the camera the mat",
    "wiring": "teach in the buttons",
    "doctor": "is everything well? one next step for each finding",
    "selftest": "a file with what this machine really does",
    "print": "mat, cards, dice and sheets to print",
    "config": "every setting with its origin",
    "update": "a new version, tried before it is used; and the way back",
    "version": "what a bug report needs",
}

FOR_DEVELOPERS = {  # in `ui.lab`, which only a checkout has
    "new-game": "a folder with a game that plays at once, to be changed into another",
    "coach": "analysis of games and dice",
    "watch": "pictures and videos as a game sees them",
    "conform": "run vector files through the rules",
    "referee": "a game as JSON lines on stdin and stdout",
    "verify": "a second referee against the first, in random games",
    "bench": "the performance table",
    "soak": "a day of family play in virtual time, with everything that goes wrong",
    "torture": "pull the plug many times: nothing that was announced may be lost",
}

GO_ON_REGARDLESS = ("run", "config")  # these report a bad setting and take the value before it


def parser(command: str = "", language: str = "en") -> argparse.ArgumentParser:
    """The parser for *command*, which helps in *language*; without a command, the overview."""
    help_format = help_in(language)
    top = argparse.ArgumentParser(
        prog="companion",
        description=worded(
            language, "Games with real dice and real cards. Without a command it opens the touchscreen."
        ),
        epilog=_epilog(language),
        formatter_class=help_format,
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, help_text in {**PLACES, **_those_here()}.items():
        does = worded(language, help_text)
        # the others have a group of their own below
        listed: dict[str, Any] = {"help": does} if name in PLACES else {}
        described = f"{does[:1].upper()}{does[1:]}."
        sub = commands.add_parser(name, description=described, formatter_class=help_format, **listed)
        if name == command:
            _module(name).arguments(sub)
        sub.add_argument("--debug", action="store_true", help="show the traceback of an error")
        sub.add_argument(
            "--set", action="append", default=[], metavar="SECTION.NAME=VALUE", help="a setting for this run"
        )
    return top


def _epilog(language: str) -> str:
    """The developers' commands, where they are here, and what holds for all."""
    lines = [f"  {name:<20}{worded(language, help_text)}" for name, help_text in _those_here().items()]
    heading = worded(language, "for developers, in a checkout of the project:")
    codes = "companion COMMAND --help says more. Exit codes: 0 done, 1 a check did not hold, 2 usage."
    return "\n".join([*([heading, *lines, ""] if lines else []), worded(language, codes)])


def in_a_checkout() -> bool:
    """Whether there is more here than what a table needs."""
    return importlib.util.find_spec("ui.lab") is not None


def _those_here() -> dict[str, str]:
    """The developers' commands, where they are."""
    return FOR_DEVELOPERS if in_a_checkout() else {}


def _module(command: str) -> ModuleType:
    if command in PLACES:
        return importlib.import_module(f"ui.command.{command}_command")
    return importlib.import_module(f"ui.lab.command.{command.replace('-', '_')}_command")


def _check_that_it_is_here(command: str) -> None:
    if command in FOR_DEVELOPERS and command not in _those_here():
        what = "companion {command} is for developers and not part of what is installed at a table."
        raise CommandError(what, "Call it in a checkout of the project.", USAGE, command=command)


def _check_settings(args: argparse.Namespace) -> None:
    """A setting given by hand that does not fit is a usage error, but where the family could play on."""
    if not args.set or args.command in GO_ON_REGARDLESS:
        return
    for problem in load(Settings, [from_flags(args.set)]).problems:
        raise CommandError(f"--set: {problem.what}.", problem.next_step, USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command that *arguments* name and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what cannot be written there is shown as a number
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in {"-h", "--help", "--version"}):
        words.insert(0, "run")
    language = settings_in_force().settings.table.language
    try:
        _check_that_it_is_here(words[0])
        with argparse_in(language):
            args = parser(words[0], language).parse_args(words)
        _check_settings(args)
        language = language_of(args)
        return int(_module(args.command).run(args))
    except CommandError as error:
        _tell(error, words, language)
        return error.code
    except KeyboardInterrupt:
        print(worded(language, "Stopped."), file=sys.stderr)
        return NOT_HELD
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (whoever read us is gone)
        return DONE
    except Exception as error:  # a sentence for people, the traceback only with --debug
        what, how = "Something went wrong: {error}.", "Run it again with --debug and report it."
        _tell(CommandError(what, how, error=error), words, language)
        return NOT_HELD


def _tell(error: CommandError, words: Sequence[str], language: str) -> None:
    if "--debug" in words:
        traceback.print_exc()
    print(error.worded(language), file=sys.stderr)


__all__ = ["DONE", "NOT_HELD", "USAGE", "CommandError", "main", "parser"]
