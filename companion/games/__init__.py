"""The games. A folder in here is the registration: nothing else lists them.

Games from other packages register under the entry point group ``companion.games``.
"""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from companion.game import AnyGame


@cache
def all_games() -> dict[str, AnyGame]:
    """Every game by its name, in alphabetical order."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    games: dict[str, AnyGame] = {
        name: importlib.import_module(f"{__name__}.{name}").GAME for name in sorted(names)
    }
    for point in entry_points(group="companion.games"):
        games.setdefault(point.name, point.load())
    return games


def find_game(name: str) -> AnyGame:
    """The game called *name*; spaces, hyphens and capitals do not matter."""
    wanted = name.lower().replace("-", "_").replace(" ", "_")
    games = all_games()
    if wanted not in games:
        raise KeyError(f"no game {name!r} (known: {', '.join(games)})")
    return games[wanted]
