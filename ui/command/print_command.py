"""`companion print`: mat, cards, stickers for dice, score sheets and labels as PDF, true to size."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.games import all_games
from companion.index_letters import indices
from companion.words import languages, printed_languages
from ui.command.errors import DONE, USAGE, CommandError
from ui.command.rules_command import the_game
from ui.settings import settings_in_force

WHAT = ("mat", "cards", "dice", "sheet", "labels")
PAPERS = ("a4", "a3", "mat")
HEIGHTS = (40, 50, 60)


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
        pages = _print(args, file, printed_languages()[::-1] if args.lang == "both" else (args.lang,))
    except OSError as error:
        raise CommandError(
            f"{file} cannot be written ({error.strerror}).", "Name a file in a folder that is yours with -o."
        ) from error
    count = "1 page" if pages == 1 else f"{pages} pages"
    print(f"{file}: {count}. Print at 100 % and check the line of 100 mm at the lower edge with a ruler.")
    return DONE


def _print(args: argparse.Namespace, file: Path, languages: Sequence[str]) -> int:
    match args.what:
        case "mat":
            return _mat(args, file, languages)
        case "cards":
            return _cards(args, file, languages)
        case "dice":
            from ui.prints.die_pages import print_dice  # noqa: PLC0415

            return print_dice(file, languages)
        case "labels":
            from ui.prints.label_pages import print_labels  # noqa: PLC0415

            return print_labels(file, languages)
    from ui.prints.sheet_pages import print_sheet  # noqa: PLC0415

    if not args.deck:
        raise CommandError("A sheet is for a game.", f"Name one of {', '.join(all_games())}.", USAGE)
    if not 1 <= args.seats <= 11:
        raise CommandError(f"--seats {args.seats} does not fit.", "1 to 11 columns fit on a sheet.", USAGE)
    return print_sheet(file, the_game(args.deck).about.name, args.seats, languages)


def _mat(args: argparse.Namespace, file: Path, languages: Sequence[str]) -> int:
    from ui.prints.mat_pages import print_mat  # noqa: PLC0415
    from vision.mat import pyramid_mat, table_mat  # noqa: PLC0415

    if args.deck not in ("", "table", "pyramid"):
        raise CommandError(f"There is no mat {args.deck!r}.", "There are 'table' and 'pyramid'.", USAGE)
    try:
        mat = pyramid_mat(args.camera) if args.deck == "pyramid" else table_mat(args.seats, args.camera)
    except ValueError as error:
        raise CommandError(
            f"--seats {args.seats} does not fit: {error}.", "Give another number.", USAGE
        ) from error
    return print_mat(file, mat, args.camera, args.paper, languages)


def _cards(args: argparse.Namespace, file: Path, languages: Sequence[str]) -> int:
    from ui.prints.card_pages import print_cards  # noqa: PLC0415
    from vision.drawn.printed_decks import DECKS  # noqa: PLC0415

    if args.deck not in DECKS:
        known = f"The decks are {', '.join(DECKS)}."
        raise CommandError(
            f"There is no deck {args.deck!r}." if args.deck else "Cards are of a deck.", known, USAGE
        )
    index = args.index or settings_in_force(args.set).settings.table.index
    return print_cards(file, args.deck, languages, single=args.single, backs=args.backs, index=index)
