"""One game at one table: facts in their order, rulings on the disk before they are told, undo as an entry."""

from companion.table.announce import Announcement, By
from companion.table.log import LogEntry
from companion.table.opening import CannotStart
from companion.table.table import Table
from companion.undo import UndoLevel

__all__ = ["Announcement", "By", "CannotStart", "LogEntry", "Table", "UndoLevel"]
