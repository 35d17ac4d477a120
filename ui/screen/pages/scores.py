"""What has been played: evening by evening, the winners first."""

from datetime import datetime

from kivy.uix.widget import Widget
from msgspec import convert

from companion.journal import GameRow
from companion.seats import Seat
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Panel, Row, Scroll, Stack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.sitting import face_of

SHOWN = 60  # games


class Scores(Page):
    def make(self) -> Widget:
        lines: list[Widget] = []
        shown = 0
        for evening in self.stage.rooms.journal.evenings():
            if shown >= SHOWN:
                break
            lines.append(self._day(evening.wall))
            lines += [self._game(game) for game in evening.games]
            shown += len(evening.games)
        head = self.head(self.say("scores.title"), lambda: self.stage.go("home"))
        if not lines:
            empty = Text(
                self.say("scores.empty"), self.sizes, "large", theme.MUTED, theme.GROUND, align="center"
            )
            return self.body(head, empty)
        return self.body(head, Scroll(self.sizes, Stack(self.sizes, *lines)))

    def _day(self, wall: int) -> Widget:
        when = datetime.fromtimestamp(wall / 1e9)
        words = self.say(
            "scores.day", day=when.day, month=self.say(f"scores.month_{when.month}"), year=when.year
        )
        return Text(
            words,
            self.sizes,
            "body",
            theme.MUTED,
            theme.GROUND,
            size_hint_y=None,
            height=self.sizes.mm(7),
            bold=True,
        )

    def _game(self, row: GameRow) -> Widget:
        sizes = self.sizes
        game = self.stage.rooms.games.get(str(row.start.get("game", "")))
        title = game.about.title if game else str(row.start.get("game", ""))
        faces = [face_of(seat) for seat in convert(row.start.get("seats", ()), tuple[Seat, ...])]
        outcome = (row.ending or {}).get("outcome") or {}
        winners, points = outcome.get("winners", ()), outcome.get("scores", {})
        people = Row(sizes, gap=1.0)
        for face in faces:
            won = face.name in winners
            score = str(points.get(face.name, ""))
            people.add_widget(Badge(face, ringed=won, size_hint=(None, 1), width=sizes.mm(8)))
            people.add_widget(Text(score, sizes, "body", ground=theme.SURFACE, bold=won))
        won_by = self.say("scores.won", who=list(winners)) if winners else self.say("scores.unfinished")
        words = Column(
            sizes,
            Text(title, sizes, "large", ground=theme.SURFACE, bold=True, valign="bottom"),
            Text(won_by, sizes, "small", theme.MUTED, theme.SURFACE, valign="top"),
            gap=0.2,
        )
        icon = Icon(sizes, "trophy" if winners else "pause", theme.ACCENT if winners else theme.MUTED, side=6)
        if sizes.portrait:
            top = Row(sizes, icon, words, size_hint_y=1.2)
            return Panel(sizes, top, people, pad=1.4, gap=0.6, size_hint_y=None, height=sizes.mm(24))
        people.size_hint_x = 1.2
        line = Row(sizes, icon, words, people)
        return Panel(sizes, line, pad=1.4, size_hint_y=None, height=sizes.mm(14))


PAGE = Scores
