"""Which game: how many play it, how long it takes, from what age; and only those that fit, if wished."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.asks import Say
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.choosing import AGES, MINUTES, PEOPLE, fitting
from ui.screen.pages.page import Page
from ui.screen.pages.who import bot_levels
from ui.screen.parts.layout import Column, Row, Scroll
from ui.screen.parts.pads import titled
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton, Touchable, one_of_several

TILE, LINE = 24.0, 4.2  # mm: a tile without what is needed, and a line of that
LETTERS = 44  # in a line
FILTERS: dict[str, tuple[str, Sequence[int]]] = {
    "people": ("people", PEOPLE),
    "minutes": ("clock", MINUTES),
    "age": ("star", AGES),
}


class Choose(Page):
    def make(self) -> Widget:
        games = fitting(self.stage.rooms.games.values(), self.stage.wanted)
        columns = 1 if self.sizes.portrait else 2
        grid = GridLayout(cols=columns, spacing=self.sizes.mm(theme.PAD), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for start in range(0, len(games), columns):  # tiles beside each other are equally high
            beside = games[start : start + columns]
            lines = max(self._lines(game) for game in beside)
            for game in beside:
                grid.add_widget(self._tile(game, lines))
        head = self.head(self.say("choose.title"), lambda: self.stage.go("home"))
        if not games:
            nothing = Text(
                self.say("choose.nothing"), self.sizes, "large", theme.MUTED, theme.GROUND, align="center"
            )
            return self.body(head, self._filters(), nothing)
        return self.body(head, self._filters(), Scroll(self.sizes, grid), gap=theme.GAP)

    # --- what is looked for ---

    def _filters(self) -> Widget:
        buttons = [
            TextButton(
                self.sizes,
                self._words(name, getattr(self.stage.wanted, name)),
                self._opens(name),
                icon=icon,
                look="chosen" if getattr(self.stage.wanted, name) else "quiet",
                pad=1.0,
            )
            for name, (icon, _values) in FILTERS.items()
        ]
        return Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH))

    def _words(self, name: str, value: int) -> str:
        return self.say(f"choose.{name}", n=value) if value else self.say(f"choose.any_{name}")

    def _opens(self, name: str) -> Callable[[], None]:
        return lambda: self._open(name)

    def _open(self, name: str) -> None:
        _icon, values = FILTERS[name]
        grid = GridLayout(cols=2 if self.sizes.portrait else 4, spacing=self.sizes.mm(theme.GAP))
        for value in values:
            chosen, touched = value == getattr(self.stage.wanted, name), partial(self._look_for, name, value)
            grid.add_widget(one_of_several(self.sizes, self._words(name, value), touched, chosen))
        sheet = titled(
            self.sizes, self.say(f"choose.ask_{name}"), grid, self.clear_over, self.say("common.close")
        )
        self.lay_over(sheet, 130, 80 if self.sizes.portrait else 56)

    def _look_for(self, name: str, value: int) -> None:
        self.stage.wanted = replace(self.stage.wanted, **{name: value})
        self.stage.go("choose")

    # --- the games ---

    def _needed(self, game: AnyGame) -> str:
        needs = [self.say.part(game, Say(need)) for need in game.about.needs]
        return self.say("choose.needs", needs=needs) if needs else ""

    def _lines(self, game: AnyGame) -> int:
        """How many lines the words about what is needed take."""
        return max(2, -(-len(self._needed(game)) // LETTERS))

    def _tile(self, game: AnyGame, lines: int) -> Widget:
        about, say, ground = game.about, self.say, theme.RAISED
        low, high = about.seats
        seats = str(low) if low == high else f"{low}–{high}"
        facts = Row(
            self.sizes,
            self._fact("people", say("choose.seats", seats=seats)),
            self._fact("clock", say("choose.minutes", n=about.minutes)),
            self._fact("star", say("choose.age", n=about.age)),
            gap=1.0,
        )
        title = Text(about.title, self.sizes, "title", ground=ground, bold=True)
        title.size_hint_y, title.height = None, self.sizes.mm(9)
        facts.size_hint_y, facts.height = None, self.sizes.mm(9)
        words = Column(
            self.sizes,
            title,
            Text(self._needed(game), self.sizes, "small", theme.MUTED, ground),
            facts,
            gap=0.5,
            pad=1.2,
        )
        return Touchable(
            self.sizes,
            lambda: self._chosen(game),
            words,
            edge=theme.ACCENT if game is self.stage.game else "",
            **self.sizes.high(TILE + lines * LINE * self.sizes.text_scale),
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
        levels = bot_levels(game) if self.stage.watch is not None else ()
        if not levels:
            self.stage.go("players")
            return
        buttons: list[Widget] = [Text(self.say("who.alone"), self.sizes, "large", ground=theme.SURFACE)]
        alone = [
            TextButton(
                self.sizes, self.say(f"players.bot_{level}"), partial(self._alone, game, level),
                look="main" if level == "easy" else "plain", size_hint_y=1,
            )
            for level in levels
        ]  # fmt: skip
        buttons.append(Row(self.sizes, *alone))
        together = partial(self.stage.go, "players")
        buttons.append(
            TextButton(self.sizes, self.say("who.together"), together, icon="people", size_hint_y=1)
        )
        body, close = Column(self.sizes, *buttons), self.say("common.close")
        self.lay_over(titled(self.sizes, game.about.title, body, self.clear_over, close), 125, 70)

    def _alone(self, game: AnyGame, level: str) -> None:
        self.to_the_table(partial(self.stage.begin_here, game, level))


PAGE = Choose
