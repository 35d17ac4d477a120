"""An evening on which bots of any strength are seated: they decide, and hands do what they want.

What truly lies there the game's own things know, or its family, which does whatever bots leave to hands.
"""

import importlib.util
from collections.abc import Sequence
from random import Random

from companion import bots
from companion.asks import Ask
from companion.bot_seat import LEVELS
from companion.family import Family, Happening
from companion.game import AnyGame, Options
from companion.opponents import Opponents, People
from companion.words import package_of


def levels_of(game: AnyGame) -> tuple[str, ...]:
    """How strong a bot may sit at *game*, the weakest first; nothing where there is none."""
    if importlib.util.find_spec(f"{package_of(game)}.bot") is None:
        return ()
    return tuple(level for level in LEVELS if level in bots.levels_of(bots.bot_of(game)))


class FamilyWithBots(People):
    """Each seat is played by a bot of some strength, which knows no more than the companion."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        levels = {seat: random.choice(levels_of(game)) for seat in seats}
        self._bots = Opponents(game, levels, options, random.getrandbits(32))
        self.things, self._random, self._asks = self._bots.things, random, ()

    def _what_happens(self, asks: Sequence[Ask]) -> Sequence[Happening]:
        if not isinstance(self.things, Family):
            return super()._what_happens(asks)
        decided = self._bots.decide(self.sees(), asks)
        left = None if decided else self.things.act(asks)
        return decided if left is None else (left,)
