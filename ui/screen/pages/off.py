"""The last page: the machine is switching off, or why it could not."""

from typing import Any

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import space
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.stage import Stage


class Off(Page):
    def __init__(self, stage: Stage, trouble: str = "") -> None:
        self._trouble = trouble
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"trouble": self._trouble}

    def make(self) -> Widget:
        key = "home.off_failed" if self._trouble else "home.off_now"
        words = Text(
            self.say(key, why=self._trouble) if self._trouble else self.say(key),
            self.sizes,
            "title",
            align="center",
        )
        things: list[Widget] = [
            space(0.4),
            Icon(self.sizes, "power", theme.ACCENT, side=14, size_hint=(1, 0.5)),
        ]
        things.append(words)
        if self._trouble:
            things.append(self.button("common.back", lambda: self.stage.go("home"), icon="back"))
        return self.body(*things, space(0.4))


PAGE = Off
