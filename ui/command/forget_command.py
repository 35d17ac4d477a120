"""`companion forget`: a person, or everything, leaves the journal, its backups and the exports."""

import argparse

from companion.clock import SystemClock
from companion.journal import NotWritten
from companion.people.forgetting import Removed
from ui.command.errors import DONE, USAGE, CommandError
from ui.command.the_journal import journal_to_write
from ui.other_copies import forget
from ui.settings import journal_file, make_private, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="the person, as written on the screen")
    parser.add_argument("--everything", action="store_true", help="all games and all persons")
    parser.add_argument("--yes", action="store_true", help="do it: what is forgotten does not come back")


def run(args: argparse.Namespace) -> int:
    if bool(args.name) == args.everything:
        raise CommandError("Forget whom?", "Name a person, or say --everything.", USAGE)
    what = "everything" if args.everything else args.name
    if not args.yes:
        raise CommandError(
            f"This takes {what} out of the journal and all backups and exports within reach, for good.",
            "Close the app, and run it again with --yes.",
            USAGE,
        )
    place = journal_file()
    make_private(place.parent)
    language = settings_in_force(args.set).settings.table.language
    with journal_to_write(str(place), SystemClock(), language) as journal:
        try:
            removed = forget(journal, args.name or "")
        except (NotWritten, OSError) as error:
            raise CommandError(
                f"That could not be forgotten ({error}).", "Run it again when that is mended."
            ) from error
    print(in_words(removed))
    return DONE


def in_words(removed: Removed) -> str:
    if removed == Removed():
        return "Nothing about them was found."
    lines = [
        f"Games in which the name says nobody now: {removed.renamed}",
        f"Games that are gone: {removed.games}",
        f"Entries about the person that are gone: {removed.entries}",
        f"Files that are gone: {', '.join(removed.files) or 'none'}",
    ]
    if removed.unreached:
        lines.append("Not reached; plug the stick in and run it again, or delete them by hand:")
        lines += [f"  {file}" for file in removed.unreached]
    return "\n".join(lines)
