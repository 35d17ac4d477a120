"""The last page: the machine is switching off, or why it could not."""

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import space
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon


class Off(Page):
    kept = ("trouble",)
    trouble = ""

    def make(self) -> Widget:
        said = self.say("home.off_failed", why=self.trouble) if self.trouble else self.say("home.off_now")
        words = Text(said, self.sizes, "title", align="center")
        icon = Icon(self.sizes, "power", theme.ACCENT, side=14, size_hint=(1, 0.5))
        things: list[Widget] = [space(0.4), icon, words]
        if self.trouble:
            things.append(self.button("common.back", lambda: self.stage.go("home"), icon="back"))
        return self.body(*things, space(0.4))


PAGE = Off
