"""`companion forget`: a person, or everything, leaves the journal, its backups and the exports."""

import argparse

from companion.clock import SystemClock
from companion.journal import NotWritten
from companion.people.forgetting import Removed
from ui.command.speech import DONE, USAGE, CommandError, flags, language_of, worded
from ui.command.the_journal import journal_to_write
from ui.exporting import forget
from ui.settings import journal_file, make_private


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?")
    flags(parser, "--everything", "--yes")


def run(args: argparse.Namespace) -> int:
    if bool(args.name) == args.everything:
        raise CommandError("Forget whom?", "Name a person, or say --everything.", USAGE)
    language = language_of(args)
    who = worded(language, "everything") if args.everything else args.name
    if not args.yes:
        what = "This takes {who} out of the journal and all backups and exports within reach, for good."
        raise CommandError(what, "Close the app, and run it again with --yes.", USAGE, who=who)
    place = journal_file()
    make_private(place.parent)
    with journal_to_write(str(place), SystemClock(), language) as journal:
        try:
            removed = forget(journal, args.name or "", nobody=worded(language, "Guest"))
        except (NotWritten, OSError) as error:
            what, how = "That could not be forgotten ({why}).", "Run it again when that is mended."
            raise CommandError(what, how, why=error) from error
    print(in_words(removed, language))
    return DONE


def in_words(removed: Removed, language: str) -> str:
    if removed == Removed():
        return worded(language, "Nothing about them was found.")
    counts = {
        "Games in which the name says nobody now: {n}": removed.renamed,
        "Games that are gone: {n}": removed.games,
        "Entries about the person that are gone: {n}": removed.entries,
        "Files that are gone: {n}": ", ".join(removed.files) or 0,
    }
    lines = [worded(language, what, n=number) for what, number in counts.items()]
    if removed.unreached:
        how = "Not reached; plug the stick in and run it again, or delete them by hand:"
        lines.append(worded(language, how))
        lines += [f"  {file}" for file in removed.unreached]
    return "\n".join(lines)
