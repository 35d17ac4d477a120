"""`companion config`: every setting, its value and where it comes from; `--write` makes a commented file."""

import argparse
import json
import sys

from msgspec.structs import asdict

from companion.config import Loaded, purpose
from ui.command.own_file import write_settings
from ui.command.speech import DONE, NOT_HELD, CommandError, flags, worded
from ui.settings import SYSTEM, Settings, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    flags(parser, "--json", "--write")


def run(args: argparse.Namespace) -> int:
    loaded = settings_in_force(args.set)
    if args.json:
        listed = [{**asdict(one), "description": purpose(one.name)} for one in loaded.listed()]
        print(json.dumps(listed, ensure_ascii=False))
    else:
        _show(loaded, args.language)
    for problem in loaded.problems:
        print(problem, file=sys.stderr)
    if args.write:
        _write(loaded, args.language)
    return NOT_HELD if loaded.problems else DONE


def _show(loaded: Loaded[Settings], language: str) -> None:
    for setting in loaded.listed():
        origin, for_what = worded(language, setting.origin), purpose(setting.name, language)
        print(f"{setting.name} = {json.dumps(setting.value)}  [{origin}]  {for_what}")


def _write(loaded: Loaded[Settings], language: str) -> None:
    """Writes what is in force, but no language that nobody has chosen: it goes on following the system."""
    if loaded.problems:
        raise CommandError("config.problems")
    chosen = [setting for setting in loaded.listed() if setting.origin != SYSTEM]
    print(worded(language, "written", file=write_settings(chosen)))
