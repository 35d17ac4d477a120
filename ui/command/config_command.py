"""`companion config`: every setting, its value and where it comes from; `--write` makes a commented file."""

import argparse
import json
import sys

import msgspec

from companion.config import Loaded
from ui.command.errors import DONE, NOT_HELD, CommandError
from ui.command.own_file import write_settings
from ui.settings import Settings, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--write", action="store_true", help="write the values in force, commented, to the user's file"
    )


def run(args: argparse.Namespace) -> int:
    loaded = settings_in_force(args.set)
    if args.json:
        print(json.dumps([msgspec.to_builtins(setting) for setting in loaded.listed()], ensure_ascii=False))
    else:
        _show(loaded)
    for problem in loaded.problems:
        print(problem, file=sys.stderr)
    if args.write:
        _write(loaded)
    return NOT_HELD if loaded.problems else DONE


def _show(loaded: Loaded[Settings]) -> None:
    for setting in loaded.listed():
        print(f"{setting.name} = {json.dumps(setting.value)}  [{setting.origin}]  {setting.description}")


def _write(loaded: Loaded[Settings]) -> None:
    """Writes what is in force; comments that the family wrote stay."""
    if loaded.problems:
        raise CommandError("Nothing was written.", "Mend what is named above first.")
    print(f"Written to {write_settings(loaded.listed())}")
