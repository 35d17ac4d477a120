"""Choosing what sound comes out of: touch one, listen, and say whether it was heard."""

from collections.abc import Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.setup import head_of_step, passed
from ui.screen.parts.blocks import choice_list
from ui.screen.parts.layout import Region
from ui.screen.parts.text import Text
from ui.screen.ports import Choice
from ui.screen.stage import aside


class SoundPage(Page):
    kept = ("back",)
    back = "settings"

    def make(self) -> Widget:
        self._fitting = self.stage.rooms.sound_fitting
        self.said = ""
        self._line = Region(self._words, **self.sizes.high(theme.TOUCH + 6))
        self._list = Region(self._choices)
        head = head_of_step(self, "sound", self.back)
        self._show()
        return self.body(head, self._line, self._list)

    def _show(self) -> None:
        choices = tuple(self._fitting.choices()) if self._fitting is not None else ()
        self._line.show(self.said or self.say("sound.how" if choices else "sound.none"))
        self._list.show(choices)

    def _words(self, words: str) -> Widget:
        return Text(words, self.sizes, "large")

    def _choices(self, choices: Sequence[Choice]) -> Widget | None:
        return choice_list(self.sizes, self.say, choices, self.play) if choices else None

    def play(self, key: str) -> None:
        fitting = certain(self._fitting)
        language = self.say.language
        self.said = self.say("sound.playing")
        self._show()
        aside(lambda: fitting.play(key, language), lambda trouble: self._played(key, trouble))

    def _played(self, key: str, trouble: str) -> None:
        if trouble:
            self.said = trouble
            self._show()
            return
        no, heard = (self.say("sound.no"), self._not_heard), partial(self._heard, key)
        self.ask(self.say("sound.heard"), self.say("sound.yes"), heard, "note", no)

    def _heard(self, key: str) -> None:
        self.said = certain(self._fitting).take(key, self.say.language) or self.say("sound.kept")
        passed(self.stage, "sound")
        self._show()

    def _not_heard(self) -> None:
        self.said = self.say("sound.other")
        self._show()
