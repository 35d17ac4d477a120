"""The pages, found by their names: `go("home")` shows the `HomePage` of the module `home`."""

import importlib
from typing import Any

TOGETHER = {  # pages that stand in the module of another one
    "calls": "figures",
    "fame": "figures",
    "luck": "figures",
    "off": "home",
    "onlook": "held",
    "own": "options",
    "person": "folk",
    "setup_result": "doctor",
    "teach_deck": "lesson",
    "teach_die": "lesson",
    "who": "players",
}


def page_named(name: str) -> Any:
    """The class of the page *name*."""
    module = importlib.import_module(f"{__name__}.{TOGETHER.get(name, name)}")
    return getattr(module, f"{name.title().replace('_', '')}Page")
