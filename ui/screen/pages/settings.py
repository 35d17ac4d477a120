"""What the family can set without a keyboard: the language and the size of letters."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.words import LANGUAGES
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Panel, Row, space
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton


class SettingsPage(Page):
    def make(self) -> Widget:
        size = self.stage.rooms.preferences.get("text_size") or "normal"
        languages = [
            (self.say(f"settings.language_{language}"), language == self.say.language, self._speaks(language))
            for language in LANGUAGES
        ]
        letters = [
            (self.say(f"settings.{name}"), name == size, self._writes(name)) for name in theme.TEXT_SCALES
        ]
        head = self.head(self.say("settings.title"), lambda: self.stage.go("home"))
        return self.body(
            head,
            self._line("globe", "settings.language", languages),
            self._line("pencil", "settings.text_size", letters),
            space(0.6),
        )

    def _line(self, icon: str, key: str, choices: list[tuple[str, bool, Callable[[], None]]]) -> Widget:
        words = Row(
            self.sizes,
            Icon(self.sizes, icon, theme.MUTED, side=6),
            Text(self.say(key), self.sizes, "large", ground=theme.SURFACE),
        )
        buttons = Row(
            self.sizes,
            *(
                TextButton(self.sizes, text, touched, look="chosen" if chosen else "plain", size_hint_y=1)
                for text, chosen, touched in choices
            ),
            size_hint_y=None,
            height=self.sizes.mm(theme.TOUCH + 2),
        )
        return Panel(self.sizes, Column(self.sizes, words, buttons))

    def _speaks(self, language: str) -> Callable[[], None]:
        def touched() -> None:
            self.stage.speak(language)
            self.stage.go("settings")

        return touched

    def _writes(self, name: str) -> Callable[[], None]:
        def touched() -> None:
            self.stage.write_larger(name)
            self.stage.go("settings")

        return touched


PAGE = SettingsPage
