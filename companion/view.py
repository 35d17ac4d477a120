"""All that a screen may show of a game: plain values, made by the game, read by the screens."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.asks import JSON, Say
from companion.cards import Cards


class Stat(Struct, frozen=True, omit_defaults=True):
    """A labelled figure in a seat's panel, like "hand 5"."""

    label: Say
    value: str


class SeatPanel(Struct, frozen=True, omit_defaults=True):
    """One person at the table."""

    seat: str
    score: int = 0
    stats: tuple[Stat, ...] = ()
    turn: bool = False
    out: bool = False


class Pile(Struct, frozen=True, omit_defaults=True):
    """Cards that lie somewhere: the known ones by name, the last on top; "?" is a card nobody has seen."""

    place: str  # like "discard:Elfi"
    label: Say
    cards: tuple[str, ...] = ()
    count: int = 0
    deck: str = ""


def pile(place: str, cards: Cards, deck: str = "", count: int = 0) -> Pile:
    """The *cards* at *place*, and *count* more, with words from the words file, like ``pile.discard``."""
    what, _, seat = place.partition(":")
    return Pile(place, Say(f"pile.{what}", {"seat": seat} if seat else {}), cards, count + len(cards), deck)


class Die(Struct, frozen=True, omit_defaults=True):
    """A die that counts now."""

    kind: str
    value: str
    barred: bool = False
    note: Say | None = None


class Row(Struct, frozen=True, omit_defaults=True):
    """A line of the score sheet: one cell a seat, in the order of `State.seats` even if people have moved."""

    label: Say
    cells: tuple[str, ...]
    sums: bool = False  # it adds up others, and is no round of its own


def counted(label: Say, counts: Mapping[str, int], seats: Sequence[str]) -> Row:
    """A line of figures; who is not among the *counts* has none."""
    return Row(label, tuple(str(counts.get(seat, 0)) for seat in seats))


class View(Struct, frozen=True, omit_defaults=True):
    """What lies on the table and what the sheet says."""

    phase: Say
    panels: tuple[SeatPanel, ...]
    dice: tuple[Die, ...] = ()
    piles: tuple[Pile, ...] = ()
    sheet: tuple[Row, ...] = ()
    detail: JSON = None  # what a game's own table view wants besides; never anything hidden

    @property
    def details(self) -> dict[str, Any]:
        """The parts of `detail` by name; {} where there are none."""
        return self.detail if isinstance(self.detail, dict) else {}
