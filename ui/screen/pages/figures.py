"""What the pages about all that was played have in common: they read game after game and never block."""

import time
from collections.abc import Callable, Sequence

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.people.past import PastGame
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import tabs
from ui.screen.parts.layout import Column, Region
from ui.screen.stage import Stage

FIGURES = ("scores", "fame", "folk", "calls", "luck")  # pages that belong together
FEW = 10  # games, whose lines are made in the same moment
SLICE_S = 0.025  # of the processor, that reading takes between two pictures


def figures_tabs(stage: Stage, shown: str) -> Widget:
    """The way between the pages about what was played."""
    return tabs(stage.sizes, {name: stage.say(f"scores.tab_{name}") for name in FIGURES}, shown, stage.go)


class FiguresPage(Page):
    """Children say which page they are, what they make of a game, and which lines they show at the end."""

    tab = ""
    empty = "scores.empty"

    def make(self) -> Widget:
        self.games: list[PastGame] = []
        self._reading = self.stage.each_past_game()
        self._place = Region(self._shown)
        self._place.show("busy")
        self._read()
        head = self.head(self.say(f"{self.tab}.title"), lambda: self.stage.go("home"), *self.tools())
        return self.body(head, figures_tabs(self.stage, self.tab), self._place, gap=theme.GAP)

    def tools(self) -> Sequence[Widget]:
        """What can be done here, at the end of the head line."""
        return ()

    def take(self, game: PastGame) -> None:
        """One more game was read."""
        self.games.append(game)

    def lines(self) -> Sequence[Widget]:
        """What is shown once all games were read; nothing if there is nothing to say yet."""
        raise NotImplementedError

    def above(self) -> Sequence[Widget]:
        """What stands above the lines and does not scroll."""
        return ()

    def _read(self) -> None:
        """A slice of the games; the next one after the next picture."""
        until = time.thread_time() + SLICE_S
        for game in self._reading:
            self.take(game)
            if time.thread_time() >= until:
                self._next(self._read)
                return
        if len(self.games) <= FEW:
            self._show_all()
        else:
            self._next(self._show_all)

    def _show_all(self) -> None:
        self._place.show("all")

    def _next(self, does: Callable[[], None]) -> None:
        """After the next picture, unless another page was opened meanwhile."""
        Clock.schedule_once(lambda _passed: does() if self.parent is not None else None, 0)

    def _shown(self, how: str) -> Widget:
        if how == "busy":
            return self.instead(self.say("scores.reading"))
        lines = self.lines()
        if not lines:
            return self.instead(self.say(self.empty))
        return Column(self.sizes, *self.above(), self.listed(*lines))
