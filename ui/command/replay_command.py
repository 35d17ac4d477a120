"""`companion replay`: a record played once more through the rules of today."""

import argparse

from companion.record import Replay, lines_of
from companion.words import game_words
from ui.command.speech import DONE, NOT_HELD, worded
from ui.command.the_journal import replayed
from ui.seal import why_not_proven


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--seal", metavar="TEXT")


def run(args: argparse.Namespace) -> int:
    entries, replay = replayed(args.record, args.language)
    if not args.verify:
        words = game_words(replay.game)
        print("\n".join(line for entry in entries for line in lines_of(entry, words, args.language)))
    _close(replay, args.language)
    against = why_not_proven(entries, args.seal) if args.seal else ""
    if args.seal:
        verdict = "replay.not_proven" if against else "replay.proven"
        print(worded(args.language, verdict, why=against))
    return DONE if replay.good and not against else NOT_HELD


def _close(replay: Replay, language: str) -> None:
    for finding in replay.findings:
        print(worded(language, "replay.finding", entry=finding.entry, what=finding.what))
    scores = replay.game.scores(replay.line.state)
    print(f"{replay.game.about.title}: {', '.join(f'{seat} {points}' for seat, points in scores.items())}")
    holds = worded(language, "replay.differs", n=len(replay.findings))
    result = worded(language, "replay.holds") if replay.good else holds
    counts = {"entries": replay.entries, "decisions": replay.decisions}
    print(worded(language, "replay.done", result=result, **counts))
