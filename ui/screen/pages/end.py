"""The end of a game: who has won and why, how the points came, and once more; and its pauses."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.game import AnyGame, Outcome, certain
from companion.people.past import Match
from companion.pyramid.chain import is_built_by, next_after
from ui.screen import theme
from ui.screen.looks import Face
from ui.screen.pages.page import Page
from ui.screen.parts.chart import Chart, points_shown
from ui.screen.parts.layout import Column, Panel, Row, Text, beside, space
from ui.screen.parts.qr import QrCode
from ui.screen.parts.touch import Badge, Icon, TextButton, Touchable, Touched, points_line
from ui.screen.sitting import Sitting
from ui.seal import QUIET, Seal, seal_of

FEW = 5  # people whose places are all in sight


class EndPage(Page):
    def make(self) -> Widget:
        self._sitting = sitting = self.stage.table
        outcome = certain(sitting.table.outcome)
        # the last word may have been a slip: the way back stays open
        undo = self.button("table.undo", self._take_back, icon="undo", look="quiet", **self.sizes.wide(34))
        head = self.head(self.say.title(sitting.game), None, undo)
        chart = self._chart(outcome)
        icon, open_sheet = "" if self.sizes.portrait else "sheet", partial(self.stage.go, "sheet")
        anew = partial(self.to_the_table, self.stage.again)  # the same people and house rules
        home, sheet = self._button("end.home", "", self._home), self._button("sheet.title", icon, open_sheet)
        again = self._button("end.again", "play", anew, "plain" if self._next() else "main")
        buttons = Row(self.sizes, home, sheet, again, **self.sizes.high(12))
        if self.sizes.portrait:
            winners = self._winners(outcome)
            return self.body(head, winners, self._ranking(outcome), chart, *self._chain(), buttons)
        left = Column(self.sizes, self._winners(outcome), self._ranking(outcome))
        middle = Row(self.sizes, left, chart, gap=theme.PAD)
        return self.body(head, middle, *self._chain(), buttons, gap=theme.GAP)

    def _button(self, key: str, icon: str, touched: Touched, look: str = "plain") -> Widget:
        return self.button(key, touched, icon=icon, look=look, size_hint_y=1, pad=0.8)

    def _next(self) -> list[AnyGame]:
        """The games that go on well from what lies on the table now, for as many people."""
        games, many = self.stage.rooms.games, len(self._sitting.seats)
        found = [games[name] for name in next_after(self._sitting.game.about.name) if name in games]
        return [game for game in found if game.about.seats[0] <= many <= game.about.seats[1]]

    def _chain(self) -> list[Widget]:
        """The pyramid is built or taken apart next, instead of being cleared away."""
        games, match = self._next(), self.stage.match()
        standing = [self._standing(match)] if len(match.games) > 1 else []
        if not games:
            return standing
        builds = self._sitting.here is not None or is_built_by(games[0].about.name)
        says, icon = (self.say("end.build"), "add") if builds else (self.say("end.unbuild"), "less")
        things: list[Widget] = [Text(says, self.sizes, "body", theme.MUTED, size_hint_x=0.8)]
        for game in games:
            look, go_on = "plain" if things[1:] else "main", partial(self._go_on_with, game)
            title = self.say.title(game)
            things.append(TextButton(self.sizes, title, go_on, icon, look, size_hint_y=1, pad=0.8))
        first = 3 if self.sizes.portrait else len(things)
        rows = [things[:first], things[first:]]
        return [*standing, *(Row(self.sizes, *row, **self.sizes.high(12)) for row in rows if row)]

    def _crowded(self) -> bool:
        """The standing of a match and the games that go on take the height of the ranking."""
        return bool(self._next()) and not self.sizes.portrait and len(self.stage.match().games) > 1

    def _standing(self, match: Match) -> Widget:
        """The points of all games of the match so far (A-G21)."""
        who = [self.say("end.match_one", name=name, n=n) for name, n in match.points]
        words = self.say("end.match", n=len(match.games), who=who)
        return Text(words, self.sizes, "body", **self.sizes.high(7 if not self.sizes.portrait else 11))

    def _winners(self, outcome: Outcome) -> Widget:
        faces = [face for face in self._sitting.faces if face.name in outcome.winners]
        words = self.say.game(self._sitting.game, outcome.says)
        wide = self.sizes.wide(13 if len(faces) == 1 else 9)
        badges = [  # on a dark ground: somebody may be as yellow as the panel
            Panel(self.sizes, Badge(face), ground=theme.GROUND, pad=0.6, **wide) for face in faces[:3]
        ]
        text = Text(words, self.sizes, "large", theme.INK, bold=True)
        trophy = [Icon(self.sizes, "trophy", theme.INK, side=10)] if len(faces) == 1 else []
        row = Row(self.sizes, *trophy, *badges, text)  # several have theirs in the ranking
        if self.sizes.portrait:  # else it stands beside the ranking, so that the words stay large
            for seal in self._seal():
                row.add_widget(seal)
        tall = 16 if self._crowded() else 18 if self._next() and not self.sizes.portrait else 22
        return Panel(self.sizes, row, ground=theme.ACCENT, **self.sizes.high(tall))

    def _seal(self) -> list[Widget]:
        """The game's last hash: whoever photographs it can prove later that nothing was changed."""
        seal = seal_of(self._sitting.journal, self._sitting.table.game_id)
        if seal is None:
            return []
        look = "main" if self.sizes.portrait else "plain"
        code, shown = QrCode(seal.text, QUIET, "l"), lambda: self._show_seal(seal)
        name, wide = self.say("end.seal"), self.sizes.wide(20)
        return [Touchable(self.sizes, shown, code, pad=0.2, look=look, **wide, text=name)]

    def _show_seal(self, seal: Seal) -> None:
        words = Text(self.say("end.seal_how"), self.sizes, "body")
        self.sheet(self.say("end.seal"), beside(self.sizes, QrCode(seal.text, error="l"), words), 130, 100)

    def _ranking(self, outcome: Outcome) -> Widget:
        faces = self._sitting.by_name
        ranked_seats = [seat for seat in ranking(outcome) if seat in faces]
        lines = [self._line(faces[seat], outcome) for seat in ranked_seats]
        if len(lines) > FEW or self._crowded():
            ranked: Widget = self.listed(*lines, gap=0.6)
        else:  # nobody has to be looked for below the edge
            for line in lines:
                line.size_hint_y = 1
            ranked = Column(self.sizes, *lines, gap=0.4)
        beside = [] if self.sizes.portrait else self._seal()
        return Panel(self.sizes, Row(self.sizes, ranked, *beside))

    def _line(self, face: Face, outcome: Outcome) -> Widget:
        points, won = outcome.scores[face.name], face.name in outcome.winners
        return points_line(self.sizes, face, points, won, **self.sizes.high(8.5))

    def _chart(self, outcome: Outcome) -> Widget:
        view = self._sitting.table.view
        final = [outcome.scores.get(face.name, 0) for face in self._sitting.faces]
        points = points_shown(self.sizes, self.say, self._sitting.game, self._sitting.faces, view, final)
        if not isinstance(points, Chart):
            return Panel(self.sizes, points)
        title = Text(self.say("end.chart"), self.sizes, "small", theme.MUTED, **self.sizes.high(5))
        return Panel(self.sizes, title, points)

    # --- what can be done ---

    def _take_back(self) -> None:
        self._sitting.undo(agreed=True)
        self.stage.go("table")

    def _go_on_with(self, game: AnyGame) -> None:
        """Another game, the same people; its house rules are asked first."""
        self.stage.stay_for(game)
        self.stage.go("options")

    def _home(self) -> None:
        self.stage.sit(None)
        self.stage.go("home")


