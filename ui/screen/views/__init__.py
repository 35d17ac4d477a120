"""Tailored views of single games. A module in here that is called like a game shows the felt for it.

Its function ``felt(sizes, say, game, felt, detail, look, touched)`` makes the widget; `detail` is what the
game's own view brings besides. A game without a module here has the general felt, which is good for any game.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any

from kivy.uix.widget import Widget

from ui.screen.pages.table.felt import felt_region

MakeFelt = Callable[..., Widget]


@cache
def view_of(name: str) -> MakeFelt:
    """What makes the felt of the game *name*."""
    if name in {module.name for module in pkgutil.iter_modules(__path__)}:
        make: MakeFelt = importlib.import_module(f"{__name__}.{name}").felt
        return make
    return _general


def _general(sizes: Any, say: Any, game: Any, felt: Any, detail: Any, look: Any, touched: Any) -> Widget:
    return felt_region(sizes, say, game, felt, look, touched)
