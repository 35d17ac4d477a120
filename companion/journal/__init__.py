"""The append-only record of the house: one SQLite file, every entry chained to the one before it.

===========  =======================================================================
store        the file: append, read, games, evenings, verify
chain        entries and their hashes
migrations   the shape of the file, step by step
damage       what becomes of a file that is broken, in the way, or cannot be written
salvage      everything that can still be read of a broken file
backup       one file out, one file in
connect      connections and files, with the manners that all of this relies on
===========  =======================================================================
"""

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
