"""What a table can agree on by touch: the plain figures and names of a position, each found by its path.

Pure: a position is JSON in the game's own notation, and nothing here knows what a figure means.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.facts import JSON

Path = tuple[str | int, ...]


class Leaf(Struct, frozen=True):
    """One figure or one seat's name in a position."""

    path: Path
    value: int | str
    seat: str = ""  # whose it is, if it is somebody's

    @property
    def name(self) -> str:
        """The last word of the path that says what it is."""
        words = [part for part in self.path if isinstance(part, str) and part != self.seat]
        return words[-1] if words else str(self.path[-1])


def leaves(position: JSON, seats: Sequence[str]) -> tuple[Leaf, ...]:
    """All that can be changed here, in the order of the notation. Lists (cards, history) are left alone."""
    return tuple(_leaves(position, (), seats, ""))


def _leaves(value: JSON, path: Path, seats: Sequence[str], seat: str) -> Iterator[Leaf]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("seats", "options"):
                yield from _leaves(part, (*path, key), seats, key if key in seats else seat)
    elif (path and isinstance(value, int) and not isinstance(value, bool)) or (
        path and isinstance(value, str) and value in seats
    ):
        yield Leaf(path, value, seat)


def changed(position: JSON, path: Path, value: int | str) -> JSON:
    """*position* with another value at *path*.

    >>> changed({"total": {"Elfi": 3}}, ("total", "Elfi"), 5)
    {'total': {'Elfi': 5}}
    """
    if not path:
        return value
    key, *rest = path
    return {**position, key: changed(position[key], tuple(rest), value)}


def top_part(position: JSON, path: Path) -> dict[str, Any]:
    """Only the part of *position* in which *path* lies: all that an agreement has to name."""
    return {str(path[0]): position[path[0]]}
