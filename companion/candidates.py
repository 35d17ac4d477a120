"""Moves that are made only when somebody looks at them: of many that could be drawn, one is played."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, overload

T = TypeVar("T")
M = TypeVar("M")


class Candidates(Sequence[M], Generic[T, M]):
    """What *make* makes of each of *things*, and after that the moves that are *ready*.

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
