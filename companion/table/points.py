"""Where the points came from: every move that stands and has changed the scores, with the rule behind it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.asks import Say
from companion.game import AnyGame
from companion.rulings import Note
from companion.table.line import Frame
from companion.table.log import LogEntry


class Scored(Struct, frozen=True):
    """One change of somebody's points."""

    entry: int
    seat: str
    change: int
    says: Say
    rule: str = ""  # "" for what the table has agreed on


def scored(game: AnyGame, frames: Sequence[Frame], log: Sequence[LogEntry]) -> Iterator[Scored]:
    """All changes, the oldest first. Together they are the scores of now."""
    entries = {entry.entry: entry for entry in log}
    for before, after in pairwise(frames):
        old, new = game.scores(before.state), game.scores(after.state)
        changes = {seat: new[seat] - old.get(seat, 0) for seat in new if new[seat] != old.get(seat, 0)}
        if changes and after.entry in entries:
            asked = _asked(game, before, after)
            entry = entries[after.entry]
            yield from (_explained(entry, seat, change, asked) for seat, change in changes.items())


def _asked(game: AnyGame, before: Frame, after: Frame) -> str:
    """The rule that asked for what was done then; "" for what nobody asked for."""
    if after.move is None:
        return ""
    asks = game.asks(before.state)
    answered = (ask for ask in asks if after.fact is not None and ask.id == after.fact.ask)
    return next(answered, asks[0]).rule if asks else ""


def _explained(entry: LogEntry, seat: str, change: int, asked: str) -> Scored:
    """By the note that names these points, else by one about this seat, else by the ask."""
    ruling = entry.ruling

    def closeness(note: Note) -> int:
        return 4 * (note.points.get(seat) == change) + 2 * (note.seat == seat) + bool(note.points)

    note = max(ruling.notes if ruling else (), key=closeness, default=None)
    rule = (ruling.rule if ruling else "") or asked
    if note is None:
        return Scored(entry.entry, seat, change, entry.says, rule)
    return Scored(entry.entry, seat, change, note.says, note.rule or rule)
