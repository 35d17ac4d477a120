"""The score sheet: a line for each round, a column for each seat, or the same as a chart."""

from typing import Any

from kivy.uix.widget import Widget

from companion.view import Row as SheetRow
from companion.view import View
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.chart import Chart, series
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Panel, Row, Scroll, Stack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton
from ui.screen.stage import Stage

LABEL = 26.0  # mm: the column of the rows' names
LINE = 8.0


class SheetPage(Page):
    def __init__(self, stage: Stage, chart: bool = False) -> None:
        self._chart = chart
        assert stage.sitting is not None
        self._sitting = stage.sitting
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"chart": self._chart}

    def make(self) -> Widget:
        back = "end" if self._sitting.table.outcome is not None else "table"
        other = TextButton(
            self.sizes,
            self.say("sheet.table" if self._chart else "sheet.chart"),
            lambda: self.stage.go("sheet", chart=not self._chart),
            icon="sheet" if self._chart else "scores",
            size_hint_x=None,
            width=self.sizes.mm(38),
        )
        head = self.head(self.say("sheet.title"), lambda: self.stage.go(back), other)
        return self.body(head, self._curve() if self._chart else self._table())

    def _scores(self, view: View) -> list[int]:
        by_seat = {panel.seat: panel.score for panel in view.panels}
        return [by_seat.get(face.name, 0) for face in self._sitting.faces]

    def _curve(self) -> Widget:
        view = self._sitting.table.view
        told = series(view.sheet, self._scores(view))
        return Panel(self.sizes, Chart(self.sizes, self._sitting.faces, told))

    def _table(self) -> Widget:
        view, sizes, say = self._sitting.table.view, self.sizes, self.say
        top = Row(sizes, self._label(""), size_hint_y=None, height=sizes.mm(13))
        for face in self._sitting.faces:
            top.add_widget(self._seat(face))
        lines = [self._line(row) for row in view.sheet]
        if not lines:
            lines = [Text(say("sheet.empty"), sizes, "large", theme.MUTED, theme.SURFACE, grow=True)]
        total = SheetRow(label=view.phase, cells=tuple(str(score) for score in self._scores(view)))
        parts: list[Widget] = [top, Scroll(sizes, Stack(sizes, *lines, gap=0.4))]
        if not view.sheet or view.sheet[-1].cells != total.cells:
            parts.append(self._line(total, say("sheet.total")))
        return Panel(sizes, *parts)

    def _seat(self, face: Face) -> Widget:
        name = Text(face.name, self.sizes, "small", ground=theme.SURFACE, align="center", size_hint_y=0.5)
        return Column(self.sizes, Badge(face), name, gap=0.2)

    def _label(self, words: str, bold: bool = False) -> Text:
        width = self.sizes.mm(LABEL * (0.7 if self.sizes.portrait else 1))
        return Text(
            words, self.sizes, "body", theme.MUTED, theme.SURFACE, size_hint_x=None, width=width, bold=bold
        )

    def _line(self, row: SheetRow, label: str = "") -> Widget:
        words = label or self.say.game(self._sitting.game, row.label)
        cells = [
            Text(cell, self.sizes, "large", ground=theme.SURFACE, align="center", bold=bool(label))
            for cell in row.cells
        ]
        return Row(
            self.sizes, self._label(words, bool(label)), *cells, size_hint_y=None, height=self.sizes.mm(LINE)
        )


PAGE = SheetPage
