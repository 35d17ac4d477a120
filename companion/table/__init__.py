"""One game at one table: facts in order, rulings on the disk before they are announced, undo as an entry.

===============  =====================================================================================
opening          who may sit down; taking up an interrupted game
table            the table itself: hears facts and edges, writes, announces
callers          calls in their grace, and how they are put in order
deadlines        how long asks are open, and what their ends wait for
judge            from a fact to a ruling; asks about readings only where they matter; what is said of calls
answers          which ask a fact answers, and what to say if none does
changes          undo, table agreement, correction
court            what would have come out with another reading of a rule
entries, line    what the journal says, and the state that follows from it
announce, log    what listeners hear and what the screen lists
rules.toml       the rules that the table keeps itself, T1 to T17
===============  =====================================================================================
"""

from companion.table.callers import Running
from companion.table.changes import UndoLevel
from companion.table.line import CannotStart
from companion.table.log import Announcement, By, LogEntry
from companion.table.table import Table

__all__ = ["Announcement", "By", "CannotStart", "LogEntry", "Running", "Table", "UndoLevel"]
