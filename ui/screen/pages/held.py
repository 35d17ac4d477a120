"""Another companion has the journal: who it is, and looking on while it is played there."""

from functools import partial

from kivy.uix.widget import Widget
from msgspec.structs import replace

from ui.screen import theme
from ui.screen.pages.big import drawn_large, shown_of
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Region, Row, space
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable
from ui.screen.ports import NoBoard
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage

AGAIN_S = 1.0  # between two looks into the journal


class HeldPage(Page):
    def make(self) -> Widget:
        trouble = self.stage.rooms.journal.trouble
        words = self.say(trouble.says.key, **trouble.says.args) if trouble is not None else ""
        look_on = partial(self.stage.go, "onlook")
        look = self.button("recovery.look_on", look_on, icon="eye", look="main", size_hint_y=1)
        close = self.button("home.close", self.stage.switch_off, icon="power", size_hint_y=1)
        buttons = Row(self.sizes, close, look, **self.sizes.high(theme.TOUCH + 4))
        text = Text(words, self.sizes, "large")
        return self.body(self.head(self.say("recovery.held"), None), space(0.3), text, space(0.3), buttons)


class OnlookPage(Page):
    """The table of another companion as its journal tells it, large; a tap leads back.

    Plays after what the journal holds, in a copy in memory: nothing here reaches the table.
    """

    _seen = -1

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.every(AGAIN_S, self.look)
        self.look()

    def make(self) -> Widget:
        self._board, back = Region(self._draw), partial(self.stage.go, "held")
        name = self.say("common.back")
        return Touchable(self.sizes, back, self._board, look="ground", pad=0.8, text=name)

    def look(self, *_: object) -> None:
        last = self.stage.rooms.journal.last()
        number = last.id if last is not None else 0
        if number != self._seen:
            self._seen = number
            copy = self.stage.rooms.journal.copy_in_memory()
            sitting = Sitting.resume(replace(self.stage.rooms, journal=copy, board=NoBoard(), listener=None))
            self._board.show(sitting)

    def _draw(self, sitting: Sitting | None) -> Widget:
        if sitting is None:
            return self.instead(self.say("recovery.nothing"))
        return drawn_large(self.sizes, sitting, shown_of(self.say, sitting))
