"""`companion restore`: the journal from a backup; the one that stood there is set aside, not lost."""

import argparse
from pathlib import Path

from companion.clock import SystemClock
from companion.journal import restore
from ui.command.speech import DONE, said, worded
from ui.settings import journal_file, make_private


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    parser.add_argument("--simulated", action="store_true")


def run(args: argparse.Namespace) -> int:
    place = journal_file(simulated=args.simulated)
    make_private(place.parent)
    with said(args.language, "nothing_changed"):
        aside = restore(Path(args.file), place, SystemClock())
    print(worded(args.language, "restore.done", file=place))
    if aside:
        print(worded(args.language, "restore.aside", file=aside))
    return DONE
