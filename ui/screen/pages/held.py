"""Another companion has the journal: who it is, and looking on while it is played there."""

from functools import partial

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Row, space
from ui.screen.parts.text import Text


class Held(Page):
    def make(self) -> Widget:
        trouble = self.stage.rooms.journal.trouble
        words = self.say(trouble.says.key, **trouble.says.args) if trouble is not None else ""
        look_on = partial(self.stage.go, "onlook")
        look = self.button("recovery.look_on", look_on, icon="eye", look="main", size_hint_y=1)
        close = self.button("home.close", self.stage.switch_off, icon="power", size_hint_y=1)
        buttons = Row(self.sizes, close, look, **self.sizes.high(theme.TOUCH + 4))
        text = Text(words, self.sizes, "large")
        return self.body(self.head(self.say("recovery.held"), None), space(0.3), text, space(0.3), buttons)


PAGE = Held
