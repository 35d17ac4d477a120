"""Bots at one table: a whole game among them, to see how strong they are.

Where a bot has a `delay_ms`, everybody thinks at the same time and the quickest acts first. What no bot does
(a number that people have to read off the table, a confirmation) is done by any legal move.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from companion.bots import bot_of, levels_of
from companion.game import AnyGame, Move, Options, Outcome, State
from companion.lab.candidates import candidates

T = TypeVar("T")
NODES = 400
MOST_MOVES = 20_000


def play_out(
    game: AnyGame,
    levels: Mapping[str, str],
    options: Options,
    random: Random,
    nodes: int = NODES,
    opening: Sequence[Move] = (),
) -> tuple[Outcome | None, list[Any]]:
    """How a game of bots ends, with its moves; *levels* names the strength of each seat, in seat order.

    The *opening* moves are made first, like the pyramid that somebody has built.
    """
    state: State = game.start(tuple(levels), options)
    bot, moves = bot_of(game), list[Any](opening)
    for first in opening:
        state = game.play(state, first).state
    while game.outcome(state) is None and len(moves) < MOST_MOVES:
        move = _next_move(game, bot, state, levels, random, nodes)
        if move is None:
            break
        moves.append(move)
        state = game.play(state, move).state
    return game.outcome(state), moves


def _next_move(
    game: AnyGame, bot: ModuleType, state: State, levels: Mapping[str, str], random: Random, nodes: int
) -> Move | None:
    """What the quickest bot does, or if none does anything, what somebody may do."""
    wanted: list[tuple[float, Move]] = []
    for seat in random.sample(state.seats, len(state.seats)):
        if (level := levels[seat]) == "random" and level not in levels_of(bot):  # any of its legal moves
            move = random_move_of(game, state, seat, random)
        else:
            move = bot.choose(state, seat, level, random, nodes)
        if move is not None and game.refuse(state, move) is None:
            wanted.append((_delay(bot, state, seat, level, random), move))
    if wanted:
        return min(wanted, key=lambda pair: pair[0])[1]
    return random_move(game, state, random)


def _delay(bot: ModuleType, state: State, seat: str, level: str, random: Random) -> float:
    thinks = hasattr(bot, "delay_ms") and level in levels_of(bot)
    return float(bot.delay_ms(state, seat, level, random)) if thinks else 0.0


def random_move(game: AnyGame, state: State, random: Random) -> Move | None:
    """A legal move of the first seat, in random order, that has one; None once the game is over."""
    if game.outcome(state) is not None:
        return None
    left = list(state.seats)
    while left:
        move = random_move_of(game, state, left.pop(int(random.random() * len(left))), random)
        if move is not None:
            return move
    return None


def in_random_order(things: Iterable[T], random: Random) -> Iterator[T]:
    """*things* shuffled; seldom more than the first few are wanted, so the rest is not shuffled before."""
    left = list(things)
    while left:
        place = int(random.random() * len(left))
        left[place], left[-1] = left[-1], left[place]
        yield left.pop()


def random_move_of(game: AnyGame, state: State, seat: str, random: Random) -> Move | None:
    """One of the legal moves of *seat*, each as likely as any other; None if there is none.

    One candidate is drawn; only if it may not stand are all of them judged in random order until one may.
    """
    moves = candidates(game, state, seat)
    many = len(moves)
    if not many:
        return None
    drawn: Move = moves[int(random.random() * many)]
    if game.refuse(state, drawn) is None:
        return drawn
    return next((move for move in in_random_order(moves, random) if game.refuse(state, move) is None), None)
