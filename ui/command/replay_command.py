"""`companion replay`: a record played once more through the rules of today."""

import argparse

from companion.record import Replay, lines_of
from companion.words import game_words
from ui.command.speech import DONE, NOT_HELD, language_of, worded
from ui.command.the_journal import replayed
from ui.seal import why_not_proven

PROVEN = "The seal proves that nothing was changed."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--seal", metavar="TEXT")


def run(args: argparse.Namespace) -> int:
    language = language_of(args)
    entries, replay = replayed(args.record, language)
    if not args.verify:
        words = game_words(replay.game)
        print("\n".join(line for entry in entries for line in lines_of(entry, words, language)))
    _close(replay, language)
    against = why_not_proven(entries, args.seal) if args.seal else ""
    if args.seal:
        verdict = "The seal does not prove it: {why}." if against else PROVEN
        print(worded(language, verdict, why=against))
    return DONE if replay.good and not against else NOT_HELD


def _close(replay: Replay, language: str) -> None:
    for finding in replay.findings:
        print(worded(language, "entry {entry}: {what}", entry=finding.entry, what=finding.what))
    scores = replay.game.scores(replay.line.state)
    print(f"{replay.game.about.title}: {', '.join(f'{seat} {points}' for seat, points in scores.items())}")
    what = "{entries} entries, {decisions} decisions about calls derived again: {result}"
    holds = worded(language, "{n} things do not hold", n=len(replay.findings))
    result = worded(language, "everything holds") if replay.good else holds
    print(worded(language, what, entries=replay.entries, decisions=replay.decisions, result=result))
