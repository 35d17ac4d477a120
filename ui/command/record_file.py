"""Reads a record that somebody names on the command line, and plays it once more."""

from pathlib import Path

from companion.journal import Entry
from companion.plain_file import read_text
from companion.record import RecordFailed, Replay, read_record, replay_record
from companion.words import words_of
from ui.command.errors import USAGE, CommandError

HINT = "A record is made by companion export."


def replayed(name: str, language: str) -> tuple[tuple[Entry, ...], Replay]:
    """The entries of the record *name*, and where they lead to."""
    try:
        entries = read_record(read_text(Path(name)).splitlines())
        return entries, replay_record(entries)
    except OSError as error:
        raise CommandError(f"{name} cannot be read ({error.strerror}).", "Check the name.", USAGE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is not a text file.", HINT) from error
    except RecordFailed as error:
        raise CommandError(words_of("companion").say(error.says, language), HINT) from error
