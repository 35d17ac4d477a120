"""The score sheet small: for pages that show it beside other things."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.game import AnyGame
from companion.view import View
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.chart import Chart, series
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Row, Scroll, Stack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.theme import Sizes

LABEL = 24.0  # mm
LINE = 6.5


def points_told(
    sizes: Sizes, say: Speaker, game: AnyGame, faces: Sequence[Face], view: View, final: Sequence[int]
) -> Widget:
    """How the points came: a chart where the sheet is one of rounds, else the sheet itself."""
    told = series(view.sheet, final)
    if told.rounds and told.standings[-1] == tuple(final):
        return Chart(sizes, faces, told)
    return sheet_table(sizes, say, game, faces, view)


def sheet_table(sizes: Sizes, say: Speaker, game: AnyGame, faces: Sequence[Face], view: View) -> Widget:
    """A line for each row, a column for each seat."""
    top = Row(sizes, _label(sizes, ""), size_hint_y=None, height=sizes.mm(8))
    for face in faces:
        top.add_widget(Badge(face))
    lines = [
        Row(
            sizes,
            _label(sizes, say.game(game, row.label)),
            *(Text(cell, sizes, "body", ground=theme.SURFACE, align="center") for cell in row.cells),
            size_hint_y=None,
            height=sizes.mm(LINE),
        )
        for row in view.sheet
    ]
    return Column(sizes, top, Scroll(sizes, Stack(sizes, *lines, gap=0.4)), gap=0.6)


def _label(sizes: Sizes, words: str) -> Text:
    return Text(words, sizes, "small", theme.MUTED, theme.SURFACE, size_hint_x=None, width=sizes.mm(LABEL))
