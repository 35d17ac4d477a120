"""Families of pyramid games on trial: they cheat, and hold the referee's pyramid against their real dice."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar, cast

from companion import family as people
from companion.asks import JSON, MS, Ask, Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.lab.real_pyramid import Place, RealPyramid
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

Effect = Callable[[Ruling], None]
Rules = TypeVar("Rules", bound=Options)
AT_ONCE, SOON_AFTER = MS // 5, 25 * MS  # two presses: surely a tie, surely none


def nothing(ruling: Ruling) -> None:
    """Nothing becomes true."""


class PyramidFamily(people.Family, Generic[Rules]):
    """People who answer what is asked; each game says what they do next and what is true then."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        self._seats, self._random, self._cheats = tuple(seats), random, cheats
        self._options = cast(Rules, options)
        self._under_way: list[tuple[Happening, Effect, Effect]] = []  # told of, not yet answered
        self._plan: list[Happening] = []  # what has been decided and follows next, whatever is asked
        self._runs_out = ""  # the ask whose time people let run out
        self._slowest = 900  # milliseconds that people let pass before they do the next thing
        self._trouble: list[str] = []  # rulings that no fair referee gives
        self._lay_out()

    @abstractmethod
    def _lay_out(self) -> None:
        """The real things as they are before anything happens."""

    @abstractmethod
    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        """What somebody does now; *asks* by their ids and by the first part of them."""

    @abstractmethod
    def _compare(self, state: Any) -> Iterator[str]:
        """Where *state* and the real things differ."""

    # --- what a family is asked from outside ---

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._plan:
            return self._plan.pop(0)
        if self._under_way:
            return None  # after a press everybody waits for what comes of it
        if self._runs_out in {ask.id for ask in asks}:
            return None
        self._runs_out = ""
        limits = [ask.within_ms for ask in asks if ask.within_ms]
        self._slowest = min([900, *(limit // 10 for limit in limits)])
        first = {ask.id.partition(":")[0]: ask for ask in reversed(asks)}
        try:
            return self._next(_Asked(first | {ask.id: ask for ask in asks}))
        except _NotAskedError as missing:
            self._trouble.append(f"somebody would answer {missing}, and nobody asks for it")
            return None

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        """What was accepted becomes true; what was refused is taken back."""
        found = [way for way in self._under_way if way[0] is happening]
        for way in found:
            self._under_way.remove(way)
            _, effect, otherwise = way
            (effect if ruling.verdict is Verdict.ACCEPTED else otherwise)(ruling)

    def lies(self) -> Layout:
        return Layout(pyramid=self._standing().written())

    @abstractmethod
    def _standing(self) -> RealPyramid:
        """The dice that lie on the base form now."""

    def disagreements(self, state: Any) -> tuple[str, ...]:
        told, self._trouble = self._trouble, []
        open_still = self._under_way or self._runs_out
        return (*told, *(() if open_still else self._compare(state)))

    def _in_phase(self, phase: str, asks: Mapping[str, Ask]) -> Happening | None:
        """What the family's method for *phase* does."""
        happening: Happening | None = getattr(self, f"_in_{phase}")(asks)
        return happening

    def _has_built(self, done: Callable[[], None], asks: Mapping[str, Ask], seen: JSON = None) -> Happening:
        """The pyramid stands: the eyes have *seen* it, or somebody says so."""
        if seen is not None:
            return self._does(lambda ruling: done(), Kind.PYRAMID, {"dice": seen}, "", "look")
        return self._confirms(done, asks["built"])

    # --- doing something ---

    def _does(
        self,
        effect: Effect,
        kind: Kind,
        value: JSON,
        seat: str = "",
        ask: str = "",
        otherwise: Effect = nothing,
        **more: Any,
    ) -> Happening:
        """Somebody does something, which becomes true if the companion agrees."""
        gap = more.pop("after_ns", self._random.randint(self._slowest // 4, self._slowest) * MS)
        happening = Happening(kind, value, seat, ask, after_ns=gap, **more)
        self._under_way.append((happening, effect, otherwise))
        return happening

    def _tries(
        self, what: str, kind: Kind, value: JSON, seat: str = "", ask: str = "", **more: Any
    ) -> Happening:
        """Somebody does *what* is not allowed and everybody can see."""
        return self._does(nothing, kind, value, seat, ask, cheat=what, **more)

    def _confirms(self, effect: Callable[[], None], ask: Ask, seat: str = "") -> Happening:
        """Somebody of those who may says yes."""
        who = seat or self._random.choice(ask.seats)
        return self._does(lambda ruling: effect(), Kind.CONFIRM, True, who, ask.id)

    def _lets_time_run_out(self, effect: Callable[[], None], ask: Ask) -> None:
        """Nobody does anything until the time of *ask* is over; *effect* is what is true then."""
        effect()
        self._runs_out = ask.id

    def _is_tempted(self) -> bool:
        return self._random.random() < self._cheats

    def _somebody_but(self, *seats: str) -> str:
        return self._random.choice([seat for seat in self._seats if seat not in seats])

    def _left_of(self, seat: str, steps: int = 1) -> str:
        """The neighbour at the left hand: the next one clockwise."""
        return self._seats[(self._seats.index(seat) + steps) % len(self._seats)]


class _NotAskedError(Exception):
    """What a family would answer is not asked: the referee believes in another moment of the game."""


class _Asked(dict[str, Ask]):
    """The asks by their names; one that is missing is trouble with the referee, not with the family."""

    def __missing__(self, name: str) -> Ask:
        raise _NotAskedError(name)


def touching(place: Place) -> JSON:
    """A tap on one place of the drawn pyramid."""
    return {"cells": [list(place)]}


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
