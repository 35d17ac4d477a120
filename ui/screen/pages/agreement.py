"""The table agrees on another position: a figure or a name is changed, and the log keeps a record of it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import fields

from companion.asks import JSON
from companion.cards import UNKNOWN
from companion.rulings import Verdict
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Text
from ui.screen.parts.touch import Badge, Icon, Touchable, button_grid

# What a table can agree on by touch: the plain figures and names of a position, each found by its path, and
# how many cards somebody holds of whom nobody knows them all.
# Pure: a position is JSON in the game's own notation, and nothing here knows what a figure means.

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
    elif path and (
        (type(value) is int and abs(value) <= LARGEST) or (isinstance(value, str) and value in seats)
    ):
        yield Leaf(path, value, seat)
    elif seat and isinstance(value, (list, tuple)) and UNKNOWN in value:
        yield Leaf(path, len(value), seat)


def _parts(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(key, part) for key, part in value.items() if isinstance(key, str)]
    return [(field.encode_name, getattr(value, field.name)) for field in fields(value)]


def changed(position: JSON, path: Path, value: int | str) -> JSON:
    """*position* with another value at *path*.

    >>> changed({"total": {"Elfi": 3}}, ("total", "Elfi"), 5)
    {'total': {'Elfi': 5}}
    """
    if path:
        key, *rest = path
        return {**position, key: changed(position.get(key, {}), tuple(rest), value)}
    if not isinstance(position, (list, tuple)):
        return value
    known = [card for card in position if card != UNKNOWN]  # so many cards: those, and hidden ones
    return known + [UNKNOWN] * (int(value) - len(known))


def top_part(position: JSON, path: Path) -> dict[str, Any]:
    """The part of *position* that contains *path*: an agreement has to name no more."""
    return {str(path[0]): position[path[0]]}


FAR = 9999


class AgreementPage(Page):
    def make(self) -> Widget:
        self._sitting = sitting = self.stage.table
        self._faces = sitting.by_name
        self._position = sitting.game.write_position(sitting.table.state)
        found = leaves(sitting.table.state, list(self._faces))
        named = [leaf for leaf in found if self.say.knows(sitting.game, f"position.{leaf.name}")]
        worth = named or found  # a game without words for any of it shows all
        lines = [self._line(leaf) for leaf in sorted(worth, key=lambda leaf: not leaf.seat)]
        hint = Text(self.say("agreement.how"), self.sizes, "body", theme.MUTED, **self.sizes.high(10))
        head = self.head(self.say("table.agreement"), "table")
        return self.body(head, hint, self.listed(*lines, gap=1.0, otherwise=self.say("agreement.nothing")))

    def _line(self, leaf: Leaf) -> Widget:
        sizes = self.sizes
        things: list[Widget] = []
        if leaf.seat in self._faces:
            things.append(Badge(self._faces[leaf.seat], **sizes.wide(8)))
            things.append(Text(leaf.seat, sizes, "body", bold=True, size_hint_x=0.5))
        things.append(Text(self._name(leaf), sizes, "body"))
        things.append(Text(str(leaf.value), sizes, "large", bold=True, align="right", size_hint_x=0.6))
        things.append(Icon(sizes, "pencil", theme.MUTED, side=4))
        change, name = partial(self._change, leaf), f"{leaf.seat} {leaf.name}".strip()
        return Touchable(sizes, change, *things, **sizes.high(theme.TOUCH), text=name)

    def _name(self, leaf: Leaf) -> str:
        return self.say.known(self._sitting.game, f"position.{leaf.name}", leaf.name.replace("_", " "))

    def _change(self, leaf: Leaf) -> None:
        title = f"{leaf.seat} {self._name(leaf)}".strip()
        if isinstance(leaf.value, int):
            self.ask_for_number(title, -FAR if leaf.value < 0 else 0, FAR, partial(self._ask, leaf))
        else:
            seats = button_grid(self.sizes, [self._seat(leaf, seat) for seat in self._faces])
            self.sheet(title, Column(self.sizes, seats), 110, 85)

    def _seat(self, leaf: Leaf, seat: str) -> Touchable:
        badge = Badge(self._faces[seat], **self.sizes.wide(8))
        name = Text(seat, self.sizes, "body")
        return Touchable(self.sizes, lambda: self._ask(leaf, seat), badge, name, text=seat)

    def _ask(self, leaf: Leaf, value: Any) -> None:
        """Everybody has to agree, and what was agreed on is said in the log."""
        who = f"{leaf.seat}: " if leaf.seat else ""
        says = self.say("agreement.says", what=f"{who}{self._name(leaf)}", old=leaf.value, new=value)

        def agreed() -> None:
            part = top_part(changed(self._position, leaf.path, value), leaf.path)
            ruling = self._sitting.agree_on(part, says)
            self.stage.go("agreement" if ruling.verdict is Verdict.ACCEPTED else "table")

        self.ask_all(says, agreed)
