"""A player that says what it would take, from easy to perfect."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from companion.cards import Cards
from companion.games.abstrac import moves as m
from companion.games.abstrac.coach import solution
from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.melds import points
from companion.games.abstrac.state import AbstracState, chooser, other

LEVELS = ("easy", "casual", "medium", "strong", "perfect")

Hands = tuple[Cards, Cards]  # of whoever is to take, and of the opponent


def choose(
    state: AbstracState, seat: str, level: str, random: Random, nodes: int = 0
) -> m.AbstracMove | None:
    """What a player of *level* does in the place of *seat* now; None if it is not up to that seat.

    *nodes*, the budget that other bots need, changes nothing: every level knows how far it looks.
    """
    if state.phase == "choose" and seat == chooser(state):
        return m.Choose(seat=seat, goes=_first_or_second(state, level, random))
    if state.phase == "take" and seat == state.turn:
        return m.Take(seat=seat, count=_COUNTS[level](state, random))
    return None


def _first_or_second(state: AbstracState, level: str, random: Random) -> Literal["first", "second"]:
    """Going first is better in 95 deals of 100, so a strong player looks only for the exceptions."""
    if level == "perfect":
        return "first" if solution(state.row, (), (), state.options).value >= 0 else "second"
    if level == "easy":
        return random.choice(("first", "second"))
    return "first"


# --- how many to take, by level ---


def _most_points_now(state: AbstracState, random: Random) -> int:
    """An easy one sees the melds in the next three cards, and takes few where there are none."""
    gains = _gains(state)
    best = [count for count, gain in gains.items() if gain == max(gains.values())]
    return random.choice(best) if random.random() < 0.3 else best[0]


def _most_points_and_cards(state: AbstracState, _random: Random) -> int:
    """Someone casual takes the same melds, but as many cards as come with them."""
    gains = _gains(state)
    return max(gains, key=lambda count: (gains[count], count))


def _gains(state: AbstracState) -> dict[int, int]:
    held = state.hands[state.turn]
    possible = range(1, min(3, len(state.row)) + 1)
    return {n: points((*held, *state.row[-n:]), state.options).combo for n in possible}


def _four_takes_ahead(state: AbstracState, _random: Random) -> int:
    """A good player thinks four takes ahead and judges by what the table would score then."""
    hands = state.hands[state.turn], state.hands[other(state, state.turn)]
    values = {n: -_ahead(state, *_after(state.row, hands, n), 3) for n in _possible(state.row)}
    return max(values, key=lambda count: (values[count], count))


def _ahead(state: AbstracState, row: Cards, hands: Hands, depth: int) -> int:
    if not row or not depth:
        return _margin(state, hands)
    return max(-_ahead(state, *_after(row, hands, n), depth - 1) for n in _possible(row))


def _after(row: Cards, hands: Hands, count: int) -> tuple[Cards, Hands]:
    """The row after a take of *count*, and the hands as the next player sees them."""
    cut = len(row) - count
    return row[:cut], (hands[1], (*hands[0], *row[cut:]))


def _margin(state: AbstracState, hands: Hands) -> int:
    combos = points(hands[0], state.options).combo, points(hands[1], state.options).combo
    mine, theirs = deal_scores(combos, (len(hands[0]), len(hands[1])), state.options.misere)
    return mine - theirs


def _possible(row: Cards) -> range:
    return range(1, min(3, len(row)) + 1)


def _perfect_at_the_end(state: AbstracState, random: Random) -> int:
    """A strong player loses nothing any more once the first takes are done."""
    if len(state.row) > 17:
        return _four_takes_ahead(state, random)
    return _perfect(state, random)


def _perfect(state: AbstracState, _random: Random) -> int:
    rival = other(state, state.turn)
    solved = solution(state.row, state.hands[state.turn], state.hands[rival], state.options)
    return max(solved.best())


_COUNTS: Mapping[str, Callable[[AbstracState, Random], int]] = {
    "easy": _most_points_now,
    "casual": _most_points_and_cards,
    "medium": _four_takes_ahead,
    "strong": _perfect_at_the_end,
    "perfect": _perfect,
}
