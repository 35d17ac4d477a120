"""The way to the solver: it is loaded when somebody first asks for perfect play, not with the game."""

from typing import TYPE_CHECKING

from companion.cards import Cards
from companion.games.abstrac.options import AbstracOptions

if TYPE_CHECKING:
    from companion.games.abstrac.solver import Solution


def solution(row: Cards, own: Cards, other: Cards, house: AbstracOptions) -> "Solution":
    """Perfect play from the position in which *row* lies; *own* are the cards of the player to move."""
    from companion.games.abstrac.solver import solve  # noqa: PLC0415  (loads numpy)

    return solve(row, own, other, house)
