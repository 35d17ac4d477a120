"""The score sheet of the game that is played, or of an old one: as a table, as a chart, or to take along.

A tap on a line changes what stands there, if the whole table agrees; the version before stays in the journal.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.game import certain
from companion.layout import Row as SheetRow
from companion.layout import View
from companion.people.past import PastGame, past_game
from companion.people.tables import Sheet, as_json, sheet_csv, sheet_of
from companion.rescoring import Cell, number_in, rescored
from companion.rulings import Ruling, Verdict
from companion.table import LogEntry, Table
from ui.exporting import Place, name_for, put, write_export
from ui.screen import theme
from ui.screen.looks import Face, face_of
from ui.screen.pages.end import ranking
from ui.screen.pages.page import Page
from ui.screen.pages.scores import day_in_words
from ui.screen.parts.chart import Chart, course_of, points_shown
from ui.screen.parts.layout import Column, Grid, Panel, Row, Scroll, Stack, Text, at_hand, beside
from ui.screen.parts.touch import Badge, Icon, Touchable, Touched, points_line

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
        if table is None:  # an old game that was not finished, or that can no longer be read
            head = self.head(self.say("sheet.title"), self._back)
            return self.body(head, self.instead(self.say("sheet.not_over")))
        self._table, self._game = table, table.game
        self._faces = [face_of(seat) for seat in self._table.seats]
        short = self.sizes.portrait
        key, icon = ("sheet.table", "sheet") if self.chart else ("sheet.chart", "scores")
        turn = partial(self.again, chart=not self.chart)
        wide = self.sizes.wide(25 if short else 36)
        other = self.button(key, turn, icon="" if short else icon, pad=0.8, **wide)
        opens = partial(self.stage.go, "share", game=self._table.game_id)
        wide = self.sizes.wide(19 if short else 30)
        share = self.button("sheet.share", opens, icon="" if short else "next", pad=0.8, **wide)
        title = self.say.title(self._game) if self.game else self.say("sheet.title")
        head = self.head(title, self._back, other, share)
        if not self.chart:
            return self.body(head, self._rounds())
        course = course_of(table, self._scores(table.view))
        return self.body(head, Panel(self.sizes, Chart(self.sizes, self._faces, course)))

    def _back(self) -> None:
        if self.game:
            self.stage.go("scores")
        else:
            self.stage.go("table" if self._table.outcome is None else "end")

    def _scores(self, view: View) -> list[int]:
        by_seat = {panel.seat: panel.score for panel in view.panels}
        return [by_seat.get(face.name, 0) for face in self._faces]

    def _rounds(self) -> Widget:
        view, sizes, say = self._table.view, self.sizes, self.say
        inset = Widget(**sizes.wide(theme.GAP))
        top = Row(sizes, inset, self._label(""), *map(self._seat, self._faces), **sizes.high(13))
        lines: list[Widget] = [self._round(number, row) for number, row in enumerate(view.sheet)]
        if not lines:
            lines = [Text(say("sheet.empty"), sizes, "large", theme.MUTED, grow=True)]
        changed = [e for e in reversed(self._table.log()) if e.by == "override" and e.stands]
        lines += map(self._version, changed)  # what was changed by agreement, newest first
        total = SheetRow(label=view.phase, cells=tuple(str(score) for score in self._scores(view)))
        parts: list[Widget] = [top, Scroll(sizes, Stack(sizes, *lines, gap=0.4))]
        if not view.sheet or view.sheet[-1].cells != total.cells:
            parts.append(self._line(total, say("sheet.total")))
        return Panel(sizes, *parts)

    def _seat(self, face: Face) -> Widget:
        name = Text(face.name, self.sizes, "small", align="center", size_hint_y=0.5)
        return Column(self.sizes, Badge(face), name, gap=0.2)

    def _label(self, words: str, bold: bool = False) -> Text:
        wide = self.sizes.wide(LABEL * (0.7 if self.sizes.portrait else 1))
        return Text(words, self.sizes, "body", theme.MUTED, bold=bold, **wide)

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
        title = self.say("sheet.should_be", who=cell.seat, old=shown)
        self.ask_for_number(title, -FAR, FAR, partial(self._ask_table, cell, shown))

    def _ask_table(self, cell: Cell, shown: str, value: int) -> None:
        label = self.say.game(self._game, self._table.view.sheet[cell.row].label)
        says = self.say("agreement.says", what=f"{cell.seat}, {label}", old=shown, new=value)
        self.ask_all(says, partial(self._agreed, cell, value, says))

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


# --- a result to take along: as a picture, as a table for a spreadsheet, or with all that is known ---

SHARP = 2.0  # the picture has so many times the pixels of the screen


class SharePage(Page):
    kept = ("game", "said")
    game: int  # its number in the journal
    said = ""

    def make(self) -> Widget:
        journal = self.stage.journal_of(self.game)
        self._sheet = sheet_of(journal, self.game, self.stage.rooms.games.__getitem__)
        self._past = past_game(journal, self.game)
        head = self.head(self.say("share.title"), self._back)
        if self._sheet is None or self._past is None:
            return self.body(head, self.instead(self.say("sheet.not_over")))
        self._card = self._drawn(self._sheet, self._past)
        colour = theme.ACCENT if self.said else theme.MUTED
        said = Text(self.said or self.say("share.how"), self.sizes, "body", colour)
        sheet, past = self._sheet, self._past
        ways: dict[str, Touched] = {
            "picture": lambda: self._save("png", lambda at: self._card.export_to_png(str(at), scale=SHARP)),
            "csv": lambda: self._save_text("csv", sheet_csv(sheet, self.say.language)),
            "everything": lambda: self._save_text("json", as_json([past], (), lambda _number: sheet)),
        }
        place: dict[str, Any] = {"size_hint_y": 1, "pad": 0.8, "disabled": self.stage.rooms.exports is None}
        buttons = [self.button(f"share.{what}", saves, **place) for what, saves in ways.items()]
        if self.sizes.portrait:
            line = Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH))
            said.size_hint_y, said.height = None, self.sizes.mm(14)
            return self.body(head, self._card, said, line)
        right = Column(self.sizes, said, *buttons, **self.sizes.wide(42))
        return self.body(head, at_hand(self.sizes, self._card, right, gap=theme.PAD))

    def _back(self) -> None:
        sitting = self.stage.sitting
        here = sitting is not None and sitting.table.game_id == self.game
        self.stage.go("sheet", game=0 if here else self.game)

    def _drawn(self, sheet: Sheet, past: PastGame) -> Panel:
        """The picture of the result: looks the same on every panel, whatever size of letters is wished."""
        sizes, say, game = self.sizes, self.say, sheet.game
        outcome, scores = game.outcome(sheet.state), game.scores(sheet.state)
        faces = {seat.name: face_of(seat) for seat in sheet.seats}
        order = ranking(outcome) if outcome else sorted(scores, key=lambda seat: -scores[seat])
        winners = outcome.winners if outcome else ()
        said = say.game(game, outcome.says if outcome else sheet.view.phase)
        final = [scores.get(name, 0) for name in faces]
        date = Text(day_in_words(say, past.wall), sizes, "body", theme.MUTED, align="right")
        title = Row(sizes, Text(say.title(game), sizes, "title", bold=True), date, **sizes.high(9))
        words = Text(said, sizes, "large", theme.INK, bold=True)
        won = Row(sizes, Icon(sizes, "trophy", theme.INK, side=8), words)
        winner = Panel(sizes, won, ground=theme.ACCENT, pad=1.4, **sizes.high(15))
        points = ((faces[seat], scores.get(seat, 0), seat in winners) for seat in order if seat in faces)
        ranked = Panel(sizes, *(points_line(sizes, *each) for each in points), pad=1.4, gap=0.6)
        came = Panel(sizes, points_shown(sizes, say, game, [*faces.values()], sheet.view, final), pad=1.4)
        footer = Text(say("home.title"), sizes, "small", theme.MUTED, align="right", **sizes.high(5))
        both = beside(sizes, ranked, came)
        return Panel(sizes, title, winner, both, footer, ground=theme.GROUND, gap=1.4)

    # --- saving ---

    def _save_text(self, ending: str, text: str) -> None:
        self._save(ending, lambda path: write_export(Place(path.parent), path.name, text))

    def _save(self, ending: str, write: Callable[[Path], object]) -> None:
        """Put the file where it can be taken from, and say where that is, or why not."""
        name = name_for(certain(self._sheet).game.about.title, certain(self._past).wall, ending)
        said = put(certain(self.stage.rooms.exports), name, write)
        self.again(said=self.say(said.key, **said.args))
