"""Points over the rounds, a line for each seat, each ending in the seat's own shape and letter."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from kivy.graphics import SmoothLine
from kivy.uix.widget import Widget

from companion.game import AnyGame
from companion.layout import Row as SheetRow
from companion.layout import View
from companion.table import Table
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import Face
from ui.screen.parts.dice import write
from ui.screen.parts.layout import Column, Row, Scroll, Stack, Text
from ui.screen.parts.shapes import Drawing, draw_shape, ink
from ui.screen.parts.touch import Badge

Series = tuple[tuple[int, ...], ...]  # the standing of every seat after each round, the first before any


def series(sheet: Sequence[SheetRow], final: Sequence[int]) -> Series:
    """The standings on the *sheet*: a row that has a number in its name holds the points of one round."""
    standings = [(0,) * len(final)]
    for row in sheet:
        points = _numbers(row.cells) if row.label.args and not row.sums else None
        if points is not None:
            standings.append(tuple(old + new for old, new in zip(standings[-1], points, strict=True)))
    if any(row.sums for row in sheet) and standings[-1] != tuple(final):
        standings.append(tuple(final))  # what not everybody has done stands in no row of figures
    return tuple(standings)


def course_of(table: Table, final: Sequence[int]) -> Series:
    """The standings on the sheet of *table*; where it has no rounds, those after whatever brought points."""
    on_sheet = series(table.view.sheet, final)
    if len(on_sheet) > 2:
        return on_sheet
    seats = [seat.name for seat in table.seats]
    scores = (table.game.scores(frame.state) for frame in table.history)
    standings = (tuple(each.get(seat, 0) for seat in seats) for each in scores)
    return tuple(standing for standing, _ in groupby(standings))


def _numbers(cells: Sequence[str]) -> tuple[int, ...] | None:
    try:
        return tuple(int(cell.replace("−", "-").replace("–", "-")) for cell in cells)
    except ValueError:
        return None


def ticks(low: int, high: int, most: int = 5) -> tuple[int, ...]:
    """Round numbers from *low* to *high* for the lines across.

    >>> ticks(0, 33)
    (0, 10, 20, 30)
    """
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 5000, 10000):
        if (high - low) / step <= most:
            first = -(-low // step) * step
            return tuple(range(first, high + 1, step))
    return (low, high)


class Chart(Drawing):
    def __init__(self, sizes: theme.Sizes, faces: Sequence[Face], course: Series, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sizes, self._faces, self._course = sizes, faces, course

    def draw(self) -> None:
        course, sizes = self._course, self._sizes
        values, rounds = [value for standing in course for value in standing], len(course) - 1
        low, high = min(0, *values), max(1, *values)
        left: float = self.x + sizes.mm(8)
        right: float = self.x + self.width - sizes.mm(13)
        bottom: float = self.y + sizes.mm(6)
        top: float = self.y + self.height - sizes.mm(3)

        def across(number: int) -> float:
            return left + (right - left) * number / max(1, rounds)

        def up(value: float) -> float:
            return bottom + (top - bottom) * (value - low) / (high - low)

        for value in ticks(low, high):
            ink(theme.EDGE, 0.9 if value == 0 else 0.5)
            SmoothLine(points=[left, up(value), right, up(value)], width=1.0)
            write(str(value), self.x + sizes.mm(3.5), up(value), sizes.text("small"), theme.MUTED, bold=False)
        for number in range(1, rounds + 1, max(1, -(-rounds // 10))):
            below = self.y + sizes.mm(2)
            write(str(number), across(number), below, sizes.text("small"), theme.MUTED, bold=False)
        for at, face in enumerate(self._faces):
            self._line(face, [(across(i), up(row[at])) for i, row in enumerate(course)])
        self._ends(right, up, (bottom, top))

    def _line(self, face: Face, points: list[tuple[float, float]]) -> None:
        colour = theme.MUTED if face.colour == "black" else face.paint
        ink(colour)
        SmoothLine(
            points=[part for point in points for part in point], width=max(1.6, 0.45 * self._sizes.unit)
        )
        for x, y in points[1:]:
            draw_shape(face.shape, colour, x, y, self._sizes.mm(1.3))

    def _ends(self, x: float, up: Any, span: tuple[float, float]) -> None:
        """The seats at the ends of their lines, moved apart so that each can be read."""
        r = self._sizes.mm(2.6)
        final = self._course[-1]
        order = sorted(range(len(self._faces)), key=lambda at: final[at])
        place = span[0] - r
        for at in order:
            place = y = max(up(final[at]), place + 2.15 * r if at != order[0] else up(final[at]))
            face = self._faces[at]
            centre = (x + self._sizes.mm(4), y)
            draw_shape(face.shape, face.paint, *centre, r, theme.MUTED if face.colour == "black" else None)
            write(face.letter, *centre, r * 0.95, theme.ink_on(face.paint))
            write(str(final[at]), x + self._sizes.mm(9.5), y, self._sizes.text("small"), theme.TEXT)


# --- the score sheet small: for pages that show it beside other things ---

LABEL = 24.0  # mm
LINE = 6.5


def points_shown(
    sizes: theme.Sizes, say: Speaker, game: AnyGame, faces: Sequence[Face], view: View, final: Sequence[int]
) -> Widget:
    """How the points came: a chart where the sheet is one of several rounds, else the sheet itself."""
    course = series(view.sheet, final)
    if len(course) > 2 and course[-1] == tuple(final):
        return Chart(sizes, faces, course)
    return sheet_table(sizes, say, game, faces, view)


def sheet_table(sizes: theme.Sizes, say: Speaker, game: AnyGame, faces: Sequence[Face], view: View) -> Widget:
    """A line for each row, a column for each seat."""
    top = Row(sizes, _label(sizes, ""), *map(Badge, faces), **sizes.high(8))
    lines = [
        Row(
            sizes,
            _label(sizes, say.game(game, row.label)),
            *(Text(say.figure(cell), sizes, "body", align="center") for cell in row.cells),
            **sizes.high(LINE),
        )
        for row in view.sheet
    ]
    return Column(sizes, top, Scroll(sizes, Stack(sizes, *lines, gap=0.4)), gap=0.6)


def _label(sizes: theme.Sizes, words: str) -> Text:
    return Text(words, sizes, "small", theme.MUTED, **sizes.wide(LABEL))
