"""What is counted over several games of Wobble: tasks against the odds, toss-ins, what attacks have cost."""

from companion.games.wobble.judging import breaks_even
from companion.lab.deeds import Deed, Mean, Share

DEEDS: tuple[Deed, ...] = (
    Share("deed.tasks", ("note.task_done",), ("note.task_failed",), breaks_even(), by="task"),
    Share("deed.tosses", ("note.tossed",), ("note.late",)),
    Mean("deed.draws", ("note.draws",), "n"),
    Mean("deed.hand", ("note.counts",), "n"),
)
