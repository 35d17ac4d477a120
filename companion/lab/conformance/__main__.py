"""Examines a game, or records a golden one: ``python -m companion.conformance [record] GAME``."""

import argparse
import sys
from importlib import resources
from pathlib import Path
from random import Random

from companion.games import find_game
from companion.lab.conformance import CHECKS, Effort, examine
from companion.lab.conformance.golden import recorded
from companion.lab.conformance.playing import NAMES, Opening, random_game
from companion.words import package_of


def main(arguments: list[str] | None = None) -> int:
    """Returns 0 if everything holds, 1 if something does not."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    recording = words[:1] == ["record"]
    given = _parser().parse_args(words[recording:])
    return _record(given) if recording else _examine(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.conformance [record]", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3, help="how many random games are tried")
    parser.add_argument("--seats", type=int, default=0, help="how many play in a recorded game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--name", default="", help="record: of the file (built in: from seats and seed)")
    parser.add_argument("--stdout", action="store_true", help="record: print the game and write no file")
    return parser


def _examine(given: argparse.Namespace) -> int:
    game, found = find_game(given.game), 0
    for check in CHECKS:
        findings = list(examine(game, Effort(given.games, given.seed), [check]))
        print(f"{'ok  ' if not findings else 'FAIL'}  {check}")
        for finding in findings:
            print(f"      {finding.what}")
        found += len(findings)
    return 1 if found else 0


def _record(given: argparse.Namespace) -> int:
    game = find_game(given.game)
    options = game.read_options(dict(option.split("=", 1) for option in given.option))
    opening = Opening(NAMES[: given.seats or game.about.seats[0]], options)
    moments = random_game(game, opening, Random(given.seed), longest=20_000)
    lines = list(recorded(game, opening, (moment.move for moment in moments)))
    if given.stdout:
        print("\n".join(lines))
        return 0
    folder = Path(str(resources.files(package_of(game)))) / "golden"
    file = folder / f"{given.name or f'{len(opening.seats)}_seats_{given.seed}'}.jsonl"
    if file.exists():
        print(f"{file} is there already; give the new one another --name, or delete it.", file=sys.stderr)
        return 1
    folder.mkdir(exist_ok=True)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"Written to {file}: {len(lines) - 2} moves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
