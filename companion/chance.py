"""Random legal moves, with the randomness given from outside."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from companion.game import AnyGame, Move, State

T = TypeVar("T")


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
    moves = game.candidates(state, seat)
    many = len(moves)
    if not many:
        return None
    drawn: Move = moves[int(random.random() * many)]
    if game.refuse(state, drawn) is None:
        return drawn
    return next((move for move in in_random_order(moves, random) if game.refuse(state, move) is None), None)


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
