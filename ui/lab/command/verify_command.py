"""`companion verify`: a second referee, written from the rulebook alone, against the first."""

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import companion
from ui.command.rules_command import the_game
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError

CHECKOUT = Path(companion.__file__).parents[1]
MODELS = "tests.second_referees"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game")
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="how many random games (default: 20)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first game's seed (default: 1)")


def run(args: argparse.Namespace) -> int:
    name = the_game(args.game).about.name
    if args.games < 1:
        raise CommandError(f"{args.games} games cannot be played.", "Choose 1 or more with --games.", USAGE)
    driving, model = _module("driving"), _module(name)
    count = driving.verify_games(name, model.Game, args.seed, lambda count: count.games >= args.games)
    print(
        f"{count.passed} verdicts compared in {count.games} games, {count.refused} of them refusals, "
        f"and {count.positions} positions"
    )
    if count.first is not None:
        print(f"first mismatch: {count.first}")
    print(f"{count.passed} passed, {count.failed} failed")
    return NOT_HELD if count.failed else DONE


def _module(name: str) -> ModuleType:
    """A module of the second referees, which stand among the tests and are not installed."""
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    try:
        found = importlib.util.find_spec(f"{MODELS}.{name}")
    except ModuleNotFoundError:
        found = None
    if found is None:
        what = f"There is no second referee for {name} here."
        raise CommandError(
            what, "They stand in tests/second_referees: run this in a copy of the project.", USAGE
        )
    return importlib.import_module(found.name)
