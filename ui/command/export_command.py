"""`companion export`: a game as a record that can be replayed, or results as tables for other programs."""

import argparse
from pathlib import Path

from companion.journal import GameRow, Journal
from companion.people.past import past_game, past_games
from companion.people.standings import persons
from companion.people.tables import as_json, games_csv, sheet_csv, sheet_of
from companion.record import write_record
from ui.command.speech import DONE, USAGE, CommandError, flags, said, worded
from ui.command.the_journal import journal_at
from ui.exporting import NotExported, Place, note, write_export
from ui.seal import seal_of, sealed_lines
from ui.settings import journal_file, place_for_data

FORMS = ("record", "csv", "json")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=int)
    parser.add_argument("--as", dest="form", choices=FORMS, default="record")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("-o", "--output", metavar="FILE")
    flags(parser, "--secrets", "--list")
    parser.add_argument("--journal", metavar="FILE")


def run(args: argparse.Namespace) -> int:
    if args.all and args.form == "record":
        raise CommandError("export.all_records", code=USAGE)
    place = Path(args.journal) if args.journal else journal_file()
    with journal_at(place, args.language) as journal:
        if args.list:
            for row in journal.games():
                print(_line(row, args.language))
            return DONE
        text = _all(journal, args.form) if args.all else _one(journal, args)
    if args.output:
        _write(args.output, text, args.language)
    else:
        print(text, end="")
    return DONE


def _one(journal: Journal, args: argparse.Namespace) -> str:
    """One game in the form that is wanted."""
    number, form = _wanted(args.game, journal.games()), args.form
    if form == "record":
        with said(args.language, "export.list"):
            seal = seal_of(journal, number)
            record = write_record(journal, number, args.language, secrets=args.secrets)
            return "\n".join([*record, *(sealed_lines(seal) if seal else ())]) + "\n"
    game, sheet = past_game(journal, number), sheet_of(journal, number)
    if game is None or sheet is None:
        raise CommandError("export.unreadable", number=number)
    return (
        sheet_csv(sheet, args.language)
        if form == "csv"
        else as_json([game], (), lambda _number: sheet) + "\n"
    )


def _all(journal: Journal, form: str) -> str:
    """A line for every seat of every game, or all of it with everybody's figures."""
    games = past_games(journal, deep=form == "json")
    if form == "csv":
        return games_csv(games)
    return as_json(games, persons(games), lambda number: sheet_of(journal, number)) + "\n"


def _write(output: str, text: str, language: str) -> None:
    try:
        path = Path(output)
        note(place_for_data(), write_export(Place(path.parent), path.name, text))
    except NotExported as error:
        raise CommandError(f"{error}.", "export.other_file", USAGE) from error
    print(worded(language, "written", file=output))


def _wanted(number: int | None, games: tuple[GameRow, ...]) -> int:
    if not games:
        raise CommandError("export.no_games")
    if number is None:
        return games[0].id
    if number not in {row.id for row in games}:
        raise CommandError("export.no_game", code=USAGE, number=number)
    return number


def _line(row: GameRow, language: str) -> str:
    seats = ", ".join(str(seat.get("name", "")) for seat in row.start.get("seats", []))
    how = "" if row.finished else f" ({worded(language, 'export.not_finished')})"
    return f"{row.id}: {row.start.get('game', '')}, {seats}{how}"
