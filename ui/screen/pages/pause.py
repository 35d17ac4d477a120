"""The game rests: no time runs, no button counts. It goes on at the same ask, with its full time."""

from typing import Any

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Panel, Row, at_hand, space
from ui.screen.parts.people import points_line
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.sitting import Sitting


class PausePage(Page):
    kept = ("sitting",)
    sitting: Sitting | None = None  # that rests

    def make(self) -> Widget:
        self.sitting = self.stage.paused = self.sitting or self.stage.rest()
        heading = Text(self.say("pause.title"), self.sizes, "huge", bold=True)
        sign = Icon(self.sizes, "pause", theme.ACCENT, side=12)
        words = Row(self.sizes, sign, heading, **self.sizes.high(16))
        hint = Text(self.say("pause.how"), self.sizes, "body", theme.MUTED, size_hint_y=0.5)
        buttons = Column(
            self.sizes,
            self._button("pause.go_on", "play", self._go_on, "main", 1.5),
            self._button("settings.lock", "hand", self.stage.lock, "plain"),
            self._button("pause.later", "back", lambda: self.stage.go("home"), "plain"),
            self._button("pause.give_up", "close", self._ask_give_up, "danger"),
        )
        left = Column(self.sizes, words, self._scores(), hint)
        if self.sizes.portrait:
            return self.body(left, buttons)
        return at_hand(self.sizes, left, buttons, pad=theme.PAD, gap=theme.PAD * 2)

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

    def _ask_give_up(self) -> None:
        words = self.say("pause.give_up_question")
        self.ask(words, self.say("table.we_agree"), self._give_up, "agree")

    def _give_up(self) -> None:
        if self.sitting is not None:
            self.sitting.table.leave()
        self.stage.go("home")
