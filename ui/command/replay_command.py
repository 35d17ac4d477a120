"""`companion replay`: a record played once more through the rules of today."""

import argparse
from pathlib import Path

from companion.record import RecordFailed, Replay, read_record, replay_record, tell
from companion.words import game_words, words_of
from ui.command.errors import DONE, NOT_HELD, USAGE, CommandError
from ui.settings import settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="a file that companion export has written")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="derive every ruling and every decision about calls again; no story",
    )


def run(args: argparse.Namespace) -> int:
    language = settings_in_force(args.set).settings.table.language
    try:
        entries = read_record(Path(args.record).read_text("utf-8").splitlines())
        replay = replay_record(entries)
    except OSError as error:
        raise CommandError(
            f"{args.record} cannot be read ({error.strerror}).", "Check the name.", USAGE
        ) from error
    except UnicodeDecodeError as error:
        raise CommandError(
            f"{args.record} is not a text file.", "A record is made by companion export."
        ) from error
    except RecordFailed as error:
        hint = "A record is made by companion export."
        raise CommandError(words_of("companion").say(error.says, language), hint) from error
    if not args.verify:
        words = game_words(replay.game)
        print("\n".join(line for entry in entries for line in tell(entry, words, language)))
    _close(replay)
    return DONE if replay.good else NOT_HELD


def _close(replay: Replay) -> None:
    for finding in replay.findings:
        print(f"entry {finding.entry}: {finding.what}")
    scores = replay.game.scores(replay.line.state)
    print(f"{replay.game.about.title}: {', '.join(f'{seat} {points}' for seat, points in scores.items())}")
    told = "everything holds" if replay.good else f"{len(replay.findings)} things do not hold"
    print(f"{replay.entries} entries, {replay.decisions} decisions about calls derived again: {told}")
