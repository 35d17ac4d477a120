"""The rules of the game that is played, in our own words, each with its number."""

from typing import Any

from kivy.uix.widget import Widget

from companion.rulebook import RuleText, rulebook
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Panel, Row, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import IconButton
from ui.screen.stage import Stage

PER_PAGE = 12  # rules: a whole booklet at once would take a second to lay out


class Rules(Page):
    def __init__(self, stage: Stage, first: int = 0) -> None:
        self._first = first
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"first": self._first}

    def make(self) -> Widget:
        sitting = self.stage.sitting
        assert sitting is not None
        rules = list(rulebook(sitting.game).items())
        self._last = max(0, len(rules) - 1)
        lines = [self._rule(name, text) for name, text in rules[self._first : self._first + PER_PAGE]]
        title = f"{sitting.game.about.title} · {self.say('rules.title')}"
        turning = [self._turn("back", -PER_PAGE), self._turn("next", PER_PAGE)]
        head = self.head(title, lambda: self.stage.go("table"), *turning)
        return self.body(head, Scroll(self.sizes, Stack(self.sizes, *lines)))

    def _turn(self, icon: str, by: int) -> Widget:
        to = self._first + by
        button = IconButton(
            self.sizes,
            icon,
            self.say("rules.earlier" if by < 0 else "rules.later"),
            lambda: self.stage.go("rules", first=to),
            look="plain",
        )
        button.disabled = not 0 <= to <= self._last
        return button

    def _rule(self, name: str, text: RuleText) -> Widget:
        sizes, language = self.sizes, self.say.language
        number = Text(
            name,
            sizes,
            "small",
            theme.ACCENT,
            theme.SURFACE,
            bold=True,
            size_hint_x=None,
            width=sizes.mm(13),
            valign="top",
        )
        title = Text(text.title.get(language, ""), sizes, "large", ground=theme.SURFACE, bold=True, grow=True)
        words = Text(text.text(language), sizes, "body", ground=theme.SURFACE, grow=True)
        body = Stack(sizes, title, words, gap=0.6)
        line = Row(sizes, number, body, size_hint_y=None)
        body.bind(height=line.setter("height"))
        panel = Panel(sizes, line, pad=1.8, size_hint_y=None)
        panel.bind(minimum_height=panel.setter("height"))
        return panel


PAGE = Rules
