"""Families that cheat, as all pyramid games have them, and the real dice beside the referee's."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.facts import JSON, Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.pyramid.people import PyramidFamily, Rules, nothing
from companion.pyramid.real_pyramid import RealPyramid


class CheatingPyramidFamily(PyramidFamily[Rules]):
    """Comes before the game's honest people in the order of classes."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        self._cheats = cheats
        self._trouble: list[str] = []  # rulings that no fair referee gives
        super().__init__(game, seats, options, random)

    @abstractmethod
    def _compare(self, state: Any) -> Iterator[str]:
        """Where *state* and the real things differ."""

    def _wonders(self, what: str) -> None:
        self._trouble.append(what)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        told, self._trouble = self._trouble, []
        open_still = self._under_way or self._runs_out
        return (*told, *(() if open_still else self._compare(state)))

    def _is_tempted(self) -> bool:
        return self._random.random() < self._cheats

    def _tries(
        self, what: str, kind: Kind, value: JSON, seat: str = "", ask: str = "", **more: Any
    ) -> Happening:
        """Somebody does *what* is not allowed and everybody can see."""
        return self._does(nothing, kind, value, seat, ask, cheat=what, **more)


def unlike(what: str, referee: object, truth: object) -> Iterator[str]:
    """Says that the *referee* has *what* otherwise than it is, if it has."""
    if referee != truth:
        yield f"{what}: the referee says {referee!r}, the table {truth!r}"


def differences(believed: Mapping[str, str], real: RealPyramid) -> Iterator[str]:
    """Where what the referee believes contradicts the dice; a question mark contradicts nothing."""
    lying = real.written()
    for place in sorted(believed.keys() - lying.keys()):
        yield f"there is no die at {place}, the referee believes in {believed[place]}"
    for place in sorted(lying.keys() - believed.keys()):
        yield f"{lying[place]} lies at {place}, the referee believes the place empty"
    for place in sorted(lying.keys() & believed.keys()):
        if any("?" != b != r for b, r in zip(believed[place], lying[place], strict=True)):
            yield f"{lying[place]} lies at {place}, the referee believes {believed[place]}"
