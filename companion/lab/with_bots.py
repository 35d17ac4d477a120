"""An evening on which bots are seated: they decide, a hand does what they want, and people play beside them.

What truly lies there the family of the game knows: it takes over what the bots' hands have done.
"""

import importlib.util
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask
from companion.bot_seat import LEVELS
from companion.bots import bot_of
from companion.family import Family, Happening
from companion.game import AnyGame, Options
from companion.lab.family import family_class
from companion.layout import Layout
from companion.opponents import Opponents
from companion.pyramid.people import Family as PyramidFamily
from companion.rulings import Ruling
from companion.words import package_of


def levels_of(game: AnyGame) -> tuple[str, ...]:
    """How strong a bot may sit at *game*, the weakest first; nothing where there is none."""
    if importlib.util.find_spec(f"{package_of(game)}.bot") is None:
        return ()
    return tuple(level for level in LEVELS if level in bot_of(game).LEVELS)


class FamilyWithBots(Family):
    """The first seat is played by a person, all others by bots of some strength."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, state: Callable[[], Any]
    ) -> None:
        """*state* is the referee's, which the bots see as they do at a real table."""
        self._person, *others = seats
        levels = {self._person: "", **{seat: random.choice(levels_of(game)) for seat in others}}
        self._bots, self._state = Opponents(game, levels, options, random.getrandbits(32)), state
        trial = family_class(game)
        self._does_all = hasattr(trial, "takes_over")  # whatever a bot leaves to hands, too
        if self._does_all:
            self._bots.things = trial(game, seats, options, random)
        self._people: Any = self._bots.things
        self._asks = tuple[Ask, ...]()
        self._doing: Happening | None = None
        self._is_bots = False  # a bot has decided what is being done

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._doing is None:
            self._asks = tuple(asks)
            self._bots.asked(asks)
            decided = self._bots.decide(self._state(), asks)
            self._is_bots = bool(decided)
            own = None if decided else self._left_to_people()
            others = () if own else (*decided, *self._comes_about(decided))
            done = own or min(others, key=lambda one: one.after_ns, default=None)
            races = any(ask.within_ms for ask in asks) and done is not own  # with the clock: a bot is slow
            self._doing = replace(done, either=True) if done is not None and races else done
            return self._doing
        return None

    def _left_to_people(self) -> Happening | None:
        """What the person decides, and whatever else hands do that are not only a bot's."""
        asks = self._asks
        if not self._does_all:
            own = [ask for ask in asks if self._person in ask.seats or not ask.seats]
            asks = tuple(replace(ask, seats=(self._person,) if ask.seats else ()) for ask in own)
        done: Happening | None = self._people.act(asks)
        return done

    def _comes_about(self, decided: Sequence[Happening]) -> Sequence[Happening]:
        """What nobody decides: dice fall for a bot, a card is turned over."""
        if decided or self._does_all or isinstance(self._people, PyramidFamily):
            return ()
        return self._bots.next(self._state(), self._asks)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        self._doing = None
        self._bots.minds(self._asks, happening, ruling)
        if self._is_bots and self._does_all:
            self._people.takes_over(happening, ruling)
        else:
            self._people.answered(happening, ruling)

    def time_ran_out(self, ruling: Ruling) -> None:
        self._people.time_ran_out(ruling)

    def lies(self) -> Layout:
        lies: Layout = self._people.lies()
        return lies
