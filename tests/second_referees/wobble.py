"""Wobble once more, from its booklet and the numbered rules: W1 to W51, W-T1 to W-T12, AW-1 to AW-45.

Everybody here holds real cards of a box that nobody has counted; what the table may know of a hand is kept
beside it. Times are nanoseconds, and often lie just beside the bounds that decide a toss-in.
"""

from tests.second_referees.wobble_hits import Hits
from tests.second_referees.wobble_laying import Laying
from tests.second_referees.wobble_rules import Rules
from tests.second_referees.wobble_tried import Tried


class Game(Tried, Rules, Laying, Hits):
    """One game as it goes on."""
