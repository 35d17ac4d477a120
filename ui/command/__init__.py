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
from companion.words import languages
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, argparse_in, help_in, worded
from ui.settings import Settings, settings_in_force

PLACES = (  # for families, and for whoever looks after the table
    "run", "demo", "read", "enrol", "decks", "rules", "replay", "export", "backup", "restore", "forget",
    "calibrate", "wiring", "doctor", "club", "selftest", "print", "config", "update", "version",
)  # fmt: skip

FOR_DEVELOPERS = (  # in `ui.lab`, which only a checkout has
    "new-game", "coach", "watch", "conform", "referee", "verify", "bench", "soak", "torture",
)  # fmt: skip

GO_ON_REGARDLESS = ("run", "config")  # these report a bad setting and take the value before it


def parser(command: str = "", language: str = "en") -> argparse.ArgumentParser:
    """The parser for *command*, which helps in *language*; without a command, the overview."""
    help_format = help_in(language)
    top = argparse.ArgumentParser(
        prog="companion",
        description=worded(language, "companion"),
        epilog=_epilog(language),
        formatter_class=help_format,
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in (*PLACES, *_those_here()):
        does = worded(language, name)
        # the others have a group of their own below
        listed: dict[str, Any] = {"help": does} if name in PLACES else {}
        described = f"{does[:1].upper()}{does[1:]}."
        sub = commands.add_parser(name, description=described, formatter_class=help_format, **listed)
        if name == command:
            _module(name).arguments(sub)
        sub.add_argument("--debug", action="store_true", help="--debug")
        sub.add_argument("--set", action="append", default=[], metavar="SECTION.NAME=VALUE", help="--set")
    return top


def _epilog(language: str) -> str:
    """The developers' commands, where they are here, and what holds for all."""
    lines = [f"  {name:<20}{worded(language, name)}" for name in _those_here()]
    heading, codes = worded(language, "companion.developers"), worded(language, "companion.codes")
    return "\n".join([*([heading, *lines, ""] if lines else []), codes])


def in_a_checkout() -> bool:
    """Whether there is more here than what a table needs."""
    return importlib.util.find_spec("ui.lab") is not None


def _those_here() -> tuple[str, ...]:
    """The developers' commands, where they are."""
    return FOR_DEVELOPERS if in_a_checkout() else ()


def _module(command: str) -> ModuleType:
    if command in PLACES:
        return importlib.import_module(f"ui.command.{command}_command")
    return importlib.import_module(f"ui.lab.command.{command.replace('-', '_')}_command")


def _check_that_it_is_here(command: str) -> None:
    if command in FOR_DEVELOPERS and command not in _those_here():
        raise CommandError("companion.only_in_a_checkout", code=USAGE, command=command)


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
        named = getattr(args, "lang", None)  # of what is printed it may be several
        language = named if named in languages() else settings_in_force(args.set).settings.table.language
        args.language = language  # of whoever calls: all that the command says is in it
        return int(_module(args.command).run(args))
    except CommandError as error:
        _tell(error, words, language)
        return error.code
    except KeyboardInterrupt:
        print(worded(language, "companion.stopped"), file=sys.stderr)
        return NOT_HELD
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  (whoever read us is gone)
        return DONE
    except Exception as error:  # a sentence for people, the traceback only with --debug
        _tell(CommandError("companion.slip", error=error), words, language)
        return NOT_HELD


def _tell(error: CommandError, words: Sequence[str], language: str) -> None:
    if "--debug" in words:
        traceback.print_exc()
    print(error.worded(language), file=sys.stderr)


__all__ = ["DONE", "NOT_HELD", "USAGE", "CommandError", "main", "parser"]
