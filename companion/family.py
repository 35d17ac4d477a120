"""Simulated people and the real things on their table: the truth that a referee is compared with.

A family does one thing after another, as people would who can see the asks. What it does is a `Happening`:
the twin of the table renders it, presses it or touches it, and the companion has to find out by itself.
A game with hidden hands brings a family of its own (`family.py` in its folder with a class `Family`);
for all others `OpenFamily` plays random legal moves.
"""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from companion.asks import Ask
from companion.facts import JSON, MS, Kind
from companion.game import AnyGame, Move, Options, State
from companion.rulings import Importance, Ruling, Verdict
from companion.words import package_of


class Happening(Struct, frozen=True, omit_defaults=True):
    """One thing that somebody at the table does, and what a fair referee has to answer."""

    kind: Kind
    value: JSON  # as in the fact of that kind
    seat: str = ""
    ask: str = ""
    after_ns: int = 300 * MS  # time since the happening before
    cheat: str = ""  # what is wrong with it, if somebody cheats; the referee must not accept it
    noticeable: bool = True  # False: nothing that a table shows gives this cheat away
    either: bool = False  # a race: nobody can know beforehand how it will be ruled
    move: JSON = None  # the same in the game's notation, for families that think in moves


class Family(ABC):
    """The people at one table, and everything they hold and have laid."""

    @abstractmethod
    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None: ...

    @abstractmethod
    def act(self, asks: Sequence[Ask]) -> Happening | None:
        """What somebody does next; None if everybody waits for the companion's clock."""

    @abstractmethod
    def told(self, happening: Happening, ruling: Ruling) -> None:
        """The companion has answered *happening* with *ruling*: make it true, or take it back."""

    def lies(self) -> Mapping[str, Sequence[str]]:
        """The cards that lie in each place for all to see, the last on top; places without cards too."""
        return {}

    def stands(self) -> Mapping[tuple[int, int, int], str] | None:
        """The dice of the pyramid for all to see, by their cells, like "r623"; None in games without one."""
        return None

    @abstractmethod
    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the referee's *state* says otherwise than the table shows, in words; empty if they agree."""


def is_caught(ruling: Ruling) -> bool:
    """Whether whoever cheated was noticed: it was refused, or the table is warned, like of a penalty card."""
    warned = any(note.importance is Importance.WARN for note in ruling.notes)
    return warned or ruling.verdict is not Verdict.ACCEPTED


class WaitingFamily(Family):
    """People who do one thing at a time: after a press everybody waits for what comes of it."""

    _pressed: Happening | None = None

    @abstractmethod
    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        """What somebody does while nobody waits for a ruling."""

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._pressed is not None:
            return None
        happening = self._next(asks)
        if happening is not None and happening.kind is Kind.CALL:
            self._pressed = happening
        return happening

    def told(self, happening: Happening, ruling: Ruling) -> None:
        if happening == self._pressed:
            self._pressed = None


def by_name(asks: Iterable[Ask]) -> dict[str, list[Ask]]:
    """*asks* by the first part of their ids, which says what is asked."""
    named: dict[str, list[Ask]] = {}
    for ask in asks:
        named.setdefault(ask.id.partition(":")[0], []).append(ask)
    return named


class OpenFamily(Family):
    """A family for games without secrets: anybody who may move makes a random legal move."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        self._game, self._random = game, random
        self._state: State = game.start(tuple(seats), options)

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        for seat in self._random.sample(self._state.seats, len(self._state.seats)):
            moves: tuple[Move, ...] = self._game.legal(self._state, seat)
            if moves:
                move = self._random.choice(moves)
                return Happening(Kind.CHOICE, None, seat, move=self._game.write_move(move))
        return None

    def told(self, happening: Happening, ruling: Ruling) -> None:
        self._state = self._game.play(self._state, self._game.read_move(happening.move)).state

    def disagreements(self, state: Any) -> tuple[str, ...]:
        return () if state == self._state else ("the referee's state is not the state of the table",)


def family_class(game: AnyGame) -> type[Family]:
    """The game's own family where its folder has one, else the one that plays open games."""
    module = f"{package_of(game)}.family"
    if importlib.util.find_spec(module) is None:
        return OpenFamily
    own: type[Family] = importlib.import_module(module).Family
    return own
