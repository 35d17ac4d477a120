"""A result to take along: as a picture, as a table for a spreadsheet, or with everything that is known."""

from collections.abc import Callable
from pathlib import Path

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.game import certain
from companion.people.past import past_game
from companion.people.tables import Sheet, as_json, sheet_csv, sheet_of
from ui.exporting import Place, name_for, put, write_export
from ui.screen import theme
from ui.screen.pages.end import ranking
from ui.screen.pages.page import Page
from ui.screen.pages.scores import day_in_words
from ui.screen.parts.chart import points_shown
from ui.screen.parts.face import Face, face_of
from ui.screen.parts.layout import Column, Panel, Row, at_hand, beside
from ui.screen.parts.people import points_line
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.theme import Sizes

# --- the picture of a result to show to others: who won, the points, how they came ---


class Result(Struct, frozen=True):
    """What stands on the picture, in words already."""

    title: str
    day: str
    won: str
    footer: str
    lines: tuple[tuple[Face, int, bool], ...]  # the best first: who, points, whether they won


class ResultCard(Panel):
    """Looks the same on every panel, whatever size of letters is wished."""

    def __init__(self, sizes: Sizes, result: Result, points: Widget) -> None:
        """*points* shows how they came."""
        date = Text(result.day, sizes, "body", theme.MUTED, align="right")
        title = Row(sizes, Text(result.title, sizes, "title", bold=True), date, **sizes.high(9))
        words = Text(result.won, sizes, "large", theme.INK, bold=True)
        won = Row(sizes, Icon(sizes, "trophy", theme.INK, side=8), words)
        winner = Panel(sizes, won, ground=theme.ACCENT, pad=1.4, **sizes.high(15))
        ranking = Panel(sizes, *(points_line(sizes, *line) for line in result.lines), pad=1.4, gap=0.6)
        came = Panel(sizes, points, pad=1.4)
        footer = Text(result.footer, sizes, "small", theme.MUTED, align="right", **sizes.high(5))
        parts = (title, winner, beside(sizes, ranking, came), footer)
        super().__init__(sizes, *parts, ground=theme.GROUND, gap=1.4)


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
        self._card = ResultCard(self.sizes, self._result(self._sheet), self._points(self._sheet))
        colour = theme.ACCENT if self.said else theme.MUTED
        said = Text(self.said or self.say("share.how"), self.sizes, "body", colour)
        buttons = [
            self._button("share.picture", self._save_picture),
            self._button("share.csv", self._save_csv),
            self._button("share.everything", self._save_json),
        ]
        if self.sizes.portrait:
            line = Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH))
            said.size_hint_y, said.height = None, self.sizes.mm(14)
            return self.body(head, self._card, said, line)
        beside = Column(self.sizes, said, *buttons, **self.sizes.wide(42))
        return self.body(head, at_hand(self.sizes, self._card, beside, gap=theme.PAD))

    def _button(self, key: str, touched: Callable[[], None]) -> Widget:
        return self.button(key, touched, size_hint_y=1, pad=0.8, disabled=self.stage.rooms.exports is None)

    def _back(self) -> None:
        sitting = self.stage.sitting
        if sitting is not None and sitting.table.game_id == self.game:
            self.stage.go("sheet")
        else:
            self.stage.go("sheet", game=self.game)

    def _result(self, sheet: Sheet) -> Result:
        assert self._past is not None
        outcome = sheet.game.outcome(sheet.state)
        scores = sheet.game.scores(sheet.state)
        faces = {seat.name: face_of(seat) for seat in sheet.seats}
        order = ranking(outcome) if outcome else sorted(scores, key=lambda seat: -scores[seat])
        winners = outcome.winners if outcome else ()
        said = self.say.game(sheet.game, outcome.says if outcome else sheet.view.phase)
        lines = tuple((faces[seat], scores.get(seat, 0), seat in winners) for seat in order if seat in faces)
        title, day = self.say.title(sheet.game), day_in_words(self.say, self._past.wall)
        return Result(title=title, day=day, won=said, footer=self.say("home.title"), lines=lines)

    def _points(self, sheet: Sheet) -> Widget:
        scores = sheet.game.scores(sheet.state)
        faces = [face_of(seat) for seat in sheet.seats]
        final = [scores.get(face.name, 0) for face in faces]
        return points_shown(self.sizes, self.say, sheet.game, faces, sheet.view, final)

    # --- saving ---

    def _save_picture(self) -> None:
        self._save("png", lambda path: self._card.export_to_png(str(path), scale=SHARP))

    def _save_csv(self) -> None:
        self._save_text("csv", sheet_csv(certain(self._sheet), self.say.language))

    def _save_json(self) -> None:
        self._save_text("json", as_json([certain(self._past)], (), lambda _number: self._sheet))

    def _save_text(self, ending: str, text: str) -> None:
        self._save(ending, lambda path: write_export(Place(path.parent), path.name, text))

    def _save(self, ending: str, write: Callable[[Path], object]) -> None:
        """Put the file where it can be taken from, and say where that is, or why not."""
        name = name_for(certain(self._sheet).game.about.title, certain(self._past).wall, ending)
        said = put(certain(self.stage.rooms.exports), name, write)
        self.stage.go("share", game=self.game, said=self.say(said.key, **said.args))
