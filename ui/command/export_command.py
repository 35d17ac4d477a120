"""`companion export`: a game as a record that people can read and `companion replay` can check."""

import argparse
from pathlib import Path

from companion.journal import GameRow
from companion.record import RecordFailed, write_record
from companion.words import words_of
from ui.command.errors import DONE, USAGE, CommandError
from ui.command.the_journal import journal_at
from ui.settings import journal_file, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=int, help="the number of the game (built in: the last one)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to (built in: the terminal)")
    parser.add_argument("--list", action="store_true", help="only list the games")
    parser.add_argument("--journal", metavar="FILE", help="another journal than the one of this install")


def run(args: argparse.Namespace) -> int:
    language = settings_in_force(args.set).settings.table.language
    place = Path(args.journal) if args.journal else journal_file()
    with journal_at(place, language) as journal:
        if args.list:
            for row in journal.games():
                print(_line(row))
            return DONE
        try:
            lines = list(write_record(journal, _wanted(args.game, journal.games()), language))
        except RecordFailed as error:
            raise CommandError(
                words_of("companion").say(error.says, language), "companion export --list."
            ) from error
    if args.output:
        try:
            Path(args.output).write_text("\n".join(lines) + "\n", "utf-8")
        except OSError as error:
            what = f"{args.output} cannot be written ({error.strerror})."
            raise CommandError(what, "Choose another file.", USAGE) from error
        print(f"Written to {args.output}")
    else:
        print("\n".join(lines))
    return DONE


def _wanted(number: int | None, games: tuple[GameRow, ...]) -> int:
    if not games:
        raise CommandError("The journal holds no game yet.", "Play one first.")
    if number is None:
        return games[-1].id
    if number not in {row.id for row in games}:
        raise CommandError(
            f"The journal holds no game {number}.", "companion export --list names them.", USAGE
        )
    return number


def _line(row: GameRow) -> str:
    seats = ", ".join(str(seat.get("name", "")) for seat in row.start.get("seats", []))
    return f"{row.id}: {row.start.get('game', '')}, {seats}{'' if row.finished else ' (not finished)'}"