def ranking(outcome: Outcome) -> list[str]:
    """The winners first, then the others by their points, best first.

    Which end of the scale is the good one is seen from the winners.
    """
    others = [seat for seat in outcome.scores if seat not in outcome.winners]
    best = max((outcome.scores[seat] for seat in outcome.winners), default=0)
    high_is_good = all(outcome.scores[seat] <= best for seat in others)
    others.sort(key=lambda seat: outcome.scores[seat], reverse=high_is_good)
    return [*(seat for seat in outcome.scores if seat in outcome.winners), *others]


# --- the game rests: no time runs, no button counts; it goes on at the same ask, with its full time ---


class PausePage(Page):
    kept = ("sitting",)
    sitting: Sitting | None = None  # that rests

    def make(self) -> Widget:
        self.sitting = self.stage.paused = self.sitting or self.stage.rest()
        heading = Text(self.say("pause.title"), self.sizes, "huge", bold=True)
        sign = Icon(self.sizes, "pause", theme.ACCENT, side=12)
        top = Row(self.sizes, sign, heading, **self.sizes.high(16))
        hint = Text(self.say("pause.how"), self.sizes, "body", theme.MUTED, size_hint_y=0.5)
        words, yes = self.say("pause.give_up_question"), self.say("table.we_agree")
        give_up = partial(self.ask, words, yes, self._give_up, "agree")
        buttons = Column(
            self.sizes,
            self._button("pause.go_on", "play", self._go_on, "main", 1.5),
            self._button("settings.lock", "hand", self.stage.lock, "plain"),
            self._button("pause.later", "back", partial(self.stage.go, "home"), "plain"),
            self._button("pause.give_up", "close", give_up, "danger"),
        )
        return self.halves(Column(self.sizes, top, self._scores(), hint), buttons)

    def _button(self, key: str, icon: str, touched: Any, look: str, weight: float = 1.0) -> Widget:
        return self.button(key, touched, icon=icon, look=look, size="large", size_hint_y=weight)

    def _scores(self) -> Widget:
        if self.sitting is None:
            return space()
        scores = self.sitting.game.scores(self.sitting.table.state)
        faces = self.sitting.faces
        lines = (points_line(self.sizes, face, scores.get(face.name, "")) for face in faces)
        title = Text(self.say.title(self.sitting.game), self.sizes, "body", theme.MUTED)
        return Panel(self.sizes, title, *lines, pad=1.6, gap=0.6)

    # --- what can be done ---

    def _go_on(self) -> None:
        self.stage.go("table" if self.stage.resume() else "home")

    def _give_up(self) -> None:
        if self.sitting is not None:
            self.sitting.table.leave()
        self.stage.go("home")
