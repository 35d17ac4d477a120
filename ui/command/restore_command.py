"""`companion restore`: the journal from a backup; the one that stood there is set aside, not lost."""

import argparse
from pathlib import Path

from companion.clock import SystemClock
from companion.journal import restore
from companion.words import words_of
from ui.command.errors import DONE, said
from ui.settings import journal_file, make_private, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="the backup")
    parser.add_argument("--simulated", action="store_true", help="into the journal of the simulated table")


def run(args: argparse.Namespace) -> int:
    place = journal_file(simulated=args.simulated)
    make_private(place.parent)
    language = settings_in_force(args.set).settings.table.language
    with said(words_of("companion"), language, "Nothing was changed."):
        aside = restore(Path(args.file), place, SystemClock())
    print(f"Restored to {place}")
    if aside:
        print(f"The journal that stood there is kept as {aside}")
    return DONE
