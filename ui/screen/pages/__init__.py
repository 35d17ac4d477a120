"""The pages, found by their names: `go("home")` shows the `HomePage` of the module `home`."""

import importlib
from typing import Any

TOGETHER = {  # pages that stand in the module of another one
    "calls": "figures",
    "corners": "teach",
    "doctor": "recovery",
    "fame": "figures",
    "guest": "players",
    "held": "big",
    "luck": "figures",
    "off": "home",
    "onlook": "big",
    "own": "options",
    "pause": "end",
    "person": "folk",
    "phones": "settings",
    "practice": "setup",
    "setup_result": "recovery",
    "share": "sheet",
    "sound": "setup",
    "teach_deck": "lesson",
    "teach_die": "lesson",
    "who": "players",
    "wiring": "setup",
}


def page_named(name: str) -> Any:
    """The class of the page *name*."""
    module = importlib.import_module(f"{__name__}.{TOGETHER.get(name, name)}")
    page = getattr(module, f"{name.title().replace('_', '')}Page")
    page.name = name
    return page
