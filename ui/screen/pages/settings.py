"""What the family can set without a keyboard: every wish with its choices, and the child lock."""

from functools import partial

from kivy.uix.widget import Widget
from msgspec.structs import replace

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Panel, Row, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, several
from ui.screen.wishes import WISHES, Wish, wished

FITTED = (("setup", "check"), ("camera", "eye"), ("sound", "note"), ("phones", "hand"))


class SettingsPage(Page):
    kept = ("scrolled",)

    def make(self) -> Widget:
        head = self.head(self.say("settings.title"), "home")
        lines = [self._line(wish) for wish in self._offered()]
        return self.body(head, self.listed(self._tools(), *lines))

    def _tools(self) -> Widget:
        """What is done at once: lock the screen, look whether all is well, show the eyes something new."""
        lock = self.button("settings.lock", self.stage.lock, icon="hand", pad=1.0)
        tools = (lock, self._way("doctor", "eye"), self._way("teach", "dice"), self._way("recovery", "log"))
        fit = tuple(self._way(*way) for way in FITTED)
        if self.sizes.portrait:
            return Stack(self.sizes, *fit, *tools, gap=1.2)
        rows = (Row(self.sizes, *row, gap=1.2, **self.sizes.high(theme.TOUCH + 1)) for row in (fit, tools))
        return Stack(self.sizes, *rows, gap=1.2)

    def _way(self, page: str, icon: str) -> Widget:
        key = "recovery.open" if page == "recovery" else f"{page}.title"
        return self.button(key, partial(self.stage.go, page), icon=icon, pad=1.0)

    def _offered(self) -> list[Wish]:
        """All wishes; the family's own colours only where there is a file with them."""
        file = self.stage.rooms.theme_file
        if file is not None and file.exists():
            return list(WISHES)
        return [replace(wish, choices=tuple(c for c in wish.choices if c != "own")) for wish in WISHES]

    def _line(self, wish: Wish) -> Widget:
        sizes, chosen = self.sizes, wished(self.stage.rooms.preferences, wish.name)
        sign = Text(self.say(f"settings.{wish.name}"), sizes, "large")
        words = Row(sizes, Icon(sizes, wish.icon, theme.MUTED, side=6), sign)
        called = wish.shown or (lambda choice: self.say(f"settings.{wish.name}_{choice}"))
        named = {choice: called(choice) for choice in wish.choices}
        row = Row(sizes, *several(sizes, named, (chosen,), partial(self._wish, wish.name)), gap=1.2)
        height = sizes.mm(theme.TOUCH + 1)
        if sizes.portrait:
            words.size_hint_y = row.size_hint_y = None
            words.height, row.height = sizes.mm(8), height
            inside: Widget = Column(sizes, words, row, gap=1.0)
            tall = height + sizes.mm(9)
        else:
            words.size_hint_x = 0.72
            inside, tall = Row(sizes, words, row), height
        return Panel(sizes, inside, pad=1.2, size_hint_y=None, height=tall + sizes.mm(2.4))

    def _wish(self, name: str, choice: str) -> None:
        self.stage.wish(name, choice)
        self.again()
