"""How many people live where: the table that the population task W-T8 is judged by."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__ or "") / "countries.toml").read_text("utf-8"))


@cache
def table() -> dict[str, int]:
    """People by the country's code."""
    people: dict[str, int] = _file()["people"]
    return people


def source() -> str:
    """Where the figures come from and of which year they are."""
    return f"{_file()['source']} ({_file()['year']})"
