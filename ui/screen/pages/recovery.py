"""Copies and recovery: go back to a copy, take the journal along, use the version before, switch off.

And what the doctor finds.

Safe mode shows this page first. It needs nothing: no journal, no preferences, no camera.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.scores import day_in_words
from ui.screen.pages.setup import STEPS, steps_passed
from ui.screen.parts.blocks import HealthLine, brief_line
from ui.screen.parts.layout import Column, Panel, Region, Row, Stack, Text, at_hand
from ui.screen.parts.touch import TextButton, Touched
from ui.screen.ports import Copy, Health
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
        sure, yes = self.say("recovery.sure", when=copy.when), self.say("recovery.yes")
        asks = partial(self.ask, sure, yes, partial(self._restore, copy), "resume")
        tall = self.sizes.high(theme.TOUCH + 1)
        return TextButton(self.sizes, words, asks, icon="resume", align="left", **tall)

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


# --- is everything well? camera, buttons, lamps, sound, power, disk: each with one next step ---


class ExaminingPage(Page):
    """Examines when it is opened, on a thread of its own: a camera may take its time to answer.

    Children say in `drawn` how the findings look.
    """

    kept = ("back",)
    back = "settings"

    def __init__(self, stage: Stage, **kept: Any) -> None:
        super().__init__(stage, **kept)
        self.examine()

    def make(self) -> Widget:
        self._list = Region(self._made)
        return self.body(self.head(self.say(f"{self.name}.title"), self.back), self._list, *self.below())

    def below(self) -> Sequence[Widget]:
        """What can be done here."""
        return ()

    def examine(self) -> None:
        """Examine everything again; the findings arrive on the screen's thread."""
        doctor = self.stage.rooms.doctor
        self._list.show(() if doctor is None else None)
        if doctor is not None:
            aside(lambda: doctor.examine(self.say.language), self._list.show)

    def _made(self, found: Sequence[Health] | None) -> Widget:
        self.found = found
        return self.instead(self.say("doctor.looking")) if found is None else self.drawn(found)

    def drawn(self, found: Sequence[Health]) -> Widget:
        raise NotImplementedError


class DoctorPage(ExaminingPage):
    def below(self) -> list[Widget]:
        again = self.button("doctor.again", self.examine, icon="turn", size_hint_y=1)
        pack = self.button("doctor.bundle", self._ask_bundle, icon="log", size_hint_y=1)
        row = Row(self.sizes, again, pack, **self.sizes.high(theme.TOUCH + 2))
        if self.stage.rooms.button_teacher is not None:
            teach = partial(self.stage.go, "wiring", back=self.back)
            row.add_widget(self.button("wiring.title", teach, icon="hand", size_hint_y=1))
        return [row]

    def drawn(self, found: Sequence[Health]) -> Widget:
        if not found:
            return self.instead(self.say("doctor.nobody"))
        return self.listed(*(HealthLine(self.sizes, self.say, health) for health in found), gap=1.0)

    # --- the file for somebody who helps ---

    def _ask_bundle(self) -> None:
        """Names and pictures stay here unless somebody asks for them."""
        if self.stage.rooms.doctor is None:
            return
        words = Text(self.say("doctor.bundle_how"), self.sizes, "body")
        plain = self.button("doctor.bundle_plain", partial(self._pack, picture=False), look="main")
        more = self.button("doctor.bundle_picture", partial(self._pack, picture=True))
        self.sheet(self.say("doctor.bundle"), Column(self.sizes, words, plain, more), 130, 75)

    def _pack(self, picture: bool) -> None:
        doctor = certain(self.stage.rooms.doctor)

        def work() -> str:
            try:
                file = doctor.bundle(picture=picture)
            except OSError as error:
                return self.say("doctor.bundle_failed", why=error.strerror or str(error))
            return self.say("doctor.bundle_done", file=str(file))

        self.clear_over()
        title = self.say("doctor.bundle")
        aside(work, lambda words: self.sheet(title, Text(words, self.sizes, "large"), 130, 60))


MOST = 10  # lines that have room; the most serious are shown first


class SetupResultPage(ExaminingPage):
    """How the table stands, on one page that can be photographed: for whoever is asked for help later."""

    back = "setup"

    def drawn(self, found: Sequence[Health]) -> Widget:
        sizes, now = self.sizes, self.stage.rooms.clock.wall()
        done = steps_passed(self.stage.rooms.preferences)
        keys = {step: f"{step}.title" if step != "language" else "settings.language" for step in STEPS}
        went = ", ".join(self.say(keys[step]) for step in done) or "–"
        left = ", ".join(self.say(keys[step]) for step in STEPS if step not in done)
        key = "setup_result.steps" if left else "setup_result.all"
        first = self.say(key, day=day_in_words(self.say, now), done=went, left=left)
        lines: list[Widget] = [Text(first, sizes, "body", **sizes.high(14 if sizes.portrait else 10))]
        high = 9.5 if sizes.portrait else 5.0
        lines += [brief_line(sizes, health.level, health.says, high) for health in found[:MOST]]
        return Panel(sizes, Stack(sizes, *lines, gap=0.4), pad=1.6)
