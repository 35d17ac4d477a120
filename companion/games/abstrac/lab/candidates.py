"""Moves worth trying in Abstrac."""

from collections.abc import Sequence
from functools import lru_cache

from companion.cards import Cards
from companion.games.abstrac import moves as m
from companion.games.abstrac.asks import missing_in, with_next
from companion.games.abstrac.melds import DECK
from companion.games.abstrac.state import AbstracState, chooser
from companion.lab.candidates import Candidates

EXAMPLE_ROWS = 4


def candidates(state: AbstracState, seat: str) -> Sequence[m.AbstracMove]:
    match state.phase:
        case "lots":
            return [m.Lots(seat=seat, dealer=name) for name in state.seats]
        case "deal" if seat == state.dealer:
            rows = range(EXAMPLE_ROWS)
            return Candidates(lambda n: m.Row(seat=seat, cards=example_row(state, n)), rows)
        case "read":
            return [m.Row(seat=seat, cards=cards) for cards in with_each_missing(state.row)]
        case "agree":
            return [m.Agree(seat=seat)]
        case "choose" if seat == chooser(state):
            return [m.Choose(seat=seat, goes="first"), m.Choose(seat=seat, goes="second")]
        case "take":
            return _while_taking(state, seat)
    return []


def _while_taking(state: AbstracState, seat: str) -> Sequence[m.AbstracMove]:
    moves: list[m.AbstracMove] = []
    if seat == state.turn:
        moves += _takes(seat)
        lying = len(state.row)
        lifted = [n for n in range(min(3, lying) + 1) if n != state.lifted]
        moves += [m.Left(seat=seat, cards=state.row[: lying - n]) for n in lifted]
    if state.options.hints == "both_agree":
        moves.append(m.Hint(seat=seat))
    return moves


@lru_cache(maxsize=32)
def _takes(seat: str) -> tuple[m.Take, ...]:
    return tuple(m.Take(seat=seat, count=count) for count in (1, 2, 3))


def with_each_missing(row: Cards) -> tuple[Cards, ...]:
    """*row* with each of the cards that the next unread one can be."""
    return tuple(with_next(row, card) for card in missing_in(row))


def example_row(state: AbstracState, number: int) -> Cards:
    """A row that could be dealt next: for each *number* the same in the same state, for random play."""
    salt = sum(state.totals.values()) * 31 + len(state.results) * 7
    return _spread(DECK.cards(), salt + number)


def _spread(pack: Cards, salt: int) -> Cards:
    """*pack* in an order that depends on *salt* alone."""
    left, order, x = list(pack), [], salt * 2654435761 + 12345
    while left:
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        order.append(left.pop((x >> 33) % len(left)))
    return tuple(order)
