"""The journal that a command works with; its troubles are written to stderr."""

import sys
from pathlib import Path

from companion.clock import Clock, SystemClock
from companion.journal import Entry, Journal
from companion.plain_file import read_text
from companion.record import Replay, read_record, replay_record
from companion.words import words_of
from ui.command.speech import USAGE, CommandError, said, trying


def journal_at(place: Path, language: str) -> Journal:
    """What can be read of the journal in the file at *place*, whoever writes it now, on whatever card."""
    if not place.is_file():
        raise CommandError("journal.none", place=place)
    journal = Journal.look(place, SystemClock())
    tell_trouble(journal, language)
    return journal


def journal_to_write(place: str | None, clock: Clock, language: str) -> Journal:
    """The journal in the file at *place* to write in, or one that keeps nothing; nobody else may have it."""
    journal = Journal.open(place or ":memory:", clock)
    if journal.trouble is not None and journal.trouble.held_by:
        journal.close()
        raise CommandError(trouble_of(journal, language), "nothing_changed")
    tell_trouble(journal, language)
    return journal


def trouble_of(journal: Journal, language: str) -> str:
    """What is the matter with *journal*, in words; "" if it is well."""
    return "" if journal.trouble is None else words_of("companion").say(journal.trouble.says, language)


def tell_trouble(journal: Journal, language: str) -> None:
    if journal.trouble is not None:
        print(trouble_of(journal, language), file=sys.stderr)


# --- reads a record that somebody names on the command line, and plays it once more ---


def replayed(name: str, language: str) -> tuple[tuple[Entry, ...], Replay]:
    """The entries of the record *name*, and where they lead to."""
    unread = trying("record.unread", code=USAGE, name=name)
    try:
        with said(language, "record.made_by"), unread:
            entries = read_record(read_text(Path(name)).splitlines())
            return entries, replay_record(entries)
    except UnicodeDecodeError as error:
        raise CommandError("record.no_text", "record.made_by", name=name) from error
