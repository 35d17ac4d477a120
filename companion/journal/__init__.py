"""The append-only record of the house: one SQLite file, every entry chained to the one before it."""

from companion.journal.backup import restore
from companion.journal.chain import Entry, Hole
from companion.journal.damage import Trouble
from companion.journal.store import Check, Evening, GameRow, Journal, NotWritten

__all__ = [
    "Check",
    "Entry",
    "Evening",
    "GameRow",
    "Hole",
    "Journal",
    "NotWritten",
    "Trouble",
    "restore",
]
