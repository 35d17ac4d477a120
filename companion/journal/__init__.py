"""The append-only record of the house: one SQLite file, every entry chained to the one before it.

===========  =======================================================================
store        the file: append, read, games, evenings, verify
chain        entries and their hashes
damage       what becomes of a file that is broken, in the way, in use, or cannot be written
examine      whether a file does all that a journal has to do
salvage      everything that can still be read of a broken file
swap         a new file takes the place of the old one, whatever happens meanwhile
lock         one table, one writer
backup       one file out, one file in
connect      connections and files, their settings, and their shape step by step
===========  =======================================================================
"""

from companion.journal.backup import restore
from companion.journal.chain import Entry, Hole
from companion.journal.damage import Trouble
from companion.journal.store import Check, Evening, GameRow, Journal, NotWritten

__all__ = ["Check", "Entry", "Evening", "GameRow", "Hole", "Journal", "NotWritten", "Trouble", "restore"]
