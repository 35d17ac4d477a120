"""Tailored views of single games. A module in here that is called like a game shows the felt for it.

Its function ``felt(sizes, say, game, felt, detail, look, touched, hand)`` makes the widget; `detail` is what
the game's own view brings besides, and `hand` takes what is tapped of `felt.offered`. A game without a module
here has the general felt, which is good for any game.
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
def has_view(name: str) -> bool:
    """Whether the game *name* has a felt of its own."""
    return name in {module.name for module in pkgutil.iter_modules(__path__)}


@cache
def view_of(name: str) -> MakeFelt:
    """What makes the felt of the game *name*."""
    if has_view(name):
        make: MakeFelt = importlib.import_module(f"{__name__}.{name}").felt
        return make
    return _general


def _general(
    sizes: Any, say: Any, game: Any, felt: Any, detail: Any, look: Any, touched: Any, hand: Any
) -> Widget:
    return felt_region(sizes, say, game, felt, look, touched)
