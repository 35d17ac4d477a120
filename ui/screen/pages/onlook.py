"""Looking on: the table of another companion as its journal tells it, large. A tap leads back."""

from functools import partial

from kivy.uix.widget import Widget
from msgspec.structs import replace

from ui.screen.pages.big import drawn_large, shown_of
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Region
from ui.screen.parts.touch import Touchable
from ui.screen.ports import NoBoard
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage

AGAIN_S = 1.0  # between two looks into the journal


class OnLook(Page):
    """Plays after what the journal holds, in a copy in memory: nothing here reaches the table."""

    def __init__(self, stage: Stage) -> None:
        self._seen = 0
        super().__init__(stage)
        self.every(AGAIN_S, self.look)
        self.look()

    def make(self) -> Widget:
        self._board = Region(self._draw)
        name = self.say("common.back")
        back = partial(self.stage.go, "held")
        return Touchable(self.sizes, back, self._board, look="ground", pad=0.8, text=name)

    def look(self, *_: object) -> None:
        last = self.stage.rooms.journal.last()
        number = last.id if last is not None else 0
        if number != self._seen or not self._seen:
            self._seen = number
            copy = self.stage.rooms.journal.copy_in_memory()
            sitting = Sitting.resume(replace(self.stage.rooms, journal=copy, board=NoBoard(), listener=None))
            self._board.show(sitting)

    def _draw(self, sitting: Sitting | None) -> Widget:
        if sitting is None:
            return self.instead(self.say("recovery.nothing"))
        return drawn_large(self.sizes, sitting, shown_of(self.say, sitting))


PAGE = OnLook
