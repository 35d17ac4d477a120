"""From points to a grade (AB4): a table in a file, for the printed one is not known."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


def grade(total: int, table: Mapping[str, int] | None = None) -> str:
    """The grade for *total*: the best one whose lowest total is reached."""
    rows = sorted((table or proposed()).items())
    return next((note for note, lowest in rows if total >= lowest), rows[-1][0])


@cache
def proposed() -> Mapping[str, int]:
    """Our proposal: the lowest total of each grade."""
    text = (resources.files(__package__) / "grades.toml").read_text("utf-8")
    table: dict[str, int] = tomllib.loads(text)
    return table
