"""`companion print`: mat, cards, stickers for dice, score sheets and labels as PDF, true to size."""

import argparse
from pathlib import Path

from companion.games import all_games
from companion.index_letters import indices
from companion.words import languages, printed_languages
from ui.command.rules_command import the_game
from ui.command.speech import DONE, USAGE, CommandError, flags, worded, writing
from ui.prints.order import HEIGHTS, PAGES, PAPERS, Order, write
from ui.settings import settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=tuple(PAGES))
    parser.add_argument("deck", nargs="?", default="", metavar="DECK")
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pdf")
    parser.add_argument("--lang", choices=(*languages(), "both"), default="both")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--camera", type=int, choices=HEIGHTS, default=60, metavar="CM")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    flags(parser, "--single", "--backs")
    parser.add_argument("--index", choices=indices())


def run(args: argparse.Namespace) -> int:
    file = Path(args.output)
    try:
        with writing(file, "print.other_file"):
            pages = write(_order(args), file)
    except ValueError as error:
        raise CommandError("print.seats", code=USAGE, seats=args.seats, why=error) from error
    print(worded(args.language, "print.done", file=file, n=pages))
    return DONE


def _order(args: argparse.Namespace) -> Order:
    of, index = args.deck, args.index or ""
    match args.what:
        case "mat":
            if of not in ("", "table", "pyramid"):
                raise CommandError("print.no_mat", code=USAGE, of=of)
        case "cards":
            from vision.drawn.printed_decks import DECKS  # noqa: PLC0415

            if of not in DECKS:
                wrong = "print.no_deck" if of else "print.which_deck"
                raise CommandError(wrong, code=USAGE, of=of, names=", ".join(DECKS))
            index = index or settings_in_force(args.set).settings.table.index
        case "sheet":
            if not of:
                names = ", ".join(all_games())
                raise CommandError("print.which_game", code=USAGE, names=names)
            if not 1 <= args.seats <= 11:
                raise CommandError("print.columns", code=USAGE, seats=args.seats)
            of = the_game(of).about.name
    spoken = printed_languages()[::-1] if args.lang == "both" else (args.lang,)
    return Order(args.what, of, spoken, args.seats, args.camera, args.paper, args.single, args.backs, index)
