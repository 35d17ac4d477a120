"""Is everything well? Camera, buttons, lamps, sound, power, disk: each with one next step."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.scores import day_in_words
from ui.screen.pages.setup import STEPS, steps_passed
from ui.screen.parts.blocks import HealthLine, brief_line
from ui.screen.parts.layout import Column, Panel, Region, Row, Stack
from ui.screen.parts.text import Text
from ui.screen.ports import Health
from ui.screen.stage import Stage, aside


class ExaminingPage(Page):
    """Examines when it is opened, on a thread of its own: a camera may take its time to answer.

    Children say in `drawn` how the findings look.
    """

    kept = ("back",)
    back = "settings"
    title = ""

    def __init__(self, stage: Stage, **kept: Any) -> None:
        super().__init__(stage, **kept)
        self.examine()

    def make(self) -> Widget:
        self._list = Region(self._made)
        return self.body(self.head(self.say(self.title), self.back), self._list, *self.below())

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
    title = "doctor.title"

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
                file = doctor.bundle(self.say.language, picture=picture)
            except OSError as error:
                return self.say("doctor.bundle_failed", why=error.strerror or str(error))
            return self.say("doctor.bundle_done", file=str(file))

        self.clear_over()
        aside(work, self._packed)

    def _packed(self, words: str) -> None:
        self.sheet(self.say("doctor.bundle"), Text(words, self.sizes, "large"), 130, 60)


MOST = 10  # lines that have room; the most serious are shown first


class SetupResultPage(ExaminingPage):
    """How the table stands, on one page that can be photographed: for whoever is asked for help later."""

    title, back = "setup_result.title", "setup"

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
