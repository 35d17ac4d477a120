"""The games played: evening by evening, the winners first. A tap opens a game."""

from collections import Counter
from datetime import datetime
from functools import partial

from kivy.uix.widget import Widget
from msgspec import ValidationError, convert

from companion.journal import Evening, GameRow
from companion.seats import Seat
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import face_of
from ui.screen.pages.figures import figures_tabs
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import name_and_more
from ui.screen.parts.layout import Column, Row, Text
from ui.screen.parts.touch import Badge, Icon, Touchable

SHOWN = 60  # games


def day_in_words(say: Speaker, wall: int) -> str:
    when = datetime.fromtimestamp(wall / 1e9)
    return say("scores.day", day=when.day, month=say(f"scores.month_{when.month}"), year=when.year)


class ScoresPage(Page):
    def make(self) -> Widget:
        lines: list[Widget] = []
        shown = 0
        for evening in self.stage.rooms.journal.each_evening():
            if shown >= SHOWN:
                break
            games = [game for game in map(self._game, evening.games) if game is not None]
            if games:
                lines += [self._day(evening), *games]
            shown += len(evening.games)
        head = self.head(self.say("scores.title"), "home")
        top = figures_tabs(self.stage, "scores")
        below = self.listed(*lines) if lines else self.instead(self.say("scores.empty"))
        return self.body(head, top, below, gap=theme.GAP)

    def _day(self, evening: Evening) -> Widget:
        """The date, and after several games who has won how many of them."""
        day = day_in_words(self.say, evening.wall)
        outcomes = [(row.ending or {}).get("outcome") or {} for row in evening.games]
        wins = Counter(str(name) for outcome in outcomes for name in outcome.get("winners", ()))
        if sum(map(bool, outcomes)) > 1 and wins:
            who = [self.say("scores.tally_one", name=name, n=n) for name, n in wins.most_common(4)]
            day = self.say("scores.tally", day=day, who=who)
        return Text(day, self.sizes, "body", theme.MUTED, bold=True, **self.sizes.high(7))

    def _game(self, row: GameRow) -> Widget | None:
        sizes = self.sizes
        game = self.stage.rooms.games.get(str(row.start.get("game", "")))
        title = self.say.title(game) if game else str(row.start.get("game", ""))
        try:
            faces = [face_of(seat) for seat in convert(row.start.get("seats", ()), tuple[Seat, ...])]
        except ValidationError:
            return None
        outcome = (row.ending or {}).get("outcome") or {}
        winners, points = outcome.get("winners", ()), outcome.get("scores", {})
        people = Row(sizes, gap=1.0)
        for face in faces:
            won = face.name in winners
            score = str(points.get(face.name, ""))
            people.add_widget(Badge(face, ringed=won, **sizes.wide(7)))
            people.add_widget(Text(score, sizes, "body", bold=won))
        left = row.finished and not outcome
        unfinished = self.say("scores.given_up" if left else "scores.unfinished")
        won_by = self.say("scores.won", who=list(winners)) if winners else unfinished
        words = name_and_more(sizes, title, won_by)
        icon = "trophy" if winners else "close" if left else "pause"
        mark = Icon(sizes, icon, theme.ACCENT if winners else theme.MUTED, side=6)
        if sizes.portrait:
            inside: Widget = Column(sizes, Row(sizes, mark, words, size_hint_y=1.2), people, gap=0.6)
        else:
            people.size_hint_x = 1.2
            inside = Row(sizes, mark, words, people)
        opens = partial(self._open, row.id, goes_on=not row.finished)
        return Touchable(sizes, opens, inside, **sizes.high(22 if sizes.portrait else 13))

    def _open(self, game: int, goes_on: bool) -> None:
        """The sheet of what is over; what was left unfinished goes on."""
        sitting = self.stage.sitting
        here = sitting is not None and sitting.table.game_id == game
        if goes_on and (here or self.stage.resume(game)):
            self.stage.go("table")
        else:
            self.stage.go("sheet", game=game)
