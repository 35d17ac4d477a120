"""The games. A folder in here is the registration: nothing else lists them.

Games from other packages register under the entry point group ``companion.games``, as
``name = "package:GAME"`` with an instance of `companion.game.Game`. A game that cannot be loaded is left out,
and `broken_games` says why: the others can be played all the same.
"""

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.metadata import entry_points

from companion.game import AnyGame, Game
from companion.words import own_language, package_of

log = logging.getLogger(__name__)


def all_games() -> dict[str, AnyGame]:
    """Every game by its name: first those of the house, in alphabetical order."""
    return _loaded()[0]


def broken_games() -> dict[str, str]:
    """The games that could not be loaded, and why."""
    return _loaded()[1]


def find_game(name: str) -> AnyGame:
    """The game called *name*; spaces, hyphens and capitals do not matter."""
    wanted = name.lower().replace("-", "_").replace(" ", "_")
    games = all_games()
    if wanted not in games:
        raise KeyError(f"no game {name!r} (known: {', '.join(games)})")
    return games[wanted]


def load_again(*, others: bool = True) -> None:
    """Look anew which games there are: one has been written meanwhile.

    Without *others* the games of other packages are left out: one of them may keep the app from starting.
    """
    global _others  # noqa: PLW0603  (there is one list of games in a process, and safe mode is for all of it)
    _others = others
    _loaded.cache_clear()


_others = True


class NotAGameError(Exception):
    """What was found in the place of a game cannot be played; the text says what it must be."""


def _checked(name: str, found: object, games: Mapping[str, AnyGame]) -> AnyGame:
    """What stands in the place of the game *name*, if it is one that nobody else is called like."""
    if not isinstance(found, Game):
        what = f"the class {found.__name__}" if isinstance(found, type) else repr(found)
        raise NotAGameError(f"expected a companion.game.Game, made, like package:GAME; got {what:.80}")
    if name != found.about.name:
        raise NotAGameError(f"its about.name is {found.about.name!r}, and it has to be {name!r} as well")
    if name in games:
        raise NotAGameError("another game is called so already")
    if not own_language(package_of(found)):
        raise NotAGameError(f"there are no sentences in {package_of(found)}: no words/en.po")
    return found


@cache
def _loaded() -> tuple[dict[str, AnyGame], dict[str, str]]:
    games: dict[str, AnyGame] = {}
    broken: dict[str, str] = {}
    for name, load in _places():
        try:
            games[name] = _checked(name, load(), games)
        except NotAGameError as error:
            log.warning("the game %s cannot be loaded: %s", name, error)
            broken[name] = str(error)
        except Exception as error:  # a game may come from anybody: whatever it does, the others go on
            log.warning("the game %s cannot be loaded: %s", name, error)
            broken[name] = f"{type(error).__name__}: {error}"
    return games, broken


def _places() -> Iterator[tuple[str, Callable[[], AnyGame]]]:
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        yield name, partial(_from_folder, name)
    for point in entry_points(group="companion.games") if _others else ():
        yield point.name, point.load


def _from_folder(name: str) -> AnyGame:
    game: AnyGame = importlib.import_module(f"{__name__}.{name}").GAME
    return game
