"""`companion forget`: a person, or everything, leaves the journal, its backups and the exports."""

import argparse

from companion.clock import SystemClock
from companion.journal import NotWritten
from companion.people.forgetting import Removed
from ui.command.speech import DONE, USAGE, CommandError, flags, worded
from ui.command.the_journal import journal_to_write
from ui.exporting import forget
from ui.settings import journal_file, make_private


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?")
    flags(parser, "--everything", "--yes")


def run(args: argparse.Namespace) -> int:
    if bool(args.name) == args.everything:
        raise CommandError("forget.whom", code=USAGE)
    who = worded(args.language, "forget.everything") if args.everything else args.name
    if not args.yes:
        raise CommandError("forget.sure", code=USAGE, who=who)
    place = journal_file()
    make_private(place.parent)
    with journal_to_write(str(place), SystemClock(), args.language) as journal:
        try:
            removed = forget(journal, args.name or "", nobody=worded(args.language, "forget.guest"))
        except (NotWritten, OSError) as error:
            raise CommandError("forget.failed", why=error) from error
    print(in_words(removed, args.language))
    return DONE


def in_words(removed: Removed, language: str) -> str:
    if removed == Removed():
        return worded(language, "forget.nothing")
    counts = {
        "forget.renamed": removed.renamed,
        "forget.games": removed.games,
        "forget.entries": removed.entries,
        "forget.files": ", ".join(removed.files) or 0,
    }
    lines = [worded(language, what, n=number) for what, number in counts.items()]
    if removed.unreached:
        lines += [worded(language, "forget.unreached"), *(f"  {file}" for file in removed.unreached)]
    return "\n".join(lines)
