"""`companion print`: mat, cards, stickers for dice, score sheets and labels as PDF, true to size."""

import argparse
from pathlib import Path

from companion.games import all_games
from companion.index_letters import indices
from companion.words import languages, printed_languages
from ui.command.errors import DONE, USAGE, CommandError, writing
from ui.command.rules_command import the_game
from ui.prints.order import HEIGHTS, PAPERS, WHAT, Order, write
from ui.settings import settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=WHAT, help="what to print")
    parser.add_argument(
        "deck", nargs="?", default="", metavar="DECK",
        help="for cards the deck, for a sheet the game, for a mat 'table' or 'pyramid'",
    )  # fmt: skip
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pdf", help="where to")
    parser.add_argument(
        "--lang", choices=(*languages(), "both"), default="both", help="the words on the page"
    )
    parser.add_argument("--seats", type=int, default=4, help="how many people the mat or the sheet is for")
    parser.add_argument(
        "--camera", type=int, choices=HEIGHTS, default=60, metavar="CM", help="for a mat: 40, 50 or 60 cm"
    )
    parser.add_argument(
        "--paper", choices=PAPERS, default="a4", help="for a mat: glued from a4 or a3, or in one piece (mat)"
    )
    parser.add_argument("--single", action="store_true", help="one card of each kind instead of a whole deck")
    parser.add_argument("--backs", action="store_true", help="after each page of cards its backs")
    parser.add_argument(
        "--index", choices=indices(), help="on French cards the letters of that language; else as set"
    )


def run(args: argparse.Namespace) -> int:
    file = Path(args.output)
    try:
        with writing(file, "Name a file in a folder that is yours with -o."):
            pages = write(_order(args), file)
    except ValueError as error:
        raise CommandError(f"--seats {args.seats}: {error}.", "Give another number.", USAGE) from error
    count = "1 page" if pages == 1 else f"{pages} pages"
    print(f"{file}: {count}. Print at 100 % and check the line of 100 mm at the lower edge with a ruler.")
    return DONE


def _order(args: argparse.Namespace) -> Order:
    of, index = args.deck, args.index or ""
    match args.what:
        case "mat":
            if of not in ("", "table", "pyramid"):
                raise CommandError(f"There is no mat {of!r}.", "There are 'table' and 'pyramid'.", USAGE)
        case "cards":
            from vision.drawn.printed_decks import DECKS  # noqa: PLC0415

            if of not in DECKS:
                wrong = f"There is no deck {of!r}." if of else "Cards are of a deck."
                raise CommandError(wrong, f"The decks are {', '.join(DECKS)}.", USAGE)
            index = index or settings_in_force(args.set).settings.table.index
        case "sheet":
            if not of:
                raise CommandError("A sheet is for a game.", f"Name one of {', '.join(all_games())}.", USAGE)
            if not 1 <= args.seats <= 11:
                wrong = f"--seats {args.seats} does not fit."
                raise CommandError(wrong, "1 to 11 columns fit on a sheet.", USAGE)
            of = the_game(of).about.name
    spoken = printed_languages()[::-1] if args.lang == "both" else (args.lang,)
    return Order(args.what, of, spoken, args.seats, args.camera, args.paper, args.single, args.backs, index)
