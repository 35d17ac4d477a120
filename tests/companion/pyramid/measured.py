"""How the claims of the pyramid games find out what the referee does.

Where a claim names seeds, the second referee, which is played with that value, is the measure: the first one
agrees with it in those games, and with every other value it does not.
"""

import importlib

import msgspec
from msgspec.structs import replace

from companion.asks import Ask
from companion.lab.referee_loop import RefereeLoop
from companion.lab.short_pyramid import read_position
from tests.companion.rules_said import Does
from tests.second_referees import driving

SEATS = ("Ann", "Ben", "Cleo")


class _InProcess:
    """The first referee with options that are not those of the second one."""

    def __init__(self, game, options):
        self._loop, self._options = RefereeLoop(game), msgspec.to_builtins(options)

    def ask(self, **asked):
        if asked["do"] == "start":
            asked["options"] = self._options
        return msgspec.json.decode(self._loop.answer(msgspec.json.encode(asked).decode()))


def like(game, switch, value, *seeds) -> Does:
    """As the second referee judges with *switch* at *value*, all else as usual; seeds with lengths."""
    second = importlib.import_module(f"tests.second_referees.{game.about.name}").Game

    def make(random):
        model = second(random)
        model.options.clear()
        model.options.update(msgspec.to_builtins(replace(game.options(), **{switch: value})))
        return model

    def does(options):
        judged = (driving.verify(make, _InProcess(game, options), seed, longest) for seed, longest in seeds)
        return all(one.mismatch is None for one in judged)

    return does


def unlike(game, switch, value, *seeds) -> Does:
    alike = like(game, switch, value, *seeds)
    return lambda options: not alike(options)


def _asks(game, options, **position) -> tuple[Ask, ...]:
    return game.asks(
        read_position(game, {"seats": SEATS, "options": msgspec.to_builtins(options), **position})
    )


def limit(game, ms, **position) -> Does:
    """Somebody has so many milliseconds for something."""
    return lambda options: max(ask.within_ms or 0 for ask in _asks(game, options, **position)) == ms
