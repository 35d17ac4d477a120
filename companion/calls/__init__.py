"""Who called first: edges become presses, presses are ranked, and every decision can be derived again.

* `Buttons` turns the edges of all lines into presses: first edge counts, the level confirms it
* `rank` puts presses into groups by the published tie windows
* `decide` derives the whole decision from its `Evidence`, and nothing else
"""

from companion.calls.buttons import Buttons, Event, Glitch, Lost, Pressed, Released
from companion.calls.edges import Edge, Fairness, Press
from companion.calls.evidence import Decision, Evidence, Standing, Verdict, decide
from companion.calls.order import Group, rank, tied, window

__all__ = [
    "Buttons",
    "Decision",
    "Edge",
    "Event",
    "Evidence",
    "Fairness",
    "Glitch",
    "Group",
    "Lost",
    "Press",
    "Pressed",
    "Released",
    "Standing",
    "Verdict",
    "decide",
    "rank",
    "tied",
    "window",
]
