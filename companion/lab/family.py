"""Simulated families that cheat, and hold what the referee says against what truly lies on the table.

A game may bring its own (`lab/family.py` in its folder with a class `Family`); else its people play honestly,
and of a game that brings no people at all the answers are held against what the referee makes of them.
"""

import importlib
import importlib.util
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec.structs import replace

from companion import family as people
from companion import opponents
from companion.asks import JSON, Ask, Kind
from companion.family import Family, Happening
from companion.game import AnyGame, Options
from companion.rulings import Importance, Ruling, Verdict
from companion.words import package_of

FAILURES = ("table.puzzled", "table.not_understood")  # what the table says when a game's code fails


@runtime_checkable
class Comparing(Protocol):
    """People who look at the sheet."""

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the referee's *state* says otherwise than the table shows, in words; empty if they agree."""


class TrialFamily(Protocol):
    """How a family is made for a trial."""

    def __call__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> Family: ...


def family_class(game: AnyGame) -> TrialFamily:
    """The game's own family of its laboratory, else its people, else those who play open games."""
    package = package_of(game)
    if importlib.util.find_spec(f"{package}.lab") and importlib.util.find_spec(f"{package}.lab.family"):
        own: TrialFamily = importlib.import_module(f"{package}.lab.family").Family
        return own
    honest = people.family_class(game)
    if honest is people.OpenFamily:
        return OpenFamily
    return lambda game, seats, options, random, cheats=0.0: honest(game, seats, options, random)


def is_caught(ruling: Ruling) -> bool:
    """Whether whoever cheated was noticed: it was refused, or the table is warned, like of a penalty card."""
    warned = any(note.importance is Importance.WARN for note in ruling.notes)
    return warned or ruling.verdict is not Verdict.ACCEPTED


class People(opponents.People):
    """Some of them cheat now and then; the referee's picture is held against their real things."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._seats, self._cheats = tuple(seats), cheats
        self._options: Any = options

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        honest = super()._next(asks)
        tempted = honest is not None and self._random.random() < self._cheats
        cheat = self._cheat(people.by_name(asks), honest) if honest is not None and tempted else None
        return cheat or honest

    @abstractmethod
    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        """Something that is not allowed instead of what would be *honest*, if there is a chance for it."""

    def _one_of(self, *tricks: Callable[[], Happening | None]) -> Happening | None:
        """One of the *tricks* that can be played now."""
        tried = (trick() for trick in self._random.sample(tricks, len(tricks)))
        return next((done for done in tried if done is not None), None)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        found: tuple[str, ...] = self.things.disagreements(state)
        return found


class OpenFamily(people.OpenFamily):
    """They know no rule. What lies there is what they have rolled and laid, so a referee that understands it
    otherwise, fails at it or waits for ever is found out."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats = cheats
        self._trouble: list[str] = []

    def _somebody_answers(self, ask: Ask) -> Happening | None:
        strangers = [seat for seat in self._seats if ask.seats and seat not in ask.seats]
        by_name = ask.kind is not Kind.DICE  # hands have no names: nobody sees who has rolled
        if self._random.random() >= self._cheats or not strangers or not by_name:
            return super()._somebody_answers(ask)
        happening = self._answer(ask, strangers)
        return happening and replace(happening, cheat="not asked", either=False)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.why is not None and ruling.why.key in FAILURES:
            self._trouble.append(f"the rules failed at an answer to {happening.ask}: {happening.value!r}")
        if ruling.verdict is Verdict.ACCEPTED and isinstance(ruling.move, dict):
            self._trouble += _misunderstood(happening, ruling.move)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        told, self._trouble = self._trouble, []
        return tuple(told)


def _misunderstood(happening: Happening, move: Mapping[str, JSON]) -> Iterator[str]:
    """What *move*, as the referee wrote it, says otherwise than what happened."""
    if happening.seat and move.get("seat") not in ("", None, happening.seat):
        yield f"{happening.seat} answered {happening.ask}, and the referee says {move.get('seat')}"
    shown, written = _numbers(happening.value), _numbers(move)
    if happening.kind in (Kind.DICE, Kind.NUMBER) and written and sum(shown) not in (0, *written):
        missing = [number for number in shown if number not in written]
        if missing:
            yield f"{happening.value!r} was there, and the referee says {dict(move)!r}"


def _numbers(value: JSON) -> list[int]:
    """Every whole number in *value*."""
    if isinstance(value, Mapping):
        return [number for part in value.values() for number in _numbers(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in _numbers(part)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []
