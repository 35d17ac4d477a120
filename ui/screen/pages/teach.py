"""Showing the eyes something new: which die, which deck, or a table without the mat."""

from functools import partial

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import name_and_more
from ui.screen.parts.layout import Grid, Panel, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, IconButton, Touchable

WAYS = {  # what can be shown: its picture, and the page for it
    "colour-die": ("dice", "teach_die"),
    "piggy-die": ("dice", "teach_die"),
    "number-die": ("dice", "teach_die"),
    "deck": ("cards", "teach_deck"),
    "corners": ("large", "corners"),
}


class TeachPage(Page):
    def make(self) -> Widget:
        head = self.head(self.say("teach.title"), "settings")
        teacher = self.stage.rooms.teacher
        if teacher is None:
            return self.body(head, self.instead(self.say("teach.no_camera")))
        ways = [self._way(name) for name in WAYS]
        grid = Grid(self.sizes, *ways, cols=1 if self.sizes.portrait else 2, gap=1.6, grow=True)
        known = [self._known(kind, name) for kind, name in teacher.known()]
        lines: list[Widget] = [grid]
        if known:
            title = self.say("teach.known")
            lines += [Text(title, self.sizes, "large", theme.MUTED, grow=True), *known]
        return self.body(head, self.listed(*lines))

    def _way(self, name: str) -> Widget:
        sizes, (icon, page), key = self.sizes, WAYS[name], key_of(name)
        words = name_and_more(sizes, self.say(key), self.say(f"{key}_how"))
        sign, high = Icon(sizes, icon, side=7), sizes.high(20 * (1.2 if sizes.text_scale > 1 else 1))
        opens = partial(self.stage.go, page, **({"kind": name} if page == "teach_die" else {}))
        return Touchable(sizes, opens, sign, words, **high, text=self.say(key))

    def _known(self, kind: str, name: str) -> Widget:
        words = Text(self.say("teach.known_one", name=name, kind=self.say(key_of(kind))), self.sizes, "body")
        forget = IconButton(
            self.sizes, "erase", self.say("teach.forget", name=name), lambda: self._ask_forget(kind, name)
        )
        return Panel(self.sizes, Row(self.sizes, words, forget), pad=1.0, **self.sizes.high(theme.TOUCH + 2))

    def _ask_forget(self, kind: str, name: str) -> None:
        def forget() -> None:
            assert self.stage.rooms.teacher is not None
            self.stage.rooms.teacher.forget(kind, name)
            self.again()

        words = self.say("teach.forget_question", name=name)
        self.ask(words, self.say("teach.forget_yes"), forget, "erase")


def key_of(kind: str) -> str:
    """Where the words for what can be shown begin."""
    return f"teach.{kind.replace('-', '_')}"
