"""Simulated people who play honestly, and the real things on their table.

A family does one thing after another, as people would who can see the asks. What it does is a `Happening`:
the twin of the table renders it, presses it or touches it, and the companion has to find out by itself.
For games with hidden hands bots decide, and what is held and lies there is the game's own (`things.py` in its
folder with a class `Things`); for all others `OpenFamily` answers what is asked.
"""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, MS, Ask, Fact, Kind, Source
from companion.cards import Cards
from companion.game import AnyGame, Options, State
from companion.layout import Layout, tray
from companion.rulings import Ruling, Verdict
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

    def told(self, t: int, source: Source) -> Fact:
        """The same as somebody tells it who knows it."""
        return Fact(self.kind, self.value, t, source, self.seat, self.ask)

    def is_same(self, other: "Happening | None") -> bool:
        """Whether both are one deed, whenever it is done and whatever may come of it."""
        one, two = (each and replace(each, after_ns=0, either=False) for each in (self, other))
        return one == two


class Things:
    """Everything that the people at one table hold and have laid, and what comes of what they do.

    It is true whoever decides what is done: simulated people, or somebody who plays against bots.
    """

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        """The companion has answered *happening* with *ruling*: make it true, or take it back."""

    def time_ran_out(self, ruling: Ruling) -> None:
        """The companion has ruled because a time was over: who announces something by that does it."""

    def lies(self) -> Layout:
        """What truly lies there for all to see, but for the dice that were rolled last."""
        return Layout()

    def hand(self, state: State, seat: str) -> Cards:
        """The cards that *seat* holds."""
        return ()

    def follows(self, asks: Sequence[Ask]) -> None:
        """The companion asks this now: it tells which round it is, and whose turn."""

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """The answer to *ask* that nobody decides, like what lies on top of a pile that is turned over."""
        return None

    def by_hand(self, happening: Happening, asks: Sequence[Ask]) -> Happening:
        """What somebody wants to do, as hands do it before the eyes."""
        return happening


class DiceInTheTray(Things):
    """The dice of a game in which some are set aside: what was rolled last, less those."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self.dice: tuple[int, ...] | None = None  # None: nobody has rolled, or what lies there is taken back

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        accepted, value = ruling.verdict is Verdict.ACCEPTED, happening.value
        if happening.kind is Kind.DICE:
            self.dice = tuple(value["pips"]) if accepted else None
        elif isinstance(value, list) and accepted and self.dice is not None:
            self.dice = tuple((Counter(self.dice) - Counter(value)).elements())

    def lies(self) -> Layout:
        return Layout(dice=None if self.dice is None else tray({"pips": self.dice}))


class Family(Things, ABC):
    """The people at one table, with their things."""

    sees: Callable[[], State]  # what the companion's screen shows them; set before they act

    @abstractmethod
    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None: ...

    @abstractmethod
    def act(self, asks: Sequence[Ask]) -> Happening | None:
        """What somebody does next; None if everybody waits for the companion's clock."""


TIME_TO_READ_NS = 6_000 * MS  # what begins anew by itself comes so late, to people who play alone


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

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        if happening.is_same(self._pressed):
            self._pressed = None


def by_name(asks: Iterable[Ask]) -> dict[str, list[Ask]]:
    """*asks* by the first part of their ids, which says what is asked."""
    named: dict[str, list[Ask]] = {}
    for ask in asks:
        named.setdefault(ask.id.partition(":")[0], []).append(ask)
    return named


class OpenFamily(WaitingFamily):
    """People of a game that brings no family of its own: whoever is asked answers, as the ask says.

    They know no rule. What lies there is what they have rolled and laid, so a referee that understands it
    otherwise, fails at it or waits for ever is found out.
    """

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._seats, self._random = tuple(seats), random
        self._refused: list[Happening] = []  # since anything was accepted: nobody tries the same again

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        waited_for = [ask for ask in asks if not ask.optional] or asks
        chosen = asks if self._random.random() < OPTIONAL else waited_for
        for ask in self._random.sample(chosen, len(chosen)):
            happening = self._somebody_answers(ask)
            if happening is not None and happening not in self._refused:
                return happening
        return None

    def _somebody_answers(self, ask: Ask) -> Happening | None:
        """One of those who are asked."""
        return self._answer(ask, ask.seats or self._seats)

    def _answer(self, ask: Ask, seats: Sequence[str]) -> Happening | None:
        """An honest answer to *ask*; None where nobody can give one, or lets the time run out."""
        value = self._value(ask)
        if value is None:
            return None
        return Happening(ask.kind, value, self._random.choice(seats), ask.id, either=True)

    def _value(self, ask: Ask) -> JSON:
        match ask.kind:
            case Kind.DICE:
                return rolled(ask, self._random)
            case Kind.CALL:
                return ask.call if self._random.random() < PRESSES else None
            case Kind.CHOICE if ask.choices:
                return self._random.choice(ask.choices).value
            case Kind.NUMBER:
                return self._random.randint(ask.low, ask.high)
            case Kind.CONFIRM:
                return True
        return None  # what a hand holds, and where a pyramid stands, a family of the game's own knows

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        accepted = ruling.verdict is Verdict.ACCEPTED
        self._refused = [] if accepted else [*self._refused, happening]


OPTIONAL = 0.3  # how often somebody answers what need not be answered
PRESSES = 0.8  # how often somebody presses before the time is over
FACES: Mapping[str, Sequence[JSON]] = {  # of each kind of die, all its sides
    "pips": (1, 2, 3, 4, 5, 6),
    "number": ("1", "2", "3", "4", "5", "6"),
    "colour": ("green", "pink", "orange", "blue", "yellow", "purple"),
    "piggy": ("+-1", "+-2", "+-3", "smile", "grim", "grim"),
    "d10": ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
}


def rolled(ask: Ask, random: Random) -> JSON:
    """Dice as *ask* wants them, as they fall."""
    return {kind: random.choices(FACES.get(kind, FACES["pips"]), k=n) for kind, n in ask.dice.items()}


def family_class(game: AnyGame) -> type[Family]:
    """Who plays *game*: people of its own, those at a pyramid, those with its things, or any people."""
    own: type[Family] | None = _in(f"{package_of(game)}.family", "Family")
    if own is None and "pyramid" in game.about.things and _in(f"{package_of(game)}.bot", "choose"):
        own = _in("companion.pyramid.people", "Family")
    if own is None and things_class(game) is not None:
        own = _in("companion.opponents", "People")
    return own or OpenFamily


def things_class(game: AnyGame) -> type[Any] | None:
    """The things of *game*, where its folder has some: they are made as a family is."""
    things: type[Any] | None = _in(f"{package_of(game)}.things", "Things")
    return things


def _in(module: str, name: str) -> Any:
    """What *module* has by that name; None where there is no such module."""
    return getattr(importlib.import_module(module), name) if importlib.util.find_spec(module) else None
