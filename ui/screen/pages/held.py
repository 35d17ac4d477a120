"""Another companion has the journal: who it is, and looking on while it is played there."""

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Row, space
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touched


class Held(Page):
    def make(self) -> Widget:
        trouble = self.stage.rooms.journal.trouble
        words = self.say(trouble.says.key, **trouble.says.args) if trouble is not None else ""
        buttons = Row(
            self.sizes,
            TextButton(
                self.sizes, self.say("home.close"), self.stage.switch_off, icon="power", size_hint_y=1
            ),
            TextButton(
                self.sizes,
                self.say("recovery.look_on"),
                lambda: self.stage.go("onlook"),
                icon="eye",
                look="main",
                size_hint_y=1,
            ),
            size_hint_y=None,
            height=self.sizes.mm(theme.TOUCH + 4),
        )
        told = Text(words, self.sizes, "large", ground=theme.GROUND)
        return self.body(self.head(self.say("recovery.held"), None), space(0.3), told, space(0.3), buttons)

    def _button(self, key: str, icon: str, touched: Touched, look: str) -> Widget:
        return TextButton(self.sizes, self.say(key), touched, icon=icon, look=look, size_hint_y=1)


PAGE = Held
