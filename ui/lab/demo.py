"""What `companion demo` does besides in a checkout: people who cheat, the eyes, and the truth."""

import argparse
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from companion.clock import Clock, HandClock
from companion.family import Family
from companion.game import AnyGame, Options
from companion.lab.family import family_class
from companion.lab.mischief import Meddler
from companion.lab.with_bots import FamilyWithBots
from companion.seats import Seat
from companion.table import Table
from ui.command.speech import USAGE, CommandError
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.lab.meddled import MeddledEvening, PlainAccidents
from ui.twin.evening import Judged

if TYPE_CHECKING:
    from ui.lab.compared_show import ComparedShow

SHARES = {
    "cheats": "how often somebody cheats, 0 to 1",
    "meddles": "how often somebody changes the table besides playing, 0 to 1",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    for name, help_text in SHARES.items():
        parser.add_argument(f"--{name}", type=float, default=0.0, metavar="P", help=help_text)
    parser.add_argument("--bots", action="store_true", help="one person plays against bots at the real table")
    parser.add_argument("--no-mat", action="store_true", help="the table has no printed mat")


def check(args: argparse.Namespace) -> None:
    for name in SHARES:
        if not 0 <= (share := getattr(args, name)) <= 1:
            hint = "It is a share from 0 to 1, like 0.2."
            raise CommandError(f"--{name} {share} does not fit.", hint, USAGE)
    if args.bots and (args.cheats or args.shots or not args.headless):
        raise CommandError("Bots play honestly, and without screens.", "Use --bots --headless alone.", USAGE)


def evening(
    table: Table, clock: HandClock, args: argparse.Namespace, tell: Callable[[Judged], None]
) -> ComparedEvening:
    """An evening at *table*, before the eyes unless they are not wanted."""
    names = tuple(seat.name for seat in table.seats)
    family: Family
    if args.bots:
        family = FamilyWithBots(table.game, names, table.options, Random(args.seed))
    else:
        family = family_class(table.game)(table.game, names, table.options, Random(args.seed), args.cheats)
    eyes = None
    if not args.no_frames:
        from ui.lab.senses import TwinSenses  # noqa: PLC0415  (the eyes are only loaded where they are used)

        eyes = TwinSenses(table, family, clock, Random(args.seed + 1), on_mat=not args.no_mat)
    if not args.meddles:
        return ComparedEvening(table, family, clock, eyes or PlainSenses(clock), tell)
    meddler = Meddler(Random(args.seed + 2), args.meddles)
    return MeddledEvening(table, family, clock, eyes or PlainAccidents(clock), meddler, tell)


def show(
    game: AnyGame, seats: Sequence[Seat], options: Options, clock: Clock, args: argparse.Namespace
) -> "ComparedShow":
    """The family that plays on the real screens."""
    from ui.lab.compared_show import ComparedShow  # noqa: PLC0415  (the eyes are loaded once it has begun)

    family = family_class(game)(game, tuple(s.name for s in seats), options, Random(args.seed), args.cheats)
    lines = {seat.name: seat.button for seat in seats}
    return ComparedShow(family, lines, clock, Random(args.seed + 1), args.speed or 1.0)
