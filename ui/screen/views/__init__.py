"""Tailored views of single games. A module in here that is called like a game shows the felt for it.

Its function ``felt(spread)`` makes the widget; `spread.hand` takes what is tapped of `spread.felt.offered`.
Two more functions may stand there: ``panel(sizes, say, game, person, view, low)`` makes what a seat's panel
shows below its name (the felt then shows all piles), and ``pad(desk, ask, entered, view)`` the pad for an ask
of cards, or None for the general one; ``named(say, game, view, card)`` says what a card is called that shows
no number, else "". A game without a module here has the general felt, which is good for any: it draws the
pyramid of a game that shows one.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any

from kivy.uix.widget import Widget

from ui.screen.pages.table.felt import Spread
from ui.screen.pages.table.pyramid import pyramid_region

MakeFelt = Callable[[Spread], Widget]
MakePanel = Callable[..., Widget]
MakePad = Callable[..., Widget | None]
Named = Callable[..., str]


@cache
def has_view(name: str) -> bool:
    """Whether the game *name* has a felt of its own."""
    return name in {module.name for module in pkgutil.iter_modules(__path__)}


@cache
def view_of(name: str) -> MakeFelt:
    """What makes the felt of the game *name*."""
    make: MakeFelt = getattr(_module(name), "felt", pyramid_region)
    return make


def panel_of(name: str) -> MakePanel | None:
    """What makes the lower part of a seat's panel, if the game *name* has something of its own for it."""
    return getattr(_module(name), "panel", None)


def panel_height_of(name: str) -> float:
    """How many millimetres such a panel needs in portrait, if not as many as usual."""
    return float(getattr(_module(name), "PANEL", 0.0))


def pad_of(name: str) -> MakePad | None:
    """What makes the pad for cards of the game *name*, if it has one of its own."""
    return getattr(_module(name), "pad", None)


def named_of(name: str) -> Named:
    """What says how cards of the game *name* are called."""
    named: Named = getattr(_module(name), "named", lambda *_: "")
    return named


@cache
def _module(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}") if has_view(name) else None
