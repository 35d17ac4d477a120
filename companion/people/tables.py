"""Results as tables that other programs read, CSV for a spreadsheet, JSON for everything else; and the score
sheet of a game of the journal, played again from its entries. Nothing is written."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from companion.asks import JSON
from companion.game import AnyGame, Options
from companion.games import find_game
from companion.journal import Journal
from companion.layout import View
from companion.people.past import PastGame
from companion.people.standings import Person, key_of
from companion.seats import Seat
from companion.table import LogEntry
from companion.table.line import replay
from companion.table.log import LogBook
from companion.words import game_words


class Sheet(Struct, frozen=True):
    """How a game stands, or stood at its end, and the versions that its points went through."""

    game: AnyGame
    seats: tuple[Seat, ...]
    options: Options
    state: Any
    view: View
    over: bool
    versions: tuple[LogEntry, ...] = ()  # agreements and corrections, oldest first

    def cells(self, row: int) -> Iterator[tuple[Seat, str]]:
        yield from zip(self.seats, self.view.sheet[row].cells, strict=False)


def sheet_of(journal: Journal, game_id: int, find: Callable[[str], AnyGame] = find_game) -> Sheet | None:
    """The sheet of game *game_id*; None where it cannot be read, or its game is not installed."""
    entries = journal.entries(game_id)
    try:
        game = find(str(entries[0].read()["game"]))
        replayed = replay(game, entries)
    except Exception:  # a game that is gone, or a start that nobody can read: there is no sheet to show
        return None
    line = replayed.line
    versions = [
        entry
        for entry in LogBook(journal, game_id).show(line)
        if entry.by in ("override", "correction") and entry.ruling is not None
    ]
    return Sheet(
        game=game,
        seats=replayed.started.seats,
        options=game.read_options(replayed.started.options),
        state=line.state,
        view=game.view(line.state),
        over=line.over,
        versions=tuple(versions),
    )


# --- as text ---

GAMES_HEAD = ("game_id", "date", "game", "seat", "person", "bot", "score", "won", "finished", "minutes")


def games_csv(games: Iterable[PastGame]) -> str:
    """A line for every seat of every game."""
    lines: list[Sequence[Any]] = [GAMES_HEAD]
    for game in games:
        which = (game.id, day_of(game.wall), game.game)
        how = (int(game.played_out), round(game.minutes, 1))
        for seat in game.seats:
            won = (game.scores.get(seat.name, ""), int(seat.name in game.winners))
            lines.append((*which, seat.name, seat.person or "", seat.bot, *won, *how))
    return _csv(lines)


def sheet_csv(sheet: Sheet, language: str) -> str:
    """The score sheet of one game: a line for each round, a column for each seat, the points last."""
    words = game_words(sheet.game)
    lines: list[Sequence[Any]] = [("", *(seat.name for seat in sheet.seats))]
    lines += [(words.say(row.label, language), *row.cells) for row in sheet.view.sheet]
    scores = sheet.game.scores(sheet.state)
    lines.append(("=", *(scores.get(seat.name, "") for seat in sheet.seats)))
    return _csv(lines)


def as_json(
    games: Iterable[PastGame],
    persons: Iterable[Person] = (),
    sheet: Callable[[int], Sheet | None] | None = None,
) -> str:
    """Everything that is known of *games* and *persons*; with the rounds where *sheet* finds them."""
    played = [_game(game, sheet(game.id) if sheet else None) for game in games]
    known = {"games": played, "persons": [_person(person) for person in persons]}
    return json.dumps(known, ensure_ascii=False, indent=1)


def _game(game: PastGame, sheet: Sheet | None) -> JSON:
    found: dict[str, Any] = {
        "id": game.id,
        "date": day_of(game.wall),
        "game": game.game,
        "seats": [
            {"name": seat.name, "person": key_of(seat), "handicap_ms": seat.handicap_ms}
            for seat in game.seats
        ],
        "scores": dict(game.scores),
        "winners": list(game.winners),
        "finished": game.played_out,
        "minutes": round(game.minutes, 1),
        "versions": game.versions,
        "rolls": [{"seat": roll.seat, **{k: list(v) for k, v in roll.faces.items()}} for roll in game.rolls],
        "calls": [
            {"seat": c.seat, "call": c.name, "place": c.place, "behind_ms": c.behind_ms, "took_ms": c.took_ms}
            for c in game.calls
        ],
    }
    if sheet is not None:
        found["rounds"] = [{"label": row.label.key, "cells": list(row.cells)} for row in sheet.view.sheet]
    return found


def _person(person: Person) -> JSON:
    return {
        "person": person.key,
        "name": person.seat.name,
        "games": person.games,
        "wins": person.wins,
        "wins_by_equal_luck": person.expected,
        "by_game": {name: {"games": n, "wins": won} for name, (n, won) in person.by_game.items()},
        "called_first": person.firsts,
        "called_against_others": person.contests,
        "called_first_by_equal_luck": person.fair_firsts,
        "usual_lead_ms": person.ahead_ms,
        "usual_time_to_call_ms": person.took_ms,
        "longest_row_of_wins": person.streak,
    }


def day_of(wall: int) -> str:
    """A moment of the journal as the calendar of this machine writes it."""
    return datetime.fromtimestamp(wall / 1e9, UTC).astimezone().isoformat(" ", "seconds")


def _csv(lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for line in lines:
        writer.writerow([_harmless(cell) for cell in line])
    return text.getvalue()


def _harmless(cell: Any) -> Any:
    """A name that a spreadsheet would take for a formula is written as text."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "@", "\t", "\r") and len(cell) > 1:
        return f"'{cell}"
    if isinstance(cell, str) and cell[:1] == "-" and not cell[1:].isdigit():
        return f"'{cell}"
    return cell
