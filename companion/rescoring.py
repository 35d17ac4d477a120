"""An old round's points are changed on the sheet: which figures of the position have to change for that.

This module does not know how a game keeps its points. It finds the figure by its effect: the one cell shows
the new value, the sums follow, and nothing else of the sheet, nothing of what is asked, has changed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.asks import JSON
from companion.game import AnyGame

LARGEST = 100_000  # what is larger is a time, and no points

Path = tuple[str | int, ...]


class Cell(msgspec.Struct, frozen=True):
    """A cell of the score sheet."""

    row: int
    seat: str


def number_in(text: str) -> int | None:
    """The whole number that a cell shows, if it shows one and nothing else.

    >>> number_in("−3")
    -3
    """
    try:
        return int(text.replace("−", "-").replace("–", "-"))
    except ValueError:
        return None


def rescored(game: AnyGame, state: Any, cell: Cell, value: int) -> JSON:
    """The parts of the position that have to change so that *cell* shows *value*; None if there are none."""
    before = _Seen(game, state)
    old = before.shows(cell)
    if old is None or old == value:
        return None
    position = game.write_position(state)
    figures = list(_figures(state, ()))
    for changed in _changes(position, figures, old, value):
        after = _seen(game, changed)
        if after is None or not before.differs_only_in(after, cell, value):
            continue
        if before.adds_up(after, cell.seat):
            return _parts(changed, position)
        total = before.score(cell.seat)
        for both in _changes(changed, figures, total, total + value - old):
            after = _seen(game, both)
            if after and before.differs_only_in(after, cell, value) and before.adds_up(after, cell.seat):
                return _parts(both, position)
    return None


def _changes(position: JSON, figures: Sequence[tuple[Path, int]], old: int, new: int) -> Iterator[JSON]:
    """*position* with one of the *figures* that may stand for *old* changed so that it stands for *new*."""
    for path, figure in figures:
        for sign in (1, -1):  # minus points may be kept as plus
            if figure == sign * old:
                yield _with(position, path, sign * new)


class _Seen:
    """What is seen of a state, to compare it with another one."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        view = game.view(state)
        self._seats = tuple(state.seats)
        self._sheet = tuple(row.cells for row in view.sheet)
        self._scores = game.scores(state)
        self._asks = tuple(ask.id for ask in game.asks(state))

    def shows(self, cell: Cell) -> int | None:
        return number_in(self._sheet[cell.row][self._seats.index(cell.seat)])

    def score(self, seat: str) -> int:
        return self._scores[seat]

    def differs_only_in(self, other: "_Seen", cell: Cell, value: int) -> bool:
        """Whether *other* shows *value* in *cell*, and otherwise the same but for sums of that seat."""
        if self._asks != other._asks or len(self._sheet) != len(other._sheet) or other.shows(cell) != value:
            return False
        column = self._seats.index(cell.seat)
        for number, (mine, theirs) in enumerate(zip(self._sheet, other._sheet, strict=True)):
            for place, (old, new) in enumerate(zip(mine, theirs, strict=True)):
                if old == new or (number == cell.row and place == column):
                    continue
                by = (other.shows(cell) or 0) - (self.shows(cell) or 0)
                was, now = number_in(old), number_in(new)
                if place != column or was is None or now is None or abs(now - was) != abs(by):
                    return False
        return all(self._scores[seat] == other._scores[seat] for seat in self._seats if seat != cell.seat)

    def adds_up(self, other: "_Seen", seat: str) -> bool:
        """Whether the points of *seat* are the sum of the rounds in *other* too, if they are here."""
        mine, theirs = self._sum(seat), other._sum(seat)
        if abs(mine) != abs(self._scores[seat]):
            return True  # these rows are figures that do not make the points
        return abs(theirs) == abs(other._scores[seat]) and other._scores[seat] != self._scores[seat]

    def _sum(self, seat: str) -> int:
        """The rounds together; a last row that is the sum of the others is no round."""
        numbers = [number_in(row[self._seats.index(seat)]) or 0 for row in self._sheet]
        if len(numbers) > 1 and sum(numbers[:-1]) == numbers[-1]:
            numbers = numbers[:-1]
        return sum(numbers)


def _seen(game: AnyGame, position: JSON) -> _Seen | None:
    try:
        return _Seen(game, game.read_position(position))
    except Exception:  # a figure that nothing can be played with
        return None


def _figures(value: Any, path: Path) -> Iterator[tuple[Path, int]]:
    """Every whole number of a state with the place that it has in the notation."""
    if isinstance(value, msgspec.Struct):
        value = {field.encode_name: getattr(value, field.name) for field in msgspec.structs.fields(value)}
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("options", "seats"):
                yield from _figures(part, (*path, key))
    elif isinstance(value, (list, tuple)):
        for number, part in enumerate(value):
            yield from _figures(part, (*path, number))
    elif type(value) is int and abs(value) <= LARGEST:
        yield path, value


def _with(value: JSON, path: Path, figure: int) -> JSON:
    """*value* with *figure* at *path*; what the notation leaves out because it is usual is written in."""
    if not path:
        return figure
    key, *rest = path
    if isinstance(value, (list, tuple)):
        return [_with(part, tuple(rest), figure) if n == key else part for n, part in enumerate(value)]
    value = value or {}
    return {**value, key: _with(value.get(key), tuple(rest), figure)}


def _parts(changed: JSON, position: JSON) -> JSON:
    """Only what has changed: all that an agreement has to name."""
    return {
        key: value
        for key, value in changed.items()
        if msgspec.json.encode(value) != msgspec.json.encode(position.get(key))
    }
