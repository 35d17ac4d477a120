"""`companion read`: what the eyes see in pictures, folders and videos, a JSON line for each picture."""

import argparse
import difflib
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.index_letters import indices, lettered
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, trying, worded
from ui.settings import place_for_data, settings_in_force

if TYPE_CHECKING:
    from vision.pictures import Picture

KINDS = ("dice", "cards", "pyramid")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--want", default="dice,cards")
    parser.add_argument("--deck", default="any", metavar="NAME")
    parser.add_argument("--index", choices=indices())
    parser.add_argument("--empty", metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--overlay", metavar="DIR")


def run(args: argparse.Namespace) -> int:
    from vision.read import read_paths  # noqa: PLC0415  (the eyes are only loaded where they are used)
    from vision.teaching import TAUGHT  # noqa: PLC0415

    wanted = [kind.strip() for kind in args.want.split(",") if kind.strip()]
    unknown = [kind for kind in wanted if kind not in KINDS]
    if unknown or not wanted:
        names = {"unknown": ", ".join(unknown), "kinds": ", ".join(KINDS)}
        raise CommandError("read.unknown", code=USAGE, **names)
    keep_in = place_for_data() / TAUGHT
    check_deck(args.deck, keep_in)
    empty = _empty_table(args.empty) if args.empty else None
    table = settings_in_force(args.set).settings.table
    failed, paths = 0, [Path(path) for path in args.paths]
    with trying("read.overlays"):
        for line in read_paths(paths, wanted, args.deck, args.overlay, keep_in=keep_in, empty=empty):
            failed += "error" in line
            words = "" if args.json else in_words(line, args.index or table.index, table.language)
            print(words or json.dumps(line, ensure_ascii=False), flush=True)
    return NOT_HELD if failed else DONE


def _empty_table(file: str) -> "Picture":
    from vision.files import open_one  # noqa: PLC0415

    opened = open_one(Path(file))
    if opened.picture is None:
        raise CommandError(f"{file}: {opened.error}.", "read.other_empty", USAGE)
    return opened.picture


def check_deck(deck: str, keep_in: Path) -> None:
    from vision.cards.decks import all_decks, decks_called  # noqa: PLC0415

    if decks_called(deck, keep_in) is None:
        near = difflib.get_close_matches(deck, tuple(all_decks(keep_in)), 1)
        raise CommandError("read.no_deck", code=USAGE, deck=deck, near=near)


def in_words(line: dict[str, Any], index: str = "", language: str = "en") -> str:
    """One picture's line for people, French cards by the letters of *index*."""
    tell = partial(worded, language)
    if "error" in line:
        return f"{line['file']}: {line['error']}"
    dice = ", ".join(str(die["value"]) for die in line.get("dice", ()))
    cards = ", ".join(
        tell("read.face_down") if card["face_down"] else lettered(card["name"], index)
        for card in line.get("cards", ())
    )
    unsure = ", ".join(
        "/".join(lettered(str(choice), index) for choice in doubt["choices"]) or doubt["what"]
        for doubt in line.get("unsure", ())
    )
    from vision.pyramid.output import die_in_words  # noqa: PLC0415

    pyramid = ", ".join(die_in_words(cell) for cell in line.get("pyramid", {}).get("cells", ()))
    parts = {"dice": dice, "cards": cards, "pyramid": pyramid, "read.not_sure": unsure}
    text = "; ".join(f"{tell(name)} {what}" for name, what in parts.items() if what)
    return f"{line['file']}: {text or tell('read.nothing')} ({line.get('ms', 0)} ms)"
