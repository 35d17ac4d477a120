"""The pyramid games of an evening as a match: one builds the pyramid, the next takes it apart again."""

import operator
from collections.abc import Mapping, Sequence

BUILD = ("squeeze_play", "sums")
UNBUILD = ("pack_rat", "cui_bono")  # they begin with a whole pyramid: what is missing is laid first
FEWEST_LEAD = ("sums",)  # its points are the dice that are still to be placed
BESIDE = ("forced_memory", "dice_march")  # two layers, and the base alone


def next_after(name: str) -> tuple[str, ...]:
    """The games that go on well from what *name* leaves on the table; none if it is no pyramid game.

    >>> next_after("sums")
    ('pack_rat', 'cui_bono')
    """
    if name in BUILD:
        return UNBUILD
    if name in UNBUILD:
        return (*BUILD, *BESIDE)
    return (*BUILD, *(other for other in BESIDE if other != name)) if name in BESIDE else ()


def is_built_by(name: str) -> bool:
    """Whether *name* is a game that builds."""
    return name in BUILD


def stays_for(before: str, name: str) -> bool:
    """Whether the dice that *before* leaves are the beginning of the pyramid that *name* needs."""
    return before in BUILD and name in UNBUILD


def match_points(name: str, winners: Sequence[str], scores: Mapping[str, int]) -> dict[str, int]:
    """A-G21: a point for everybody who has finished behind; who won, by whatever rule, is ahead of the rest.

    >>> match_points("squeeze_play", ["Ana"], {"Ana": 50, "Ben": 52, "Cem": 49})
    {'Ana': 2, 'Ben': 1, 'Cem': 0}
    """
    losers = [seat for seat in scores if seat not in winners]
    better = operator.lt if name in FEWEST_LEAD else operator.gt
    behind = {seat: sum(better(own, scores[loser]) for loser in losers) for seat, own in scores.items()}
    return {**behind, **dict.fromkeys(winners, len(losers))}
