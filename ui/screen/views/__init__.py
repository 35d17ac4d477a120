"""Tailored views of single games. A module in here that is called like a game shows the felt for it.

Its function ``felt(spread)`` makes the widget; `spread` takes what is tapped of `spread.felt.offered`.
Two more functions may stand there: ``panel(desk, person, view, low)`` makes what a seat's panel shows below
its name (the felt then shows all piles), and ``pad(desk, ask, entered, view)`` the pad for an ask of cards,
or None for the general one; ``named(say, game, view, card)`` says what a card is called that shows
no number, else "". A game without a module here has the general felt, which is good for any: it draws the
pyramid of a game that shows one.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any


@cache
def own(game: str, part: str) -> Any:
    """What the view of *game* has for *part*, like "felt"; None if it has nothing of its own."""
    there = game in {module.name for module in pkgutil.iter_modules(__path__)}
    return getattr(importlib.import_module(f"{__name__}.{game}"), part, None) if there else None
