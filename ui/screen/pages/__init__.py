"""The pages, one module each, found by the name of the module: `go("home")` shows `home.PAGE`."""

import importlib
from typing import Any


def page_named(name: str) -> Any:
    """The class of the page in the module *name*."""
    return importlib.import_module(f"{__name__}.{name}").PAGE
