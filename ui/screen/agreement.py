"""What a table can agree on by touch: the plain figures and names of a position, each found by its path, and
how many cards somebody holds of whom nobody knows them all.

Pure: a position is JSON in the game's own notation, and nothing here knows what a figure means.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from companion.cards import UNKNOWN
from companion.facts import JSON

LARGEST = 10_000  # what is larger is a time, not a figure that people agree on

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


def leaves(state: Any, seats: Sequence[str]) -> tuple[Leaf, ...]:
    """All that can be changed here, in the order of the notation. Lists are left alone (cards, history), but
    for the hidden cards that somebody holds: those are counted."""
    return tuple(_leaves(state, (), seats, ""))


def _leaves(value: Any, path: Path, seats: Sequence[str], seat: str) -> Iterator[Leaf]:
    if isinstance(value, (Struct, dict)):
        for key, part in _parts(value):
            if key not in ("seats", "options"):
                yield from _leaves(part, (*path, key), seats, key if key in seats else seat)
    elif path and _is_figure(value, seats):
        yield Leaf(path, value, seat)
    elif seat and _are_hidden_cards(value):
        yield Leaf(path, len(value), seat)


def _parts(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(key, part) for key, part in value.items() if isinstance(key, str)]
    return [(field.encode_name, getattr(value, field.name)) for field in fields(value)]


def _are_hidden_cards(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and UNKNOWN in value


def _is_figure(value: Any, seats: Sequence[str]) -> bool:
    return (type(value) is int and abs(value) <= LARGEST) or (isinstance(value, str) and value in seats)


def changed(position: JSON, path: Path, value: int | str) -> JSON:
    """*position* with another value at *path*.

    >>> changed({"total": {"Elfi": 3}}, ("total", "Elfi"), 5)
    {'total': {'Elfi': 5}}
    """
    if not path:
        return _so_many(position, value) if isinstance(position, (list, tuple)) else value
    key, *rest = path
    return {**position, key: changed(position.get(key, {}), tuple(rest), value)}


def _so_many(cards: Any, count: Any) -> list[str]:
    """*count* cards: those of *cards* that are known, and hidden ones."""
    known = [card for card in cards if card != UNKNOWN]
    return known + [UNKNOWN] * (int(count) - len(known))


def top_part(position: JSON, path: Path) -> dict[str, Any]:
    """Only the part of *position* in which *path* lies: all that an agreement has to name."""
    return {str(path[0]): position[path[0]]}
