"""A practice roll: two dice in the tray, and what the eyes read. Nothing of it is kept."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Ask, Say
from companion.facts import Kind
from companion.sightings import Seen
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.setup import head_of_step, passed
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Region, Row, beside
from ui.screen.parts.text import Text
from ui.screen.ports import Look
from ui.screen.stage import Stage

DICE = 2
AT_REST = (Seen.SETTLED, Seen.WAITING)  # dice that have just come to rest, and those that lie there
ROLL = Ask("practice", Kind.DICE, (), Say("practice.how"), "", dice={"pips": DICE}, optional=True)


class PracticePage(Page):
    kept = ("back",)
    back = "setup"
    read: tuple[str, ...] = ()
    _frame: Any = None

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._eyes = stage.rooms.board.eyes
        super().__init__(stage, **kept)
        if self._eyes and stage.sitting is None:  # a game that is played keeps its own asks
            stage.rooms.board.watch((ROLL,), ())

    def on_parent(self, _page: Widget, parent: Widget | None) -> None:
        if parent is None and self.stage.sitting is None:
            self.stage.rooms.board.watch((), ())

    def make(self) -> Widget:
        self._view = CameraView()
        self._said = Region(self._words)
        self._said.show(self._says())
        name = "practice.right" if self._eyes else "common.understood"
        self._yes = right = self.button(name, self._right, icon="check", look="main")
        right.disabled = self._eyes and not self.read
        wrong = self.button("practice.wrong", self._wrong, icon="eye")
        below = Row(self.sizes, wrong, right, **self.sizes.high(theme.TOUCH + 2))
        head = head_of_step(self, "practice", self.back)
        seen = [self._view] if self._eyes else []
        return self.body(head, beside(self.sizes, *seen, self._said), below)

    def _words(self, words: str) -> Widget:
        return Text(words, self.sizes, "large", align="center")

    def _says(self) -> str:
        if not self._eyes:
            return self.say("practice.no_camera")
        if not self.read:
            return self.say("practice.how")
        return self.say("practice.read", values=" + ".join(self.read))

    def looked(self, look: Look) -> None:
        if not self._eyes:
            return  # what a family that was watched has left behind
        self._view.show(look.frame or self._frame)
        self._frame = look.frame or self._frame
        if look.sighting.state in AT_REST and look.sighting.dice:
            self.show(tuple(die.value for die in look.sighting.dice if die.value))

    def show(self, values: Sequence[str]) -> None:
        """These were read."""
        self.read = tuple(values)
        self._yes.disabled = not self.read
        self._said.show(self._says())

    def _right(self) -> None:
        passed(self.stage, "practice")
        self.stage.go(self.back)

    def _wrong(self) -> None:
        self.stage.go("camera", back=self.back)
