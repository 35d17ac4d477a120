"""Moves worth trying, of any game: random players, examinations and benches draw from them.

A game names them in its laboratory, in `lab/candidates.py` with a function ``candidates(state, seat)``, or by
a method of its own. For a game that does neither they are what its asks can be answered with.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import Any, Generic, TypeVar, overload

from companion.asks import JSON, Ask, Kind
from companion.bot_seat import understood
from companion.family import FACES
from companion.game import AnyGame
from companion.words import package_of

T = TypeVar("T")
M = TypeVar("M")


def legal(game: AnyGame, state: Any, seat: str) -> tuple[Any, ...]:
    """Every candidate of *seat* that nobody would refuse; none once the game is over."""
    if game.outcome(state) is not None:
        return ()
    refuse = game.refuse
    return tuple([move for move in candidates(game, state, seat) if refuse(state, move) is None])


def candidates(game: AnyGame, state: Any, seat: str) -> Sequence[Any]:
    """Moves of *seat* worth trying: every one that could be legal as far as the table knows."""
    named: Any = getattr(game, "candidates", None) or _in_the_laboratory(package_of(game))
    return named(state, seat) if named else _answers(game, state, seat)


@cache
def _in_the_laboratory(package: str) -> Any:
    if importlib.util.find_spec(f"{package}.lab") and importlib.util.find_spec(f"{package}.lab.candidates"):
        return importlib.import_module(f"{package}.lab.candidates").candidates
    return None


def _answers(game: AnyGame, state: Any, seat: str) -> list[Any]:
    """What *seat* can answer to what is asked."""
    asks = [ask for ask in game.asks(state) if seat in ask.seats]
    heard = (understood(game, state, ask, value, seat) for ask in asks for value in _values(ask))
    return list(dict.fromkeys(move for move in heard if move is not None))


def _values(ask: Ask) -> Iterator[JSON]:
    match ask.kind:
        case Kind.DICE:
            falls = [combinations_with_replacement(FACES[kind], n) for kind, n in ask.dice.items()]
            yield from (dict(zip(ask.dice, map(list, fallen), strict=True)) for fallen in product(*falls))
        case Kind.CALL:
            yield ask.call
        case Kind.CHOICE:
            yield from (choice.value for choice in ask.choices)
        case Kind.NUMBER:
            yield from range(ask.low, ask.high + 1)
        case Kind.CONFIRM:
            yield True


class Candidates(Sequence[M], Generic[T, M]):
    """Moves that are made only when somebody looks at them: of many that could be drawn, one is played.

    What *make* makes of each of *things*, and after that the moves that are *ready*.

    >>> list(Candidates(str, (1, 2), "pass"))
    ['1', '2', 'pass']
    """

    __slots__ = ("_make", "_ready", "_things")

    def __init__(self, make: Callable[[T], M], things: Sequence[T], *ready: M) -> None:
        self._make, self._things, self._ready = make, things, ready

    def __len__(self) -> int:
        return len(self._things) + len(self._ready)

    @overload
    def __getitem__(self, place: int) -> M: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[M, ...]: ...
    def __getitem__(self, place: int | slice) -> M | tuple[M, ...]:
        made = len(self._things)
        if isinstance(place, slice) or place < 0:
            return tuple(self)[place]
        return self._make(self._things[place]) if place < made else self._ready[place - made]

    def __iter__(self) -> Iterator[M]:
        return chain(map(self._make, self._things), self._ready)
