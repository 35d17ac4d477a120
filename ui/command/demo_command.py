"""`companion demo`: a simulated family plays a whole game; in a checkout the truth is compared."""

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from companion.asks import Say
from companion.clock import HandClock, SystemClock
from companion.config import Loaded
from companion.family import family_class
from companion.game import AnyGame, Options
from companion.games import all_games
from companion.seats import Seat, seats_named
from companion.table import Table
from companion.words import game_words, words_of
from ui.command import in_a_checkout
from ui.command.rules_command import the_game, the_options
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, flags, said, trying, worded
from ui.command.the_journal import journal_to_write
from ui.settings import Settings, settings_in_force
from ui.twin.evening import COUNTS, NAMES, Evening, ProgressLine, Report, Teller

SHORT = 40.0  # seconds of a short look; what loads before and closes after it stays below a minute


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    flags(parser, "--headless", "--no-frames")
    parser.add_argument("--shots", metavar="DIR")
    parser.add_argument("--speed", type=float, default=0)
    if in_a_checkout():
        _trials().arguments(parser)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    flags(parser, "--log", "--quiet", "--json")
    parser.add_argument("--journal", metavar="FILE")


def run(args: argparse.Namespace) -> int:
    if in_a_checkout():
        _trials().check(args)
    if not 0 <= args.speed < float("inf"):
        raise CommandError("demo.bad_speed", code=USAGE, speed=args.speed)
    if args.game == "all" and (args.shots or not args.headless):
        raise CommandError("demo.one_game", code=USAGE)
    if args.game is None:
        args.option = ["limit=1", *args.option]  # one round
    games = list(all_games().values()) if args.game == "all" else [the_game(args.game or "abspecken")]
    held = [_play(game, args) for game in games]
    return DONE if all(held) else NOT_HELD


def _play(game: AnyGame, args: argparse.Namespace) -> bool:
    loaded = settings_in_force(args.set)
    options = the_options(game, args.option, args.language)
    low, high = game.about.seats
    count = args.seats if args.seats is not None else min(max(3, low), high)
    if not low <= count <= high:
        raise CommandError(
            "demo.seat_count", code=USAGE, title=game.about.title, count=count, low=low, high=high
        )
    seats = seats_named([*NAMES, *(f"Seat {n}" for n in range(len(NAMES), count))][:count], args.language)
    if not args.headless or args.shots:
        return show(loaded, game, seats, options, args)
    clock = HandClock(now=1_000_000_000)
    with journal_to_write(args.journal, clock, args.language) as journal:
        with said(args.language, "demo.other_options", USAGE, game_words(game)):
            table = Table.start(game, seats, options, journal, clock)
        report = _evening(table, seats, clock, args)
    return report.agreed or (args.game is None and not report.disagreements)


def _evening(table: Table, seats: tuple[Seat, ...], clock: HandClock, args: argparse.Namespace) -> Report:
    game = table.game
    kind = Teller if args.log else ProgressLine
    teller = (
        None if args.quiet or args.json else kind(game, args.language, sys.stdout if args.log else sys.stderr)
    )
    tell = teller.tell if teller else lambda event: None
    if in_a_checkout():
        evening = _trials().evening(table, clock, args, tell)
    else:
        family = family_class(game)(game, tuple(s.name for s in seats), table.options, Random(args.seed))
        evening = Evening(table, family, clock, tell)
    report = evening.play() if args.game else _short_look(evening)
    if teller:
        teller.close()
    if args.json:
        print(json.dumps({"game": game.about.name, "seed": args.seed, **msgspec.to_builtins(report)}))
    else:
        _close(table, report, args.language)
    return report


def _trials() -> ModuleType:
    """What only a checkout has: people who cheat, drawn pictures for the eyes, and the comparison."""
    return importlib.import_module("ui.lab.demo")


def _short_look(evening: Evening) -> Report:
    """*evening* up to its end, or as far as it gets in a short time."""
    end, report = time.monotonic() + SHORT, Report()
    while not (report.over or report.disagreements) and time.monotonic() < end:
        report = evening.play(most=report.happenings + 1)
    return report


