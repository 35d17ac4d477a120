"""`companion backup`: the whole journal in one file."""

import argparse
import os
from datetime import datetime
from pathlib import Path

from ui.command.speech import DONE, said, worded
from ui.command.the_journal import journal_at
from ui.exporting import note
from ui.settings import journal_file


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?")
    parser.add_argument("--simulated", action="store_true")


def run(args: argparse.Namespace) -> int:
    place = journal_file(simulated=args.simulated)
    named = f"backup-{'simulated-' * args.simulated}{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
    to = Path(args.file) if args.file else place.with_name(named)
    os.umask(0o077)  # a backup is for nobody else
    with journal_at(place, args.language) as journal, said(args.language, "nothing_changed"):
        print(worded(args.language, "written", file=journal.backup(to)))
        note(place.parent, to)
    return DONE
