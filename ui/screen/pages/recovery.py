"""Copies and recovery: go back to a copy, take the journal along, use the version before, switch off.

Safe mode shows this page first. It needs nothing: no journal, no preferences, no camera.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Row, at_hand
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touched
from ui.screen.ports import Copy
from ui.screen.stage import Stage, aside


class RecoveryPage(Page):
    def __init__(self, stage: Stage, said: Say | None = None) -> None:
        self._recovery = stage.rooms.recovery
        super().__init__(stage)
        if said is not None:
            self.tell((said,), 130, 70)

    def make(self) -> Widget:
        first = self.stage.rooms.first == "recovery"
        head = self.head(self.say("recovery.title"), None if first else "settings")
        newer = self._recovery.newer() if self._recovery is not None else None
        can_go_back = self._recovery is not None and self._recovery.can_go_back
        off = "home.close" if self.stage.rooms.power_off is None else "home.power_off"
        deeds = [
            self._deed("recovery.export", "log", self._export),
            self._deed("recovery.version", "undo", self._ask_version, can_go_back),
            self._deed("doctor.title", "eye", lambda: self.stage.go("doctor", back="recovery")),
            self._deed(off, "power", self.stage.switch_off),
        ]
        if newer is not None:
            words = self.say("recovery.update", version=newer.version)
            update = partial(self._ask_update, newer)
            deeds.insert(1, TextButton(self.sizes, words, update, icon="resume", size_hint_y=1, pad=0.8))
        if first:
            deeds.insert(0, self._deed("recovery.play", "play", lambda: self.stage.go("home")))
        if self.sizes.portrait:
            rows = [Row(self.sizes, *deeds[at : at + 2]) for at in range(0, len(deeds), 2)]
            tall = self.sizes.mm((theme.TOUCH + theme.PAD) * len(rows))
            return self.body(head, self._copies(), Column(self.sizes, *rows, size_hint_y=None, height=tall))
        beside = Column(self.sizes, *deeds, **self.sizes.wide(52))
        return self.body(head, at_hand(self.sizes, self._copies(), beside, gap=theme.PAD))

    def _deed(self, key: str, icon: str, touched: Touched, can: bool = True) -> Widget:
        return self.button(key, touched, icon=icon, size_hint_y=1, pad=0.8, disabled=not can)

    # --- copies ---

    def _copies(self) -> Widget:
        found = self._recovery.copies() if self._recovery is not None else ()
        words = self.say("recovery.how" if found else "recovery.none")
        how = Text(words, self.sizes, "body", theme.MUTED, grow=True)
        return self.listed(how, *map(self._copy, found), gap=1.2)

    def _copy(self, copy: Copy) -> Widget:
        named = self.say("recovery.copy_unread", when=copy.when, file=copy.file.name)
        words = named if copy.games is None else self.say("recovery.copy", when=copy.when, n=copy.games)
        if copy.on_stick:
            words = f"{words} · {self.say('recovery.stick')}"
        tall = self.sizes.high(theme.TOUCH + 1)
        return TextButton(
            self.sizes, words, lambda: self._ask_restore(copy), icon="resume", align="left", **tall
        )

    def _ask_restore(self, copy: Copy) -> None:
        words = self.say("recovery.sure", when=copy.when)
        self.ask(words, self.say("recovery.yes"), lambda: self._restore(copy), "resume")

    def _restore(self, copy: Copy) -> None:
        self.stage.sit(None)
        said = certain(self._recovery).restore(copy)
        self.stage.reread()
        self._tell(said)

    # --- the other deeds ---

    def _export(self) -> None:
        if self._recovery is not None:
            self._tell(self._recovery.export())

    def _ask_version(self) -> None:
        recovery = certain(self._recovery)
        words, yes = self.say("recovery.version_sure"), self.say("recovery.version_yes")
        self.ask(words, yes, lambda: self._change(lambda _tell: recovery.go_back()), "resume")

    def _ask_update(self, newer: Any) -> None:
        """Asks once more, not by the same tap, if its maker is unknown."""
        recovery = certain(self._recovery)

        def change() -> None:
            self._change(lambda tell: recovery.update(newer, tell))

        def sure() -> None:
            if not newer.doubt:
                return change()
            return self.ask(self.say(newer.doubt), self.say("recovery.agree"), change, "resume")

        words = self.say("recovery.update_sure", version=newer.version)
        self.ask(words, self.say("recovery.version_yes"), sure, "resume")

    def _change(self, change: Callable[[Callable[[Say], None]], Say]) -> None:
        """Takes minutes: the page says how far it is."""

        def tell(says: Say) -> None:
            Clock.schedule_once(lambda _passed: self._wait(says))

        self._wait(Say("recovery.trying"))
        aside(lambda: change(tell), self._tell)

    def _wait(self, says: Say) -> None:
        self.lay_over(Text(self.say(says.key, **says.args), self.sizes, "large"), 120, 50)

    def _tell(self, said: Say) -> None:
        self.stage.go("recovery", said=said)
