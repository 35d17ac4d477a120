"""What a deal scores, and when the match is over (AS12 to AS15, B5 to B7)."""

from collections.abc import Mapping
from typing import Literal

from companion.games.abstrac.options import AbstracOptions

Pair = tuple[int, int]
Status = Literal["open", "won", "shared", "extra_deal"]


def deal_scores(combos: Pair, cards: Pair, misere: bool) -> Pair:
    """The scores of two players from their melds and the number of cards that each took.

    AS12: own points times the other's cards. AS13: with misere, whoever has no meld gets what the other
    would get, and the other gets nothing.
    """
    mine, theirs = combos[0] * cards[1], combos[1] * cards[0]
    if misere and not (combos[0] and combos[1]):
        return theirs, mine
    return mine, theirs


def status(totals: Mapping[str, int], deals_played: int, house: AbstracOptions) -> Status:
    """How the match stands after a deal (AS14, AS15): B6 says when it can end, B7 what a tie leads to."""
    enough = deals_played >= house.deals if house.deals else max(totals.values()) >= house.target
    if not enough:
        return "open"
    if len(set(totals.values())) > 1:
        return "won"
    return house.tie


def leaders(totals: Mapping[str, int]) -> tuple[str, ...]:
    best = max(totals.values())
    return tuple(seat for seat, total in totals.items() if total == best)
