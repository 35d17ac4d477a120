"""`companion demo`: a simulated family plays a whole game through the real path, compared with the truth."""

import argparse
import json
import sys
from random import Random

import msgspec

from companion.clock import HandClock
from companion.family import family_class
from companion.game import AnyGame, Options
from companion.games import all_games
from companion.seats import Seat, seats_named
from companion.table import CannotStart, Table
from companion.words import game_words
from ui.command.demo_show import show
from ui.command.errors import DONE, NOT_HELD, USAGE, CommandError
from ui.command.rules_command import the_game
from ui.command.the_journal import journal_to_write
from ui.settings import settings_in_force
from ui.twin.evening import Evening, PlainSenses, Report, Senses
from ui.twin.teller import Teller

NAMES = ("Ada", "Ben", "Cem", "Dora", "Elif", "Finn", "Greta", "Hugo", "Ida", "Jon")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="abspecken", help="the game, or all")
    parser.add_argument("--seats", type=int, help="how many people play")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same evening")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument(
        "--no-frames", action="store_true", help="facts straight from the simulator, no pictures"
    )
    parser.add_argument(
        "--shots", metavar="DIR", help="keep pictures of the screens and of what the camera saw"
    )
    parser.add_argument(
        "--speed", type=float, default=0, help="times faster than a real table (0: as fast as it goes)"
    )
    parser.add_argument(
        "--cheats", type=float, default=0.0, metavar="P", help="how often somebody cheats, 0 to 1"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--quiet", action="store_true", help="only the closing lines")
    parser.add_argument("--json", action="store_true", help="the report as one JSON line")
    parser.add_argument("--journal", metavar="FILE", help="keep the journal in this file")


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.cheats <= 1:
        raise CommandError(
            f"--cheats {args.cheats} does not fit.", "It is a share from 0 to 1, like 0.2.", USAGE
        )
    if not 0 <= args.speed < float("inf"):
        raise CommandError(f"--speed {args.speed} does not fit.", "It is a number like 4, or 0.", USAGE)
    if args.game == "all" and (args.shots or not args.headless):
        raise CommandError(
            "The screens show one game.", "Name one, or add --headless without --shots.", USAGE
        )
    games = list(all_games().values()) if args.game == "all" else [the_game(args.game)]
    held = [_play(game, args) for game in games]
    return DONE if all(held) else NOT_HELD


def options_from(game: AnyGame, words: list[str]) -> Options:
    """House rules from words like ``limit=10``."""
    pairs = dict(word.partition("=")[::2] for word in words)
    try:
        return game.read_options(pairs)
    except msgspec.ValidationError as error:
        hint = f"companion rules {game.about.name} --options lists the house rules."
        raise CommandError(f"A house rule does not fit: {error}.", hint, USAGE) from error


def _play(game: AnyGame, args: argparse.Namespace) -> bool:
    options = options_from(game, args.option)
    low, high = game.about.seats
    count = args.seats if args.seats is not None else min(max(3, low), high)
    if not low <= count <= high:
        raise CommandError(
            f"{game.about.title} is not for {count}.", f"Choose {low} to {high} with --seats.", USAGE
        )
    loaded = settings_in_force(args.set)
    language = loaded.settings.table.language
    seats = seats_named([*NAMES, *(f"Seat {n}" for n in range(len(NAMES), count))][:count], language)
    if not args.headless or args.shots:
        return show(loaded, game, seats, options, args)
    clock = HandClock(now=1_000_000_000)
    with journal_to_write(args.journal, clock, language) as journal:
        try:
            table = Table.start(game, seats, options, journal, clock)
        except CannotStart as error:
            raise CommandError(
                game_words(game).say(error.says, language), "Choose other options.", USAGE
            ) from error
        report = _evening(table, seats, clock, args, language)
    return report.agreed


def _evening(
    table: Table, seats: tuple[Seat, ...], clock: HandClock, args: argparse.Namespace, language: str
) -> Report:
    game = table.game
    random = Random(args.seed)
    family = family_class(game)(game, tuple(s.name for s in seats), table.options, random, args.cheats)
    senses: Senses = PlainSenses(clock)
    if not args.no_frames:
        from ui.twin.senses import TwinSenses  # noqa: PLC0415  (the eyes are only loaded where they are used)

        senses = TwinSenses(table, family, clock, Random(args.seed + 1))
    teller = Teller(game, language, sys.stdout) if not (args.quiet or args.json) else None
    report = Evening(table, family, clock, senses, teller.tell if teller else lambda told: None).play()
    if args.json:
        print(json.dumps({"game": game.about.name, "seed": args.seed, **msgspec.to_builtins(report)}))
    else:
        _close(table, report)
    return report


def _close(table: Table, report: Report) -> None:
    """The closing lines: how the game ended, and whether referee and truth agreed."""
    name = table.game.about.name
    if table.outcome:
        scores = ", ".join(f"{seat} {points}" for seat, points in table.outcome.scores.items())
        print(f"{name}: {' and '.join(table.outcome.winners) or 'nobody'} won ({scores})")
    seen = report.cheats - report.hidden_cheats
    print(
        f"{name}: {report.happenings} happenings, {report.accepted} accepted, {report.refused} refused, "
        f"{report.questions} questions, {report.by_hand} told by hand"
    )
    if report.cheats:
        hidden = f"{report.hidden_cheats} could not be seen"
        print(f"{name}: {report.caught} of {seen} cheats that a table shows were caught ({hidden})")
    for disagreement in report.disagreements[:10]:
        print(f"{name}: DISAGREEMENT at happening {disagreement.entry}: {disagreement.what}")
    verdict = "the referee and the truth agree" if report.agreed else "THE REFEREE AND THE TRUTH DISAGREE"
    print(f"{name}: {verdict}")
