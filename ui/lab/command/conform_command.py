"""`companion conform`: vectors against the real rules."""

import argparse
import json
from pathlib import Path

from companion.lab.conform import Result, run_file
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="vector files (JSON)")
    parser.add_argument("--game", default="", help="the game, where the vectors do not tell it")


def run(args: argparse.Namespace) -> int:
    passed = failed = 0
    for name in args.files:
        for result in _results(Path(name), args.game):
            if result.passed:
                passed += 1
            else:
                failed += 1
                print(_failing_line(result))
    print(f"{passed} passed, {failed} failed")
    return NOT_HELD if failed else DONE


def _results(path: Path, game: str) -> list[Result]:
    try:
        return list(run_file(path, game))
    except OSError as error:
        raise CommandError(
            f"{path} cannot be read ({error.strerror}).", "Check the name of the file.", USAGE
        ) from error
    except (ValueError, RecursionError) as error:
        raise CommandError(
            f"{path} is not a vector file: {error}.", "It must be JSON with a list of vectors."
        ) from error
    except KeyError as error:
        raise CommandError(f"{error.args[0]}.", "Name one of those with --game.", USAGE) from error


def _failing_line(result: Result) -> str:
    if result.trouble:
        return f"{result.id}: {result.trouble}"
    return f"{result.id}: expected {json.dumps(result.expected)}, got {json.dumps(result.got, default=str)}"
