"""Which game: how many play it, how long it takes, from what age."""

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Row, Scroll
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

TILE = 38.0  # mm high


class Choose(Page):
    def make(self) -> Widget:
        games = list(self.stage.rooms.games.values())
        columns = 1 if self.sizes.portrait else 2
        grid = GridLayout(cols=columns, spacing=self.sizes.mm(theme.PAD), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for game in games:
            grid.add_widget(self._tile(game))
        head = self.head(self.say("choose.title"), lambda: self.stage.go("home"))
        return self.body(head, Scroll(self.sizes, grid))

    def _tile(self, game: AnyGame) -> Widget:
        about, say, ground = game.about, self.say, theme.RAISED
        low, high = about.seats
        seats = str(low) if low == high else f"{low}–{high}"
        facts = Row(
            self.sizes,
            self._fact("people", say("choose.seats", seats=seats)),
            self._fact("clock", say("choose.minutes", minutes=about.minutes)),
            self._fact("star", say("choose.age", age=about.age)),
            gap=1.0,
        )
        needs = [say.game(game, Say(need)) for need in about.needs]
        words = Column(
            self.sizes,
            Text(about.title, self.sizes, "title", ground=ground, bold=True),
            Text(
                say("choose.needs", needs=needs) if needs else "",
                self.sizes,
                "small",
                theme.MUTED,
                ground,
                size_hint_y=1.3,
            ),
            facts,
            gap=0.5,
            pad=1.2,
        )
        return Touchable(
            self.sizes,
            lambda: self._chosen(game),
            words,
            size_hint_y=None,
            height=self.sizes.mm(TILE + (6 if self.sizes.portrait else 0)),
            edge=theme.ACCENT if game is self.stage.game else "",
        )

    def _fact(self, icon: str, words: str) -> Widget:
        return Row(
            self.sizes,
            Icon(self.sizes, icon, theme.ACCENT, side=3.8),
            Text(words, self.sizes, "small", ground=theme.RAISED),
            gap=0.8,
        )

    def _chosen(self, game: AnyGame) -> None:
        self.stage.choose(game)
        self.stage.go("players")


PAGE = Choose
