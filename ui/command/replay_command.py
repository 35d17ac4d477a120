"""`companion replay`: a record played once more through the rules of today."""

import argparse

from companion.record import Replay, lines_of
from companion.words import game_words
from ui.command.errors import DONE, NOT_HELD
from ui.command.the_journal import replayed
from ui.seal import why_not_proven
from ui.settings import settings_in_force

PROVEN = "The seal proves that nothing was changed."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="a file that companion export has written")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="derive every ruling and every decision about calls again; no story",
    )
    parser.add_argument(
        "--seal", metavar="TEXT", help="what somebody photographed at the end: whether it proves this record"
    )


def run(args: argparse.Namespace) -> int:
    language = settings_in_force(args.set).settings.table.language
    entries, replay = replayed(args.record, language)
    if not args.verify:
        words = game_words(replay.game)
        print("\n".join(line for entry in entries for line in lines_of(entry, words, language)))
    _close(replay)
    against = why_not_proven(entries, args.seal) if args.seal else ""
    if args.seal:
        print(f"The seal does not prove it: {against}." if against else PROVEN)
    return DONE if replay.good and not against else NOT_HELD


def _close(replay: Replay) -> None:
    for finding in replay.findings:
        print(f"entry {finding.entry}: {finding.what}")
    scores = replay.game.scores(replay.line.state)
    print(f"{replay.game.about.title}: {', '.join(f'{seat} {points}' for seat, points in scores.items())}")
    result = "everything holds" if replay.good else f"{len(replay.findings)} things do not hold"
    print(f"{replay.entries} entries, {replay.decisions} decisions about calls derived again: {result}")