def _close(table: Table, report: Report, language: str) -> None:
    """The closing lines: how the game ended, and whether referee and truth agreed."""
    words = words_of("ui.twin")

    def say(key: str, **args: Any) -> str:
        return words.say(Say(f"demo_{key}", {"game": table.game.about.name, **args}), language)

    if table.outcome:
        scores = ", ".join(f"{seat} {points}" for seat, points in table.outcome.scores.items())
        print(say("won", winners=list(table.outcome.winners) or say("nobody"), scores=scores))
    print(say("figures", **{name: getattr(report, name) for name in COUNTS}))
    if report.cheats:
        seen = report.cheats - report.hidden_cheats
        print(say("cheats", caught=report.caught, seen=seen, hidden=report.hidden_cheats))
    for disagreement in report.disagreements[:10]:
        print(say("differs", entry=disagreement.entry, what=disagreement.what))
    agreed = "agree" if report.agreed else "agree_so_far"
    print(say("disagree" if report.disagreements else agreed))


# `companion demo` on the real screens: the family plays in the running app, and its pictures can be kept.

SHOT = 2.0  # seconds between two pictures of the screen
LINGER = 4  # pictures of the end before a demo without a window closes


def show(
    loaded: Loaded[Settings], game: AnyGame, seats: Sequence[Seat], options: Options, args: argparse.Namespace
) -> bool:
    """Play before everybody's eyes; whether the game came to its end and table and family agree then."""
    from ui.screen.display import display_problem  # noqa: PLC0415

    if args.headless:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    problem = display_problem()
    if problem is not None:
        raise CommandError(problem, "demo.headless")
    from ui.house import house_for_show  # noqa: PLC0415  (the screens are loaded only now)
    from ui.screen.window import DisplayError  # noqa: PLC0415
    from ui.twin.film import PatientClock  # noqa: PLC0415
    from ui.twin.show import FamilyShow  # noqa: PLC0415

    clock = PatientClock(SystemClock())
    if in_a_checkout():
        table = _trials().show(game, seats, options, clock, args)
    else:
        family = family_class(game)(game, tuple(seat.name for seat in seats), options, Random(args.seed))
        lines = {seat.name: seat.button for seat in seats}
        table = FamilyShow(family, lines, clock, Random(args.seed + 1), args.speed or 1.0)
    shots = _folder(args.shots)
    with journal_to_write(args.journal, clock, args.language) as journal:
        house = house_for_show(loaded, journal, clock, table)
        opening = _Opening(table, lambda app: app.seat(game, seats, options), shots, args.headless)
        try:
            with house:
                house.show(opening)
        except DisplayError as error:
            raise CommandError(str(error), "") from error
        return opening.close(args.language)


def _folder(name: str | None) -> Path | None:
    if not name:
        return None
    with trying("demo.no_folder", code=USAGE, name=name):
        Path(name).mkdir(parents=True, exist_ok=True)
    return Path(name)


class _Opening:
    """Seats the family in the app, lets it go on, and takes the pictures."""

    def __init__(self, table: Any, seat: Callable[[Any], Any], shots: Path | None, closes: bool) -> None:
        self._table, self._seat, self._shots, self._closes = table, seat, shots, closes
        self._taken = self._after_end = 0
        self._sitting: Any = None

    def __call__(self, app: Any) -> None:
        from ui.twin.show import seat_family  # noqa: PLC0415

        self._sitting = self._seat(app)
        seat_family(app, self._table, self._sitting)
        if self._shots is not None or self._closes:
            app.every(SHOT, lambda: self._take(app))

    def _take(self, app: Any) -> None:
        if self._shots is not None:
            app.picture(str(self._shots / f"{self._sitting.table.game.about.name}-{self._taken:04}.png"))
            self._taken += 1
        self._after_end += self._sitting.table.outcome is not None
        if self._closes and self._after_end >= LINGER:
            app.stop()

    def close(self, language: str) -> bool:
        """The closing lines."""
        table = self._sitting.table
        name = table.game.about.name
        print(f"{name}: {self._table.report}")
        differences = self._table.differences(table.state) if in_a_checkout() else []
        for difference in differences:
            print(f"{name}: DISAGREEMENT: {difference}")
        if table.outcome is None:
            print(worded(language, "demo.not_over", name=name))
            return False
        who, taken = table.outcome.winners, self._taken
        print(worded(language, "demo.over", name=name, who=who, taken=taken))
        return not differences
