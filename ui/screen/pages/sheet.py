"""The score sheet of the game that is played, or of an old one: as a table or a chart.

A tap on a line changes what stands there, if the whole table agrees; the version before stays in the journal.
"""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.people.tables import sheet_of
from companion.rescoring import Cell, number_in, rescored
from companion.rulings import Ruling, Verdict
from companion.table import LogEntry, Table
from companion.view import Row as SheetRow
from companion.view import View
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.chart import Chart, course_of
from ui.screen.parts.face import Face, face_of
from ui.screen.parts.keyboard import NumberPad
from ui.screen.parts.layout import Column, Grid, Panel, Row, Scroll, Stack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

LABEL = 26.0  # mm: the column of the rows' names
LINE = 9.5
FAR = 9999


class SheetPage(Page):
    kept = ("chart", "game")
    chart = False
    game = 0  # the number of an old game in the journal; 0: the one that is played

    def _open(self) -> Table | None:
        """The table of the game; an old one is opened without a word in the journal."""
        stage, game = self.stage, self.game
        if not game:
            return stage.table.table
        found = sheet_of(stage.rooms.journal, game, stage.rooms.games.__getitem__)
        if found is None or not found.over:
            return None
        return Table.resume(stage.rooms.journal, stage.rooms.clock, game, stage.rooms.games.__getitem__)

    # --- what is shown ---

    def make(self) -> Widget:
        table = self._open()
        if table is None:
            return self._unfinished()
        self._table = table
        self._game = self._table.game
        self._faces = [face_of(seat) for seat in self._table.seats]
        short = self.sizes.portrait
        key, icon = ("sheet.table", "sheet") if self.chart else ("sheet.chart", "scores")
        turn = partial(self.stage.go, "sheet", chart=not self.chart, game=self.game)
        wide = self.sizes.wide(25 if short else 36)
        other = self.button(key, turn, icon="" if short else icon, pad=0.8, **wide)
        opens = partial(self.stage.go, "share", game=self._table.game_id)
        wide = self.sizes.wide(19 if short else 30)
        share = self.button("sheet.share", opens, icon="" if short else "next", pad=0.8, **wide)
        title = self.say.title(self._game) if self.game else self.say("sheet.title")
        head = self.head(title, self._back, other, share)
        return self.body(head, self._curve() if self.chart else self._rounds())

    def _unfinished(self) -> Widget:
        """An old game that was not finished, or that can no longer be read."""
        words = self.say("sheet.not_over")
        return self.body(self.head(self.say("sheet.title"), self._back), self.instead(words))

    def _back(self) -> None:
        if self.game:
            self.stage.go("scores")
        else:
            self.stage.go("table" if self._table.outcome is None else "end")

    def _scores(self, view: View) -> list[int]:
        by_seat = {panel.seat: panel.score for panel in view.panels}
        return [by_seat.get(face.name, 0) for face in self._faces]

    def _curve(self) -> Widget:
        course = course_of(self._table, self._scores(self._table.view))
        return Panel(self.sizes, Chart(self.sizes, self._faces, course))

    def _rounds(self) -> Widget:
        view, sizes, say = self._table.view, self.sizes, self.say
        inset = Widget(**sizes.wide(theme.GAP))
        top = Row(sizes, inset, self._label(""), *map(self._seat, self._faces), **sizes.high(13))
        lines: list[Widget] = [self._round(number, row) for number, row in enumerate(view.sheet)]
        if not lines:
            lines = [Text(say("sheet.empty"), sizes, "large", theme.MUTED, grow=True)]
        lines += [self._version(entry) for entry in self._versions()]
        total = SheetRow(label=view.phase, cells=tuple(str(score) for score in self._scores(view)))
        parts: list[Widget] = [top, Scroll(sizes, Stack(sizes, *lines, gap=0.4))]
        if not view.sheet or view.sheet[-1].cells != total.cells:
            parts.append(self._line(total, say("sheet.total")))
        return Panel(sizes, *parts)

    def _seat(self, face: Face) -> Widget:
        name = Text(face.name, self.sizes, "small", align="center", size_hint_y=0.5)
        return Column(self.sizes, Badge(face), name, gap=0.2)

    def _label(self, words: str, bold: bool = False) -> Text:
        width = self.sizes.mm(LABEL * (0.7 if self.sizes.portrait else 1))
        return Text(words, self.sizes, "body", theme.MUTED, size_hint_x=None, width=width, bold=bold)

    def _round(self, number: int, row: SheetRow) -> Widget:
        """A line that can be changed is one to touch."""
        figures = [number_in(cell) for cell in row.cells]
        if self.stage.watching or all(figure is None for figure in figures):
            return self._line(row)
        asks, name = partial(self._ask_whose, number, row), self.say.game(self._game, row.label)
        return Touchable(self.sizes, asks, self._line(row), pad=0, **self.sizes.high(LINE), text=name)

    def _line(self, row: SheetRow, label: str = "") -> Widget:
        words = label or self.say.game(self._game, row.label)
        figures = map(self.say.figure, row.cells)
        cells = [Text(cell, self.sizes, "large", align="center", bold=bool(label)) for cell in figures]
        inset = Widget(**self.sizes.wide(theme.GAP))
        return Row(self.sizes, inset, self._label(words, bool(label)), *cells, **self.sizes.high(LINE))

    def _versions(self) -> list[LogEntry]:
        """What was changed by agreement, newest first."""
        return [e for e in reversed(self._table.log()) if e.by == "override" and e.stands]

    def _version(self, entry: LogEntry) -> Widget:
        words = Text(self.say.game(self._game, entry.says), self.sizes, "small", theme.MUTED, grow=True)
        line = Row(self.sizes, Icon(self.sizes, "agree", theme.MUTED, side=4), words, **self.sizes.high(8))
        words.bind(height=lambda _text, tall: setattr(line, "height", max(tall, self.sizes.mm(8))))
        return line

    # --- changing what stands there ---

    def _ask_whose(self, number: int, row: SheetRow) -> None:
        """First whose points, then what they should be, then whether all agree."""
        grid = Grid(self.sizes, cols=2 if self.sizes.portrait else 3)
        for face, cell in zip(self._faces, row.cells, strict=True):
            ask = partial(self._ask_value, Cell(number, face.name), cell)
            badge, points = Badge(face, **self.sizes.wide(10)), Text(cell, self.sizes, "title", bold=True)
            button = Touchable(self.sizes, ask, badge, points, text=f"{face.name} {cell}")
            button.disabled = number_in(cell) is None
            grid.add_widget(button)
        title = self.say("sheet.whose", round=self.say.game(self._game, row.label))
        self.sheet(title, grid, 130, 90 if self.sizes.portrait else 66)

    def _ask_value(self, cell: Cell, shown: str) -> None:
        pad = NumberPad(self.sizes, self.say, -FAR, FAR, lambda value: self._ask_table(cell, shown, value))
        title = self.say("sheet.should_be", who=cell.seat, old=shown)
        self.sheet(title, pad, 110, 85)

    def _ask_table(self, cell: Cell, shown: str, value: int) -> None:
        label = self.say.game(self._game, self._table.view.sheet[cell.row].label)
        says = self.say("agreement.says", what=f"{cell.seat}, {label}", old=shown, new=value)
        words = f"{says} {self.say('table.all_agree')}"
        agreed = partial(self._agreed, cell, value, says)
        self.ask(words, self.say("table.we_agree"), agreed, "agree")

    def _agreed(self, cell: Cell, value: int, says: str) -> None:
        part = rescored(self._game, self._table.state, cell, value)
        if part is None:
            self.complain(self.say("table.no_figure"))
            return
        ruling = self._change(part, says)
        if ruling.verdict is Verdict.ACCEPTED:
            self.again()
        else:
            self.complain(self.say.game(self._game, ruling.why) if ruling.why else "")

    def _change(self, part: Any, says: str) -> Ruling:
        if self.game or self.stage.sitting is None:
            return self._table.override(part, says)
        return self.stage.sitting.agree_on(part, says)
