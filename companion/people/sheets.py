"""The score sheet of a game of the journal, played again from its entries; nothing is written."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from companion.game import AnyGame, Options
from companion.games import find_game
from companion.journal import Journal
from companion.seats import Seat
from companion.table import LogEntry
from companion.table.line import replay
from companion.table.log import LogBook
from companion.view import View


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
